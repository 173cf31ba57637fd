"""Section 4.1: the safety of exposed and floating cells, by exact counts.

The formulas are compared with an enumeration of the proper configurations in every position of many
games on small boards.
"""

from __future__ import annotations

from fractions import Fraction
from math import gamma
from typing import TYPE_CHECKING

from sapper.analysis import Analysis, analyze
from sapper.papers.chong2024 import PAPER
from sapper.papers.chong2024.proper_configurations import ProperConfigurations
from sapper.papers.claims import Effort, Finding
from sapper.papers.exhaustive import every
from sapper.positions import Position, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _positions(effort: Effort) -> Iterator[Position]:
    """Yield all positions of some games, from every first cell, opening the safest cells."""
    from sapper.games import Game

    for index in range(24 if effort.quick else 160):
        spec, cells = ("4x4/4", 16) if index % 2 else ("3x5/3", 15)
        game = Game(spec, seed=effort.seed, index=index, start=index % cells)
        while game.status == "playing":
            yield game.position
            best = analyze(game.position).best
            assert best is not None
            game.open(best)


def _law(effort: Effort, holds: Callable[[Analysis, ProperConfigurations], bool]) -> Finding:
    return every(
        _positions(effort),
        lambda position: holds(analyze(position), ProperConfigurations.of(position)),
        "positions of 4x4/4 and 3x5/3",
    )


@PAPER.claim("Proposition 4, 4.8", "number of layouts", "the sum of C(|F|, m - |M| - |C_M|)")
def _(effort: Effort) -> Finding:
    return _law(effort, lambda analysis, found: analysis.solutions == found.total)


@PAPER.claim("4.10", "safety of exposed cells", "the share of the weights")
def _(effort: Effort) -> Finding:
    def holds(analysis: Analysis, found: ProperConfigurations) -> bool:
        exact = analysis.exact()
        return all(found.exposed_safety(cell) + (exact[cell] or 0) == 1 for cell in found.exposed)

    return _law(effort, holds)


@PAPER.claim(
    "Proposition 5", "expected number of mines on exposed cells", "the sum of their chances"
)
def _(effort: Effort) -> Finding:
    def holds(analysis: Analysis, found: ProperConfigurations) -> bool:
        exact = analysis.exact()
        return found.exposed_mines() == sum((exact[cell] or 0) for cell in found.exposed)

    return _law(effort, holds)


@PAPER.claim("Proposition 6, 4.22", "safety of floating cells", "1 - E[|F and M|] / |F|")
def _(effort: Effort) -> Finding:
    def holds(analysis: Analysis, found: ProperConfigurations) -> bool:
        exact = analysis.exact()
        return all(found.floating_safety() + (exact[cell] or 0) == 1 for cell in found.floating)

    return _law(effort, holds)


@PAPER.claim(
    "4.19",
    "expected number of ways to place the floating mines, with a 1 next to a 2 on 3x6/5",
    "C(|F|, E[|F and M|])",
    slip="the mean of a binomial coefficient is not the coefficient of the mean; 4.22 is correct "
    "nevertheless",
)
def _(_effort: Effort) -> Finding:
    found = ProperConfigurations.of(parse("######\n##12##\n######", mines=5))
    cells, mean = len(found.floating), float(found.floating_mines())
    printed = gamma(cells + 1) / gamma(mean + 1) / gamma(cells - mean + 1)
    squares = sum(weight**2 for weight in found.weights.values())
    by_layout = Fraction(squares, found.total)
    by_configuration = Fraction(found.total, len(found.weights))
    return Finding(
        f"{float(by_layout):.3f} a layout, {float(by_configuration):.3f} a configuration; by the "
        f"formula {printed:.3f}",
        min(abs(printed - float(by_layout)), abs(printed - float(by_configuration))) < 1e-6,
    )
