"""Section II: theorems 1 and 2, and Basic Strategy in the example of figures II.2 to II.7."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.games import Game
from sapper.papers.claims import Effort, Finding, equal
from sapper.papers.exhaustive import every
from sapper.papers.fowler_young2004 import PAPER
from sapper.papers.fowler_young2004.basic_theorems import theorem_1, theorem_2
from sapper.papers.fowler_young2004.figures import after_basic_steps, figure_5, first_click
from sapper.theory import linear_system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.positions import Position


def positions(spec: str, games: int, seed: int) -> Iterator[Position]:
    """Yield all positions of some games, opening the cell of the lowest mine probability."""
    for index in range(games):
        game = Game(spec, seed=seed, index=index, start=0)
        while game.status == "playing":
            position = game.position
            yield position
            best = analyze(position).best
            assert best is not None
            game.open(best)


# -- II, theorems ---------------------------------------------------------------------------------


@PAPER.claim("Theorem 1", "squares flagged by theorem 1 hold a bomb", "always")
def _(effort: Effort) -> Finding:
    return every(
        positions("5x5/5", effort.games(30, 300), effort.seed),
        lambda position: theorem_1(position) <= set(analyze(position).mines),
        "positions of 5x5/5",
    )


@PAPER.claim("Theorem 2", "squares clicked by theorem 2 hold no bomb", "always")
def _(effort: Effort) -> Finding:
    return every(
        positions("5x5/5", effort.games(30, 300), effort.seed),
        lambda position: theorem_2(position, theorem_1(position)) <= set(analyze(position).safe),
        "positions of 5x5/5",
    )


@PAPER.claim("II.2, figure II.3", "bombs found by theorem 1 after the first click (c, d, e)", "3")
def _(_effort: Effort) -> Finding:
    return equal(len(theorem_1(first_click())), 3)


@PAPER.claim("II.2, figure II.4", "safe squares then found by theorem 2 (f, g, h, i, j)", "5")
def _(_effort: Effort) -> Finding:
    position = first_click()
    return equal(len(theorem_2(position, theorem_1(position))), 5)


@PAPER.claim(
    "II.2, figure II.5", "position after step B, when no theorem applies any more", "figure II.5"
)
def _(_effort: Effort) -> Finding:
    same = after_basic_steps() == figure_5().position
    return Finding("figure II.5" if same else str(after_basic_steps()), same)


@PAPER.claim("II.3, figure II.7", "number of ways to place two bombs under m, n and p", "3")
def _(_effort: Effort) -> Finding:
    position = figure_5().position
    system = linear_system(position)
    row = system.clues.index(position.board.cell((2, 2)))
    return equal(comb(int(system.matrix[row].sum()), int(system.right[row])), 3)


@PAPER.claim(
    "II.3, figure II.7",
    "clues that prove that m is a bomb, with coordinates from 1",
    "(3, 3), (4, 3)",
)
def _(_effort: Effort) -> Finding:
    analysis = figure_5()
    reason = analysis.reason((1, 1))
    places = [analysis.position.board.coordinates(clue) for clue in sorted(reason.clues)]
    shown = ", ".join(f"({row + 1}, {column + 1})" for row, column in places)
    return Finding(shown, reason.mined and shown == "(3, 3), (4, 3)")
