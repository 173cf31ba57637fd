"""Where blocks are played: in this process, in several, or on a Dask cluster.

An executor takes blocks and yields what came of them, in whatever order they end. Blocks travel in
batches of about a second's work, so that sending them costs little. A batch counts when it has come
back: a worker that dies takes nothing with it but the batch it had, which is played again, and one
that nobody waits for is killed, whatever it does. Workers of this machine end with the process that
started them, whatever ended it.
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
from sapper.lab.store.batches import batches, check_portable, play_batch
from sapper.lab.store.blocks import Block, play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

    from sapper.lab.store.batches import Batch, Played

MAX_WORKERS = 512
MOST_DEATHS = 3
"""How often workers may die in a row, with nothing played in between, before that is an error."""


class Executor(Protocol):
    """Something that plays blocks."""

    def run(self, blocks: Sequence[Block]) -> Iterator[Played]:
        """Play the blocks and yield them as they end, several at a time."""
        ...


class InProcess:
    """Plays one block after the other, here."""

    def run(self, blocks: Sequence[Block]) -> Iterator[Played]:
        """Play the blocks in their order."""
        for block in blocks:
            yield [(block, play(block))]


class Processes:
    """Plays on several processes of this machine."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and not 1 <= workers <= MAX_WORKERS:
            raise GameError(f"the workers number 1 to {MAX_WORKERS}, not {workers}")
        self.workers = available_cores() if workers is None else workers
        """How many processes."""

    def run(self, blocks: Sequence[Block]) -> Iterator[Played]:
        """Play the blocks, all processes busy until the end."""
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
                        f"worker processes died {deaths} times in a row: too little memory, or "
                        "something kills them; what was played before is kept"
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
                # Some may still be on their way to where they see the leash.
                _shut_down(pool, context.kill if running else None)
            finally:
                lost += running.values()
                held.close()
                leash.close()


class _Spawning(SpawnContext):
    """Starts processes for a pool, and can kill them, which a pool cannot before Python 3.14."""

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
    """Make a worker end when its leash is let go, by the end of who held it, whatever that was."""
    # Ctrl-C goes to every process of a terminal; the one that waits for the others decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end() -> None:
        try:
            leash.recv()
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=end, daemon=True).start()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Hold Ctrl-C back, so that a process that is started now is never hit while it wakes up.

    Any other thread, as those of numpy, may be the one that is told of it, so that this one has to
    put it off, too.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    with _interrupts_put_off():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Let Ctrl-C count at the end; only the main thread is ever interrupted."""
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
    """Kill the workers, if asked to, and wait for their end; Ctrl-C meanwhile counts after that.

    It is held back, since before Python 3.13 a thread whose end is waited for is taken to have
    ended by an interruption, and its pipes would be closed under it.
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
    """Return the executor for these options: a cluster, one process, or all cores.

    >>> type(executor(workers=1)).__name__, type(executor(workers=2)).__name__
    ('InProcess', 'Processes')
    """
    if cluster is not None:
        from sapper.lab.store.cluster import Cluster

        return Cluster(cluster)
    if workers == 1 or (workers is None and available_cores() == 1):
        return InProcess()
    return Processes(workers)
