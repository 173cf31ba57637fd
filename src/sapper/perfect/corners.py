"""Where a corner stops being the best first cell, by the table of small boards."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from sapper.perfect.small_board_table import SmallBoard

CORNER = 0
"""The first cell that stands for all corners of a grid."""


@dataclass(frozen=True, slots=True)
class BetterCell:
    """A game in which perfect play wins more from another first cell than from a corner."""

    mines: int
    """The number of mines."""

    start: int
    """The best first cell."""

    gain: Fraction
    """By how much its chance of winning exceeds that of the corner."""


@dataclass(frozen=True, slots=True)
class CornerLimit:
    """What the table says of the corner of one board."""

    board: str
    """The spec of the board, without its mines."""

    mines: tuple[int, ...]
    """The numbers of mines that the table has."""

    better: tuple[BetterCell, ...]
    """The games in which another first cell is better, by mines."""

    @property
    def greatest(self) -> BetterCell | None:
        """The game in which the corner loses most; None where it is always best."""
        return max(self.better, key=lambda cell: cell.gain, default=None)


def corner_limits(rows: Iterable[SmallBoard]) -> list[CornerLimit]:
    """Return for every board of a table where its corner is not the best first cell.

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
    """How far a strategy is from perfect play on one board, from the corner."""

    board: str
    """The spec of the board, without its mines."""

    strategy: str
    """The name of the strategy."""

    games: int
    """Numbers of mines for which its value is known."""

    mean: float
    """The share of what perfect play wins that it loses, on average over these."""

    most: float
    """The greatest of these shares."""

    mines: int
    """Where it loses that."""


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
