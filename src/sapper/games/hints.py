"""Hints: the cell that a strategy would open, with the reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.analysis.reasons import Reason

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.strategies.registry import Entry


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested cell to open."""

    cell: int
    """The cell, an index."""

    mine_probability: float
    """P(the cell holds a mine), from 0 (certainly safe) to 1."""

    text: str
    """The reason in one sentence."""

    reason: Reason | None = None
    """The proof; None for a guess, and for a first click that the rule makes safe."""

    @classmethod
    def of_choice(cls, cell: int, entry: Entry, analysis: Analysis) -> Hint:
        """Return the hint for the choice of a strategy.

        A strategy has its own work budget. If the analysis proves more, the hint is a safe cell
        instead of a guess, or the safest cell instead of a mine.
        """
        from sapper.analysis.commentary import explanation

        found = explanation(analysis, cell, entry, corrected=True)
        proof = found.reason
        reason = None if proof is None else Reason.of_proof(proof)
        return cls(found.cell, found.mine_probability, found.text, reason)
