"""Compute upper bounds for every player on standard boards, and check small boards.

python benchmarks/upper_bounds.py            # the standard boards
python benchmarks/upper_bounds.py --small    # perfect play is below the bound on small boards
python benchmarks/upper_bounds.py --square   # the least square on which 0.159 is refuted
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from sapper import files
from sapper.cli.progress import bar
from sapper.perfect import small_boards
from sapper.theory import mines_bound, small_board_bounds, upper_bound

if TYPE_CHECKING:
    from sapper.perfect.small_board_table import SmallBoard

STANDARD = ("8x8/10", "9x9/10", "10x10/20", "16x16/40", "16x30/99")
LIMIT = 0.159
"""The limit of the critical density of large boards in Chong et al. 2024."""


def standard(layouts: int, most_moved: int) -> None:
    """Print the bound of each standard board, and the one from disjoint coin flips alone."""
    for spec in STANDARD:
        before = process_time()
        bound = upper_bound(spec, layouts=layouts, most_moved=most_moved)
        print(
            f"{spec:9} {bound.value:.4f} (mean {bound.estimate:.4f}; disjoint coin flips "
            f"{mines_bound(spec).bound:.4f}; {process_time() - before:.1f} s)",
            flush=True,
        )


def small(most_layouts: int, most_moved: int, output: Path | None) -> None:
    """Compare the bound with perfect play on all small boards with at most this many layouts.

    With ``output`` each bound is appended to that file, and those in it are not computed again.
    """
    rows = [row for row in small_boards() if row.layouts <= most_layouts]
    rows.sort(key=lambda row: row.layouts)
    known = {}
    if output is not None:
        if not files.is_file(output):
            files.write(output, ",".join(small_board_bounds.COLUMNS) + "\n")
        known = small_board_bounds.read(output.read_text(encoding="utf-8"))
    equal = 0
    ratios = []
    with bar("bounds", len(rows), "games") as progress:
        for number, row in enumerate(rows):
            if progress is not None:
                progress(number, len(rows))
            key = (row.board, row.mines, row.start)
            if key not in known:
                known[key] = _bound(row, most_moved)
                if output is not None:
                    with output.open("a", encoding="utf-8") as stream:
                        stream.write(",".join(map(str, (*key, known[key]))) + "\n")
            won = Fraction(row.optimal, row.layouts)
            if won > known[key]:
                raise RuntimeError(f"perfect play wins {won} of {key}, above {known[key]}")
            equal += won == known[key]
            ratios.append(float(known[key] / won))
    games = len({(row.board, row.mines) for row in rows})
    print(
        f"perfect play is below the bound on {len(rows):,} boards ({games} without the first "
        f"cell), and equal to it on {equal}; bound / perfect play: median {median(ratios):.3f}, "
        f"at most {max(ratios):.3f}"
    )


def _bound(row: SmallBoard, most_moved: int) -> Fraction:
    bound = upper_bound(
        row.board,
        "safe",
        row.start,
        mines=row.mines,
        layouts=row.layouts,
        most_moved=most_moved,
    )
    if bound.exact is None:
        raise RuntimeError(f"not all layouts of {bound.spec} were examined")
    return bound.exact


def square(layouts: int, most_moved: int) -> None:
    """Print the least side from which the bound at density 0.159 is below one half."""

    def refuted(side: int) -> bool:
        mines = round(LIMIT * side * side)
        bound = upper_bound(f"{side}x{side}/{mines}", layouts=layouts, most_moved=most_moved)
        print(bound.summary(), flush=True)
        return bound.value < 0.5

    low, high = 20, 40
    while not refuted(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if refuted(middle) else (middle, high)
    print(f"at density {LIMIT} no player wins half of the games on {high}x{high}")


def main() -> None:
    """Read the command line and compute."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--layouts", type=int, default=20_000, help="layouts per board")
    parser.add_argument("--most-moved", type=int, default=2, help="the most mines of a swap")
    parser.add_argument("--small", action="store_true", help="check small boards")
    parser.add_argument(
        "--most-layouts", type=int, default=20_000, help="most layouts of a small board"
    )
    parser.add_argument("--output", type=Path, help="file of the small boards, to continue a run")
    parser.add_argument("--square", action="store_true", help="find the least square")
    options = parser.parse_args()
    if options.small:
        small(options.most_layouts, options.most_moved, options.output)
    elif options.square:
        square(options.layouts, options.most_moved)
    else:
        standard(options.layouts, options.most_moved)


if __name__ == "__main__":
    main()
