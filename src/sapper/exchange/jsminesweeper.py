"""The links of JSMinesweeper, ``?analysis=DATA``: a position in base 62, run-length encoded.

The digits are a-z, A-Z and 0-9. Width and height have two digits each, and the number of mines
four. Then follow runs of equal cells, row by row. Every cell value has its own block of digits, and
the length of a run is a number in the base of the block's size; a block of one digit is repeated
instead. Clues are reduced by the marked mines: every flag lowers the numbers around it by one,
unless one of them is already 0; such a flag is written as O and lowers none.
"""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import NotationError
from sapper.exchange.format import Format
from sapper.exchange.links import MAX_LINK_CELLS, query
from sapper.exchange.mine import check_jsminesweeper, grid_spec
from sapper.positions import COVERED, FLAGGED, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.boards import Board
    from sapper.exchange.content import Content
    from sapper.positions import States

KEY = "analysis"
"""The query parameter of these links."""

_DIGITS = ascii_lowercase + ascii_uppercase + digits
_BLOCK_LENGTHS = {
    **dict(zip("012345678", (10, 7, 5, 5, 4, 3, 3, 1, 1), strict=True)),
    "I": 4,
    "H": 10,
    "F": 8,
    "O": 1,
}
_SIDE_DIGITS, _MINE_DIGITS = 2, 4
_HEADER = 2 * _SIDE_DIGITS + _MINE_DIGITS
_LONGEST_SIDE = len(_DIGITS) ** _SIDE_DIGITS - 1
_MOST_MINES = len(_DIGITS) ** _MINE_DIGITS - 1


def _make_blocks() -> dict[str, str]:
    """Return the block of digits of each cell value."""
    blocks, used = {}, 0
    for value, length in _BLOCK_LENGTHS.items():
        blocks[value] = _DIGITS[used : used + length]
        used += length
    return blocks


_BLOCKS = _make_blocks()
_OWNERS = {digit: value for value, block in _BLOCKS.items() for digit in block}


def _read(content: Content) -> Position:
    data = query(content).get(KEY)
    if data is None:
        raise NotationError(f"not a link with the parameter {KEY}=")
    for place, digit in enumerate(data):
        if digit not in _OWNERS:
            raise NotationError(f"digit {place + 1} of {KEY} is {digit!r}, not one of a-z A-Z 0-9")
    if len(data) < _HEADER:
        raise NotationError(f"{KEY} has {len(data)} digits, but its header has {_HEADER}")
    columns, rows = _number(data[:2], _DIGITS), _number(data[2:4], _DIGITS)
    cells = rows * columns
    if cells > MAX_LINK_CELLS:
        raise NotationError(
            f"a link has at most {MAX_LINK_CELLS} cells, but this one has {rows}x{columns}"
        )
    spec = grid_spec(rows, columns, _number(data[4:_HEADER], _DIGITS))
    values = "".join(value * count for value, count in _read_runs(data[_HEADER:], cells))
    if len(values) != cells:
        raise NotationError(f"the runs of {KEY} have {len(values)} cells, but {spec} has {cells}")
    board = spec.board()
    return Position.from_states(board, _inflate(board, values), spec.mines)


def _read_runs(data: str, cells: int) -> Iterator[tuple[str, int]]:
    """Yield the runs; raise NotationError as soon as they exceed the cells of the board."""
    start = total = 0
    while start < len(data):
        value, end = _OWNERS[data[start]], start
        while end < len(data) and _OWNERS[data[end]] == value:
            end += 1
        block = _BLOCKS[value]
        # A run with that many digits is longer than the board; it is not converted to an integer.
        long = len(block) > 1 and end - start > len(str(cells)) * 4
        count = cells + 1 if long else _run_length(data[start:end], block)
        total += count
        if total > cells:
            raise NotationError(
                f"the run at digit {_HEADER + start + 1} of {KEY} exceeds the {cells} cells"
            )
        yield value, count
        start = end


def _run_length(run: str, block: str) -> int:
    return len(run) if len(block) == 1 else _number(run, block)


def _number(text: str, block: str) -> int:
    value = 0
    for digit in text:
        value = value * len(block) + block.index(digit)
    return value


def _inflate(board: Board, values: str) -> States:
    states = np.array([_state(value) for value in values], dtype=np.int16)
    for cell, value in enumerate(values):
        if value in "FI":
            for other in board.neighbors(cell):
                states[other] += states[other] >= 0
    if int(states.max()) > 8:
        cell = int(np.argmax(states))
        raise NotationError(f"the number at {board.name(cell)} is {states[cell]}, over 8")
    return states


def _state(value: str) -> int:
    if value in "IFO":
        return FLAGGED
    return COVERED if value == "H" else int(value)


def _deflate(position: Position) -> str:
    """Return the value of each cell, with the numbers lowered by the flags around them."""
    states = position.states.copy()
    values = {}
    for cell in position.flags:
        shown = [other for other in position.board.neighbors(cell) if states[other] >= 0]
        values[cell] = "O" if any(states[other] == 0 for other in shown) else "F"
        if values[cell] == "F":
            states[shown] -= 1
    for cell, state in enumerate(states.tolist()):
        values.setdefault(cell, "H" if state == COVERED else str(state))
    return "".join(values[cell] for cell in range(len(states)))


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
    parts = [_digits(columns, _DIGITS, 2), _digits(rows, _DIGITS, 2), _digits(mines, _DIGITS, 4)]
    values = _deflate(position)
    start = 0
    while start < len(values):
        end = start
        while end < len(values) and values[end] == values[start]:
            end += 1
        parts.append(_written_run(end - start, _BLOCKS[values[start]]))
        start = end
    return f"{KEY}={''.join(parts)}".encode()


def _written_run(count: int, block: str) -> str:
    return block * count if len(block) == 1 else _digits(count, block, 1)


def _digits(number: int, block: str, min_length: int) -> str:
    """Return a number in the digits of a block, padded to ``min_length`` digits."""
    found = ""
    while number or len(found) < min_length:
        number, digit = divmod(number, len(block))
        found = block[digit] + found
    return found


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
