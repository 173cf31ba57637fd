"""Formatting of positions as text; ``notation`` describes and parses the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _core
from sapper.positions.states import CHARACTERS

if TYPE_CHECKING:
    from sapper.positions.position import Position


def format_position(position: Position, header: bool = False) -> str:
    """Return a position as text, without a line end after the last row.

    The last two axes are rows and columns; layers are separated by a blank line. A header contains
    the board spec and the number of mines; the text contains no density and no ``max_per_cell``.

    >>> import sapper
    >>> print(format_position(sapper.parse("12#", mines=2), header=True))
    1x3/2
    12#
    """
    board = position.board
    text = _core.format_rows(board.shape, position.states, False)
    if not header:
        return text
    mines = "" if position.mines is None else f"/{position.mines}"
    return f"{board.spec}{mines}\n{text}"


def clue_symbols(position: Position) -> list[int | str | None]:
    """Return the clues as in JSON: numbers, None for covered cells, ``?`` for unread ones.

    Cells out of view are ``~``.

    >>> import sapper
    >>> clue_symbols(sapper.parse("1?#", mines=1))
    [1, '?', None]
    """
    return [CHARACTERS[clue] if clue is not None and clue < 0 else clue for clue in position.clues]
