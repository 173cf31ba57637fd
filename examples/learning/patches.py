"""Inputs of the network: the cells around a covered cell, and the mines that their clues leave."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse

REACH = 2
"""Radius of the window: 5x5 without the cell in the middle."""

Boards = npt.NDArray[np.int8]
Chances = npt.NDArray[np.float32]
Cells = npt.NDArray[np.intp]
Features: TypeAlias = "sparse.csr_matrix[np.float32]"

_OFF_BOARD = -2
_CODES = np.arange(-1, 9, dtype=np.int8)


def candidates(boards: Boards) -> npt.NDArray[np.bool_]:
    """Return the covered cells to learn from: those next to an open cell, and one other per game.

    All other cells are nearly alike.
    """
    covered = boards < 0
    open_near = _around(~covered, 1, False).any(axis=-1)
    frontier = covered & open_near
    cells = boards.shape[1] * boards.shape[2]
    floating = (covered & ~open_near).reshape(len(boards), cells)
    chosen = np.zeros_like(floating)
    chosen[np.arange(len(boards)), floating.argmax(axis=1)] = True
    return frontier | (chosen & floating).reshape(boards.shape)


def even_chances(boards: Boards, mines: int) -> Chances:
    """Return mine probabilities without any clue: equal in all covered cells."""
    covered = boards < 0
    density = mines / np.maximum(1, covered.sum(axis=(1, 2), keepdims=True))
    return np.where(covered, density, 0.0).astype(np.float32)


def features(boards: Boards, chances: Chances, games: Cells, cells: Cells) -> Features:
    """Return one row of features per cell, from its window and the previous estimates.

    There is one column for each of the 24 cells around it and each of their possible states. For
    each of the 8 adjacent clues, columns hold the mines that it leaves for this cell if its other
    neighbours are as estimated, and among how many cells. The last is the previous estimate of the
    cell itself. Most entries are zero; a sparse matrix makes learning several times faster.
    """
    rows, columns = np.divmod(cells, boards.shape[2])
    around = _without_middle(_around(boards, REACH, _OFF_BOARD)[games, rows, columns])
    seen = (around[:, :, None] == _CODES).reshape(len(cells), around.shape[1] * len(_CODES))
    own = chances[games, rows, columns][:, None]
    estimates = _around(chances, 1, 0.0).sum(axis=-1)  # an open cell has no probability
    covered = _around(boards == -1, 1, False).sum(axis=-1)
    left = _around(boards - estimates, 1, 0.0)[games, rows, columns]
    others = _around(covered, 1, 0)[games, rows, columns]
    is_clue = _around(boards, 1, _OFF_BOARD)[games, rows, columns] >= 0
    left = _without_middle(np.where(is_clue, left + own, 0.0))
    others = _without_middle(np.where(is_clue, others - 1, 0))
    share = left / (1 + others)
    return sparse.csr_matrix(np.hstack([seen, left, others, share, own]).astype(np.float32))


def _around(values: npt.NDArray[Any], reach: int, beyond: float) -> npt.NDArray[Any]:
    """Return by game, row and column the window of values, filled outside of the board."""
    border = [(0, 0), (reach, reach), (reach, reach)]
    padded = np.pad(values, border, constant_values=beyond)
    side = 2 * reach + 1
    windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(1, 2))
    return windows.reshape(*values.shape, side * side)


def _without_middle(squares: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return np.delete(squares, squares.shape[1] // 2, axis=1)
