"""The two theorems of Basic Strategy, and the strategy with its step A to the letter.

Theorem 1: a clue with as many covered neighbours as it shows has a mine under each. Theorem 2: a
clue with as many mines known around it as it shows has no other. Where neither says anything, step
A clicks "a random square in the set of unrevealed squares", and squares known to hold a mine are
unrevealed. The strategy ``basic`` leaves those out, as no player would click them;
``BasicToTheLetter`` does not.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.boards import Board
    from sapper.positions import Position


def theorem_1(position: Position) -> set[int]:
    r"""Return the cells that single clues prove to be mines.

    >>> import sapper
    >>> theorem_1(sapper.parse("1#\n11", mines=1))
    {1}
    """
    found: set[int] = set()
    for clue in position.revealed:
        covered = _covered_around(position, clue)
        if len(covered) == position.states[clue]:
            found.update(covered)
    return found


def theorem_2(position: Position, mines: set[int]) -> set[int]:
    r"""Return the cells that single clues prove safe, given cells known to be mines.

    >>> import sapper
    >>> position = sapper.parse("1##\n11#", mines=1)
    >>> theorem_2(position, {1})
    {2, 5}
    """
    found: set[int] = set()
    for clue in position.revealed:
        covered = _covered_around(position, clue)
        if len(mines.intersection(covered)) == position.states[clue]:
            found.update(covered)
    return found - mines


def opened(board: Board, mines: Iterable[int], cells: Iterable[int]) -> dict[int, int]:
    """Return what clicks on safe cells of a layout show: by cell its clue, zeros opening more.

    >>> from sapper.boards import grid
    >>> opened(grid(1, 5), {4}, [0])
    {0: 0, 1: 0, 2: 0, 3: 1}
    """
    mined = set(mines)
    waiting = list(cells)
    shown: dict[int, int] = {}
    while waiting:
        cell = waiting.pop()
        if cell in shown:
            continue
        around = board.neighbors(cell)
        shown[cell] = len(mined.intersection(around))
        if not shown[cell]:
            waiting += around
    return dict(sorted(shown.items()))


class BasicToTheLetter:
    """Level 1, clicking at random among all covered cells, known mines included."""

    name = "basic-to-the-letter"

    def __init__(self) -> None:
        self._random = random.Random(0)

    def begin(self, seed: int, index: int) -> None:
        """Draw from the seed and the number of the game."""
        self._random = random.Random(seed << 64 | index)

    def choose(self, position: Position) -> int:
        """Return a cell that the theorems prove safe, else any covered one.

        By the paper's rule a game is won when all mines are flagged, so then the rest is opened.
        """
        mines = theorem_1(position)
        safe = theorem_2(position, mines)
        if len(mines) == position.mines:
            safe = set(position.covered) - mines
        return min(safe) if safe else self._random.choice(position.covered)


def _covered_around(position: Position, clue: int) -> list[int]:
    states = position.states
    return [cell for cell in position.board.neighbors(clue) if states[cell] < 0]
