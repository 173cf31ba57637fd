"""What a request may cost: sizes, time, and how much is done at once.

Work runs on a few threads, as the engine leaves the interpreter free while it counts. A request
waits for a free thread for a while, and is turned away when too many wait. One that takes too long
is answered that it is too hard; its thread is free again only when it has really ended, so that
work which nobody waits for cannot pile up.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from sapper.errors import TooHardError
from sapper.limits import Limits
from sapper.web.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Callable

    T = TypeVar("T")

MAX_BODY = 1_000_000
"""The bytes of a request."""

BODY_SECONDS = 15.0
"""How long a request may take to arrive."""

MAX_CELLS = 20_000
"""The cells of a board."""

MAX_ENTRIES = 1_000_000
"""The neighbours of all cells of a board together."""

MAX_EDGES = 100_000
"""The edges of a graph."""

MAX_DRAWN = 400
"""The nodes of a graph that is drawn."""

MAX_EXACT = 1_000
"""Covered cells up to which there are exact fractions."""

MAX_EXACT_MINES = 100
"""Mines up to which layouts are counted exactly where a cell may hold several."""

MAX_PROMISED_MINES = 1_000
"""Mines up to which it is told what cells would show where a cell may hold several."""

LIMITS = Limits(memory=32 << 20, seconds=0.4)
"""Of one analysis: about a tenth of a second for the hardest component that is not refused."""

SLOW_SECONDS = 0.2
"""An analysis that has taken so long is answered without all that would take as long again."""

SECONDS = 2.5
"""When a request has not been answered by then, it is answered that it is too hard."""

MAX_SAMPLES = 100_000
"""Layouts of a position that are played, in all steps."""

WIN_SECONDS = 0.5
"""About how long one step of playing on from a position takes."""

WIN_THREADS = 2
"""How many such steps there are at once."""

LAB_SECONDS = 30.0
"""The same for the laboratory, where a table of many fits may be asked for."""

THREADS = 4
WAITING = 64
WAIT_SECONDS = 5.0


class Pool:
    """A few threads for the work of requests, and room for some more that wait."""

    def __init__(
        self,
        threads: int = THREADS,
        waiting: int = WAITING,
        seconds: float = SECONDS,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self._count = threads
        self._waiting = waiting
        self._seconds = seconds
        self._wait_seconds = wait_seconds
        self._threads: ThreadPoolExecutor | None = None
        self.open()

    def open(self) -> None:
        """Begin, or begin again after ``close``."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._count, "sapper-web")
            self._free = asyncio.Semaphore(self._count)
            self._room = self._waiting

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work; BusyError if there is no room for it, TooHardError if it takes too long."""
        threads, free = self._threads, self._free
        if threads is None:
            raise BusyError("the server is about to end")
        await self._take_thread()
        try:
            future = asyncio.get_running_loop().run_in_executor(threads, work)
        except RuntimeError:  # it was closed while this waited
            free.release()
            raise BusyError("the server is about to end") from None
        future.add_done_callback(lambda _: free.release())
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._seconds)
        except TimeoutError:
            future.add_done_callback(_forget)
            raise TooHardError(
                f"too hard: there was no answer within {self._seconds:g} seconds"
            ) from None

    async def _take_thread(self) -> None:
        if not self._free.locked():
            await self._free.acquire()
            return
        if self._room <= 0:
            raise BusyError("the server is busy: try again in a moment")
        self._room -= 1
        try:
            await asyncio.wait_for(self._free.acquire(), self._wait_seconds)
        except TimeoutError:
            raise BusyError("the server is busy: try again in a moment") from None
        finally:
            self._room += 1

    def close(self) -> None:
        """Begin nothing new; what runs is not waited for."""
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None


def _forget(future: asyncio.Future[T]) -> None:
    """Take note of a failure that nobody waits for any more."""
    if not future.cancelled():
        future.exception()
