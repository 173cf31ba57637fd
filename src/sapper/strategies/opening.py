"""An opening book: the opening of the combinatorics note (section 2.3) before any other strategy.

The note opens a cell in the middle, and continues along the row as long as the clues are small:
after ``1`` the cell to its right; after ``1 1`` the cell directly right of both; after ``1 2`` the
cell directly left; after ``1 1 1`` an end; after ``1 1 2`` a cell that only the two 1s share. Any
other position is left to the strategy after the book. So is a position with a certainly safe cell,
which does not occur on the large boards that the note assumes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.boards.kinds import DEFAULT_KIND
from sapper.errors import TooHardError
from sapper.positions import COVERED
from sapper.strategies import protocol
from sapper.strategies.compiled import as_strategy

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.positions import Position
    from sapper.strategies.registry import Entry

STEPS: dict[tuple[int, ...], tuple[int, int]] = {
    (1,): (0, 1),
    (1, 1): (0, 2),
    (1, 2): (0, -1),
    (1, 1, 1): (0, 3),
    (1, 1, 2): (-1, 0),
}
"""The next cell by the clues of the opened row, as (rows, columns) relative to its first cell."""


class OpeningBook:
    """Plays by the book as long as it has a move, then by another strategy."""

    def __init__(self, then: Entry) -> None:
        self.name: str = f"book004:{then.name}"
        self._then = as_strategy(then)
        self.opens_certain: bool = protocol.opens_certain(self._then)

    def begin(self, seed: int, index: int) -> None:
        """Start a game of the strategy after the book."""
        protocol.begin(self._then, seed, index)

    def start(self, board: Board) -> int | None:
        """Return the middle cell of a grid; None on other boards, for which the book is empty."""
        return board.middle if board.kind == DEFAULT_KIND else None

    def choose(self, position: Position) -> int:
        """Return the move of the book if it has one, else the choice of the other strategy."""
        cell = book_move(position)
        return self._then.choose(position) if cell is None else cell


def book_move(position: Position) -> int | None:
    r"""Return the cell that the book opens next, or None if it has no move.

    >>> import sapper
    >>> book_move(sapper.parse("#####\n##1##\n#####", mines=3))
    8
    """
    board = position.board
    opened = position.revealed
    if board.kind != DEFAULT_KIND or not 1 <= len(opened) <= 3:
        return None
    row, column = board.coordinates(opened[0])
    in_a_row = [board.cell((row, column)) + i for i in range(len(opened))]
    if opened != in_a_row or column + len(opened) > board.shape[1]:
        return None
    step = STEPS.get(tuple(int(position.states[cell]) for cell in opened))
    if step is None:
        return None
    target = row + step[0], column + step[1]
    if target[0] < 0:  # in the top row: the cell below instead
        target = row + 1, target[1]
    if not (0 <= target[0] < board.shape[0] and 0 <= target[1] < board.shape[1]):
        return None
    cell = board.cell(target)
    return None if position.states[cell] != COVERED or _anything_certain(position) else cell


def _anything_certain(position: Position) -> bool:
    try:
        return bool(analyze(position).safe)
    except TooHardError:
        return False
