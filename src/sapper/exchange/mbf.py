"""MBF: binary files with the boards of Minesweeper Arbiter and other programs.

One byte each for width and height, two bytes (big-endian) for the number of mines, then one byte
each for column and row of every mine, from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper import _core
from sapper.boards import grid
from sapper.exchange.format import Format, check_grid, check_single
from sapper.layouts import Layout
from sapper.positions.states import STATE

if TYPE_CHECKING:
    from sapper.exchange.content import Content

_HEADER = 4
_LONGEST_SIDE = 255


def read_board_file(content: Content) -> Layout:
    """Read a layout; raise NotationError, with the number of the byte, if it is invalid."""
    rows, columns, _, cells = _core.read_mbf(content.data)
    return Layout(grid(rows, columns), np.frombuffer(cells, STATE))


def write_board_file(layout: Layout, name: str = "mbf") -> bytes:
    """Return the bytes of a layout, with its mines in row-major order."""
    rows, columns = check_grid(layout.board, name, _LONGEST_SIDE)
    check_single(layout, name)
    return _core.write_mbf(rows, columns, layout.mine_count, layout.mines.astype(STATE))


def _detect(content: Content) -> bool:
    data = content.data
    if len(data) < _HEADER or content.is_text:
        return False
    return all(data[:2]) and len(data) == _HEADER + 2 * (data[2] << 8 | data[3])


MBF = Format(
    name="mbf",
    endings=(".mbf",),
    holds=("layout",),
    about="boards of Minesweeper Arbiter and others",
    detect=_detect,
    reader=read_board_file,
    writer=write_board_file,
)
