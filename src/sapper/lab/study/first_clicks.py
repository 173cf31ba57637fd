"""Games from several first cells on the same layouts, and where the corner stops being best.

``benchmarks/first_click.py`` plays the games (``sapper.games.first_cells``). Each row has
a block of games from one first cell, compared with the same layouts from the corner.

Only the games that one of the two cells wins and the other loses count: ``only_this`` and
``only_corner``. The logarithm of their ratio (McNemar's odds ratio) is 0 where the two cells win
equally often. A weighted least-squares line through it, over the density, gives the density of that
point: the crossing, with a 95 % interval by Fieller's theorem (Fieller 1954).
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import board as make_board
from sapper.intervals import Z95, paired, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = "first_clicks.csv"
"""The file of the table in the package."""

COLUMNS = (
    "board",
    "mines",
    "strategy",
    "seed",
    "index",
    "start",
    "games",
    "wins",
    "only_this",
    "only_corner",
)
"""The columns of the table."""

NEXT = 1
"""The cell next to the corner, on every board."""

WINDOW = (0.17, 0.27)
"""The densities of the line: above them the share of the other cell rises no further."""

ALL = "all"
"""Stands for all boards together."""

_LEAST_POINTS = 3  # densities of a line

CORNER = 0
"""The first cell with which the others are compared."""


@dataclass(frozen=True, slots=True)
class FirstClickRow:
    """A block of games from one first cell."""

    board: str
    """The spec of the board, without its mines."""

    mines: int
    """The number of mines."""

    strategy: str
    """The name of the strategy."""

    seed: int
    """The seed of the games."""

    index: int
    """The number of the first game of the block; -1 if several blocks are added up."""

    start: int
    """The first cell, an index."""

    games: int
    """Number of games."""

    wins: int
    """Number of games won."""

    only_this: int
    """Number of games won from this cell and lost from the corner."""

    only_corner: int
    """Number of games lost from this cell and won from the corner."""

    @property
    def density(self) -> float:
        """Mines divided by cells."""
        return self.mines / make_board(self.board).size

    @property
    def win_rate(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the win probability."""
        return wilson(self.wins, self.games)

    @property
    def difference(self) -> float:
        """The win rate minus that from the corner."""
        return (self.only_this - self.only_corner) / self.games

    @property
    def difference_interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference (Tango 1998)."""
        return paired(self.only_this, self.only_corner, self.games)


@dataclass(frozen=True, slots=True)
class Crossing:
    """The density at which a first cell and the corner win equally often."""

    board: str
    """The spec of the board, without its mines; ``all`` if the line is that of all boards."""

    start: int
    """The first cell, an index."""

    place: tuple[int, ...]
    """Its coordinates."""

    density: float
    """The density of the crossing; nan if the line does not rise."""

    low: float
    """Lower end of the 95 % interval; -inf if it is open."""

    high: float
    """Upper end of the 95 % interval; inf if it is open."""

    chi_square: float
    """The weighted sum of squares of the line."""

    degrees: int
    """Its degrees of freedom: points minus 2."""


def read(text: str) -> list[FirstClickRow]:
    """Read rows from CSV, leaving out a last line that was cut off."""
    lines = [line for line in text.splitlines() if line.count(",") == len(COLUMNS) - 1]
    return [
        FirstClickRow(
            row["board"],
            int(row["mines"]),
            row["strategy"],
            *(int(row[name]) for name in COLUMNS[3:]),
        )
        for row in csv.DictReader(lines)
    ]


def first_clicks() -> list[FirstClickRow]:
    """Return the table that comes with the package, with the blocks of each point added up.

    >>> rows = first_clicks()
    >>> {row.start for row in rows if row.board == "8x8"}
    {0, 1, 4, 9}
    """
    return added(read(resources.files("sapper").joinpath("data", FILE).read_text("utf-8")))


def added(rows: Iterable[FirstClickRow]) -> list[FirstClickRow]:
    """Add up the blocks of each point; sort by board, mines and first cell."""
    sums: dict[tuple[str, int, str, int, int], list[int]] = {}
    for row in rows:
        total = sums.setdefault((row.board, row.mines, row.strategy, row.seed, row.start), [0] * 4)
        for at, count in enumerate((row.games, row.wins, row.only_this, row.only_corner)):
            total[at] += count
    found = [
        FirstClickRow(board, mines, strategy, seed, -1, start, *total)
        for (board, mines, strategy, seed, start), total in sums.items()
    ]
    return sorted(found, key=lambda row: (make_board(row.board).size, row.mines, row.start))


def crossings(
    rows: Iterable[FirstClickRow], low: float = WINDOW[0], high: float = WINDOW[1]
) -> list[Crossing]:
    """Return the crossing of each board and first cell, from the points between two densities.

    A line needs points at three densities or more.
    """
    groups: dict[tuple[str, int], list[FirstClickRow]] = {}
    for row in rows:
        if row.start != CORNER and low <= row.density <= high:
            groups.setdefault((row.board, row.start), []).append(row)
    return [
        _crossing(board, start, make_board(board).coordinates(start), group)
        for (board, start), group in groups.items()
        if len({row.mines for row in group}) >= _LEAST_POINTS
    ]


def common_crossing(
    rows: Iterable[FirstClickRow], low: float = WINDOW[0], high: float = WINDOW[1]
) -> Crossing:
    """Return the crossing of the cell next to the corner, with one line for all boards.

    Its chi-square tests whether the line describes all of them.
    """
    chosen = [row for row in rows if row.start == NEXT and low <= row.density <= high]
    return _crossing(ALL, NEXT, (0, NEXT), chosen)


def _crossing(
    board: str, start: int, place: tuple[int, ...], rows: list[FirstClickRow]
) -> Crossing:
    x = np.array([row.density for row in rows])
    won, lost = (
        np.array([getattr(row, name) + 0.5 for row in rows])  # 0.5 avoids infinite logarithms
        for name in ("only_this", "only_corner")
    )
    y, weight = np.log(won / lost), 1 / (1 / won + 1 / lost)
    center = float(np.average(x, weights=weight))
    moment = float((weight * (x - center) ** 2).sum())
    slope = float((weight * (x - center) * y).sum()) / moment
    level = float(np.average(y, weights=weight))
    residuals = y - level - slope * (x - center)
    ends = _fieller(level, 1 / float(weight.sum()), slope, 1 / moment)
    return Crossing(
        board,
        start,
        place,
        center - level / slope if slope > 0 else float("nan"),
        center + ends[0],
        center + ends[1],
        float((weight * residuals**2).sum()),
        len(rows) - 2,
    )


def _fieller(
    level: float, level_variance: float, slope: float, slope_variance: float
) -> tuple[float, float]:
    """The 95 % interval of -level / slope for independent normal estimates; open if unbounded."""
    a = slope**2 - Z95**2 * slope_variance
    if a <= 0 or slope <= 0:
        return -inf, inf
    b, c = level * slope, level**2 - Z95**2 * level_variance
    root = sqrt(b * b - a * c)
    return (-b - root) / a, (-b + root) / a
