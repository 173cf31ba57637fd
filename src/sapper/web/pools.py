"""Threads for the work of requests: a few at once, some that wait, and light work before hard work.

Work runs on a few threads, as the engine leaves the interpreter free while it counts. A request
waits for a free thread for a while, and is turned away when too many wait. One that works too long,
by processor time so that a busy machine makes nothing harder, is answered that it is too hard, one
whose client has gone is given up, and both are told to end;
a thread is free again only when its work has really ended, so that work which nobody waits for
cannot pile up.

Nobody can tell beforehand what a request will cost. So all begin in a quick pool; what has not
ended there after a moment of processor time is stopped, and begun again in a slow one, whose few
threads give way to everybody else. A connection whose last request was hard begins there, until
one was light. However many hard requests there are, light ones wait for moments of them only.
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
"""The same while other work has to wait."""

MOST_REMEMBERED = 4096
"""Connections whose last request was hard that are remembered."""

CONNECTION: ContextVar[Hashable] = ContextVar("connection", default=None)
"""Who asks: whatever tells one connection from another, or None."""

_MOST_WAITS = 8
"""How many times longer than it may work some work is waited for, on a machine that is busy."""

_LEAST_WAIT = 0.001
_SLICES = 2
_WAY = 10
"""How far slow threads stand back, as ``nice`` counts it."""


class Pool:
    """A few threads for the work of requests, and room for some more that wait.

    ``slow`` is where work goes on that takes longer than a moment; without it there is none such.
    Work that may be stopped and begun again has nothing but its answer to tell of it.
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
        self._begin_thread = _give_way if gives_way else None
        self._slow = slow
        self._hard: dict[Hashable, None] = {}
        self._threads: ThreadPoolExecutor | None = None
        self.open()

    def open(self) -> None:
        """Begin, or begin again after ``close``."""
        if self._slow is not None:
            self._slow.open()
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._count, "sapper-web", self._begin_thread)
            self._free = asyncio.Semaphore(self._count)
            self._room = self._waiting

    async def run(self, work: Callable[[], T], seconds: float | None = None) -> T:
        """Do some work; BusyError if there is no room for it, TooHardError if it takes too long.

        ``seconds`` is how long it may take, where that is not as long as usual here.
        """
        seconds = self._seconds if seconds is None else seconds
        if self._slow is not None and CONNECTION.get() in self._hard:
            return await self._run_slowly(self._slow, work, seconds)
        future, job = await self._begin(work)
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
        """Begin some work that tells things on its way, and return what it tells, as it does.

        Work that nobody listens to any more, as its client has gone, is told to end, and so is one
        that has told nothing for too long.
        """
        loop = asyncio.get_running_loop()
        told: asyncio.Queue[T] = asyncio.Queue()

        def tell(item: T) -> None:
            loop.call_soon_threadsafe(told.put_nowait, item)

        future, job = await self._begin(lambda: work(tell))
        return self._listen(told, future, job)

    async def _listen(
        self, told: asyncio.Queue[T], future: asyncio.Future[None], job: _Job[None]
    ) -> AsyncGenerator[T]:
        try:
            while not (future.done() and told.empty()):
                item = asyncio.ensure_future(told.get())
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

    async def _begin(self, work: Callable[[], T]) -> tuple[asyncio.Future[T], _Job[T]]:
        """Begin some work on a thread, which is free again when it has ended."""
        threads, free = self._threads, self._free
        if threads is None:
            raise BusyError("the server is about to end")
        await self._take_thread()
        job = _Job(work)
        try:
            future = asyncio.get_running_loop().run_in_executor(threads, job.do)
        except RuntimeError:  # it was closed while this waited
            free.release()
            raise BusyError("the server is about to end") from None
        future.add_done_callback(lambda _: free.release())
        return future, job

    async def _run_slowly(self, slow: Pool, work: Callable[[], T], seconds: float) -> T:
        """Do some work in the slow pool, and remember whether it was right there."""
        connection = CONNECTION.get()
        self._hard.pop(connection, None)
        if connection is not None:
            self._hard[connection] = None
            if len(self._hard) > MOST_REMEMBERED:
                del self._hard[next(iter(self._hard))]
        took = float("inf")

        def timed() -> T:
            nonlocal took
            began = time.thread_time()
            try:
                return work()
            finally:
                took = time.thread_time() - began

        try:
            return await slow.run(timed, seconds)
        finally:
            if took < PATIENCE:
                self._hard.pop(connection, None)

    async def _wait_a_moment(self, future: asyncio.Future[T], job: _Job[T]) -> None:
        """Wait for the end of some work, and stop it where it takes longer than a moment."""
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
        """Whether work has to wait here."""
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
        """Begin nothing new; what runs is not waited for."""
        if self._slow is not None:
            self._slow.close()
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None


class _Job(Generic[T]):
    """Some work, what stops it, and how long it has worked."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._clock: int | None = None
        self._began = 0.0
        self._made = time.monotonic()
        self.stop = Stop()

    def do(self) -> T:
        """Do it, in the thread that calls this."""
        if hasattr(time, "pthread_getcpuclockid"):
            clock = time.pthread_getcpuclockid(threading.get_ident())
            self._began = time.clock_gettime(clock)
            self._clock = clock
        with self.stop:
            return self._work()

    def worked(self) -> float:
        """Return the processor seconds so far; where nobody can tell, those that have gone by."""
        if not hasattr(time, "pthread_getcpuclockid"):
            return time.monotonic() - self._made
        return 0.0 if self._clock is None else time.clock_gettime(self._clock) - self._began

    def left(self, seconds: float) -> float:
        """Return how long it may be waited for until it can have worked for so many seconds."""
        gone = time.monotonic() - self._made
        return min(seconds - self.worked(), _MOST_WAITS * seconds - gone)


def _give_way() -> None:
    """Let this thread, and those it begins, wait where others want to work."""
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _WAY)


async def _end_of(future: asyncio.Future[T], job: _Job[T], seconds: float) -> T:
    """Wait for the end of some work; TooHardError once it has worked for too long."""
    while (left := job.left(seconds)) > 0 or future.done():
        done, _ = await asyncio.wait((future,), timeout=max(left, _LEAST_WAIT))
        if done:
            return future.result()
    raise _too_hard(seconds)


def _too_hard(seconds: float) -> TooHardError:
    return TooHardError(f"too hard: there was no answer within {seconds:g} seconds")


def _give_up(future: asyncio.Future[T], job: _Job[T]) -> None:
    """End work that nobody waits for any more: it took too long, or the client left."""
    if not future.done():
        future.add_done_callback(_forget)
        job.stop.set()


def _forget(future: asyncio.Future[T]) -> None:
    """Take note of a failure that nobody waits for any more."""
    if not future.cancelled():
        future.exception()
