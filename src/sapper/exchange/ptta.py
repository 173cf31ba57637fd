"""The links of PTTA and Llamasweeper, ``?b=B&m=M``: a layout with five cells per character.

B is 1, 2 or 3 for beginner, intermediate and expert, else width and height with the same number of
decimal digits. M has the cells row by row in base 32 (0-9a-v), the first cell in the highest bit,
padded with zeros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper import _core
from sapper.errors import NotationError
from sapper.exchange.format import Format, check_grid, check_single
from sapper.exchange.links import LONGEST_LINK, query
from sapper.exchange.mine import grid_spec
from sapper.layouts import Layout
from sapper.positions.states import STATE

if TYPE_CHECKING:
    from sapper.exchange.content import Content

_LONGEST_SIDE = 999_999


def _read(content: Content) -> Layout:
    asked = query(content)
    if not {"b", "m"} <= set(asked):
        raise NotationError("not a link with the parameters b= and m=")
    rows, columns, mines, cells = _core.read_ptta(asked["b"], asked["m"])
    return Layout(grid_spec(rows, columns, mines), np.frombuffer(cells, STATE))


def _write(layout: Layout) -> bytes:
    rows, columns = check_grid(layout.board, "ptta", _LONGEST_SIDE)
    check_single(layout, "ptta")
    if layout.board.size > LONGEST_LINK:
        raise NotationError(f"ptta holds at most {LONGEST_LINK} cells, not {layout.board.size}")
    return _core.write_ptta(rows, columns, layout.mine_count, layout.mines.astype(STATE))


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
