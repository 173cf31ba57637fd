"""Section 9.1: boards of one row, compared with games on long rows.

Nothing is known about the cell behind a mine, so each mine costs one guess, which at density p
succeeds with probability 1 - p. There are about qp guesses, so W is about exp(-q p²), and half of
the games are won at p = sqrt(ln 2 / q). That tends to 0, as the paper conjectures, but like
q^(-1/2), which a series in 1/q does not contain.
"""

from __future__ import annotations

from math import exp, log, sqrt

from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding
from sapper.papers.played import play

STRATEGY = "infer-guess"
CLOSE = 0.02
"""Accepted difference between one half and the win rate at the density of the formula."""


def half_density(length: int) -> float:
    """Return the density at which half of the games on a long row are won.

    >>> round(half_density(1000), 4)
    0.0263
    """
    return sqrt(log(2) / length)


LENGTHS = ((200, 4_000, 40_000), (1000, 1_500, 10_000), (4000, 300, 2_000))
"""Lengths, each with the games of a quick and of a full run."""


@PAPER.claim(
    "9.1",
    "P of 1xq tends to 0: win rate on 1x200, 1x1000 and 1x4000 at a density of sqrt(ln 2 / q)",
    "half, if P is there",
)
def _(effort: Effort) -> Finding:
    shown, halves, expected = [], [], []
    for length, few, many in LENGTHS:
        mines = round(length * half_density(length))
        result = play(effort, f"1x{length}/{mines}", STRATEGY, few, many)
        low, high = (100 * bound for bound in result.interval)
        halves.append(low <= 50 + 100 * CLOSE and high >= 50 - 100 * CLOSE)
        expected.append(f"{100 * exp(-(mines**2) / length):.1f} % with {mines} mines")
        shown.append(
            f"1x{length} {100 * result.win_rate:.1f} % [{low:.1f}, {high:.1f}], "
            f"{result.games:,} games"
        )
    return Finding(
        "; ".join(shown),
        all(halves),
        f"played by {STRATEGY}; exp(-q p²) is {', '.join(expected)}",
    )


@PAPER.claim(
    "9.1",
    "exponent of q with which P of 1xq falls from 1x200 to 1x4000",
    "whole numbers, as in a series in 1/q",
    slip="the limit 0 is right, but the exponent is -1/2, which does not occur in the series",
)
def _(effort: Effort) -> Finding:
    found = {}
    for length, few, many in ((200, 2_000, 20_000), (4000, 200, 1_000)):
        mines = round(length * half_density(length))
        rate = play(effort, f"1x{length}/{mines}", STRATEGY, few, many).win_rate
        # Near one half W = exp(-c mines²), so one win rate determines the density of the half.
        found[length] = mines / length * sqrt(log(2) / -log(rate))
    power = log(found[4000] / found[200]) / log(4000 / 200)
    return Finding(f"{power:.2f}", abs(power - round(power)) < 0.1, f"played by {STRATEGY}")
