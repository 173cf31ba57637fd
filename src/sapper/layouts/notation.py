"""Layouts as text: ``*`` a mine, ``-`` none, one line a row, in the manner of positions.

``(2)`` is a cell with two mines. No character stands in both texts, so that a text of cells is a
layout or a position and never both. The first line may be a board spec, whose mines must be those
of the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.boards import board as build_board
from sapper.errors import LayoutError, NotationError
from sapper.layouts.layout import Layout
from sapper.positions.notation import Alphabet, read

if TYPE_CHECKING:
    from sapper.boards import Board, Spec

LAYOUT_ALPHABET = Alphabet((("*", 1), ("-", 0)), "* -")
"""Where the mines are."""


def parse_layout(text: str, *, board: Board | Spec | str | None = None) -> Layout:
    r"""Read a layout; NotationError says at which line and column the text is wrong.

    ``board`` is as for ``sapper.parse``.

    >>> layout = parse_layout("torus:2x3/1\n--*\n---")
    >>> layout.board.spec, layout.mines.tolist()
    ('torus:2x3', [0, 0, 1, 0, 0, 0])
    """
    found = read(text, board=board, alphabet=LAYOUT_ALPHABET)
    count = int(found.states.sum(dtype="int64"))
    if found.mines is not None and found.mines != count:
        raise NotationError(f"the first line says {found.mines} mines, but the rows have {count}")
    try:
        return Layout(build_board(found.board), found.states)
    except LayoutError as error:
        raise NotationError(str(error)) from None
