"""An opening book: section 2.3 of the combinatorics note, before any other strategy.

The paper opens a cell in the middle, and goes on along the row for as long as small numbers turn
up: after ``1`` the cell to its right; after ``1 1`` the one directly right of both; after ``1 2``
the one directly left; after ``1 1 1`` an end; after ``1 1 2`` a cell that only the two 1s share.
Everything else is left to the strategy that follows, and so is a position in which some cell is
certainly safe: the paper reckons with boards that are large beside the book, where none is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.boards.kinds import DEFAULT_KIND
from sapper.errors import TooHardError
from sapper.strategies import protocol
from sapper.strategies.compiled import as_strategy

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.positions import Position
    from sapper.strategies.registry import Entry

STEPS = {
    (1,): (0, 1),
    (1, 1): (0, 2),
    (1, 2): (0, -1),
    (1, 1, 1): (0, 3),
    (1, 1, 2): (-1, 0),
}
"""By the numbers of a row's opened cells: what to open, as (rows, columns) from the first."""


class OpeningBook:
    """Plays from the book for as long as it lasts, then by another strategy."""

    def __init__(self, then: Entry) -> None:
        self.name = f"book004:{then.name}"
        self._then = as_strategy(then)
        self.opens_certain = protocol.opens_certain(self._then)

    def begin(self, seed: int, index: int) -> None:
        """Tell the strategy after the book that a game begins."""
        protocol.begin(self._then, seed, index)

    def start(self, board: Board) -> int | None:
        """Return the middle of a grid; elsewhere the book is empty."""
        return board.middle if board.kind == DEFAULT_KIND else None

    def choose(self, position: Position) -> int:
        """Return the cell that the book names, else what the other strategy chooses."""
        cell = book_move(position)
        return self._then.choose(position) if cell is None else cell


def book_move(position: Position) -> int | None:
    r"""Return the cell that the book opens next, or None where it has nothing to say.

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
    if target[0] < 0:  # the same cell below the row
        target = row + 1, target[1]
    if not (0 <= target[0] < board.shape[0] and 0 <= target[1] < board.shape[1]):
        return None
    cell = board.cell(target)
    return None if position.states[cell] >= 0 or _anything_certain(position) else cell


def _anything_certain(position: Position) -> bool:
    try:
        return bool(analyze(position).safe)
    except TooHardError:
        return False
