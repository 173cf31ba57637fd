"""Mines that nothing which can be opened tells from others: the search of the core.

The time is exponential in the number of mines, about ten times more for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper import _core
from sapper.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.boards import Board

MOST_MINES = 12
"""Patterns of more mines are not looked for: it would take days."""


@dataclass(frozen=True, slots=True, order=True)
class AmbiguousPattern:
    """Two sets of mines that look alike from every cell that can be opened."""

    first: tuple[int, ...]
    """The cells that are mined in the first case only."""

    second: tuple[int, ...]
    """The cells that are mined in the second case only, as many."""

    common: tuple[int, ...]
    """The cells that would tell the cases apart, and therefore must be mined in both."""

    @property
    def mines(self) -> int:
        """The mines in either case."""
        return len(self.first) + len(self.common)

    @property
    def disputed(self) -> tuple[int, ...]:
        """The cells that are mined in one case only."""
        return tuple(sorted((*self.first, *self.second)))


def ambiguous_patterns(
    board: Board, root: int | Sequence[int], most_mines: int
) -> list[AmbiguousPattern]:
    """Return all patterns of at most so many mines whose least disputed cell is the root.

    Each is listed once, with the root in its first set, and none can be split into two.

    >>> from sapper.boards import grid
    >>> (square,) = ambiguous_patterns(grid(31, 31), (15, 15), 6)
    >>> square.mines, square.first, square.second
    (6, (480, 512), (481, 511))
    """
    if not 1 <= most_mines <= MOST_MINES:
        raise BoardError(f"patterns of 1 to {MOST_MINES} mines are found, not of {most_mines}")
    cell = board.cell(root)
    search = _core.AmbiguitySearch(board.graph, most_mines)
    found = search.patterns(cell)
    return [
        AmbiguousPattern(tuple(each.first), tuple(each.second), tuple(each.common))
        for each in found
    ]
