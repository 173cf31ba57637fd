"""Strips (boards of few rows): closed forms for one and two rows, forced guesses for more.

**One row.** An opened cell shows whether the next cell holds a mine, so a player proceeds to the
next mine and has to guess behind it. The strategy that always guesses the cell directly behind the
mine (the walk) wins exactly the layouts in which no two mines are adjacent, except for a run at the
far end, which follows from the mine count. With m mines on q cells, the first of them opened and
safe, it wins

    sum over k <= m of C(q - 1 - m, k)   out of   C(q - 1, m) layouts,

approximately exp(-q p^2 - q p^3 + p) at density p. ``pseq`` plays this walk. Perfect play wins
more, because it can leave a gap covered and resolve it at the end by the mine count.

**Two rows.** The two cells of a column have the same neighbours, so a column with one mine is a
coin flip for every player, unless the first click opened one of its cells. No player wins more than

    the coefficient of x^m in (1 + x) (1 + x + x^2)^(q - 1)   out of   C(2q - 1, m) layouts.

**More rows.** The core enumerates the ambiguous patterns per column. With 2, 5, 8, ... rows (two
more than a multiple of 3) there is one without common mines: mines in rows 0, 3, 6, ... of a column
look like mines in rows 1, 4, 7, ... So five rows need two mines for a forced guess, four and six
rows need four. In addition there are walls: r mines that cross all r rows, each a neighbour of the
next, separate the rest of the board, and the guess behind a wall fails with probability p. The win
rate follows from both, to leading order.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from math import comb, exp
from typing import TYPE_CHECKING, Any

from sapper.analysis.ambiguity import ambiguous_patterns
from sapper.boards import lattice
from sapper.errors import BoardError, GameError, TheoryError
from sapper.files import write
from sapper.games.deals import check_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

STRIP_FILE = "strip_patterns.csv"
"""The file of the strip patterns that come with the package; ``make patterns`` recomputes it."""

MOST_MINES = {1: 6, 2: 6, 3: 7, 4: 7, 5: 6, 6: 6, 7: 6, 8: 6}
"""The mine limit of the patterns that come with the package, keyed by number of rows."""

_LENGTH = 41


def row_win_rate(length: int, mines: int) -> Fraction:
    """Return the exact win rate of the walk on one row, if its first cell is safe.

    >>> row_win_rate(5, 2), round(float(row_win_rate(1000, 26)), 4)
    (Fraction(2, 3), 0.5134)
    """
    _check(length, mines, length - 1)
    return Fraction(
        sum(comb(length - 1 - mines, k) for k in range(mines + 1)), comb(length - 1, mines)
    )


def row_approximation(length: int, density: float) -> float:
    """Return the approximate win rate of the walk on a long row.

    >>> round(row_approximation(1000, 0.026), 4)
    0.513
    """
    _check_density(density)
    return exp(-length * density**2 - length * density**3 + density)


def pair_bound(length: int, mines: int) -> Fraction:
    """Return an upper bound on the win rate on two rows if the first click is safe in a corner.

    >>> pair_bound(10, 1), pair_bound(3, 3)
    (Fraction(10, 19), Fraction(1, 2))
    """
    _check(length, mines, 2 * length - 1)
    ways = [1, 1]  # coefficients by number of mines, truncated at `mines`
    for _ in range(length - 1):
        terms = min(len(ways) + 2, mines + 1)
        ways = [sum(ways[max(0, k - 2) : k + 1]) for k in range(terms)]
    return Fraction(ways[mines], comb(2 * length - 1, mines))


@dataclass(frozen=True, slots=True)
class StripCensus:
    """The ambiguous patterns of a strip, per column."""

    rows: int
    """Number of rows of the strip."""

    most_mines: int
    """The census is complete up to this number of mines."""

    patterns: Mapping[tuple[int, int], int]
    """Number of patterns per column, keyed by (mines, cells mined in the first case only)."""

    def forced(self, length: int, density: float) -> float:
        """Return the mean number of patterns on a strip, without corrections for its ends.

        >>> round(strip_census(5).forced(1000, 0.03), 2)
        1.71
        """
        _check_density(density)
        return length * sum(
            count * 2 * density**mines * (1 - density) ** disputed
            for (mines, disputed), count in self.patterns.items()
        )

    def walls(self, length: int, density: float) -> float:
        """Return the mean number of walls, with one mine per row."""
        _check_density(density)
        return float(length * 3 ** (self.rows - 1) * density**self.rows)

    def win_rate(self, length: int, density: float) -> float:
        """Return the approximate win rate if patterns and walls are the only guesses."""
        loss = self.forced(length, density) / 2 + self.walls(length, density) * density
        return exp(-loss)

    def density(self, length: int, rate: float = 0.5) -> float:
        """Return the density at which ``win_rate`` equals ``rate``.

        >>> [round(strip_census(rows).density(10_000), 4) for rows in (4, 5, 6)]
        [0.0585, 0.0084, 0.0642]
        """
        return _solved(lambda density: self.win_rate(length, density), rate)

    def summary(self) -> str:
        """Return the census as one line."""
        sizes: dict[int, int] = {}
        for (mines, _), count in self.patterns.items():
            sizes[mines] = sizes.get(mines, 0) + count
        counts = ", ".join(f"{count} of {mines} mines" for mines, count in sorted(sizes.items()))
        return f"{self.rows} rows: {counts or 'none'}"


def strip_census(rows: int) -> StripCensus:
    """Return the patterns of a strip that come with the package.

    >>> print(strip_census(5).summary())
    5 rows: 1 of 2 mines, 8 of 4 mines, 12 of 5 mines, 194 of 6 mines
    """
    shipped = _shipped()
    if rows not in shipped:
        raise BoardError(
            f"the patterns of strips of 1 to {max(shipped)} rows are known, not {rows}"
        )
    return shipped[rows]


def take_strip_census(rows: int, most_mines: int) -> StripCensus:
    """Find all patterns of at most ``most_mines`` mines on a strip.

    >>> print(take_strip_census(2, 2).summary())
    2 rows: 1 of 1 mines, 2 of 2 mines
    """
    board = lattice("grid", (rows, _LENGTH))
    found: dict[tuple[int, int], int] = {}
    for row in range(rows):
        for pattern in ambiguous_patterns(board, (row, _LENGTH // 2), most_mines):
            key = pattern.mines, len(pattern.first)
            found[key] = found.get(key, 0) + 1
    return StripCensus(rows, most_mines, dict(sorted(found.items())))


def write_strip_census(path: str) -> None:
    """Recompute the patterns that come with the package and write them to a file."""
    with io.StringIO() as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["rows", "mines", "disputed", "count"])
        for rows, most_mines in MOST_MINES.items():
            for (mines, disputed), count in take_strip_census(rows, most_mines).patterns.items():
                writer.writerow([rows, mines, disputed, count])
        write(path, stream.getvalue())


@lru_cache(maxsize=1)
def _shipped() -> dict[int, StripCensus]:
    text = resources.files("sapper").joinpath("data", STRIP_FILE).read_text(encoding="utf-8")
    found: dict[int, dict[tuple[int, int], int]] = {rows: {} for rows in MOST_MINES}
    for row in csv.DictReader(text.splitlines()):
        key = int(row["mines"]), int(row["disputed"])
        found[int(row["rows"])][key] = int(row["count"])
    return {rows: StripCensus(rows, MOST_MINES[rows], each) for rows, each in found.items()}


def _solved(rate_at: Callable[[float], float], rate: float) -> float:
    if not 0 < rate < 1:
        raise TheoryError(f"a share of games is between 0 and 1, not {rate!r}")
    low, high = 0.0, 0.5
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if rate_at(middle) > rate else (low, middle)
    return high


def _check(length: int, mines: int, most: int) -> None:
    check_whole(length, "the length", 1)
    check_whole(mines, "the number of mines", 0)
    if mines > most:
        raise GameError(f"there is room for {most} mines, not {mines}")


def _check_density(density: Any) -> None:
    if not 0 < density < 1:
        raise TheoryError(f"a density is between 0 and 1, not {density!r}")
