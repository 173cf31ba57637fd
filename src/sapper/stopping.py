"""The one way to stop work: ``Stop``, with budgets of time and memory.

Work obeys every stop that its thread has entered. Loops of the core poll those stops, and Ctrl-C on
the main thread, every few milliseconds; Python code polls them between its steps by
``check_stop``. Nothing passes a flag on.
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

Cancelled = _core.Cancelled
"""Raised out of work whose stop was set."""


class Stop(_core.Stop):
    """Ends work when it is set, and holds the work to a budget of time and memory.

    ``with stop:`` makes the calling thread obey it, as well as the stops entered before. Several
    threads may obey one stop, and any thread may set it.

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
        super().__init__()
        self._clock = clock
        self._end = clock() + seconds
        self.memory = memory
        """Bytes that the work may take; None for all that is free."""

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

    def __exit__(self, *_: object) -> None:
        """Release this thread from the stop."""
        _core.pop_stop()
        _OBEYED.stops.pop()


class _Obeyed(threading.local):
    """The stops that a thread has entered, outermost first."""

    def __init__(self) -> None:
        self.stops: list[Stop] = []


_OBEYED = _Obeyed()


def check_stop() -> None:
    """Raise as ``Stop.check`` does for the stops that this thread obeys; between steps of work."""
    for stop in _OBEYED.stops:
        stop.check()


def memory_budget() -> int | None:
    """Return the bytes that the stops of this thread allow; None without a limit.

    >>> with Stop(memory=1000), Stop(memory=2000):
    ...     memory_budget()
    1000
    """
    return min((stop.memory for stop in _OBEYED.stops if stop.memory is not None), default=None)
