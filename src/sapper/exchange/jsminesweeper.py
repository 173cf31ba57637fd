"""The links of JSMinesweeper, ``?analysis=DATA``: a position in base 62, run-length encoded.

The digits are a-z, A-Z and 0-9. Width and height have two digits each, and the number of mines
four. Then follow runs of equal cells, row by row. Every cell value has its own block of digits, and
the length of a run is a number in the base of the block's size; a block of one digit is repeated
instead. Clues are reduced by the marked mines: every flag lowers the numbers around it by one,
unless one of them is already 0; such a flag is written as O and lowers none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper import _core
from sapper.boards import grid
from sapper.errors import NotationError
from sapper.exchange.format import Format
from sapper.exchange.links import MAX_LINK_CELLS, query
from sapper.exchange.mine import check_jsminesweeper
from sapper.positions import Position
from sapper.positions.states import STATE

if TYPE_CHECKING:
    from sapper.exchange.content import Content

KEY = "analysis"
"""The query parameter of these links."""

_LONGEST_SIDE = 62**2 - 1
_MOST_MINES = 62**4 - 1


def _read(content: Content) -> Position:
    data = query(content).get(KEY)
    if data is None:
        raise NotationError(f"not a link with the parameter {KEY}=")
    rows, columns, mines, states = _core.read_jsminesweeper(data)
    return Position.from_states(grid(rows, columns), np.frombuffer(states, STATE), mines)


def _write(position: Position) -> bytes:
    rows, columns = check_jsminesweeper(position, "jsminesweeper", _LONGEST_SIDE)
    if rows * columns > MAX_LINK_CELLS:
        raise NotationError(f"a link has at most {MAX_LINK_CELLS} cells, not {rows * columns}")
    mines = position.mines or 0
    if mines > min(_MOST_MINES, rows * columns):
        raise NotationError(
            f"jsminesweeper holds at most {min(_MOST_MINES, rows * columns)} mines on "
            f"{position.board.spec}, not {mines}"
        )
    return _core.write_jsminesweeper(rows, columns, mines, position.states)


JSMINESWEEPER = Format(
    name="jsminesweeper",
    endings=(),
    holds=("position",),
    about="links to the analysis of JSMinesweeper, ?analysis=…",
    detect=lambda content: KEY in query(content),
    reader=_read,
    writer=_write,
    is_link=True,
)
