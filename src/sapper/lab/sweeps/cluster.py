"""The executor for a Dask cluster (extra ``cluster``), given by the address of its scheduler.

The scheduler sends jobs to workers and resends those of a worker that dies. Only a window of a few
jobs per worker thread is submitted at a time, and their results are released at once, so that the
memory of client and scheduler does not grow with the number of jobs. Workers need the same version
of Sapper, which is checked before the first job.
"""

from __future__ import annotations

import gc
import logging
import socket
from contextlib import contextmanager
from math import ceil, inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from sapper.errors import LabError
from sapper.lab.sweeps.jobs import perform
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.lab.sweeps.executors import Done
    from sapper.lab.sweeps.jobs import Job, Source

CONNECT_SECONDS = 10.0
"""Time limit for a connection to the scheduler, in seconds."""

SCHEMES = ("tcp", "tls", "ws", "wss")
"""The schemes of addresses."""

WORKER_SECONDS = 30.0
"""Time limit for a first worker, in seconds."""

AHEAD_SECONDS = 2.0
"""Expected seconds of work that are submitted per thread, to bridge the latency of the cluster."""

LEAST_AHEAD, MOST_AHEAD = 3, 32
"""Limits to the jobs that are submitted per thread."""

REFILL = 0.25
"""Share of the window that is submitted at once. The scheduler keeps some data of every submission
as long as it runs, and needs less time for a job that is submitted together with others."""

RETRIES = 3
"""How often a job is done again after its worker has died."""

_COUNT_SECONDS = 2.0
"""Seconds between two counts of the threads of the cluster."""

_LOG = logging.getLogger(__name__)


class Cluster:
    """Plays on the workers of a Dask scheduler, such as ``tcp://10.0.0.1:8786``."""

    def __init__(self, address: str) -> None:
        self.address = address
        """The address of the scheduler."""

    def run(self, source: Source) -> Iterator[Done]:
        """Do the jobs on the workers of the cluster."""
        distributed = _distributed()
        with _quiet_dask_logs(), self._connected(distributed) as client:
            self._check_versions(client)
            _LOG.info("connected to %s", self.address)
            window = _Window(client, source)
            finished = distributed.as_completed(loop=client.loop)
            try:
                finished.update(window.fill())
                for futures in finished.batches() if window.jobs else ():
                    results = self._results(distributed, client, futures)
                    for future, result in zip(futures, results, strict=True):
                        yield window.finish(future, result)
                    finished.update(window.fill())
            finally:
                client.cancel(list(window.jobs))

    def _connected(self, distributed: Any) -> Any:
        # A client that fails to connect may block the next one when it is freed, so test the
        # port first.
        problem = _unreachable(self.address)
        if problem is None:
            try:
                return distributed.Client(
                    self.address, timeout=CONNECT_SECONDS, set_as_default=False
                )
            except (OSError, ValueError) as error:
                problem = str(error)
            gc.collect()
        raise LabError(f"no Dask scheduler answers at {self.address!r} ({problem})")

    def _check_versions(self, client: Any) -> None:
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except (TimeoutError, OSError):
            raise LabError(f"the cluster at {self.address!r} has no worker") from None
        try:
            versions: dict[str, str] = client.run(_version)
        except ModuleNotFoundError as error:
            raise LabError(f"a worker of {self.address!r} has no Sapper ({error})") from None
        except OSError:
            raise LabError(
                f"a worker of {self.address!r} disconnected before the first game; run the same "
                "command again"
            ) from None
        for worker, version in versions.items():
            if version != VERSION:
                raise LabError(f"worker {worker} has Sapper {version}, and this is {VERSION}")

    def _results(self, distributed: Any, client: Any, futures: list[Any]) -> list[Any]:
        try:
            results: list[Any] = client.gather(futures)
        except distributed.KilledWorker as error:
            raise LabError(
                f"workers of {self.address!r} died repeatedly on the same games ({error}); all "
                "finished games are stored"
            ) from None
        except (OSError, distributed.CancelledError):
            raise LabError(
                f"the connection to {self.address!r} was lost: check that its scheduler is "
                "running; all finished games are stored, and the same command resumes the sweep"
            ) from None
        return results


class _Window:
    """The jobs that are submitted to a cluster: a few per thread."""

    def __init__(self, client: Any, source: Source) -> None:
        self._client, self._source = client, source
        self.jobs: dict[Any, Job] = {}
        """The unfinished jobs by future."""
        self._threads = 0
        self._counted = -inf
        self._ahead = LEAST_AHEAD

    def fill(self) -> list[Any]:
        """Submit jobs until the window is full, if enough is missing, and return their futures."""
        self._count_threads()
        size = self._ahead * self._threads
        if len(self.jobs) > (1 - REFILL) * size:
            return []
        jobs: list[Job] = []
        while len(self.jobs) + len(jobs) < self._ahead * self._threads:
            job = self._source.take(self._threads)
            if job is None:
                break
            jobs.append(job)
            seconds = AHEAD_SECONDS / LEAST_AHEAD if job.seconds is None else job.seconds
            ahead = ceil(AHEAD_SECONDS / max(seconds, AHEAD_SECONDS / MOST_AHEAD))
            self._ahead = max(LEAST_AHEAD, ahead)
        sent = [job.by_value() for job in jobs]
        futures: list[Any] = self._client.map(perform, sent, pure=False, retries=RETRIES)
        self.jobs.update(zip(futures, jobs, strict=True))
        return futures

    def finish(self, future: Any, result: Any) -> Done:
        """Take a finished job out of the window, and release it on the cluster."""
        job = self.jobs.pop(future)
        future.release()
        self._source.finish(job, result)
        return job, result

    def _count_threads(self) -> None:
        """Count the threads of the cluster now and then; workers may come and go."""
        if monotonic() - self._counted < _COUNT_SECONDS:
            return
        threads = sum(self._client.nthreads().values())
        if threads and threads != self._threads:
            _LOG.info("the cluster has %d threads", threads)
        self._threads = threads or max(self._threads, 1)  # all workers may be lost for a moment
        self._counted = monotonic()


@contextmanager
def _quiet_dask_logs() -> Iterator[None]:
    """Suppress the traceback that Dask logs for a lost connection; it is raised as an error."""
    logger = logging.getLogger("distributed.client")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


def _unreachable(address: str) -> str | None:
    """Return why a connection to an address fails, or None if it succeeds."""
    scheme, found, rest = address.partition("://")
    host, _, port = rest.rpartition(":")
    if not found or scheme not in SCHEMES or not host or not port.isdecimal():
        return f"an address is {', '.join(SCHEMES)} and ://HOST:PORT"
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS):
            return None
    except (OSError, OverflowError) as error:
        return str(error)


def _version() -> str:
    """Return the version; called on each worker."""
    return VERSION


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise LabError("playing on a cluster needs Dask: pip install 'sapper[cluster]'") from None
    return distributed
