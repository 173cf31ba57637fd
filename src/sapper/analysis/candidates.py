"""What speaks for each of the cells that one might guess.

By opening a cell in thought, once for every number it may show, and analysing what would then be
seen: the criteria P, S, E, Q and U of the strategies, as numbers for people. Cells that nothing
tells apart are one candidate. The cost is an analysis for every number of every candidate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import numpy as np

from sapper.analysis.analysis import analyze
from sapper.analysis.answer import Answer, Bits, Probability, Range
from sapper.analysis.likeness import alike
from sapper.errors import TooHardError
from sapper.stopping import Stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.analysis.analysis import Analysis

MOST = 12
"""How many candidates are looked at, if not told."""


@dataclass(frozen=True, slots=True)
class Candidate(Answer):
    """What opening a cell would bring."""

    cell: int
    """The cell."""

    equals: int
    """How many covered cells nothing tells apart from it, itself included."""

    safety: Probability
    """P(it holds no mine)."""

    progress: Probability
    """P(it is safe, and its number makes some other cell certainly safe or ends the game)."""

    expected_safe: Annotated[float, Range(0)]
    """The expected number of cells that it makes certainly safe."""

    entropy: Bits
    """The information in its number, in bits, given that it is safe."""

    next: Probability
    """P(surviving it and the best click after it); a game that it wins counts as survived."""

    def summary(self) -> str:
        """Return the candidate in a line."""
        return (
            f"cell {self.cell}: safe with {self.safety:.4g}, progress with {self.progress:.4g}, "
            f"{self.expected_safe:.4g} cells made safe, {self.entropy:.3g} bits, "
            f"both this and the next click survived with {self.next:.4g}"
        )


def candidates(
    analysis: Analysis, most: int = MOST, *, include: Sequence[int] = ()
) -> list[Candidate]:
    """Return the safest cells that can be opened, safest first, each with what it would bring.

    Those of ``include`` are among them in any case. Fewer are returned where they are too hard to
    look at, or when the time of the analysis' limits is over.

    >>> import sapper
    >>> found = candidates(sapper.analyze(sapper.parse("1###", mines=2)))
    >>> [(chance.cell, chance.safety, chance.progress, chance.next) for chance in found]
    [(2, 0.5, 0.5, 0.5), (3, 0.5, 0.5, 0.5)]
    """
    stop = Stop(analysis.limits.seconds)
    twins = alike(analysis.position)
    equals: dict[int, int] = {}
    for twin in twins.values():
        equals[twin] = equals.get(twin, 0) + 1
    chances = analysis.mine_probability
    wanted = [twins[cell] for cell in include]
    order = sorted(
        (cell for cell in equals if chances[cell] < 1.0),
        key=lambda cell: (cell not in wanted, float(chances[cell]), cell),
    )
    named = {twins[cell]: cell for cell in reversed(include)}
    found: list[Candidate] = []
    for cell in order[:most]:
        if found and stop.expired:
            break
        try:
            found.append(_look(analysis, named.get(cell, cell), equals[cell]))
        except TooHardError:
            continue
    return sorted(found, key=lambda candidate: (-candidate.safety, candidate.cell))


def _look(analysis: Analysis, cell: int, equals: int) -> Candidate:
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
        least = 0.0 if over else float(np.nanmin(after.mine_probability))
        survived += chance * (1.0 - least)
    return Candidate(
        cell, equals, safety, safety * progress, safety * expected, shown.entropy, safety * survived
    )
