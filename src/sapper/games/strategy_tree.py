"""Exact evaluation of a strategy on a set of layouts, by expanding its game tree.

A node is a position with its consistent layouts. The strategy chooses once per node; its click
partitions the layouts by the clue value, and those with a mine on the cell are lost. If the
strategy breaks ties at random, all its clicks are expanded with equal weight. Values are memoised
by position. The cost is one choice per position in the tree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from sapper.positions import COVERED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from sapper.boards import Board
    from sapper.positions import States
    from sapper.stopping import Stop

    Rows = npt.NDArray[np.intp]


class TooLargeTreeError(Exception):
    """The tree exceeds the limit on positions or the time limit."""


class StrategyTree:
    """The game tree of a strategy on some layouts of a board, one per row, weighted by ``ways``.

    ``ask`` returns the cells that the strategy may open, all with equal probability. With
    ``opens_certain`` the cells that are safe in all remaining layouts are opened without asking.
    """

    def __init__(
        self,
        board: Board,
        layouts: npt.NDArray[np.uint8],
        ways: Sequence[int],
        ask: Callable[[States], Sequence[int]],
        *,
        opens_certain: bool,
        most_positions: int,
        stop: Stop,
    ) -> None:
        self._board = board
        self._mined = layouts > 0
        self._mines = layouts.astype(np.int16)
        self._ways = ways
        self._ask = ask
        self._opens_certain = opens_certain
        self._most = most_positions
        self._stop = stop
        self._numbers: dict[int, npt.NDArray[np.int16]] = {}
        self._known: dict[bytes, Fraction] = {}
        self.positions = 0
        """The number of positions in which the strategy was asked."""

    def wins(self, states: States) -> Fraction:
        """Return the expected weight of the layouts that the strategy wins from a position."""
        return self._decide(np.array(states), np.arange(len(self._ways)))

    def _decide(self, states: States, rows: Rows) -> Fraction:
        covered = np.flatnonzero(states == COVERED)
        mined = self._mined[np.ix_(rows, covered)]
        # Nothing is left to open in these layouts. With an unknown number of mines there may be
        # others, but the strategy does not see which, so no cell is certainly safe for it.
        full = mined.all(axis=1)
        certain = self._opens_certain and not full.any()
        won = self._weigh(rows[full])
        rows, mined = rows[~full], mined[~full]
        if not len(rows):
            return won
        if certain:
            if len(rows) == 1:
                return won + self._weigh(rows)
            safe = covered[~mined.any(axis=0)]
            if len(safe):
                return won + self._reveal(states, rows, safe.tolist())
        return won + self._guess(states, rows)

    def _guess(self, states: States, rows: Rows) -> Fraction:
        key = states.tobytes()
        if key in self._known:
            return self._known[key]
        self.positions += 1
        if self.positions > self._most or self._stop.expired:
            raise TooLargeTreeError
        cells = self._ask(states)
        total = Fraction(0)
        for cell in cells:
            safe = rows[~self._mined[rows, cell]]
            if len(safe):
                total += self._reveal(states, safe, [cell])
        self._known[key] = total / len(cells)
        return self._known[key]

    def _reveal(self, states: States, rows: Rows, cells: list[int]) -> Fraction:
        """Open cells that are safe in all given layouts, with the cascades of zeros."""
        while len(cells):
            shown = np.column_stack([self._number(cell)[rows] for cell in cells])
            kinds, which = np.unique(shown, axis=0, return_inverse=True)
            if len(kinds) > 1:
                which = which.ravel()
                parts = [rows[which == i] for i in range(len(kinds))]
                return sum((self._reveal(states, part, cells) for part in parts), Fraction(0))
            states = states.copy()
            states[cells] = kinds[0]
            zeros = [cell for cell, number in zip(cells, kinds[0], strict=True) if number == 0]
            around = {other for cell in zeros for other in self._board.neighbors(cell)}
            cells = sorted(cell for cell in around if states[cell] == COVERED)
        return self._decide(states, rows)

    def _number(self, cell: int) -> npt.NDArray[np.int16]:
        """Return the clue value of the cell in each layout."""
        if cell not in self._numbers:
            around = list(self._board.neighbors(cell))
            self._numbers[cell] = self._mines[:, around].sum(axis=1, dtype=np.int16)
        return self._numbers[cell]

    def _weigh(self, rows: Rows) -> Fraction:
        return Fraction(sum(self._ways[row] for row in rows))
