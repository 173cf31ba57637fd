"""What one analysis may cost, so that nothing hangs and nothing eats the machine."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from sapper import _core
from sapper.stopping import memory_budget


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

    @property
    def table_bytes(self) -> int:
        """Bytes for the tables: ``memory``, or less if a stop of this thread allows less."""
        budget = memory_budget()
        return self.memory if budget is None else min(self.memory, budget)


DEFAULT_LIMITS = Limits()
"""Enough for every position met in play; refuses within a second or two what it cannot do."""
