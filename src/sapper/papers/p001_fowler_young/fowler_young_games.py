"""What sections V and VI of paper 001 claim: how many games there are, and how many are won.

Step A clicks a random square, the first one too, so the first cells of the 4x4 games here are
corners, edges and inner cells in their share of the board: 4, 8 and 4 of 16.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from math import comb, factorial
from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import parse_spec
from sapper.games import simulate
from sapper.papers.claims import Effort, Finding, equal, measured, rounded
from sapper.papers.p001_fowler_young.basic_theorems import BasicToTheLetter
from sapper.perfect import optimal
from sapper.strategies.compiled import as_strategy
from sapper.strategies.protocol import begin
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from sapper.papers.claims import Paper
    from sapper.positions import Position
    from sapper.strategies.protocol import Strategy

SHARES = {(0, 0): 1, (0, 1): 2, (1, 1): 1}
"""First cells of 4x4, one of each kind, in quarters of the games."""

GAMES = 1000
"""The games of the paper, for each number of bombs."""

MINES = range(17)


def games_of(cells: int, mines: int) -> int:
    """Count all sequences of clicks that end with a mine or with the last safe cell.

    For each layout the safe cells can be opened in s! orders; and each order of some of them, all
    but the last at most, can be followed by any of the mines.

    >>> games_of(2, 1)                     # for each of two layouts: the safe cell, or the mine
    4
    """
    safe = cells - mines
    lost = mines * sum(factorial(safe) // factorial(safe - k) for k in range(safe))
    return comb(cells, mines) * (factorial(safe) + lost)


def won(effort: Effort, strategy: str, mines: int) -> tuple[int, int]:
    """Return the games won on 4x4, and all of them."""
    return _won(effort.games(8000, 80_000), effort.seed, strategy, mines)


@cache
def _won(games: int, seed: int, strategy: str, mines: int) -> tuple[int, int]:
    """As ``won``; a number of games that four divides."""
    how: str | type[Strategy] = strategy
    if strategy == BasicToTheLetter.name:
        how = BasicToTheLetter
    wins = 0
    for start, share in SHARES.items():
        result = simulate(f"4x4/{mines}", how, share * games // 4, seed, start=start)
        if result.interrupted:
            raise KeyboardInterrupt
        wins += result.wins
    return wins, games


def _factor(effort: Effort, strategy: str) -> Finding:
    """How many times as often as a strategy the perimeter strategy wins, on average over the mines.

    The paper's 4.0 agrees if it is among 95 % of what experiments of its size would find: as many
    games of each kind, won with the rates found here. A number of mines at which such an experiment
    wins nothing has no ratio and is left out.
    """
    rates = [
        [wins / games for wins, games in (won(effort, name, mines) for mines in MINES)]
        for name in ("perimeter", strategy)
    ]
    ours = np.array(rates[0]) / np.array(rates[1])
    random = np.random.default_rng(effort.seed)
    better, worse = (random.binomial(GAMES, rate, (2000, len(MINES))) for rate in rates)
    ratios = np.divide(better, worse, out=np.full(worse.shape, np.nan), where=worse > 0)
    low, high = np.quantile(np.nanmean(ratios, axis=1), [0.025, 0.975])
    shown = f"{ours.mean():.2f}; {GAMES:,} games each find {low:.2f} to {high:.2f}"
    note = f"the mean of 17 ratios, the largest {ours.max():.1f}; what was averaged is not said"
    return Finding(shown, bool(low <= 4.05 and high >= 3.95), note)


class Watcher:
    """Plays the perimeter strategy and notes the largest frontier of every game."""

    name = "watcher"

    def __init__(self) -> None:
        self._player = as_strategy(find("perimeter"))
        self.largest: list[int] = []

    def begin(self, seed: int, index: int) -> None:
        """Begin a game."""
        begin(self._player, seed, index)
        self.largest.append(0)

    def choose(self, position: Position) -> int:
        """Choose as the perimeter strategy does."""
        self.largest[-1] = max(self.largest[-1], len(position.frontier))
        return self._player.choose(position)


def share_of_large_perimeters(spec: str, size: int, games: int, seed: int) -> float:
    """Return the share of games in which the perimeter strategy sees so large a frontier."""
    watcher = Watcher()
    simulate(spec, watcher, games, seed)
    return sum(largest >= size for largest in watcher.largest) / games


def add_games(paper: Paper) -> None:
    """Add the claims about games to the paper's."""

    @paper.claim(
        "V.1, level 3",
        "games which can occur on 9x9 with 10 bombs",
        "2.9×10^115",
        note="sequences of clicks up to a bomb or the last safe square, for every layout",
    )
    def _(_effort: Effort) -> Finding:
        shown = f"{Decimal(games_of(81, 10)):.1E}".replace("E+", "×10^")
        return equal(shown, "2.9×10^115")

    @paper.claim(
        "V.1, level 3",
        "perfect play is practical",
        "for no computer",
        slip="true of 9x9, but it is known for every number of bombs on the paper's own 4x4",
    )
    def _(_effort: Effort) -> Finding:
        values = [optimal(f"4x4/{mines}").probability for mines in MINES]
        shown = ", ".join(f"{float(value):.3f}" for value in values)
        return Finding(f"4x4 with 0 to 16 bombs: {shown}", False)

    for strategy, level in (("basic", "1 (BS)"), ("perimeter", "2 (PS)")):
        for mines, what in ((1, "one bomb"), (15, "all but one bomb"), (16, "bombs everywhere")):

            @paper.claim(
                "V.2",
                f"level {level} on 4x4 with {what}",
                "always won",
                slip="theorems 1 and 2 do not count bombs, so Basic Strategy may still guess"
                if (strategy, mines) == ("basic", 1)
                else "",
            )
            def _(effort: Effort, strategy: str = strategy, mines: int = mines) -> Finding:
                wins, games = won(effort, strategy, mines)
                shown = "always won" if wins == games else f"{100 * wins / games:.1f} % won"
                return Finding(f"{shown}, {games:,} games", wins == games)

    factor = "how many times as often level 2 wins as level 1, on average"

    @paper.claim("V.2, figure V.1", factor, "4.0")
    def _(effort: Effort) -> Finding:
        return _factor(effort, "basic")

    @paper.claim(
        "V.2, figure V.1",
        f"{factor}, if step A may click squares known to hold a bomb, as its letter allows",
        "4.0",
        quick=False,
    )
    def _(effort: Effort) -> Finding:
        return _factor(Effort(quick=True, seed=effort.seed), BasicToTheLetter.name)

    @paper.claim(
        "VI",
        "games that level 2 loses with a bomb proportion of 5/16",
        "half",
        slip="even perfect play from the best first square loses more than half",
    )
    def _(effort: Effort) -> Finding:
        wins, games = won(effort, "perimeter", 5)
        best = optimal("4x4/5").probability
        return measured(
            games - wins, games, 0.5, GAMES, note=f"perfect play loses {float(1 - best):.4f}"
        )

    @paper.claim("VI", "percent of bombs in 5/16", "31")
    def _(_effort: Effort) -> Finding:
        return rounded(100 * 5 / 16, "31")

    @paper.claim("VI", "percent of bombs in expert mode", "21")
    def _(_effort: Effort) -> Finding:
        expert = parse_spec("expert")
        return rounded(100 * (expert.mines or 0) / expert.size, "21")

    for mines, percent in ((2, "12.5"), (4, "25")):

        @paper.claim(
            "VI",
            f"level 2 on 4x4 with {percent} % bombs, of the range from 10 to 25 %",
            "a high probability of winning",
        )
        def _(effort: Effort, mines: int = mines) -> Finding:
            wins, games = won(effort, "perimeter", mines)
            return Finding(f"{100 * wins / games:.1f} % won, {games:,} games", 2 * wins > games)
