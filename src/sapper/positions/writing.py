"""Formatting of positions as text; ``notation`` describes and parses the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.positions.states import CHARACTERS

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.positions.position import Position

_CHARACTERS = {**CHARACTERS, 0: "."}


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
    symbols = [
        _CHARACTERS.get(state) or (str(state) if state < 10 else f"({state})")
        for state in position.states.tolist()
    ]
    text = format_rows(board, symbols)
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


def format_rows(board: Board, symbols: list[str]) -> str:
    r"""Arrange the symbols of all cells in the rows and layers of a board.

    >>> from sapper.boards import grid
    >>> format_rows(grid(2, 2), ["1", "#", "#", "#"])
    '1#\n##'
    """
    columns = board.shape[-1]
    rows = board.shape[-2] if len(board.shape) > 1 else 1
    lines = ["".join(symbols[i : i + columns]) for i in range(0, board.size, columns)]
    layers = ["\n".join(lines[i : i + rows]) for i in range(0, len(lines), rows)]
    return "\n\n".join(layers)
