"""A table of 3x3 windows, as in Rujan's strategy for boards with few mines.

A window is a revealed cell and its eight neighbours, each open, a known mine, or unknown; cells
beyond the edge count as open. For each number the table states whether the unknown cells are all
safe or all mines, found by enumerating every filling of the 9 x 3^8 windows. It therefore contains
all deductions from a single clue.

Rujan, *The Minesweepers' Bayesian guide to survival*, 1998, as described in the report.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from sapper.positions import Position

Sign = Literal["safe", "mines", "nothing", "impossible"]

OPEN, MINE, UNKNOWN = "o", "m", "u"


@cache
def window_table() -> dict[tuple[int, str], Sign]:
    """Return the conclusion for each window, by its number and its neighbours.

    >>> table = window_table()
    >>> len(table), table[1, "mouuoooo"], table[2, "muoooooo"], table[1, "uuoooooo"]
    (59049, 'safe', 'mines', 'nothing')
    """
    table: dict[tuple[int, str], Sign] = {}
    for around in product(OPEN + MINE + UNKNOWN, repeat=8):
        neighbors = "".join(around)
        known, unknown = neighbors.count(MINE), neighbors.count(UNKNOWN)
        fillings = [sum(filling) for filling in product((0, 1), repeat=unknown)]
        for number in range(9):
            fit = {mines for mines in fillings if known + mines == number}
            table[number, neighbors] = _sign(fit, unknown)
    return table


def _sign(fit: set[int], unknown: int) -> Sign:
    if not fit:
        return "impossible"
    if unknown and fit == {0}:
        return "safe"
    return "mines" if unknown and fit == {unknown} else "nothing"


def settled(position: Position) -> tuple[set[int], set[int]]:
    r"""Return the safe cells and mines that repeated use of the table proves.

    >>> import sapper
    >>> settled(sapper.parse("1#\n11", mines=1))
    (set(), {1})
    """
    table, board = window_table(), position.board
    safe: set[int] = set()
    mines = set(position.flags)
    unknown = set(position.covered) - mines
    changed = True
    while changed:
        changed = False
        for cell in position.revealed:
            near = board.neighbors(cell)
            window = "".join(
                MINE if other in mines else UNKNOWN if other in unknown else OPEN for other in near
            )
            clue = position.clue(cell)
            assert clue is not None
            sign = table[clue, window.ljust(8, OPEN)]
            if sign in ("safe", "mines"):
                found = unknown.intersection(near)
                (safe if sign == "safe" else mines).update(found)
                unknown -= found
                changed = True
    return safe, mines


class WindowTable:
    """Opens cells that a 3x3 window proves safe, otherwise a random undetermined cell."""

    name = "window-table"

    def __init__(self) -> None:
        self.begin(0, 0)

    def begin(self, seed: int, index: int) -> None:
        """Seed the random numbers of a game."""
        self._random = Random(f"{seed} {index}")
        self._safe: list[int] = []

    def choose(self, position: Position) -> int:
        """Return the cell to open; known safe cells come before another use of the table."""
        covered = set(position.covered)
        self._safe = [cell for cell in self._safe if cell in covered]
        if not self._safe:
            safe, mines = settled(position)
            self._safe = sorted(safe)
        if self._safe:
            return self._safe.pop(0)
        return self._random.choice([c for c in position.covered if c not in mines])
