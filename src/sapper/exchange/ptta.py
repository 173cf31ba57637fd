"""The links of PTTA and Llamasweeper, ``?b=B&m=M``: a layout with five cells per character.

B is 1, 2 or 3 for beginner, intermediate and expert, else width and height with the same number of
decimal digits. M has the cells row by row in base 32 (0-9a-v), the first cell in the highest bit,
padded with zeros.
"""

from __future__ import annotations

from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import NotationError
from sapper.exchange.format import Format, check_grid, check_single
from sapper.exchange.links import LONGEST_LINK, query
from sapper.exchange.mine import grid_spec
from sapper.layouts import Layout

if TYPE_CHECKING:
    from sapper.exchange.content import Content

_USUAL = {"1": (9, 9, 10), "2": (16, 16, 40), "3": (16, 30, 99)}
"""Rows, columns and mines of the usual boards, by B."""

_DIGITS = (digits + ascii_lowercase)[:32]
_BITS = 5
_LONGEST_SIDE = 999_999


def _read(content: Content) -> Layout:
    asked = query(content)
    if not {"b", "m"} <= set(asked):
        raise NotationError("not a link with the parameters b= and m=")
    rows, columns = _read_size(asked["b"])
    cells, data = rows * columns, asked["m"].lower()
    if len(data) != -(-cells // _BITS):
        raise NotationError(
            f"m has {len(data)} characters, but {columns} by {rows} cells take {-(-cells // _BITS)}"
        )
    for place, character in enumerate(data):
        if character not in _DIGITS:
            raise NotationError(f"character {place + 1} of m is {character!r}, not one of 0-9 a-v")
    values = np.array([_DIGITS.index(character) for character in data], dtype=np.uint8)
    bits = np.unpackbits(values[:, None], axis=1)[:, -_BITS:].reshape(-1)
    if bits[cells:].any():
        raise NotationError(f"m has a mine after the last of {columns} by {rows} cells")
    mines = bits[:cells]
    return Layout(grid_spec(rows, columns, int(mines.sum(dtype=np.int64))), mines)


def _read_size(text: str) -> tuple[int, int]:
    """Return the rows and columns of B."""
    if text in _USUAL:
        return _USUAL[text][:2]
    half = len(text) // 2
    known = text.isascii() and text.isdecimal() and len(text) % 2 == 0 and len(text) <= 12
    if not known or not int(text[:half]) or not int(text[half:]):
        raise NotationError(
            f"b is 1, 2, 3, or a width and a height of equally many digits, not {text[:40]!r}"
        )
    return int(text[half:]), int(text[:half])


def _write(layout: Layout) -> bytes:
    rows, columns = check_grid(layout.board, "ptta", _LONGEST_SIDE)
    check_single(layout, "ptta")
    if layout.board.size > LONGEST_LINK:
        raise NotationError(f"ptta holds at most {LONGEST_LINK} cells, not {layout.board.size}")
    size = (rows, columns, layout.mine_count)
    width = max(len(str(rows)), len(str(columns)))
    usual = [name for name, known in _USUAL.items() if known == size]
    name = usual[0] if usual else f"{columns:0{width}}{rows:0{width}}"
    bits = np.zeros((-(-layout.board.size // _BITS), _BITS), dtype=np.int64)
    bits.reshape(-1)[: layout.board.size] = layout.mines
    values = bits @ (1 << np.arange(_BITS)[::-1])
    return f"b={name}&m={''.join(_DIGITS[value] for value in values.tolist())}".encode()


PTTA = Format(
    name="ptta",
    endings=(),
    holds=("layout",),
    about="links to boards of PTTA and Llamasweeper, ?b=…&m=…",
    detect=lambda content: {"b", "m"} <= set(query(content)),
    reader=_read,
    writer=_write,
    is_link=True,
)
