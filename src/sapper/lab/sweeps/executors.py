"""Executors: do jobs in this process, in several, or on a Dask cluster.

An executor takes jobs from a source (``sapper.lab.sweeps.jobs``) and yields them with their results
in order of completion. If a worker dies, only its current jobs are lost, and they are done again.
Workers are killed when the caller stops waiting for them. Local workers end with the process that
started them, however that ended.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections import deque
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from sapper.errors import GameError, LabError
from sapper.lab.sweeps.interrupts import INTERRUPTS, interrupts_blocked
from sapper.lab.sweeps.jobs import Job, perform
from sapper.lab.sweeps.players import check_portable
from sapper.processors import available_cores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from multiprocessing.connection import Connection

    from sapper.lab.sweeps.jobs import Source

MAX_WORKERS = 512
MOST_DEATHS = 3
"""Upper limit on deaths of workers in a row without a finished job in between."""

JOBS_PER_WORKER = 2
"""Jobs that are sent to each process: one that runs, and one that waits for its end."""

Done: TypeAlias = tuple[Job, Any]
"""A job and its result."""

_LOG = logging.getLogger(__name__)


class Executor(Protocol):
    """Does jobs somewhere."""

    def run(self, source: Source) -> Iterator[Done]:
        """Do the jobs of a source and yield each with its result, in order of completion.

        The source has accepted a result before it is yielded. An exception of a job is raised here
        and ends the run. Closing the iterator cancels the outstanding jobs.
        """
        ...


class InProcess:
    """Does jobs in this process, one after the other."""

    def run(self, source: Source) -> Iterator[Done]:
        """Do the jobs in order."""
        while (job := source.take(1)) is not None:
            result = job()
            source.finish(job, result)
            yield job, result


class Processes:
    """Does jobs in several processes of this machine."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and not 1 <= workers <= MAX_WORKERS:
            raise GameError(f"the number of workers is 1 to {MAX_WORKERS}, not {workers}")
        self.workers: int = available_cores() if workers is None else workers
        """The number of processes."""

    def run(self, source: Source) -> Iterator[Done]:
        """Do the jobs, with all processes busy until the end."""
        lost: deque[Job] = deque()
        deaths = 0
        while True:
            try:
                for done in self._run_pool(source, lost):
                    deaths = 0
                    yield done
                return
            except BrokenProcessPool:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise LabError(
                        f"worker processes died {deaths} times in a row, by lack of memory or "
                        "because they were killed; all finished games are stored"
                    ) from None
                _LOG.warning("a worker process died: %d jobs are done again", len(lost))

    def _run_pool(self, source: Source, lost: deque[Job]) -> Iterator[Done]:
        running: dict[Future[Any], Job] = {}
        checked: set[str] = set()

        def next_job() -> Job | None:
            job = lost.popleft() if lost else source.take(self.workers)
            if job is not None:
                check_portable(job.players.only(job.players.identities.keys() - checked))
                checked.update(job.players.identities)
            return job

        job = next_job()
        if job is None:
            return
        context = _Spawning()
        leash, held = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self.workers, context, _follow, (leash,))
        _LOG.debug("a pool of up to %d processes", self.workers)
        try:
            while job is not None or running:
                while job is not None:
                    lost.append(job)
                    with interrupts_blocked():
                        running[pool.submit(perform, job)] = lost.pop()
                    full = len(running) >= JOBS_PER_WORKER * self.workers
                    job = None if full else next_job()
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    result = future.result()
                    finished = running.pop(future)
                    source.finish(finished, result)
                    yield finished, result
                job = next_job()
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
    # Ctrl-C reaches every process of a terminal, SIGTERM of a service; the parent decides.
    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)

    def end() -> None:
        try:
            leash.recv()
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=end, daemon=True).start()


def _shut_down(pool: ProcessPoolExecutor, kill: Callable[[], None] | None = None) -> None:
    """Kill the workers if asked to, wait for them to end, and then deliver a pending Ctrl-C.

    Before Python 3.13 an interrupted join marks the thread as ended, and its pipes would be closed
    while it uses them.
    """
    interrupted = False
    while True:
        try:
            with interrupts_blocked():
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
