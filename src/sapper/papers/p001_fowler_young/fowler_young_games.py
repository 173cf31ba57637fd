"""What sections V and VI of paper 001 claim: how many games there are, and how many are won."""

from __future__ import annotations

from decimal import Decimal
from math import comb, factorial
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.games import simulate
from sapper.papers.claims import Effort, Finding, equal, measured, rounded
from sapper.papers.p001_fowler_young.levels import GAMES, MINES, won
from sapper.papers.p001_fowler_young.winning_factor import add_factors
from sapper.perfect import optimal
from sapper.strategies.compiled import as_strategy
from sapper.strategies.protocol import begin
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from sapper.papers.claims import Paper
    from sapper.positions import Position


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

    add_factors(paper)

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
