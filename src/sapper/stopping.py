"""Cooperative cancellation: a ``Stop`` ends work and limits its time and memory.

Work obeys every stop that its thread has entered. Loops of the core poll these stops, and Ctrl-C on
the main thread, every few milliseconds; Python code calls ``check_stop`` between its steps. Stops
are thread-local, so no function passes one on. ``sapper.aio`` uses them for awaited calls.
"""

from __future__ import annotations

import threading
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Self

from sapper import _core
from sapper.errors import TooHardError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

Cancelled = _core.Cancelled
"""Raised by work whose stop has been set."""


class Stop(_core.Stop):
    """A cancellation token with a budget of time and memory.

    ``with stop:`` makes the calling thread obey it in addition to the stops entered before. Several
    threads may obey one stop, and any thread may set it: their work raises ``Cancelled``, and
    TooHardError when the time is up. ``seconds`` is the time budget from now on and ``memory`` the
    memory budget in bytes. ``clock`` returns the time in seconds; the core uses its own.

    >>> stop = Stop(seconds=0)
    >>> stop.expired, stop.is_set
    (True, False)
    >>> with stop:
    ...     check_stop()
    Traceback (most recent call last):
    sapper.errors.TooHardError: too hard: it takes longer than is allowed
    """

    def __init__(
        self,
        seconds: float = inf,
        *,
        memory: int | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__(seconds if clock is monotonic else inf)
        self._clock = clock
        self._end = clock() + seconds
        self.memory = memory
        """Bytes that the work may allocate; None for all free memory."""

    @property
    def seconds_left(self) -> float:
        """Seconds until the time is up, at least 0."""
        return max(0.0, self._end - self._clock())

    @property
    def expired(self) -> bool:
        """Whether the time is up."""
        return self._clock() >= self._end

    def check(self) -> None:
        """Raise ``Cancelled`` if the stop is set, TooHardError if its time is up."""
        if self.is_set:
            raise Cancelled
        if self.expired:
            raise TooHardError("too hard: it takes longer than is allowed")

    def __enter__(self) -> Self:
        """Make this thread obey the stop."""
        self.push()
        _OBEYED.stops.append(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release this thread; raise TooHardError if the time limit has ended work of the core."""
        _core.pop_stop()
        _OBEYED.stops.pop()
        if kind is Cancelled and not any(stop.is_set for stop in (self, *_OBEYED.stops)):
            self.check()


class _Obeyed(threading.local):
    """The stops that a thread has entered, outermost first."""

    def __init__(self) -> None:
        self.stops: list[Stop] = []


_OBEYED = _Obeyed()


def check_stop() -> None:
    """Call ``Stop.check`` of every stop that this thread has entered."""
    for stop in _OBEYED.stops:
        stop.check()


def memory_budget() -> int | None:
    """Return the bytes that the stops of this thread allow; None if none limits memory.

    >>> with Stop(memory=1000), Stop(memory=2000):
    ...     memory_budget()
    1000
    """
    return min((stop.memory for stop in _OBEYED.stops if stop.memory is not None), default=None)
