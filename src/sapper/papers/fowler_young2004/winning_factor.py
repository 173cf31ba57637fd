"""Section V.2: the factor 4.0 by which level 2 wins more often than level 1, per reading.

The text says neither over which numbers of bombs it averaged nor what its random play did. By
section II level 1 clicks a random unrevealed square where its theorems say nothing; to the letter
that may be one known to hold a bomb; and by V.1 random play clicks or flags with equal chance.
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
"""The numbers of bombs that are not won trivially (V.2)."""

EXPERIMENTS = 2000
"""Experiments of the paper's size that are drawn."""


def factor(effort: Effort, strategy: str, mines: range) -> Finding:
    """Return how many times as often as a strategy level 2 wins, on average over the bombs.

    The paper's 4.0 agrees if it is among 95 % of what experiments of its size would find: as many
    games of each kind, won with the rates found here. A number of bombs at which such an experiment
    wins nothing has no ratio and is left out.
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
    note = f"the mean of {len(mines)} ratios, the largest {ours.max():.1f}"
    return Finding(shown, bool(low <= 4.05 and high >= 3.95), note)


_FACTOR = "how many times as often level 2 wins as level 1, on average"
_OTHERS = (
    "what was averaged is not said; of the readings in these rows 4.0 fits two: random play that "
    "clicks or flags, over 2 to 14 bombs, and step A to the letter"
)


READINGS = (
    (BASIC, MINES, "", True),
    (BASIC, INNER, " over 2 to 14 bombs", True),
    (FLAGGING, MINES, ", if random play clicks or flags with equal chance (V.1)", True),
    (
        FLAGGING,
        INNER,
        " over 2 to 14 bombs, if random play clicks or flags with equal chance (V.1)",
        True,
    ),
    (
        LETTER,
        MINES,
        ", if step A may click squares known to hold a bomb, as its letter allows",
        False,
    ),
)
for _strategy, _mines, _reading, _quick in READINGS:

    @PAPER.claim("V.2, figure V.1", f"{_FACTOR}{_reading}", "4.0", note=_OTHERS, quick=_quick)
    def _(effort: Effort, strategy: str = _strategy, mines: range = _mines) -> Finding:
        return factor(effort, strategy, mines)
