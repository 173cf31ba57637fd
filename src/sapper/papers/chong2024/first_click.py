"""Section 5: the corner as the first click, judged by the chance of a zero and of winning."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sapper.analysis import analyze
from sapper.boards import board, grid
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding
from sapper.papers.exhaustive import every
from sapper.papers.shipped import corner_limit
from sapper.positions import Position


@PAPER.claim("5", "number of neighbours of a corner, an edge and a centre cell", "3, 5, 8")
def _(_effort: Effort) -> Finding:
    def holds(side: tuple[int, int]) -> bool:
        rows, cols = side
        board = grid(rows, cols)
        found: dict[int, set[int]] = {}
        for cell in range(board.size):
            row, col = board.coordinates(cell)
            borders = (row in (0, rows - 1)) + (col in (0, cols - 1))
            found.setdefault(borders, set()).add(len(board.neighbors(cell)))
        return found == {2: {3}, 1: {5}, 0: {8}}

    sides = [(rows, cols) for rows in range(3, 13) for cols in range(rows, 13)]
    return every(sides, holds, "grids from 3x3 to 12x12")


def _covered_boards(most: int) -> list[tuple[int, int, int]]:
    """Return all (p, q, m) with p <= q <= ``most`` and every number of mines."""
    return [
        (p, q, m)
        for p in range(1, most + 1)
        for q in range(max(p, 2), most + 1)
        for m in range(1, p * q)
    ]


@PAPER.claim("Lemma 3", "P(N(a) = 0) on a covered board", "proportional to C(pq - |K(a)| - 1, m)")
def _(_effort: Effort) -> Finding:
    def holds(case: tuple[int, int, int]) -> bool:
        p, q, m = case
        analysis = analyze(Position(grid(p, q), [None] * (p * q), mines=m))
        board = analysis.position.board
        return all(
            analysis.exact_clue_distribution(cell).get(0, Fraction(0))
            == Fraction(comb(p * q - len(board.neighbors(cell)) - 1, m), comb(p * q, m))
            for cell in range(board.size)
        )

    return every(_covered_boards(4), holds, "boards up to 4x4 with 1 to pq - 1 mines")


@PAPER.claim(
    "Proposition 7", "a cell with more neighbours is not more likely to show a zero", "always"
)
def _(_effort: Effort) -> Finding:
    def holds(case: tuple[int, int, int]) -> bool:
        p, q, m = case
        board = grid(p, q)
        degrees = sorted({len(board.neighbors(cell)) for cell in range(board.size)})
        zeros = [comb(p * q - degree - 1, m) for degree in degrees]
        return zeros == sorted(zeros, reverse=True)

    return every(_covered_boards(10), holds, "boards up to 10x10 with 1 to pq - 1 mines")


_WINNING = "the cell most likely to show a zero is not always the best first click"

for _sides, _least, _most, _quick in (
    ("3x3", 1, 8, True),
    ("3x4", 1, 11, True),
    ("3x5", 1, 14, True),
    ("4x4", 1, 15, True),
    ("4x5", 1, 19, False),
):

    @PAPER.claim(
        "5",
        f"a corner is the optimal first click, by perfect play on {_sides} with {_least} to "
        f"{_most} mines",
        "always",
        slip=_WINNING,
        quick=_quick,
    )
    def _(_effort: Effort, sides: str = _sides, least: int = _least, most: int = _most) -> Finding:
        from sapper.perfect import optimal

        beaten = {}
        for mines in range(least, most + 1):
            play = optimal(f"{sides}/{mines}")
            if play.first_clicks[0].probability < play.probability:
                beaten[mines] = play
        if not beaten:
            return Finding(f"with each of {least} to {most} mines", True)
        first = min(beaten)
        play = beaten[first]
        place = play.board.coordinates(play.start)
        return Finding(
            f"not with {_ranges(list(beaten))} mines; with {first} it wins "
            f"{play.first_clicks[0].wins} of {play.layouts}, {place} {play.wins}",
            False,
        )


for _sides in ("5x5", "4x6", "5x6"):

    @PAPER.claim(
        "5",
        f"a corner is the optimal first click, by perfect play on {_sides}",
        "always",
        slip=_WINNING,
    )
    def _(effort: Effort, sides: str = _sides) -> Finding:
        limit = corner_limit(effort, sides)
        held = f"of {_ranges(list(limit.mines))} mines"
        worst = limit.greatest
        if worst is None:
            return Finding(f"with each {held}", True)
        beaten = _ranges([cell.mines for cell in limit.better])
        place = board(sides).coordinates(worst.start)
        return Finding(
            f"{held}, not with {beaten}; with {worst.mines} {place} wins "
            f"{100 * float(worst.gain):.2f} points more",
            False,
        )


def _ranges(numbers: list[int]) -> str:
    """Write numbers as ranges.

    >>> _ranges([2, 4, 5, 6])
    '2, 4 to 6'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
