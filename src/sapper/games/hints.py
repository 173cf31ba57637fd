"""Hints: the cell that a strategy would open, with the reason in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.analysis.reasons import Reason

if TYPE_CHECKING:
    from sapper import _core
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

        return cls._of_explanation(explanation(analysis, cell, entry, corrected=True))

    @classmethod
    def of_compiled(cls, name: str, analysis: Analysis) -> Hint:
        """Return the hint for the choice of a compiled strategy in one call of the core."""
        from sapper.analysis.commentary import compiled_hint

        return cls._of_explanation(compiled_hint(analysis, name))

    @classmethod
    def _of_explanation(cls, found: _core.CellExplanation) -> Hint:
        reason = None if found.reason is None else Reason.of_proof(found.reason)
        return cls(found.cell, found.mine_probability, found.text, reason)
