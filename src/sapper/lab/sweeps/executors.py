"""Executors: play blocks in this process, in several, or on a Dask cluster.

An executor takes blocks and yields their counters in order of completion. Blocks are sent in
batches of about a second. If a worker dies, only its current batch is lost, and it is played again.
Workers are killed when the caller stops waiting for them. Local workers end with the process that
started them, however that ended.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TYPE_CHECKING, Any, Protocol

from sapper.errors import GameError, LabError
from sapper.games.simulation import available_cores
from sapper.lab.sweeps.batches import batches, check_portable, play, play_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

    from sapper.lab.store.blocks import Block
    from sapper.lab.sweeps.batches import Batch, Played

MAX_WORKERS = 512
MOST_DEATHS = 3
"""Upper limit on deaths of workers in a row without a finished batch in between."""


class Executor(Protocol):
    """Plays blocks somewhere."""

    def run(self, blocks: Sequence[Block]) -> Iterator[Played]:
        """Play the blocks and yield them as they finish, several at a time."""
        ...


class InProcess:
    """Plays blocks in this process, one after the other."""

    def run(self, blocks: Sequence[Block]) -> Iterator[Played]:
        """Play the blocks in order."""
        for block in blocks:
            yield [(block, play(block))]


class Processes:
    """Plays blocks in several processes of this machine."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and not 1 <= workers <= MAX_WORKERS:
            raise GameError(f"the number of workers is 1 to {MAX_WORKERS}, not {workers}")
        self.workers = available_cores() if workers is None else workers
        """The number of processes."""

    def run(self, blocks: Sequence[Block]) -> Iterator[Played]:
        """Play the blocks, with all processes busy until the end."""
        waiting = deque(batches(blocks))
        if waiting:
            check_portable(waiting[0].strategies)
        deaths = 0
        while waiting:
            lost: list[Batch] = []
            try:
                for played in self._run_pool(waiting, lost):
                    deaths = 0
                    yield played
            except BrokenProcessPool:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise LabError(
                        f"worker processes died {deaths} times in a row, by lack of memory or "
                        "because they were killed; all finished games are stored"
                    ) from None
            waiting.extendleft(lost)

    def _run_pool(self, waiting: deque[Batch], lost: list[Batch]) -> Iterator[Played]:
        running: dict[Future[Played], Batch] = {}
        context = _Spawning()
        leash, held = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(min(self.workers, len(waiting)), context, _follow, (leash,))
        try:
            while waiting or running:
                while waiting and len(running) < 2 * self.workers:
                    batch = waiting.popleft()
                    with _interrupts_blocked():
                        running[pool.submit(play_batch, batch)] = batch
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    played = future.result()
                    del running[future]
                    yield played
        finally:
            try:
                # Workers that are still starting do not watch the pipe yet.
                _shut_down(pool, context.kill if running else None)
            finally:
                lost += running.values()
                held.close()
                leash.close()


class _Spawning(SpawnContext):
    """Starts the processes of a pool and can kill them; a pool cannot before Python 3.14."""

    def __init__(self) -> None:
        super().__init__()
        self._started: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = SpawnProcess(*args, **kwargs)
        self._started.append(process)
        return process

    def kill(self) -> None:
        for process in self._started:
            if process.pid is not None:
                process.kill()


def _follow(leash: Connection) -> None:
    """Make a worker end when the other end of its pipe closes, because its parent has ended."""
    # Ctrl-C reaches every process of a terminal; the parent decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end() -> None:
        try:
            leash.recv()
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=end, daemon=True).start()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C, so that it cannot hit a process that is starting.

    The signal may be delivered to another thread, such as one of numpy, so its Python handler is
    deferred, too.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    with _interrupts_deferred():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Deliver Ctrl-C at the end; only the main thread handles it."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


def _shut_down(pool: ProcessPoolExecutor, kill: Callable[[], None] | None = None) -> None:
    """Kill the workers if asked to, wait for them to end, and then deliver a pending Ctrl-C.

    Before Python 3.13 an interrupted join marks the thread as ended, and its pipes would be closed
    while it uses them.
    """
    interrupted = False
    while True:
        try:
            with _interrupts_blocked():
                if kill is not None:
                    kill()
                pool.shutdown(wait=True, cancel_futures=True)
            break
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        raise KeyboardInterrupt


def executor(workers: int | None = None, cluster: str | None = None) -> Executor:
    """Return an executor: a Dask cluster, this process, or several processes of this machine.

    ``cluster`` is the address of a Dask scheduler, such as ``tcp://10.0.0.1:8786``; without one,
    ``workers`` is the number of processes, by default one per core.

    >>> type(executor(workers=1)).__name__, type(executor(workers=2)).__name__
    ('InProcess', 'Processes')
    """
    if cluster is not None:
        from sapper.lab.sweeps.cluster import Cluster

        return Cluster(cluster)
    if workers == 1 or (workers is None and available_cores() == 1):
        return InProcess()
    return Processes(workers)
