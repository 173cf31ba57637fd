"""Boards of few rows: closed forms for one and two, and for more what forces guesses there.

**One row.** An opened cell tells whether the next one holds a mine, so a player walks on to the
next mine and has to guess what lies behind it. Whoever guesses the very next cell wins exactly the
layouts in which no two mines are adjacent, but for a run at the far end, which the mine count
tells. With m mines on q cells, the first of them opened and safe, that is

    sum over k <= m of C(q - 1 - m, k), of C(q - 1, m) layouts,

about exp(-q p^2 - q p^3 + p) at density p. That is exact for this walk, which is also what ``pseq``
plays; perfect play wins more, as it may leave a gap open and fill it at the end by the mine count.

**Two rows.** The two cells of a column have the same neighbours, so a column with one mine is a
coin flip for every player, unless the first click opened one of its cells. No player wins more than

    the coefficient of x^m in (1 + x) (1 + x + x^2)^(q - 1), of C(2q - 1, m) layouts.

**More rows.** Patterns that nothing tells apart are found by the core, column by column. Where the
rows number 2, 5, 8, ... (two more than a multiple of 3) there is one that needs no wall at all:
mines in rows 0, 3, 6, ... of a column look like mines in rows 1, 4, 7, ... So five rows need two
mines for a guess, where four and six need four. To this comes the wall: p mines across all p rows,
each in touch with the next, close the rest of the board off, and the guess behind it fails with
chance p. Both together, to leading order, say how many games are won.
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
"""The patterns of strips that come with the package; ``make patterns`` finds them again."""

MOST_MINES = {1: 6, 2: 6, 3: 7, 4: 7, 5: 6, 6: 6, 7: 6, 8: 6}
"""By rows: the most mines of the patterns that come with the package."""

_LENGTH = 41


def row_win_rate(length: int, mines: int) -> Fraction:
    """Return how many games on one row the walk wins, from its first cell, which is safe.

    >>> row_win_rate(5, 2), round(float(row_win_rate(1000, 26)), 4)
    (Fraction(2, 3), 0.5134)
    """
    _check(length, mines, length - 1)
    return Fraction(
        sum(comb(length - 1 - mines, k) for k in range(mines + 1)), comb(length - 1, mines)
    )


def row_approximation(length: int, density: float) -> float:
    """Return about how many games on a long row the walk wins.

    >>> round(row_approximation(1000, 0.026), 4)
    0.513
    """
    _check_density(density)
    return exp(-length * density**2 - length * density**3 + density)


def pair_bound(length: int, mines: int) -> Fraction:
    """Return what no player exceeds on two rows with the first click safe in a corner.

    >>> pair_bound(10, 1), pair_bound(3, 3)
    (Fraction(10, 19), Fraction(1, 2))
    """
    _check(length, mines, 2 * length - 1)
    ways = [1, 1]  # by mines, no more of them than are asked for
    for _ in range(length - 1):
        known = min(len(ways) + 2, mines + 1)
        ways = [sum(ways[max(0, k - 2) : k + 1]) for k in range(known)]
    return Fraction(ways[mines], comb(2 * length - 1, mines))


@dataclass(frozen=True, slots=True)
class StripCensus:
    """The patterns of a strip, column by column."""

    rows: int
    """The rows of the strip."""

    most_mines: int
    """All patterns of at most so many mines are in it."""

    patterns: Mapping[tuple[int, int], int]
    """By mines, and by cells mined in the first case only: how many begin in a column."""

    def forced(self, length: int, density: float) -> float:
        """Return the mean number of patterns on a strip, its ends left out of account.

        >>> round(strip_census(5).forced(1000, 0.03), 2)
        1.71
        """
        _check_density(density)
        return length * sum(
            count * 2 * density**mines * (1 - density) ** disputed
            for (mines, disputed), count in self.patterns.items()
        )

    def walls(self, length: int, density: float) -> float:
        """Return the mean number of walls of as many mines as rows."""
        _check_density(density)
        return float(length * 3 ** (self.rows - 1) * density**self.rows)

    def win_rate(self, length: int, density: float) -> float:
        """Return about how many games are won, by patterns and walls alone."""
        loss = self.forced(length, density) / 2 + self.walls(length, density) * density
        return exp(-loss)

    def density(self, length: int, rate: float = 0.5) -> float:
        """Return the density at which a share of the games would be won.

        >>> [round(strip_census(rows).density(10_000), 4) for rows in (4, 5, 6)]
        [0.0585, 0.0084, 0.0642]
        """
        return _solved(lambda density: self.win_rate(length, density), rate)

    def summary(self) -> str:
        """Return the census as a line."""
        sizes: dict[int, int] = {}
        for (mines, _), count in self.patterns.items():
            sizes[mines] = sizes.get(mines, 0) + count
        told = ", ".join(f"{count} of {mines} mines" for mines, count in sorted(sizes.items()))
        return f"{self.rows} rows: {told or 'none'}"


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
    """Find all patterns of at most so many mines on a strip.

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
    """Find the patterns that come with the package again, and write them to a file."""
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
