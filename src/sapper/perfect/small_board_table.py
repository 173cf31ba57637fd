"""The table of small boards: exact values of strategies and of perfect play.

For each board, number of mines and first cell, up to symmetry and with a safe first click: the
numbers of layouts that perfect play and each strategy win. ``sapper values`` computes such tables.
The package contains that of all grids up to 5x5 and of some longer ones, for the numbers of mines
with few layouts.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from math import comb
from typing import TYPE_CHECKING, Any

from sapper import files
from sapper.boards import board as make_board
from sapper.boards import parse_spec
from sapper.errors import NotationError, SpecError, TooHardError
from sapper.perfect.perfect_play import first_cells, optimal
from sapper.perfect.values import strategy_value
from sapper.strategies.perfect_search import MEMORY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sapper.perfect.perfect_play import FirstClick
    from sapper.progress import Progress

STRATEGIES = ("perimeter", "infer-guess", "pseq", "pseq-d256")
"""The strategies of the table."""

LARGEST = "5x5"
"""The table contains every grid that fits into this one."""

LONGER = ("3x6", "3x7", "3x8", "3x9", "3x10", "4x6", "5x6", "6x6")
"""Further grids in the table."""

MOST_LAYOUTS = 130_000
"""The table contains all games with at most this many layouts, and some others."""

MOST_LAYOUTS_OF_RANDOMISED = 100_000
"""A randomised strategy is not evaluated in games with more layouts."""

MOST_WINS_OF_RANDOMISED = 15_000
"""A randomised strategy is not evaluated in games of which perfect play wins more layouts."""

RANDOMISED = ("perimeter", "random", "basic", "frontier", "entropy", "perimeter-entropy")
"""The strategies that break ties at random, whose game trees are many times larger than others."""

FILE = "small_boards.csv"
_FIXED = ("board", "mines", "start", "layouts", "optimal")


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """One row of the table: the layouts won in a game, of all those with a safe first cell."""

    board: str
    """The spec of the board, without its mines."""

    mines: int
    """The number of mines."""

    start: int
    """The first cell, the lowest of its orbit under the symmetries of the board."""

    layouts: int
    """Layouts that can be dealt."""

    optimal: int
    """Layouts that perfect play wins."""

    wins: dict[str, Fraction | None]
    """By strategy: the expected number of layouts that it wins; None if too hard to compute."""

    @property
    def probability(self) -> Fraction:
        """The probability that perfect play wins."""
        return Fraction(self.optimal, self.layouts)

    def shortfall(self, strategy: str) -> Fraction | None:
        """Return the share of the layouts won by perfect play that a strategy loses, or None."""
        wins = self.wins[strategy]
        return None if wins is None else 1 - wins / self.optimal

    def row(self) -> list[str]:
        """Return the row as strings."""
        fixed = [self.board, self.mines, self.start, self.layouts, self.optimal]
        wins = ["" if wins is None else str(wins) for wins in self.wins.values()]
        return [*map(str, fixed), *wins]

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain values."""
        fixed = {name: getattr(self, name) for name in _FIXED}
        wins = {name: None if wins is None else str(wins) for name, wins in self.wins.items()}
        return {**fixed, **wins}


def specs(
    largest: str = LARGEST, longer: Iterable[str] = LONGER, most_layouts: int = MOST_LAYOUTS
) -> list[tuple[str, int]]:
    """List the games of a table: every grid that fits into the largest one, and the longer ones.

    Each grid appears in one orientation, with every number of mines that gives at most
    ``most_layouts`` layouts. Games are sorted by their number of layouts.

    >>> specs("2x2", [])
    [('1x2', 1), ('2x2', 1), ('2x2', 3), ('2x2', 2)]
    >>> specs("1x1", ["2x3"], most_layouts=10)
    [('2x3', 1), ('2x3', 5)]
    """
    rows, columns = _sides(largest)
    sides = [(r, c) for r in range(1, rows + 1) for c in range(r, columns + 1)]
    sides = list(dict.fromkeys([*sides, *map(_sides, longer)]))
    games = [
        (comb(r * c, mines), (r, c), mines)
        for r, c in sides
        for mines in range(1, r * c)
        if comb(r * c, mines) <= most_layouts
    ]
    return [(f"{r}x{c}", mines) for _, (r, c), mines in sorted(games)]


def _sides(text: str) -> tuple[int, int]:
    spec = parse_spec(text)
    if spec.kind != "grid" or len(spec.shape) != 2 or spec.mines is not None:
        raise SpecError(f"a board of the table is a grid without mines such as 4x5, not {text!r}")
    rows, columns = sorted(spec.shape)
    return rows, columns


def starts(board: str) -> list[int]:
    """List the first cells of the table for a board: one per orbit of its symmetries.

    >>> starts("3x3")
    [0, 1, 4]
    """
    return first_cells(make_board(board))


def evaluate(
    board: str, mines: int, strategies: Sequence[str] = STRATEGIES, memory: int = MEMORY
) -> list[SmallBoard]:
    """Return the rows of a game, one per first cell.

    >>> for row in evaluate("2x3", 2):
    ...     print(*row.row())
    2x3 2 0 10 5 13/3 4 5 5
    2x3 2 1 10 4 16/5 3 4 4
    """
    perfect = optimal(f"{board}/{mines}", memory=memory)
    return [
        SmallBoard(
            board,
            mines,
            start,
            click.layouts,
            click.wins,
            {name: _wins(f"{board}/{mines}", start, click, name) for name in strategies},
        )
        for start, click in perfect.first_clicks.items()
    ]


def _wins(game: str, start: int, perfect: FirstClick, name: str) -> Fraction | None:
    """Return the expected number of layouts that a strategy wins; None if it is too hard."""
    hard = perfect.layouts > MOST_LAYOUTS_OF_RANDOMISED or perfect.wins > MOST_WINS_OF_RANDOMISED
    if name in RANDOMISED and hard:
        return None
    try:
        return strategy_value(game, name, start=start).wins
    except TooHardError:
        return None


def make(
    games: Sequence[tuple[str, int]],
    strategies: Sequence[str] = STRATEGIES,
    *,
    path: Path | None = None,
    memory: int = MEMORY,
    progress: Progress | None = None,
) -> list[SmallBoard]:
    """Return the rows of several games.

    With ``path`` each game is appended to that file as soon as it is done, and games whose rows are
    all in the file are not computed again, so that an interrupted run can be resumed. NotationError
    if the file is not a table of these strategies.
    """
    names = header(strategies)
    found = [] if path is None or not files.is_file(path) else _complete(path, names)
    if path is not None:
        files.write(path, csv_text([names, *(row.row() for row in found)]))
    known = {(row.board, row.mines) for row in found}
    for done, (board, mines) in enumerate(games):
        if progress is not None:
            progress(done, len(games))
        if (board, mines) not in known:
            rows = evaluate(board, mines, strategies, memory)
            if path is not None:
                with files.explained(path), path.open("a", encoding="utf-8") as stream:
                    stream.write(csv_text([row.row() for row in rows]))
            found += rows
    return found


def _complete(path: Path, names: list[str]) -> list[SmallBoard]:
    """Return the rows of a file, leaving out games of which some first cells are missing."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise NotationError(f"cannot read {str(path)!r}: {error}") from None
    if lines and lines[0].split(",") != names:
        raise NotationError(f"{str(path)!r} is not a table of {', '.join(names[len(_FIXED) :])}")
    whole = [line for line in lines if line.count(",") == len(names) - 1]
    try:
        rows = read("\n".join(whole))
    except ValueError:
        raise NotationError(f"{str(path)!r} holds a row that is not one of this table") from None
    cells: dict[tuple[str, int], list[int]] = {}
    for row in rows:
        cells.setdefault((row.board, row.mines), []).append(row.start)
    return [row for row in rows if cells[row.board, row.mines] == starts(row.board)]


def csv_text(rows: Iterable[list[str]]) -> str:
    r"""Return rows as CSV.

    >>> csv_text([["board", "mines"], ["2x2", "1"]])
    'board,mines\n2x2,1\n'
    """
    return "".join(",".join(row) + "\n" for row in rows)


def header(strategies: Iterable[str]) -> list[str]:
    """Return the names of the columns."""
    return [*_FIXED, *strategies]


def read(text: str) -> list[SmallBoard]:
    r"""Read a table from CSV.

    >>> [row.wins for row in read("board,mines,start,layouts,optimal,pseq\n2x3,2,0,10,5,")]
    [{'pseq': None}]
    """
    return [
        SmallBoard(
            row["board"],
            int(row["mines"]),
            int(row["start"]),
            int(row["layouts"]),
            int(row["optimal"]),
            {name: _fraction(row[name]) for name in row if name not in _FIXED},
        )
        for row in csv.DictReader(text.splitlines())
    ]


def _fraction(text: str) -> Fraction | None:
    return Fraction(text) if text else None


def small_boards() -> list[SmallBoard]:
    """Return the table that comes with the package, by board, mines and first cell.

    >>> {row.start: row.optimal for row in small_boards() if (row.board, row.mines) == ("4x4", 4)}
    {0: 949, 1: 961, 5: 914}
    """
    text = resources.files("sapper").joinpath("data", FILE).read_text(encoding="utf-8")
    return sorted(read(text), key=lambda row: (_sides(row.board), row.mines, row.start))
