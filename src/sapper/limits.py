"""What one analysis may cost, so that nothing hangs and nothing eats the machine."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from sapper import _core
from sapper.errors import TooHardError

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on the tables of the elimination; beyond them analyses raise ``TooHardError``."""

    log2_states: float = _core.LOG2_STATES
    """Refused at once when a table might have more than 2 to this power states. The bound is a
    product over open clues; real tables are far smaller."""

    memory: int = _core.BYTES
    """Refused on the way when the tables of a position would take more than this many bytes."""

    seconds: float = inf
    """About how long what is computed on demand may take: exact numbers are refused when it is
    over, and reasons settle for clues of which none can be left out."""


DEFAULT_LIMITS = Limits()
"""Enough for every position met in play; refuses within a second or two what it cannot do."""


class Deadline:
    """The end of the time allowed to a computation that begins now, by a clock in seconds."""

    def __init__(self, seconds: float, *, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self._clock() >= self._end

    def check(self) -> None:
        """Raise TooHardError if the time is up."""
        if self.over:
            raise TooHardError("too hard: it takes longer than is allowed")
