"""Section 5: the corner as the first click, judged by the chance of a zero and of winning."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sapper.analysis import analyze
from sapper.boards import grid, parse_spec
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.exhaustive import every
from sapper.papers.shipped import corner_limit
from sapper.positions import Position


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
        analysis = analyze(Position(grid(p, q), [None] * (p * q), mines=m))
        board = analysis.position.board
        zero: dict[int, set[Fraction]] = {}
        for cell in range(board.size):
            shown = analysis.exact_clue_distribution(cell).get(0, Fraction(0))
            zero.setdefault(len(board.neighbors(cell)), set()).add(shown)
        chances = [chance for degree in sorted(zero) for chance in zero[degree]]
        return all(len(each) == 1 for each in zero.values()) and chances == sorted(
            chances, reverse=True
        )

    return every(_covered_boards(4), holds, "boards up to 4x4 with 1 to pq - 1 mines")


_WINNING = "the cell most likely to show a zero is not always the best first click"

COMPUTED = (("3x3", True), ("3x4", True), ("3x5", True), ("4x4", True), ("4x5", False))
"""Boards of which perfect play is computed, each with whether a quick run computes it."""

SHIPPED = ("5x5", "4x6", "5x6")
"""Larger boards, whose values ship with the package."""


@PAPER.claim(
    "5",
    "a corner is the optimal first click, by perfect play with each number of mines",
    "always",
    slip=_WINNING,
)
def _(effort: Effort) -> Finding:
    readings = []
    for sides, quick in COMPUTED:
        if quick or not effort.quick:
            readings.append(_corner_on(sides))
    for sides in SHIPPED:
        limit = corner_limit(effort, sides)
        held = f"of {_ranges(list(limit.mines))} mines"
        beaten = f"{held}, not with {_ranges([cell.mines for cell in limit.better])}"
        readings.append(Reading(f"on {sides}", beaten if limit.better else held, not limit.better))
    beaten_on = [each.words for each in readings if not each.agrees]
    return Finding(
        f"not {', '.join(beaten_on)}" if beaten_on else "always",
        not beaten_on,
        readings=tuple(readings),
    )


def _corner_on(sides: str) -> Reading:
    """Return with which numbers of mines the corner is not the best first click."""
    from sapper.perfect import optimal

    cells = parse_spec(sides).size
    beaten = {}
    for mines in range(1, cells):
        play = optimal(f"{sides}/{mines}")
        if play.first_clicks[0].probability < play.probability:
            beaten[mines] = play
    if not beaten:
        return Reading(f"on {sides}", f"with each of 1 to {cells - 1} mines", True)
    first = min(beaten)
    play = beaten[first]
    shown = (
        f"not with {_ranges(list(beaten))} mines; with {first} it wins "
        f"{play.first_clicks[0].wins} of {play.layouts}, "
        f"{play.board.coordinates(play.start)} {play.wins}"
    )
    return Reading(f"on {sides}", shown, False)


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
