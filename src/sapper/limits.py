"""What one analysis may cost, so that nothing hangs and nothing eats the machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on the tables of the elimination; beyond them analyses raise ``TooHardError``."""

    log2_states: float = 36.0
    """Refused at once when a table might have more than 2 to this power states. The bound is a
    product over open clues; real tables are far smaller."""

    memory: int = 512 << 20
    """Refused on the way when the tables of a component take more than this many bytes."""


DEFAULT_LIMITS = Limits()
"""Enough for every position met in play; refuses within a second or two what it cannot do."""
