"""What a strategy wins of a few layouts, exactly: its whole tree from a position.

A node is a position with the layouts that fit it. The strategy is asked there once for all of
them; its click parts them by what it shows, and those with a mine under it are lost. Where it draws
lots all its clicks are followed and count alike, and positions that are met again are known.
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
    """The tree has more positions, or takes longer, than is allowed."""


class StrategyTree:
    """The tree of a strategy over some layouts of a board, a row each.

    ``ask`` returns the cells that the strategy may open, each as likely; with ``opens_certain``
    those that are safe in every layout left are opened without asking, as it would do.
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
        """Positions in which the strategy was asked."""

    def wins(self, states: States) -> Fraction:
        """Return the ways of the layouts that are won from a position, on average over lots."""
        return self._decide(np.array(states), np.arange(len(self._ways)))

    def _decide(self, states: States, rows: Rows) -> Fraction:
        covered = np.flatnonzero(states == COVERED)
        mined = self._mined[np.ix_(rows, covered)]
        full = mined.all(axis=1)  # nothing is left to open
        won = self._weigh(rows[full])
        rows, mined = rows[~full], mined[~full]
        if not len(rows):
            return won
        if self._opens_certain:
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
        """Open cells that are safe in all these layouts, and what their zeros open."""
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
        """What the cell shows, by layout."""
        if cell not in self._numbers:
            around = list(self._board.neighbors(cell))
            self._numbers[cell] = self._mines[:, around].sum(axis=1, dtype=np.int16)
        return self._numbers[cell]

    def _weigh(self, rows: Rows) -> Fraction:
        return Fraction(sum(self._ways[row] for row in rows))
