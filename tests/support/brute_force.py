"""All layouts of a small board by enumeration: the oracle for the criteria of strategies."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, log2, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.boards import Board
    from sapper.positions import Position

Layout = tuple[int, ...]


def all_layouts(board: Board, mines: int, max_per_cell: int = 1) -> Iterator[tuple[Layout, int]]:
    """Yield every layout with the ways in which distinct mines make it."""
    for layout in product(range(max_per_cell + 1), repeat=board.size):
        if sum(layout) == mines:
            yield layout, factorial(mines) // prod(map(factorial, layout))


def number(board: Board, layout: Layout, cell: int) -> int:
    return sum(layout[other] for other in board.neighbors(cell))


class Fitting:
    """The layouts that fit a position."""

    def __init__(self, position: Position) -> None:
        assert position.mines is not None
        self.board = position.board
        self.covered = position.covered
        clues = [(cell, int(position.states[cell])) for cell in position.revealed]
        self.weights = {
            layout: weight
            for layout, weight in all_layouts(self.board, position.mines, position.max_per_cell)
            if all(not layout[c] and number(self.board, layout, c) == shown for c, shown in clues)
        }
        self.total = sum(self.weights.values())

    def safety(self, cell: int) -> Fraction:
        """P(no mine in the cell)."""
        return Fraction(sum(w for x, w in self.weights.items() if not x[cell]), self.total)

    def shown(self, cell: int) -> dict[int, list[Layout]]:
        """The layouts in which the cell is safe, by what it would show."""
        parts: dict[int, list[Layout]] = {}
        for layout in self.weights:
            if not layout[cell]:
                parts.setdefault(number(self.board, layout, cell), []).append(layout)
        return parts

    def weight(self, layouts: list[Layout]) -> Fraction:
        return Fraction(sum(self.weights[layout] for layout in layouts), self.total)

    def promise(self, cell: int) -> dict[str, float]:
        """The value of a click on the cell, by criterion."""
        score = dict.fromkeys("PSEQU", 0.0)
        score["P"] = float(self.safety(cell))
        for layouts in self.shown(cell).values():
            chance = float(self.weight(layouts))
            others = [c for c in self.covered if c != cell]
            safe = [c for c in others if not any(layout[c] for layout in layouts)]
            score["S"] += chance * bool(safe)
            score["E"] += chance * len(safe)
            score["Q"] -= chance * log2(chance)
            if others:
                part = sum(self.weights[layout] for layout in layouts)
                score["U"] += chance * max(
                    sum(self.weights[x] for x in layouts if not x[c]) / part for c in others
                )
        return score


def keep_best(cells: list[int], score: dict[int, float], tie: float = 1e-9) -> list[int]:
    best = max(score[cell] for cell in cells)
    return [cell for cell in cells if score[cell] >= best - tie]
