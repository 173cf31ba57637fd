"""Threads for the work of requests: bounded, cancellable, light work before hard work.

Work runs on a few threads, as the engine releases the interpreter while it counts. A request waits
for a free thread for a limited time; beyond a number of waiting requests further ones are refused.
Work is limited in processor time, so that a busy machine makes nothing harder. It is cancelled
beyond its limit and if its client disconnects; its thread is free again only once the work has
really ended, so that abandoned work cannot pile up.

The cost of a request is unknown in advance. So all work starts in a quick pool. If it has not ended
after a moment of processor time it is stopped and starts again in a slow pool, whose few threads
have a low priority. A connection whose last request was hard starts there until one was light. So
light requests wait for a moment of each hard request only, however many there are.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Generic, TypeVar

from sapper.errors import TooHardError
from sapper.stopping import Cancelled, Stop
from sapper.web.errors import BusyError
from sapper.web.limits import SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Hashable

T = TypeVar("T")

THREADS = 4
SLOW_THREADS = 1
WAITING = 64
WAIT_SECONDS = 5.0

PATIENCE = 0.02
"""Processor seconds after which work leaves a quick pool; an expert position takes 0.003."""

LEAST_PATIENCE = 0.004
"""The same while other work waits."""

MOST_REMEMBERED = 4096
"""Connections whose last request was hard that are remembered."""

CONNECTION: ContextVar[Hashable] = ContextVar("connection", default=None)
"""The connection of the request being answered, or None."""

_MOST_WAITS = 8
"""Limit of elapsed time, as a multiple of the limit of processor time, on a busy machine."""

_LEAST_WAIT = 0.001
_SLICES = 2
_NICENESS = 10
"""The ``nice`` value of slow threads."""


class Pool:
    """A few threads for the work of requests, and a bounded queue.

    ``slow`` is the pool that takes over work which lasts longer than a moment. Such work is started
    twice, so it must have no effect other than its result.
    """

    def __init__(
        self,
        threads: int = THREADS,
        waiting: int = WAITING,
        seconds: float = SECONDS,
        wait_seconds: float = WAIT_SECONDS,
        *,
        gives_way: bool = False,
        slow: Pool | None = None,
    ) -> None:
        self._count = threads
        self._waiting = waiting
        self._seconds = seconds
        self._wait_seconds = wait_seconds
        self._prepare_thread = _lower_priority if gives_way else None
        self._slow = slow
        self._hard: dict[Hashable, None] = {}
        self._threads: ThreadPoolExecutor | None = None
        self.open()

    def open(self) -> None:
        """Start, or start again after ``close``."""
        if self._slow is not None:
            self._slow.open()
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._count, "sapper-web", self._prepare_thread)
            self._free = asyncio.Semaphore(self._count)
            self._room = self._waiting

    async def run(self, work: Callable[[], T], seconds: float | None = None) -> T:
        """Do some work; BusyError if there is no room for it, TooHardError beyond its time.

        ``seconds`` is its limit of processor time, by default that of the pool.
        """
        seconds = self._seconds if seconds is None else seconds
        if self._slow is not None and CONNECTION.get() in self._hard:
            return await self._run_slowly(self._slow, work, seconds)
        future, job = await self._start(work)
        try:
            if self._slow is not None:
                await self._wait_a_moment(future, job)
            return await _end_of(future, job, seconds)
        except Cancelled:
            if self._slow is None:
                raise
        finally:
            _give_up(future, job)
        return await self._run_slowly(self._slow, work, seconds)

    async def stream(self, work: Callable[[Callable[[T], None]], None]) -> AsyncGenerator[T]:
        """Start work that reports items through its argument, and return them as they come.

        The work is cancelled if the generator is closed, as its client has disconnected, or if
        nothing was reported for too long.
        """
        loop = asyncio.get_running_loop()
        items: asyncio.Queue[T] = asyncio.Queue()

        def report(item: T) -> None:
            loop.call_soon_threadsafe(items.put_nowait, item)

        future, job = await self._start(lambda: work(report))
        return self._listen(items, future, job)

    async def _listen(
        self, items: asyncio.Queue[T], future: asyncio.Future[None], job: _Job[None]
    ) -> AsyncGenerator[T]:
        try:
            while not (future.done() and items.empty()):
                item = asyncio.ensure_future(items.get())
                await asyncio.wait(
                    (item, future),
                    timeout=_MOST_WAITS * self._seconds,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if item.done():
                    yield item.result()
                    continue
                item.cancel()
                if not future.done():
                    raise _too_hard(self._seconds)
            future.result()
        finally:
            _give_up(future, job)

    async def _start(self, work: Callable[[], T]) -> tuple[asyncio.Future[T], _Job[T]]:
        """Start work on a thread, which is free again when the work has ended."""
        threads, free = self._threads, self._free
        if threads is None:
            raise BusyError("the server is shutting down")
        await self._take_thread()
        job = _Job(work)
        try:
            future = asyncio.get_running_loop().run_in_executor(threads, job.do)
        except RuntimeError:  # it was closed while this waited
            free.release()
            raise BusyError("the server is shutting down") from None
        future.add_done_callback(lambda _: free.release())
        return future, job

    async def _run_slowly(self, slow: Pool, work: Callable[[], T], seconds: float) -> T:
        """Do work in the slow pool, and remember the connection unless the work was light."""
        connection = CONNECTION.get()
        self._hard.pop(connection, None)
        if connection is not None:
            self._hard[connection] = None
            if len(self._hard) > MOST_REMEMBERED:
                del self._hard[next(iter(self._hard))]
        took = float("inf")

        def timed() -> T:
            nonlocal took
            start = time.thread_time()
            try:
                return work()
            finally:
                took = time.thread_time() - start

        try:
            return await slow.run(timed, seconds)
        finally:
            if took < PATIENCE:
                self._hard.pop(connection, None)

    async def _wait_a_moment(self, future: asyncio.Future[T], job: _Job[T]) -> None:
        """Wait for the end of work, and stop it if it takes longer than a moment."""
        assert self._slow is not None
        while job.left(self._seconds) > 0:
            patience = LEAST_PATIENCE if self.crowded or self._slow.crowded else PATIENCE
            done, _ = await asyncio.wait((future,), timeout=LEAST_PATIENCE / _SLICES)
            if done:
                return
            if job.worked() >= patience:
                break
        job.stop.set()

    @property
    def crowded(self) -> bool:
        """Whether work waits for a thread."""
        return self._room < self._waiting

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
        """Start nothing new; running work is not awaited."""
        if self._slow is not None:
            self._slow.close()
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None


class _Job(Generic[T]):
    """Work with its cancellation token and its processor time."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._clock: int | None = None
        self._started = 0.0
        self._made = time.monotonic()
        self.stop = Stop()

    def do(self) -> T:
        """Do the work in the calling thread."""
        if hasattr(time, "pthread_getcpuclockid"):
            clock = time.pthread_getcpuclockid(threading.get_ident())
            self._started = time.clock_gettime(clock)
            self._clock = clock
        with self.stop:
            return self._work()

    def worked(self) -> float:
        """Return the processor seconds so far; elapsed seconds on systems without that clock."""
        if not hasattr(time, "pthread_getcpuclockid"):
            return time.monotonic() - self._made
        return 0.0 if self._clock is None else time.clock_gettime(self._clock) - self._started

    def left(self, seconds: float) -> float:
        """Return the elapsed seconds in which it cannot exceed ``seconds`` of processor time."""
        elapsed = time.monotonic() - self._made
        return min(seconds - self.worked(), _MOST_WAITS * seconds - elapsed)


def _lower_priority() -> None:
    """Lower the priority of this thread and of those it starts."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


async def _end_of(future: asyncio.Future[T], job: _Job[T], seconds: float) -> T:
    """Wait for the end of work; TooHardError once it has exceeded its processor time."""
    while (left := job.left(seconds)) > 0 or future.done():
        done, _ = await asyncio.wait((future,), timeout=max(left, _LEAST_WAIT))
        if done:
            return future.result()
    raise _too_hard(seconds)


def _too_hard(seconds: float) -> TooHardError:
    return TooHardError(f"too hard: there was no result within {seconds:g} seconds")


def _give_up(future: asyncio.Future[T], job: _Job[T]) -> None:
    """Cancel work whose result is no longer needed."""
    if not future.done():
        future.add_done_callback(_ignore_failure)
        job.stop.set()


def _ignore_failure(future: asyncio.Future[T]) -> None:
    """Retrieve the exception of abandoned work, so that asyncio does not log it."""
    if not future.cancelled():
        future.exception()
