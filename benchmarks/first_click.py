"""Where the corner stops being the best first click: paired games from several first cells.

    python benchmarks/first_click.py [--boards SPEC ...] [--rounds N] [--output FILE]

On every board and at every density the same layouts are played from the corner and from other first
cells, with a safe first click (``sapper.games.first_cells``). Each round plays a block of
games at every point and appends one row per first cell to the file. An interrupted run continues
with the points that are missing, and more rounds add games.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sapper import files
from sapper.games.first_cells import compare_first_cells
from sapper.lab.study import first_clicks

OUTPUT = Path(first_clicks.__file__).parents[2] / "data" / first_clicks.FILE
BOARDS = ("6x6", "8x8", "10x10", "12x12", "16x16")
DENSITIES = (0.18, 0.20, 0.22, 0.24, 0.26, 0.28, 0.30)


def starts(side: int) -> list[int]:
    """The corner, the cell next to it, the middle of the edge, and the interior cell (1, 1)."""
    return [0, 1, side // 2, side + 1]


def main() -> None:
    """Play the missing blocks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", nargs="+", default=BOARDS, help="squares, without mines")
    parser.add_argument("--densities", nargs="+", type=float, default=DENSITIES)
    parser.add_argument("--strategy", default="network")
    parser.add_argument("--games", type=int, default=2_500, help="games per block")
    parser.add_argument("--rounds", type=int, default=4, help="blocks per point")
    parser.add_argument("--seed", type=int, default=20_261_160)
    parser.add_argument("--threads", type=int, help="default: all cores")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    asked = parser.parse_args()
    if not files.is_file(asked.output):
        files.write(asked.output, ",".join(first_clicks.COLUMNS) + "\n")
    text = asked.output.read_text(encoding="utf-8")
    done = {
        (row.board, row.mines, row.strategy, row.seed, row.index) for row in first_clicks.read(text)
    }
    for block in range(asked.rounds):
        for board in asked.boards:
            side = int(board.partition("x")[0])
            for mines in sorted({round(density * side * side) for density in asked.densities}):
                index = block * asked.games
                if (board, mines, asked.strategy, asked.seed, index) in done:
                    continue
                found = compare_first_cells(
                    f"{board}/{mines}",
                    starts(side),
                    asked.strategy,
                    asked.games,
                    asked.seed,
                    index=index,
                    threads=asked.threads,
                )
                lines = "".join(
                    f"{board},{mines},{asked.strategy},{asked.seed},{index},{cell.start},"
                    f"{cell.games},{cell.wins},{cell.only_this},{cell.only_base}\n"
                    for cell in found
                )
                with asked.output.open("a", encoding="utf-8") as stream:
                    stream.write(lines)
                print(f"\r{board}/{mines}, round {block + 1}", end="  ", file=sys.stderr)


if __name__ == "__main__":
    main()
