"""Section V.2: level 2 wins 4.0 times as many games as level 1, in each interpretation of the text.

The text states neither the numbers of bombs of the average nor the details of random play. By
section II level 1 clicks a random unrevealed square if its theorems do not apply; read literally,
that may be a square known to hold a bomb. By V.1 random play clicks or flags with equal
probability.
"""

from __future__ import annotations

import numpy as np

from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.fowler_young2004 import PAPER
from sapper.papers.fowler_young2004.levels import (
    BASIC,
    FLAGGING,
    GAMES,
    LETTER,
    MINES,
    PERIMETER,
    won,
)

INNER = range(2, 15)
"""The numbers of bombs without a trivial win (V.2)."""

EXPERIMENTS = 2000
"""Simulated experiments of the paper's size (parametric bootstrap)."""


def factor(effort: Effort, strategy: str, mines: range) -> Finding:
    """Return the mean ratio of the win rates of level 2 and a strategy over numbers of bombs.

    The paper's 4.0 agrees if it lies in the central 95 % of a parametric bootstrap: experiments of
    the paper's size drawn with the win rates found here. A number of bombs at which such an
    experiment wins no game has no ratio and is omitted.
    """
    rates = [
        [wins / games for wins, games in (won(effort, name, m) for m in mines)]
        for name in (PERIMETER, strategy)
    ]
    ours = np.array(rates[0]) / np.array(rates[1])
    random = np.random.default_rng(effort.seed)
    better, worse = (random.binomial(GAMES, rate, (EXPERIMENTS, len(mines))) for rate in rates)
    ratios = np.divide(better, worse, out=np.full(worse.shape, np.nan), where=worse > 0)
    low, high = np.quantile(np.nanmean(ratios, axis=1), [0.025, 0.975])
    shown = f"{ours.mean():.2f}; {GAMES:,} games each find {low:.2f} to {high:.2f}"
    note = f"mean of {len(mines)} ratios; the largest ratio is {ours.max():.1f}"
    return Finding(shown, bool(low <= 4.05 and high >= 3.95), note)


READINGS = (
    (BASIC, INNER, "over 2 to 14 bombs", True),
    (FLAGGING, MINES, "random play clicks or flags with equal probability (V.1)", True),
    (FLAGGING, INNER, "the same over 2 to 14 bombs", True),
    (LETTER, MINES, "step A, read literally, may click squares known to hold a bomb", False),
)
"""Other readings: strategy, numbers of bombs, words, and whether a quick run plays it."""


@PAPER.claim(
    "V.2, figure V.1",
    "mean ratio of the win rates of level 2 and level 1, over 0 to 16 bombs",
    "4.0",
    note="the paper does not state how it averaged; level 1 clicks a random square that is not "
    "known to hold a bomb (section II)",
)
def _(effort: Effort) -> Finding:
    own = factor(effort, BASIC, MINES)
    readings = []
    for strategy, mines, words, quick in READINGS:
        if quick or not effort.quick:
            other = factor(effort, strategy, mines)
            readings.append(Reading(words, other.ours, other.agrees))
    return Finding(own.ours, own.agrees, own.note, tuple(readings))
