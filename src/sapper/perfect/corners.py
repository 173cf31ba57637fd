"""Games in which a corner is not the best first cell, by the table of small boards."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from sapper.perfect.small_board_table import SmallBoard

CORNER = 0
"""The cell that represents all corners of a grid."""


@dataclass(frozen=True, slots=True)
class BetterCell:
    """A game in which perfect play wins more from another first cell than from a corner."""

    mines: int
    """The number of mines."""

    start: int
    """The best first cell."""

    gain: Fraction
    """Win probability from this cell minus that from the corner."""


@dataclass(frozen=True, slots=True)
class CornerLimit:
    """The games of one board in which the corner is not the best first cell."""

    board: str
    """The spec of the board, without its mines."""

    mines: tuple[int, ...]
    """The numbers of mines in the table."""

    better: tuple[BetterCell, ...]
    """The games in which another first cell is better, by number of mines."""

    @property
    def greatest(self) -> BetterCell | None:
        """The game in which the corner loses most; None if it is always best."""
        return max(self.better, key=lambda cell: cell.gain, default=None)


def corner_limits(rows: Iterable[SmallBoard]) -> list[CornerLimit]:
    """Return, for every board of a table, the games in which the corner is not the best first cell.

    >>> from sapper.perfect import small_boards
    >>> limits = {limit.board: limit for limit in corner_limits(small_boards())}
    >>> [(cell.mines, cell.start, str(cell.gain)) for cell in limits["3x3"].better][:2]
    [(2, 1, '1/28'), (4, 1, '1/70')]
    """
    games: dict[str, dict[int, list[SmallBoard]]] = {}
    for row in rows:
        games.setdefault(row.board, {}).setdefault(row.mines, []).append(row)
    return [
        CornerLimit(board, tuple(by_mines), tuple(_better(by_mines)))
        for board, by_mines in games.items()
    ]


def _better(by_mines: dict[int, list[SmallBoard]]) -> Iterable[BetterCell]:
    for mines, rows in by_mines.items():
        corner = next(row for row in rows if row.start == CORNER)
        best = max(rows, key=lambda row: row.probability)
        if best.probability > corner.probability:
            yield BetterCell(mines, best.start, best.probability - corner.probability)


@dataclass(frozen=True, slots=True)
class Shortfall:
    """The shortfall of a strategy from perfect play on one board, with the first click in a corner.

    The shortfall in a game is the share of the layouts won by perfect play that the strategy loses.
    """

    board: str
    """The spec of the board, without its mines."""

    strategy: str
    """The name of the strategy."""

    games: int
    """The number of games, one per number of mines, in which its value is known."""

    mean: float
    """The mean shortfall over these games."""

    most: float
    """The greatest shortfall of these games."""

    mines: int
    """The number of mines of the game with the greatest shortfall."""


def shortfalls(rows: Iterable[SmallBoard]) -> list[Shortfall]:
    """Return the mean and the greatest shortfall of every strategy on every board of a table.

    >>> from sapper.perfect import small_boards
    >>> wanted = ("3x3", "pseq-d256")
    >>> next(s for s in shortfalls(small_boards()) if (s.board, s.strategy) == wanted).most
    0.0
    """
    found: dict[tuple[str, str], dict[int, float]] = {}
    for row in rows:
        for strategy in row.wins if row.start == CORNER else ():
            lost = row.shortfall(strategy)
            if lost is not None:
                found.setdefault((row.board, strategy), {})[row.mines] = float(lost)
    return [
        Shortfall(
            board,
            strategy,
            len(lost),
            fmean(lost.values()),
            max(lost.values()),
            max(lost, key=lambda mines: lost[mines]),
        )
        for (board, strategy), lost in found.items()
    ]
