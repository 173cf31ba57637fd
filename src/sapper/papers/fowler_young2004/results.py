"""Sections V and VI and the précis: levels of play, the number of games, and games won.

The factor 4.0 of section V.2 is in ``winning_factor``. Statements without a number are tested in
the interpretation that the row states.
"""

from __future__ import annotations

from decimal import Decimal
from math import comb, factorial

from sapper.boards import parse_spec
from sapper.papers.claims import Effort, Finding, equal, measured, rounded
from sapper.papers.exhaustive import every
from sapper.papers.fowler_young2004 import PAPER
from sapper.papers.fowler_young2004.levels import (
    GAMES,
    MINES,
    RANDOM,
    RANDOM_FLAGGING,
    figure_v1,
    won,
)
from sapper.papers.played import play
from sapper.perfect import optimal


def games_of(cells: int, mines: int) -> int:
    """Count all sequences of clicks that end with a mine or with the last safe cell.

    For each layout the s safe cells can be opened in s! orders, and each sequence of fewer than s
    safe cells can be followed by any of the mines.

    >>> games_of(2, 1)                     # two layouts, each with one won and one lost game
    4
    """
    safe = cells - mines
    lost = mines * sum(factorial(safe) // factorial(safe - k) for k in range(safe))
    return comb(cells, mines) * (factorial(safe) + lost)


@PAPER.claim(
    "V.1, level 0", "win rate of random play on 4x4 with 5 bombs", "far too low to consider"
)
def _(effort: Effort) -> Finding:
    rates = []
    for name in (RANDOM, RANDOM_FLAGGING):
        wins, games = won(effort, name, 5)
        rates.append(100 * wins / games)
    return Finding(
        f"{rates[0]:.1f} % by clicks, {rates[1]:.1f} % by clicks or flags with equal chance",
        max(rates) < 2,
    )


@PAPER.claim(
    "V.1, level 3",
    "number of possible games on 9x9 with 10 bombs",
    "2.9×10^115",
    note="counted as sequences of clicks up to a bomb or the last safe square, over all layouts",
)
def _(_effort: Effort) -> Finding:
    shown = f"{Decimal(games_of(81, 10)):.1E}".replace("E+", "×10^")
    return equal(shown, "2.9×10^115")


@PAPER.claim(
    "V.1, level 3",
    "perfect play is practical",
    "for no computer",
    slip="true for 9x9, but on the 4x4 board of the paper it is computed for every number of bombs",
)
def _(_effort: Effort) -> Finding:
    values = [optimal(f"4x4/{mines}").probability for mines in MINES]
    shown = ", ".join(f"{float(value):.3f}" for value in values)
    return Finding(f"4x4 with 0 to 16 bombs: {shown}", False)


for _strategy, _level in (("basic", "1 (BS)"), ("perimeter", "2 (PS)")):
    for _mines, _what in ((1, "one bomb"), (15, "all but one bomb"), (16, "bombs everywhere")):

        @PAPER.claim(
            "V.2",
            f"games of level {_level} on 4x4 with {_what}",
            "always won",
            slip="theorems 1 and 2 do not use the number of bombs, so Basic Strategy may guess"
            if (_strategy, _mines) == ("basic", 1)
            else "",
        )
        def _(effort: Effort, strategy: str = _strategy, mines: int = _mines) -> Finding:
            wins, games = won(effort, strategy, mines)
            shown = "always won" if wins == games else f"{100 * wins / games:.1f} % won"
            return Finding(f"{shown}, {games:,} games", wins == games)


@PAPER.claim(
    "VI",
    "share of games that level 2 loses with a bomb proportion of 5/16",
    "half",
    slip="even perfect play from the best first square loses more than half",
)
def _(effort: Effort) -> Finding:
    wins, games = won(effort, "perimeter", 5)
    best = optimal("4x4/5").probability
    return measured(
        games - wins, games, 0.5, GAMES, note=f"perfect play loses {float(1 - best):.4f}"
    )


@PAPER.claim("VI", "bomb proportion 5/16, in percent", "31")
def _(_effort: Effort) -> Finding:
    return rounded(100 * 5 / 16, "31")


@PAPER.claim("VI", "bomb proportion in expert mode, in percent", "21")
def _(_effort: Effort) -> Finding:
    expert = parse_spec("expert")
    return rounded(100 * (expert.mines or 0) / expert.size, "21")


for _mines, _percent in ((2, "12.5"), (4, "25")):

    @PAPER.claim(
        "VI",
        f"win rate of level 2 on 4x4 with {_percent} % bombs, within the range of 10 to 25 %",
        "a high probability of winning",
    )
    def _(effort: Effort, mines: int = _mines) -> Finding:
        wins, games = won(effort, "perimeter", mines)
        return Finding(f"{100 * wins / games:.1f} % won, {games:,} games", 2 * wins > games)


@PAPER.claim("V.1, level 3", "2.9×10^115 compared with the atoms in the universe", "vastly larger")
def _(_effort: Effort) -> Finding:
    ratio = len(str(games_of(81, 10) // 10**82)) - 1
    return Finding(f"10^{ratio} for each of 10^82 atoms", ratio > 6)


@PAPER.claim("figure V.1", "level 2 wins more games than level 1 with 2 to 14 bombs", "always")
def _(effort: Effort) -> Finding:
    basic, perimeter = figure_v1(effort).values()
    pairs = list(zip(basic, perimeter, strict=True))[2:15]
    return every(pairs, lambda pair: pair[1].interval[0] > pair[0].interval[1], "numbers of bombs")


@PAPER.claim("figure V.1", "win rate of level 2 on 4x4 with 2 to 11 bombs", "ever fewer")
def _(effort: Effort) -> Finding:
    rates = [point.win_rate for point in figure_v1(effort)["perimeter"]][2:12]
    shown = ", ".join(f"{100 * rate:.1f}" for rate in rates)
    return Finding(f"{shown} %", rates == sorted(rates, reverse=True))


# -- VI, outlook ----------------------------------------------------------------------------------

LARGER = ("4x4/2", "8x8/8", "16x16/32")
"""Boards with a bomb proportion of 1/8."""


@PAPER.claim(
    "VI",
    f"win rate of level 2 on larger boards with the same bomb proportion, {', '.join(LARGER)}",
    "might even improve",
    slip="a larger board has more patterns that force a guess",
)
def _(effort: Effort) -> Finding:
    rates = [play(effort, spec, "perimeter", 1_000, 20_000).win_rate for spec in LARGER]
    return Finding(", ".join(f"{100 * rate:.1f} %" for rate in rates), rates == sorted(rates))


@PAPER.claim(
    "VI",
    "games of level 2 on 16x30/99, a board of the actual game, can be played to the end",
    "possible",
)
def _(effort: Effort) -> Finding:
    games = effort.games(100, 1_000)
    result = play(effort, "16x30/99", "perimeter", games, games)
    return Finding(
        f"all of {result.games:,} with exact probabilities, {100 * result.win_rate:.0f} % won",
        result.games == games,
    )


@PAPER.claim(
    "Précis",
    "level 2 at the difficulties of the average player, tested by win rates on 9x9/10 and 16x16/40",
    "very effective",
)
def _(effort: Effort) -> Finding:
    rates = [
        play(effort, spec, "perimeter", quick, full).win_rate
        for spec, quick, full in (("9x9/10", 1_000, 20_000), ("16x16/40", 500, 5_000))
    ]
    return Finding(" and ".join(f"{100 * rate:.1f} %" for rate in rates), min(rates) > 0.5)
