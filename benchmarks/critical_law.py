"""Test the critical law with the games that come with the package, as Markdown tables.

    python benchmarks/critical_law.py [FILE.csv]

FILE is a table that ``sapper study law-squares ... --points FILE`` wrote; by default the points of
the package are used.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.lab.study import PARTS, collapses, study_points
from sapper.lab.study.collapse import homogeneity, power_of_cells
from sapper.lab.study.points import read_points
from sapper.theory import critical_law

if TYPE_CHECKING:
    from sapper.lab.study import StudyPoint
    from sapper.lab.study.collapse import ChiSquare


def test(found: ChiSquare) -> str:
    """Return a chi-square test with its p-value."""
    p = f"{found.p_value:.3f}" if found.p_value >= 0.0005 else "< 0.001"
    return f"{found.statistic:.1f} / {found.degrees} ({p})"


def tables(points: list[StudyPoint]) -> None:
    """Print the tables of one part."""
    law = critical_law(points[0].board)
    print(f"\n{points[0].part}: exp(-{float(law.amplitude):g} c^{law.mines}), ", end="")
    print(f"without a guess exp(-{float(law.guess_free_amplitude):g} c^{law.mines})\n")
    print("| board | games | limit | census | free, limit | free, census |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    boards = collapses(points)
    for each in boards:
        cells = (each.limit, each.finite, each.free_limit, each.free_finite)
        print(f"| {each.board} | {each.games:,} | {' | '.join(map(test, cells))} |")
    print("\n| board | half | census | κ | census | c at the half |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for each in boards:
        scale = each.half * each.cells ** (1 / law.mines)
        print(
            f"| {each.board} | {each.half:.4f} ± {each.half_error:.4f} | {each.predicted_half:.4f} "
            f"| {each.exponent:.2f} ± {each.exponent_error:.2f} | {each.predicted_exponent:.2f} "
            f"| {scale:.4f} ± {scale * each.half_error / each.half:.4f} |"
        )
    for smaller, larger in pairwise(boards):
        power, error = power_of_cells(smaller, larger)
        print(f"\npower of n from {smaller.board} to {larger.board}: {power:.4f} ± {error:.4f}")
    for fewest in (0, 40_000, 250_000):
        large = [point for point in points if point.cells >= fewest]
        if len({point.board for point in large}) > 1:
            won = homogeneity(large, lambda point: point.wins)
            free = homogeneity(large, lambda point: point.guess_free)
            print(f"\nequal rates from {fewest:,} cells on: won {test(won)}, free {test(free)}")


def main() -> None:
    """Print the tables of all parts of the critical law."""
    names = [part.name for part in PARTS if part.plan == "scaled"]
    given = read_points(Path(sys.argv[1])) if len(sys.argv) > 1 else None
    for name in names:
        points = study_points(name) if given is None else [p for p in given if p.part == name]
        if points:
            tables(points)


if __name__ == "__main__":
    main()
