"""Section V.2: level 2 wins 4.0 times as many games as level 1, in each interpretation of the text.

The text states neither the numbers of bombs of the average nor the details of random play. By
section II level 1 clicks a random unrevealed square if its theorems do not apply; read literally,
that may be a square known to hold a bomb. By V.1 random play clicks or flags with equal
probability.
"""

from __future__ import annotations

import numpy as np

from sapper.papers.claims import Effort, Finding
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


_FACTOR = "mean ratio of the win rates of level 2 and level 1"
_OTHERS = (
    "the paper does not state how it averaged; 4.0 is compatible with two interpretations in these "
    "rows: random play that clicks or flags, over 2 to 14 bombs, and step A read literally"
)


READINGS = (
    (BASIC, MINES, "", True),
    (BASIC, INNER, " over 2 to 14 bombs", True),
    (FLAGGING, MINES, ", if random play clicks or flags with equal probability (V.1)", True),
    (
        FLAGGING,
        INNER,
        " over 2 to 14 bombs, if random play clicks or flags with equal probability (V.1)",
        True,
    ),
    (
        LETTER,
        MINES,
        ", if step A, read literally, may click squares known to hold a bomb",
        False,
    ),
)
for _strategy, _mines, _reading, _quick in READINGS:

    @PAPER.claim("V.2, figure V.1", f"{_FACTOR}{_reading}", "4.0", note=_OTHERS, quick=_quick)
    def _(effort: Effort, strategy: str = _strategy, mines: range = _mines) -> Finding:
        return factor(effort, strategy, mines)
