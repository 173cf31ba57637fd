"""Section 4: the probabilities in the definitions of the heuristics."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from sapper.papers.claims import Effort, Finding, equal
from sapper.papers.exhaustive import every
from sapper.papers.heuristic_agents import PAPER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.positions import Position


def _positions(effort: Effort) -> Iterator[Position]:
    """Yield all positions of games of 4x4/2, from every first cell, opening the safest cells."""
    from sapper.analysis import analyze
    from sapper.games import Game

    for index in range(32 if effort.quick else 320):
        game = Game("4x4/2", seed=effort.seed, index=index, start=index % 16)
        yield game.position
        while game.status == "playing":
            best = analyze(game.position).best
            assert best is not None
            if game.open(best):  # a mine opens no cell
                yield game.position


def _layouts(position: Position) -> list[frozenset[int]]:
    """Return S of section 4.3: all sets of m covered cells consistent with every clue."""
    board, mines = position.board, position.mines
    assert mines is not None
    fitting = []
    for chosen in combinations(position.covered, mines):
        held = frozenset(chosen)
        if all(
            sum(cell in held for cell in board.neighbors(b)) == position.clue(b)
            for b in position.revealed
        ):
            fitting.append(held)
    return fitting


@PAPER.claim("4.3", "p(b), the share of the sets in S that contain b", "the mine probability")
def _(effort: Effort) -> Finding:
    from sapper.analysis import analyze

    def holds(position: Position) -> bool:
        layouts = _layouts(position)
        exact = analyze(position).exact()
        return all(
            exact[b] == Fraction(sum(b in s for s in layouts), len(layouts))
            for b in position.covered
        )

    return every(_positions(effort), holds, "positions of 4x4/2")


@PAPER.claim(
    "4.4",
    "sum over n of p(b, n), the distribution of the number of neighbouring mines",
    "1, as a distribution",
    slip="p(b, n) also requires that b is safe, so the sum is 1 - p(b)",
)
def _(effort: Effort) -> Finding:
    from sapper.analysis import analyze
    from sapper.positions import Position

    position = Position.covered_board("4x4/2")
    shown = analyze(position).exact_clue_distribution(5)
    total = sum(shown.values(), Fraction(0))

    def holds(position: Position) -> bool:
        analysis = analyze(position)
        return all(
            sum(analysis.exact_clue_distribution(b).values(), Fraction(0)) + (risk or 0) == 1
            for b, risk in enumerate(analysis.exact())
            if b in position.covered
        )

    law = every(_positions(effort), holds, "positions of 4x4/2").ours
    return equal(total, Fraction(1), note=f"on the covered 4x4/2 board; 1 - p(b) {law}")
