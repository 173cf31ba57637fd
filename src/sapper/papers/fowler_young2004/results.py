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
    "V.1, level 0",
    "win rate of random play on 4x4 with 5 bombs",
    "far too low to consider",
    note="agrees if below 2 %",
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


SOLVED = (2, 5, 8, 11)
"""Numbers of bombs on 4x4 for which perfect play is computed and checked."""


@PAPER.claim(
    "V.1, level 3",
    "perfect play is practical",
    "for no computer",
    slip="true for 9x9, but on the 4x4 board of the paper it is computed in seconds",
)
def _(_effort: Effort) -> Finding:
    from sapper.perfect import strategy_value

    values = {mines: optimal(f"4x4/{mines}", start=0).probability for mines in SOLVED}
    below = {mines: strategy_value(f"4x4/{mines}", "pseq", start=0).probability for mines in SOLVED}
    solved = [mines for mines in SOLVED if values[mines] >= below[mines]]
    shown = ", ".join(f"{mines} {float(values[mines]):.4f}" for mines in solved)
    return Finding(
        f"exact values on 4x4 with {shown}" if solved else "no value",
        not solved,
        "each is at least the exact value of the strategy pseq",
        confirmed=len(solved) == len(SOLVED),
    )


for _mines, _what in ((1, "one bomb"), (15, "all but one bomb"), (16, "bombs everywhere")):

    @PAPER.claim(
        "V.2",
        f"games of levels 1 and 2 on 4x4 with {_what}",
        "always won",
        slip="theorems 1 and 2 do not use the number of bombs, so Basic Strategy may guess"
        if _mines == 1
        else "",
    )
    def _(effort: Effort, mines: int = _mines) -> Finding:
        shown, always = [], []
        for level, strategy in (("1 (BS)", "basic"), ("2 (PS)", "perimeter")):
            wins, games = won(effort, strategy, mines)
            always.append(wins == games)
            share = "always won" if wins == games else f"{100 * wins / games:.1f} % won"
            shown.append(f"level {level} {share}, {games:,} games")
        return Finding("; ".join(shown), all(always), confirmed=always == [False, True])


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


@PAPER.claim("VI", "bomb proportion in expert mode, in percent", "21")
def _(_effort: Effort) -> Finding:
    expert = parse_spec("expert")
    return rounded(100 * (expert.mines or 0) / expert.size, "21")


@PAPER.claim(
    "VI",
    "win rates of level 2 on 4x4 with 12.5 % and 25 % bombs, within the range of 10 to 25 %",
    "a high probability of winning",
    note="high is read as at least three of four games",
)
def _(effort: Effort) -> Finding:
    rates = []
    for mines in (2, 4):
        wins, games = won(effort, "perimeter", mines)
        rates.append(wins / games)
    shown = " and ".join(f"{100 * rate:.1f} %" for rate in rates)
    return Finding(shown, min(rates) >= 0.75)


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
    "Précis",
    "level 2 at the difficulties of the average player, tested by win rates on 9x9/10 and 16x16/40",
    "very effective",
    not_comparable="the paper gives no measure of effective",
)
def _(effort: Effort) -> Finding:
    rates = [
        play(effort, spec, "perimeter", quick, full).win_rate
        for spec, quick, full in (("9x9/10", 1_000, 20_000), ("16x16/40", 500, 5_000))
    ]
    return Finding(" and ".join(f"{100 * rate:.1f} %" for rate in rates), min(rates) > 0.5)
