"""Mid-game positions on grids of any size, each determined by its seed.

A layout is drawn and some of its zeros are opened. Then rounds follow: all certain cells are
opened; if there are none, the truly safe cells with the least mine probability. The result
resembles the position of a strong and lucky player: many small components and a few long ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import sapper

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]


class Midgame:
    """A layout and its opened cells."""

    def __init__(self, board: sapper.Board, mines: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        self.board = board
        self.mines = mines
        self._mined = np.zeros(board.size, dtype=bool)
        self._mined[random.permutation(board.size)[:mines]] = True
        running = np.concatenate([[0], np.cumsum(self._mined[board.targets])])
        self._numbers = np.diff(running[board.offsets])
        self._opened = np.zeros(board.size, dtype=bool)
        zeros = np.flatnonzero(~self._mined & (self._numbers == 0))
        self.open(random.permutation(zeros)[: max(1, board.size // 2000)])

    @property
    def share(self) -> float:
        """The open share of the safe cells."""
        return float(self._opened.sum()) / (self.board.size - self.mines)

    @property
    def position(self) -> sapper.Position:
        """The player's view."""
        states = np.where(self._opened, self._numbers, -1)
        return sapper.Position.from_states(self.board, states, self.mines)

    def open(self, cells: Cells) -> None:
        """Open safe cells, including the openings of their zeros."""
        fresh = cells[~self._opened[cells]]
        while len(fresh):
            self._opened[fresh] = True
            around = self._neighbors(fresh[self._numbers[fresh] == 0])
            fresh = np.unique(around[~self._opened[around]])

    def _neighbors(self, cells: Cells) -> Cells:
        first = self.board.offsets[cells]
        counts = self.board.offsets[cells + 1] - first
        starts = np.repeat(first - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
        found: Cells = self.board.targets[starts + np.arange(counts.sum())].astype(np.int64)
        return found

    def play(self, share: float) -> None:
        """Open round by round until the given share of the safe cells is open."""
        while self.share < share:
            analysis = sapper.analyze(self.position)
            certain = np.array(analysis.safe, dtype=np.int64)
            if not len(certain):
                certain = self._least_likely(analysis.mine_probability)
            self.open(certain)

    def _least_likely(self, probability: npt.NDArray[np.float64]) -> Cells:
        """Choose truly safe cells: one, or on a large board a thousandth of the covered cells."""
        hidden = np.flatnonzero(~self._opened & ~self._mined)
        order = np.argsort(probability[hidden], kind="stable")
        return hidden[order[: max(1, len(hidden) // 1000)]]


def midgame(rows: int, columns: int, mines: int, seed: int, share: float = 0.5) -> sapper.Position:
    """Return a position with about the given share of the safe cells open."""
    game = Midgame(sapper.grid(rows, columns), mines, seed)
    game.play(share)
    return game.position
