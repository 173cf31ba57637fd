"""The executor for a Dask cluster (extra ``cluster``), given by the address of its scheduler.

The scheduler sends batches of blocks to workers and resends those of a worker that dies. Workers
need the same version of Sapper, which is checked before the first block.
"""

from __future__ import annotations

import gc
import logging
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sapper.errors import LabError
from sapper.lab.sweeps.batches import batches, play_batch
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sapper.lab.store.blocks import Block
    from sapper.lab.sweeps.batches import Played

CONNECT_SECONDS = 10.0
"""Time limit for a connection to the scheduler, in seconds."""

SCHEMES = ("tcp", "tls", "ws", "wss")
"""The schemes of addresses."""

WORKER_SECONDS = 30.0
"""Time limit for a first worker, in seconds."""


class Cluster:
    """Plays on the workers of a Dask scheduler, such as ``tcp://10.0.0.1:8786``."""

    def __init__(self, address: str) -> None:
        self.address = address
        """The address of the scheduler."""

    def run(self, blocks: Sequence[Block]) -> Iterator[Played]:
        """Play the blocks on the workers of the cluster."""
        distributed = _distributed()
        with _quiet_dask_logs(), self._connected(distributed) as client:
            self._check_versions(client)
            futures = [
                client.submit(play_batch, batch, pure=False, retries=3) for batch in batches(blocks)
            ]
            try:
                for future in distributed.as_completed(futures, loop=client.loop):
                    yield self._result(distributed, future)
            finally:
                client.cancel(futures)

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

    def _result(self, distributed: Any, future: Any) -> Played:
        try:
            played: Played = future.result()
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
        return played


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
