"""The upper bound for every player on solved boards, from all layouts of each.

``benchmarks/upper_bounds.py --small`` computes the table and checks that perfect play is below it.
"""

from __future__ import annotations

import csv
from fractions import Fraction
from importlib import resources

FILE = "small_board_bounds.csv"
"""The file of the table in the package."""

COLUMNS = ("board", "mines", "start", "bound")
"""The columns of the table."""

Game = tuple[str, int, int]
"""The spec of a board without its mines, the number of mines, and the first cell."""


def read(text: str) -> dict[Game, Fraction]:
    r"""Read bounds by game from CSV, leaving out a last line that was cut off.

    >>> read("board,mines,start,bound\n3x3,3,0,5/8\n3x3,")
    {('3x3', 3, 0): Fraction(5, 8)}
    """
    lines = [line for line in text.splitlines() if line.count(",") == len(COLUMNS) - 1]
    return {
        (row["board"], int(row["mines"]), int(row["start"])): Fraction(row["bound"])
        for row in csv.DictReader(lines)
    }


def small_board_bounds() -> dict[Game, Fraction]:
    """Return the table that comes with the package: the bound with a safe first click.

    >>> small_board_bounds()["4x4", 5, 0]
    Fraction(90, 143)
    """
    return read(resources.files("sapper").joinpath("data", FILE).read_text("utf-8"))
