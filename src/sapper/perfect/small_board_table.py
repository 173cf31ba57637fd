"""How far from perfect the strategies are, exactly, on every small board.

For each board and number of mines, with the first click safe: the layouts that perfect play and
each strategy win, from the corner and from the best first cell. ``sapper values`` makes the table;
the one of all boards up to 4x5 comes with the package.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from typing import TYPE_CHECKING, Any

from sapper.boards import parse_spec
from sapper.errors import SpecError
from sapper.perfect.perfect_play import optimal
from sapper.perfect.values import strategy_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STRATEGIES = ("perimeter", "pseq", "best")
"""The strategies of the table."""

LARGEST = "4x5"
"""The largest board of the table."""

FILE = "small_boards.csv"
_FIXED = ("board", "mines", "start", "layouts", "optimal")


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """One row: what is won of all layouts with the first cell safe."""

    board: str
    """The spec of the board, without its mines."""

    mines: int
    """The number of mines."""

    start: int
    """The first cell."""

    layouts: int
    """Layouts that can be dealt."""

    optimal: int
    """Layouts that perfect play wins."""

    wins: dict[str, Fraction]
    """By strategy: layouts that it wins, on average over its lots."""

    def shortfall(self, strategy: str) -> Fraction:
        """Return the share of what perfect play wins that a strategy loses."""
        return 1 - self.wins[strategy] / self.optimal

    def row(self) -> list[str]:
        """Return the row as text."""
        fixed = [self.board, self.mines, self.start, self.layouts, self.optimal]
        return [str(value) for value in [*fixed, *self.wins.values()]]

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        fixed = {name: getattr(self, name) for name in _FIXED}
        return {**fixed, **{name: str(wins) for name, wins in self.wins.items()}}


def specs(largest: str = LARGEST) -> list[tuple[str, int]]:
    """List every grid that fits into the largest, either way up once, with every number of mines.

    >>> specs("2x2")
    [('1x2', 1), ('2x2', 1), ('2x2', 2), ('2x2', 3)]
    """
    spec = parse_spec(largest)
    if spec.kind != "grid" or len(spec.shape) != 2 or spec.mines is not None:
        raise SpecError(f"the largest board is a grid without mines such as 4x5, not {largest!r}")
    rows, columns = sorted(spec.shape)
    return [
        (f"{r}x{c}", mines)
        for r in range(1, rows + 1)
        for c in range(r, columns + 1)
        for mines in range(1, r * c)
    ]


def evaluate(
    board: str, mines: int, strategies: Iterable[str] = STRATEGIES
) -> Iterator[SmallBoard]:
    """Yield the row of the corner, and that of the best first cell if it is another.

    >>> [row.row() for row in evaluate("2x3", 2)]
    [['2x3', '2', '0', '10', '5', '13/3', '5', '5']]
    """
    perfect = optimal(f"{board}/{mines}")
    strategies = list(strategies)
    for start in dict.fromkeys([0, perfect.start]):
        click = perfect.first_clicks[start]
        wins = {
            name: strategy_value(f"{board}/{mines}", name, start=start).wins for name in strategies
        }
        yield SmallBoard(board, mines, start, click.layouts, click.wins, wins)


def header(strategies: Iterable[str]) -> list[str]:
    """Return the names of the columns."""
    return [*_FIXED, *strategies]


def read(text: str) -> list[SmallBoard]:
    """Read a table from CSV."""
    return [
        SmallBoard(
            row["board"],
            int(row["mines"]),
            int(row["start"]),
            int(row["layouts"]),
            int(row["optimal"]),
            {name: Fraction(row[name]) for name in row if name not in _FIXED},
        )
        for row in csv.DictReader(text.splitlines())
    ]


def small_boards() -> list[SmallBoard]:
    """Return the table that comes with the package.

    >>> [row.optimal for row in small_boards() if (row.board, row.mines) == ("4x4", 4)]
    [949, 961]
    """
    text = resources.files("sapper").joinpath("data", FILE).read_text(encoding="utf-8")
    return read(text)
