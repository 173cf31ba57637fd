"""A position as text; ``notation`` says what the characters mean and reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.positions.states import COVERED, FLAGGED

if TYPE_CHECKING:
    from sapper.positions.position import Position

_CHARACTERS = {COVERED: "#", FLAGGED: "F", 0: "."}


def format_position(position: Position, header: bool = False) -> str:
    """Write a position as text, without a line end after the last row.

    The last two dimensions are rows and columns; layers stand apart by a blank line. A header
    holds the board spec and the mines; a density and ``max_per_cell`` are not in the text.

    >>> import sapper
    >>> print(format_position(sapper.parse("12#", mines=2), header=True))
    1x3/2
    12#
    """
    board = position.board
    columns = board.shape[-1]
    rows = board.shape[-2] if len(board.shape) > 1 else 1
    symbols = [
        _CHARACTERS.get(state) or (str(state) if state < 10 else f"({state})")
        for state in position.states.tolist()
    ]
    lines = ["".join(symbols[i : i + columns]) for i in range(0, board.size, columns)]
    layers = ["\n".join(lines[i : i + rows]) for i in range(0, len(lines), rows)]
    text = "\n\n".join(layers)
    if not header:
        return text
    mines = "" if position.mines is None else f"/{position.mines}"
    return f"{board.spec}{mines}\n{text}"
