"""Positions of JSMinesweeper as text: ``WIDTHxHEIGHTxMINES``, then one line per row.

``0`` to ``8`` are revealed cells, ``H`` is a hidden and ``F`` a flagged cell. ``I`` (a mine without
a flag) and ``O`` (a flag that the numbers around it do not count) are read as flags and never
written.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from sapper import _core
from sapper.boards import grid, parse_spec
from sapper.errors import NotationError, SpecError
from sapper.exchange.format import Format, check_grid
from sapper.positions import Position
from sapper.positions.states import STATE
from sapper.positions.totals import mines_in_words

if TYPE_CHECKING:
    from sapper.boards import Spec
    from sapper.exchange.content import Content

_HEADER = re.compile(r"[ \t]*([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})[ \t]*", re.IGNORECASE)
_LONGEST_SIDE = 1_000_000


def check_jsminesweeper(position: Position, name: str, longest: int) -> tuple[int, int]:
    """Return rows and columns; raise NotationError if JSMinesweeper cannot hold the position."""
    rows, columns = check_grid(position.board, name, longest)
    if position.mines is None:
        other = "a density" if position.totals is None else mines_in_words(position)
        raise NotationError(f"{name} holds a number of mines, not {other}")
    if position.max_per_cell > 1:
        raise NotationError(f"{name} holds one mine per cell, not {position.max_per_cell}")
    if position.unread or position.outside:
        what = "unread cells" if position.unread else "cells out of view"
        raise NotationError(f"{name} holds no {what}: json holds them")
    if int(position.states.max()) > 8:
        raise NotationError(f"{name} holds clues from 0 to 8, not {position.states.max()}")
    return rows, columns


def grid_spec(rows: int, columns: int, mines: int) -> Spec:
    """Return the spec of a grid; raise NotationError if it is invalid."""
    try:
        return parse_spec(f"{rows}x{columns}/{mines}")
    except SpecError as error:
        raise NotationError(str(error)) from None


def _read(content: Content) -> Position:
    rows, columns, mines, states = _core.read_mine_file(content.text)
    return Position.from_states(grid(rows, columns), np.frombuffer(states, STATE), mines)


def _write(position: Position) -> bytes:
    rows, columns = check_jsminesweeper(position, "mine", _LONGEST_SIDE)
    assert position.mines is not None
    return _core.write_mine_file(rows, columns, position.mines, position.states)


def _detect(content: Content) -> bool:
    return content.is_text and _HEADER.fullmatch(content.text.partition("\n")[0]) is not None


MINE = Format(
    name="mine",
    endings=(".mine",),
    holds=("position",),
    about="positions of JSMinesweeper as text",
    detect=_detect,
    reader=_read,
    writer=_write,
)
