"""Compute ``src/sapper/data/small_boards.csv``: strategies compared with perfect play.

    python tools/small_boards.py [--largest 5x5] [--longer 3x6,6x6] [--layouts N] [--output FILE]

One line per grid, number of mines and first cell up to symmetry; games with few layouts come first.
Each game is written as soon as it is done, and an interrupted run continues from the rows of the
file. The defaults take about an hour; the shipped table also has some larger games.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sapper.cli.progress import bar
from sapper.perfect import small_board_table as table

OUTPUT = Path(__file__).parent.parent / "src" / "sapper" / "data" / table.FILE


def main() -> None:
    """Read the options and compute the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--largest", default=table.LARGEST, help="all grids that fit in this one")
    parser.add_argument("--longer", default=",".join(table.LONGER), help="further grids")
    parser.add_argument("--layouts", type=int, default=table.MOST_LAYOUTS, help="limit per game")
    parser.add_argument("--strategies", default=",".join(table.STRATEGIES))
    parser.add_argument("--memory", type=int, default=2048, help="limit of the search in MB")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write or complete")
    asked = parser.parse_args()
    games = table.specs(asked.largest, filter(None, asked.longer.split(",")), asked.layouts)
    names = asked.strategies.split(",")
    with bar("boards", len(games), "boards") as progress:
        table.make(games, names, path=asked.output, memory=asked.memory << 20, progress=progress)


if __name__ == "__main__":
    main()
