"""Candidates for a guess, with the criteria P, S, E, Q and U of the heuristic strategies.

They are computed by one-step outcome enumeration in the core: for every clue value that a candidate
may show, the position after it is analysed. Indistinguishable cells are one candidate. The cost is
one analysis per clue value and candidate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from sapper import _core
from sapper.analysis.answer import Answer, Bits, Probability, Range
from sapper.analysis.question import expiry, guard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.analysis.analysis import Analysis

MOST = 12
"""The default number of candidates."""


@dataclass(frozen=True, slots=True)
class Candidate(Answer):
    """A cell that could be guessed, with the expected results of opening it."""

    cell: int
    """Index of the cell."""

    equals: int
    """Number of covered cells that are indistinguishable from it, itself included."""

    safety: Probability
    """P(the cell holds no mine)."""

    progress: Probability
    """P(the cell is safe, and its number makes another cell certainly safe or ends the game)."""

    expected_safe: Annotated[float, Range(0)]
    """Expected number of other cells that become certainly safe; 0 if the click hits a mine."""

    entropy: Bits
    """Entropy of the cell's number in bits, given that the cell is safe."""

    next: Probability
    """P(surviving this click and the safest click after it); a won game counts as survived."""

    def summary(self) -> str:
        """Return the candidate in one line."""
        return (
            f"cell {self.cell}: P(safe) {self.safety:.4g}, P(progress) {self.progress:.4g}, "
            f"{self.expected_safe:.4g} cells become safe, {self.entropy:.3g} bits, "
            f"P(surviving this and the next click) {self.next:.4g}"
        )


def candidates(
    analysis: Analysis, most: int = MOST, *, include: Sequence[int] = ()
) -> list[Candidate]:
    """Return the ``most`` safest cells as candidates, safest first.

    The cells of ``include`` come before others. Candidates that exceed the work budget are omitted,
    and so are the remaining ones after the time limit of the analysis.

    >>> import sapper
    >>> found = candidates(sapper.analyze(sapper.parse("1###", mines=2)))
    >>> [(one.cell, one.safety, one.progress, one.next) for one in found]
    [(2, 0.5, 0.5, 0.5), (3, 0.5, 0.5, 0.5)]
    """
    expired = expiry(analysis.limits)
    found = guard(
        lambda: _core.find_candidates(
            analysis._question, analysis._solution, most, list(include), expired
        ),
        analysis.limits,
    )
    return [
        Candidate(
            one.cell,
            one.equals,
            one.safety,
            one.progress,
            one.expected_safe,
            one.entropy,
            one.next,
        )
        for one in found
    ]
