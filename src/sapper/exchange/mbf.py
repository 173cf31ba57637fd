"""MBF: binary files with the boards of Minesweeper Arbiter and other programs.

One byte each for width and height, two bytes (big-endian) for the number of mines, then one byte
each for column and row of every mine, from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import grid
from sapper.errors import NotationError
from sapper.exchange.format import Format, check_grid, check_single
from sapper.layouts import Layout

if TYPE_CHECKING:
    from sapper.exchange.content import Content

_HEADER = 4
_LONGEST_SIDE = 255


def read_board_file(content: Content) -> Layout:
    """Read a layout; raise NotationError, with the number of the byte, if it is invalid."""
    data = content.data
    if len(data) < _HEADER:
        raise NotationError(f"{len(data)} bytes, but a header has {_HEADER}")
    columns, rows, count = data[0], data[1], data[2] << 8 | data[3]
    if not columns or not rows:
        raise NotationError(f"a width of {columns} and a height of {rows}, expected 1 to 255")
    if count > rows * columns:
        raise NotationError(f"byte 3: {count} mines on {rows * columns} cells")
    if len(data) != _HEADER + 2 * count:
        expected = _HEADER + 2 * count
        raise NotationError(f"{len(data)} bytes, but {count} mines take {expected}")
    mines = np.zeros((rows, columns), dtype=np.int16)
    for number in range(count):
        place = _HEADER + 2 * number
        column, row = data[place], data[place + 1]
        if column >= columns or row >= rows:
            raise NotationError(
                f"byte {place + 1}: a mine at column {column}, row {row} of a board of "
                f"{columns} by {rows}"
            )
        if mines[row, column]:
            raise NotationError(f"byte {place + 1}: column {column}, row {row} is given twice")
        mines[row, column] = 1
    return Layout(grid(rows, columns), mines)


def write_board_file(layout: Layout, name: str = "mbf") -> bytes:
    """Return the bytes of a layout, with its mines in row-major order."""
    rows, columns = check_grid(layout.board, name, _LONGEST_SIDE)
    check_single(layout, name)
    mined = layout.mined
    header = bytes([columns, rows, len(mined) >> 8, len(mined) & 255])
    return header + bytes(part for cell in mined for part in (cell % columns, cell // columns))


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
