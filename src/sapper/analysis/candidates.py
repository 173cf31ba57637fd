"""Candidates for a guess, with the criteria P, S, E, Q and U of the heuristic strategies.

They are computed by one-step outcome enumeration: for every clue value that a candidate may show,
the position after it is analysed. Indistinguishable cells are one candidate. The cost is one
analysis per clue value and candidate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from sapper.analysis.analysis import analyze
from sapper.analysis.answer import Answer, Bits, Probability, Range
from sapper.analysis.likeness import alike
from sapper.errors import TooHardError
from sapper.positions import COVERED
from sapper.stopping import Stop

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
    stop = Stop(analysis.limits.seconds)
    first_alike = alike(analysis.position)
    equals: dict[int, int] = {}
    for first in first_alike.values():
        equals[first] = equals.get(first, 0) + 1
    chances = analysis.mine_probability
    wanted = [first_alike[cell] for cell in include]
    order = sorted(
        (cell for cell in equals if chances[cell] < 1.0),
        key=lambda cell: (cell not in wanted, float(chances[cell]), cell),
    )
    named = {first_alike[cell]: cell for cell in reversed(include)}
    found: list[Candidate] = []
    for cell in order[:most]:
        if found and stop.expired:
            break
        try:
            found.append(_evaluate(analysis, named.get(cell, cell), equals[cell]))
        except TooHardError:
            continue
    return sorted(found, key=lambda candidate: (-candidate.safety, candidate.cell))


def _evaluate(analysis: Analysis, cell: int, equals: int) -> Candidate:
    """Evaluate a candidate by enumerating the clue values it may show."""
    position = analysis.position
    shown = analysis.clue_distribution(cell)
    safety = 1.0 - shown.mine_probability
    progress = expected = survived = 0.0
    known = set(analysis.safe)
    for number, chance in shown.probability.items():
        after = analyze(position.reveal(cell, number), limits=analysis.limits)
        fresh = [other for other in after.safe if other not in known]
        over = after.best is None
        progress += chance * bool(fresh or over)
        expected += chance * len(fresh)
        covered = after.position.states == COVERED
        least = 0.0 if over else float(after.mine_probability[covered].min())
        survived += chance * (1.0 - least)
    return Candidate(
        cell, equals, safety, safety * progress, safety * expected, shown.entropy, safety * survived
    )
