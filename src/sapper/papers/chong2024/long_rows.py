"""Section 9.1: boards of one row, against games on long rows.

Past a mine nothing is known of the next cell, so each mine costs a guess that a density p survives
with 1 - p: about qp guesses, and W is about exp(-q p²). Half of the games are then won at
p = sqrt(ln 2 / q), which tends to 0 as the paper conjectures, but as a power of q that no series in
1/q has.
"""

from __future__ import annotations

from math import exp, log, sqrt

from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding
from sapper.papers.played import play

STRATEGY = "infer-guess"
CLOSE = 0.05
"""How far from a half the games at the density of the formula may be won."""


def half_density(length: int) -> float:
    """Return the density at which half of the games on a long row are won.

    >>> round(half_density(1000), 4)
    0.0263
    """
    return sqrt(log(2) / length)


for _length, _few, _many in ((200, 4_000, 40_000), (1000, 1_500, 10_000), (4000, 300, 2_000)):

    @PAPER.claim(
        "9.1",
        f"P of 1xq tends to 0: games won on 1x{_length} at a density of {half_density(_length):.4f}"
        " = sqrt(ln 2 / q)",
        "half, if P is there",
    )
    def _(effort: Effort, length: int = _length, few: int = _few, many: int = _many) -> Finding:
        mines = round(length * half_density(length))
        result = play(effort, f"1x{length}/{mines}", STRATEGY, few, many)
        low, high = result.interval
        expected = exp(-(mines**2) / length)
        return Finding(
            f"{100 * result.win_rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}], "
            f"{result.games:,} games",
            low <= 0.5 + CLOSE and high >= 0.5 - CLOSE,
            f"{mines} mines, for which exp(-q p²) is {100 * expected:.1f} %; {STRATEGY}",
        )


@PAPER.claim(
    "9.1",
    "the power of q by which P of 1xq falls, between 1x200 and 1x4000",
    "whole numbers, as in a series in 1/q",
    slip="the limit 0 is right; the power is -1/2, so that no partial sum of the series has it",
)
def _(effort: Effort) -> Finding:
    found = {}
    for length, few, many in ((200, 2_000, 20_000), (4000, 200, 1_000)):
        mines = round(length * half_density(length))
        rate = play(effort, f"1x{length}/{mines}", STRATEGY, few, many).win_rate
        # W = exp(-c mines²) holds near a half: from one rate the density at which it is a half.
        found[length] = mines / length * sqrt(log(2) / -log(rate))
    power = log(found[4000] / found[200]) / log(4000 / 200)
    return Finding(f"{power:.2f}", abs(power - round(power)) < 0.1, f"{STRATEGY}")
