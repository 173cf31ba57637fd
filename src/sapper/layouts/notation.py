"""The text notation of layouts: ``*`` is a mine, ``-`` none, one line per row.

``(2)`` is a cell with two mines. Otherwise the notation is that of positions, with different
characters, so that a text is either a layout or a position. The first line may be a board spec; its
number of mines must be that of the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.boards import board as build_board
from sapper.errors import LayoutError, NotationError
from sapper.layouts.layout import Layout
from sapper.positions.notation import read

if TYPE_CHECKING:
    from sapper.types import BoardLike


def parse_layout(text: str, *, board: BoardLike | None = None) -> Layout:
    r"""Parse a layout from text; ``board`` is as for ``sapper.parse``.

    Raises NotationError, with line and column, if the text is invalid.

    >>> layout = parse_layout("torus:2x3/1\n--*\n---")
    >>> layout.board.spec, layout.mines.tolist()
    ('torus:2x3', [0, 0, 1, 0, 0, 0])
    """
    found = read(text, board=board, alphabet="layouts")
    count = int(found.states.sum(dtype="int64"))
    if found.mines is not None and found.mines != count:
        raise NotationError(f"the first line says {found.mines} mines, but the rows have {count}")
    try:
        return Layout(build_board(found.board), found.states)
    except LayoutError as error:
        raise NotationError(str(error)) from None
