"""The work budget of one analysis: table size, memory and time."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from sapper import _core
from sapper.stopping import memory_budget


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on variable elimination; an analysis that exceeds one raises ``TooHardError``."""

    log2_states: float = _core.LOG2_STATES
    """The largest elimination table, as the base-2 logarithm of its states. An upper bound (a
    product over the clues that are open at once) is checked before any work is done; the tables
    themselves are far smaller."""

    memory: int = _core.BYTES
    """The most memory for the tables of a position, in bytes; checked while they are filled."""

    seconds: float = inf
    """The approximate time limit of each result that is computed on request, in seconds. After it,
    exact numbers raise ``TooHardError``, and a reason is an irreducible set of clues instead of a
    smallest one."""

    @property
    def table_bytes(self) -> int:
        """Bytes for the tables: ``memory``, or the memory budget of this thread if it is less."""
        budget = memory_budget()
        return self.memory if budget is None else min(self.memory, budget)


DEFAULT_LIMITS = Limits()
"""Sufficient for every position met in play; a position beyond it is refused within two seconds."""
