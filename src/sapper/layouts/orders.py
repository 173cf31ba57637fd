"""The orders of preference of ZiNi: among chords of equal gain the first in order is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from sapper.boards import Board

Order = npt.NDArray[np.int32]
"""A permutation of the cells."""


def usual_order(board: Board) -> Order:
    """Return the order of plain ZiNi, which is that of Arbiter and ms-toollib.

    Columns from left to right, each from top to bottom; on a board without rows and columns, cells
    by index.

    >>> from sapper.boards import grid
    >>> usual_order(grid(2, 3)).tolist()
    [0, 3, 1, 4, 2, 5]
    """
    cells = _cells(board)
    return np.ascontiguousarray(cells.T).reshape(-1) if cells.ndim == 2 else cells.reshape(-1)


def eight_orders(board: Board) -> list[Order]:
    """Return the eight orders of a board with rows and columns, the usual one first.

    By columns or rows, from the left or right, from the top or bottom. On a square grid they are
    the images of the usual order under the eight symmetries of the board.

    >>> from sapper.boards import grid
    >>> [order.tolist() for order in eight_orders(grid(2, 2))][:3]
    [[0, 2, 1, 3], [0, 1, 2, 3], [2, 0, 3, 1]]
    """
    cells = _cells(board)
    turned = [cells[::up, ::left] for left in (1, -1) for up in (1, -1)]
    return [
        np.ascontiguousarray(order).reshape(-1) for plane in turned for order in (plane.T, plane)
    ]


def _cells(board: Board) -> npt.NDArray[np.int32]:
    return np.arange(board.size, dtype=np.int32).reshape(board.shape)
