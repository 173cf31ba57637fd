"""The oracle for unread cells, windows and flags: every layout of a tiny board, in arrays.

It shares no code with the engine or with ``sapper.analysis.reference``: layouts are the digits of
the numbers from 0 on, and clues are sums over a matrix of neighbours.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import TYPE_CHECKING

import numpy as np

import sapper
from sapper.positions import COVERED, FLAGGED, OUTSIDE, UNREAD

if TYPE_CHECKING:
    from random import Random

    import numpy.typing as npt

    from sapper.boards import Board
    from sapper.positions import Position

MOST_CELLS = {1: 12, 2: 7}
"""By the most mines in a cell: the largest board whose layouts are listed."""

SPECS = (
    *("2x3", "3x3", "3x4", "2x6", "1x9", "torus:3x3", "torus:3x4", "torus:2x5", "torus:2x2x3"),
    *("hex:3x3", "hex:3x4", "hex:2x5", "hexwrap:4x3", "tri:2x4", "tri:3x4", "box:2x2x2"),
    *(
        "box:2x2x3",
        "box:2x2x2x1",
        "rook:3x3",
        "rook:3x4",
        "rookwrap:3x3",
        "knight:3x4",
        "reach2:3x4",
        "2x2",
    ),
)


def random_board(random: Random, most: int = 12) -> Board:
    """Return a board of any kind, a graph every fourth time, with 2 to ``most`` cells."""
    while True:
        if random.random() < 0.25:
            size = random.randint(2, most)
            pairs = [(a, b) for a in range(size) for b in range(a)]
            edges = random.sample(pairs, random.randint(0, min(len(pairs), 2 * size)))
            return sapper.graph(edges, nodes=range(size))
        board = sapper.board(random.choice(SPECS))
        if board.size <= most:
            return board


@lru_cache(maxsize=64)
def all_layouts(size: int, limit: int) -> npt.NDArray[np.int64]:
    """Return every layout of a board without regard to the number of mines, one per row."""
    return np.array(list(product(range(limit + 1), repeat=size)), dtype=np.int64)


class EveryLayout:
    """The layouts that fit a position, with their weights."""

    def __init__(self, position: Position) -> None:
        board, states, limit = position.board, position.states, position.max_per_cell
        layouts = all_layouts(board.size, limit)
        around = np.zeros((board.size, board.size), dtype=np.int64)
        for cell in range(board.size):
            around[board.neighbors(cell), cell] = 1
        fits = np.ones(len(layouts), dtype=bool)
        for cell, state in enumerate(states.tolist()):
            if state >= 0:
                fits &= (layouts[:, cell] == 0) & (layouts @ around[:, cell] == state)
            elif state == UNREAD:
                fits &= layouts[:, cell] == 0
            elif state == FLAGGED:
                fits &= layouts[:, cell] >= 1
            else:
                assert state in (COVERED, OUTSIDE)
        counts = layouts.sum(axis=1)
        if position.mines is not None:
            fits &= counts == position.mines
        self.prior: dict[int, Fraction] = {}  # of one layout, by its number of mines
        if position.totals is not None:
            fits &= np.isin(counts, list(position.totals.numbers))
            for number in position.totals.numbers:
                share = position.totals.by_number.get(number, Fraction(1))
                ways = int((counts == number).sum()) if position.totals.by_number else 1
                self.prior[number] = share / ways if ways else Fraction(0)
        self.layouts = layouts[fits]
        self.numbers = self.layouts @ around
        self.weights = [self._weight(position, layout) for layout in self.layouts.tolist()]
        self.total = sum(self.weights)

    def _weight(self, position: Position, layout: list[int]) -> Fraction:
        if position.totals is not None:
            return self.prior[sum(layout)]
        if position.mines is None:
            assert isinstance(position.density, Fraction)
            mined = sum(layout)
            return position.density**mined * (1 - position.density) ** (len(layout) - mined)
        if position.max_per_cell == 1:
            return Fraction(1)
        return Fraction(factorial(position.mines), prod(map(factorial, layout)))

    def mine_probability(self, cell: int) -> Fraction:
        mined = (w for row, w in zip(self.layouts, self.weights, strict=True) if row[cell])
        return sum(mined, Fraction()) / self.total

    def clue_distribution(self, cell: int) -> dict[int, Fraction]:
        """P(the cell is safe and shows v), for every possible v."""
        found: dict[int, Fraction] = {}
        rows = zip(self.layouts, self.numbers, self.weights, strict=True)
        for layout, numbers, weight in rows:
            if not layout[cell]:
                number = int(numbers[cell])
                found[number] = found.get(number, Fraction()) + weight / self.total
        return dict(sorted(found.items()))


def random_layout(random: Random, board: Board, limit: int) -> list[int]:
    share = random.choice([0.1, 0.25, 0.4, 0.6])
    return [random.randint(1, limit) if random.random() < share else 0 for _ in range(board.size)]


def show(board: Board, layout: list[int], cell: int) -> int:
    return sum(layout[other] for other in board.neighbors(cell))
