"""Ambiguous patterns: two sets of mines that give the same clues in every safe cell.

The compiled core enumerates them (``core/theory/ambiguous_patterns.hpp``). The time is exponential
in the number of mines, about a factor of ten per mine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper import _core
from sapper.errors import BoardError

if TYPE_CHECKING:
    from sapper.boards import Board, Cell

MOST_MINES = 12
"""The largest number of mines of a pattern; a search for more would take days."""


@dataclass(frozen=True, slots=True, order=True)
class AmbiguousPattern:
    """Two sets of mines that give the same clues in every cell that is safe in both.

    Cells are indices, in increasing order.
    """

    first: tuple[int, ...]
    """The cells that are mined in the first set only."""

    second: tuple[int, ...]
    """The cells that are mined in the second set only."""

    common: tuple[int, ...]
    """The cells that are mined in both sets, because their clues would distinguish the sets."""

    @property
    def mines(self) -> int:
        """The number of mines in the larger set."""
        return max(len(self.first), len(self.second)) + len(self.common)

    @property
    def fewest_mines(self) -> int:
        """The number of mines in the smaller set."""
        return min(len(self.first), len(self.second)) + len(self.common)

    @property
    def disputed(self) -> tuple[int, ...]:
        """The cells that are mined in exactly one set, in increasing order."""
        return tuple(sorted((*self.first, *self.second)))


def ambiguous_patterns(
    board: Board, root: Cell, most_mines: int, *, unequal: bool = False
) -> list[AmbiguousPattern]:
    """Return all patterns of at most ``most_mines`` mines whose smallest disputed cell is ``root``.

    Both sets have equally many mines; with ``unequal``, different numbers of them, so that the mine
    count distinguishes the sets if the rest of the board is known. Each pattern is listed once,
    with the root in its first set, and none is a union of two patterns. Raises BoardError if
    ``most_mines`` is not from 1 to ``MOST_MINES``.

    >>> from sapper.boards import grid
    >>> (square,) = ambiguous_patterns(grid(31, 31), (15, 15), 6)
    >>> square.mines, square.first, square.second
    (6, (480, 512), (481, 511))
    >>> (enclosed,) = ambiguous_patterns(grid(31, 31, "rook"), (15, 15), 5, unequal=True)
    >>> enclosed.mines, enclosed.first, enclosed.second, enclosed.common
    (5, (480,), (), (449, 479, 481, 511))
    """
    if not 1 <= most_mines <= MOST_MINES:
        raise BoardError(f"patterns of 1 to {MOST_MINES} mines are found, not of {most_mines}")
    cell = board.cell(root)
    search = _core.AmbiguitySearch(board.graph, most_mines, unequal)
    found = search.patterns(cell)
    return [
        AmbiguousPattern(tuple(each.first), tuple(each.second), tuple(each.common))
        for each in found
    ]
