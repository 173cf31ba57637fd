"""The two theorems of Basic Strategy, and the strategy with step A read literally.

Theorem 1: if a clue equals the number of its covered neighbours, all of them are mines. Theorem 2:
if a clue equals the number of known mines around it, its other neighbours are safe. If neither
applies, step A clicks "a random square in the set of unrevealed squares", and squares known to hold
a mine are unrevealed. The strategy ``basic`` excludes those; ``BasicToTheLetter`` does not.
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
    """Return the clues, by cell, that clicks on safe cells show, including cascades of zeros.

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
    """Level 1 with random clicks among all covered cells, including known mines."""

    name = "basic-to-the-letter"

    def __init__(self) -> None:
        self._random = random.Random(0)

    def begin(self, seed: int, index: int) -> None:
        """Seed the random numbers of a game."""
        self._random = random.Random(seed << 64 | index)

    def choose(self, position: Position) -> int:
        """Return a cell that the theorems prove safe, otherwise a random covered one.

        In the paper a game is won when all mines are flagged, so the other cells are opened then.
        """
        mines = theorem_1(position)
        safe = theorem_2(position, mines)
        if len(mines) == position.mines:
            safe = set(position.covered) - mines
        return min(safe) if safe else self._random.choice(position.covered)


def _covered_around(position: Position, clue: int) -> list[int]:
    states = position.states
    return [cell for cell in position.board.neighbors(clue) if states[cell] < 0]
