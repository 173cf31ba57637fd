"""Sections 4.2 and 4.3: the choice among equally safe cells, and the pseudocode.

The text guesses "one of them at random" (4.2, 4.3.3), the lines of algorithm 4.2 return the first,
and Solver.cs prefers the cell with the fewest neighbours and then the most open ones. With exact
safety these rules are the strategies ``infer-guess-text``, ``heuristic:P`` and ``infer-guess``.
They play the same layouts here, so their win rates are compared pairwise.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np

from sapper.analysis import analyze
from sapper.intervals import Z95
from sapper.papers.chong2024 import PAPER
from sapper.papers.chong2024.proper_configurations import ProperConfigurations
from sapper.papers.claims import Effort, Finding, Reading, equal
from sapper.papers.played import play
from sapper.positions import Position, parse
from sapper.strategies.compiled import as_strategy
from sapper.strategies.protocol import begin
from sapper.strategies.registry import find

AT_RANDOM, FIRST, TO_CORNERS = "infer-guess-text", "heuristic:P", "infer-guess"


def gain(effort: Effort, spec: str, one: str, other: str, quick: int, full: int) -> Finding:
    """Compare two strategies on the same games; they agree if the interval of the gain holds 0."""
    won = []
    for strategy in (one, other):
        records = play(effort, spec, strategy, quick, full, records=True).records
        assert records is not None
        won.append(records.won)
    only_one = int(np.count_nonzero(won[0] & ~won[1]))
    only_other = int(np.count_nonzero(won[1] & ~won[0]))
    games = len(won[0])
    mean = (only_one - only_other) / games
    reach = Z95 * sqrt(max((only_one + only_other) / games - mean**2, 0) / games)
    shown = (
        f"{100 * mean:+.2f} points [{100 * (mean - reach):+.2f}, {100 * (mean + reach):+.2f}], "
        f"{games:,} games"
    )
    note = f"{one} compared with {other} on the same layouts"
    return Finding(shown, mean - reach <= 0 <= mean + reach, note)


def choices(strategy: str, position: Position, games: int = 40) -> set[int]:
    """Return all cells that a strategy opens in a position, over several game indices."""
    player = as_strategy(find(strategy))
    found = set()
    for index in range(games):
        begin(player, 1, index)
        found.add(player.choose(position))
    return found


@PAPER.claim(
    "4.2, 4.3.3",
    "how the program breaks ties among the safest cells, with a 1 in the middle of 3x3/1",
    "at random",
    slip="Solver.cs chooses without randomness: fewest neighbours, then most open neighbours, then "
    "the first cell; the printed lines of algorithm 4.2 return the first cell",
)
def _(_effort: Effort) -> Finding:
    def drawn(strategy: str) -> tuple[str, bool]:
        found = choices(strategy, parse("###\n#1#\n###", mines=1))
        how = "at random" if len(found) > 1 else "always the same"
        return f"{how}, {len(found)} of 8 cells in 40 games", len(found) > 1

    readings = tuple(
        Reading(words, *drawn(name))
        for words, name in (
            ("the text", AT_RANDOM),
            ("the lines of algorithm 4.2", FIRST),
            ("Solver.cs with exact safety", TO_CORNERS),
        )
    )
    return Finding(*drawn("infer-guess-published"), readings=readings)


@PAPER.claim(
    "4.3.3, A.1",
    "gain in win rate on 10x10/20 by the tie rule of Solver.cs over that of the text",
    "none: one of them at random",
    slip="border cells have fewer neighbours, so they are more likely to open further cells",
)
def _(effort: Effort) -> Finding:
    readings = []
    for spec, rule, few, many in (
        ("10x10/20", FIRST, 4_000, 20_000),
        ("6x6/7", TO_CORNERS, 10_000, 40_000),
        ("6x6/7", FIRST, 10_000, 40_000),
    ):
        found = gain(effort, spec, rule, AT_RANDOM, few, many)
        words = "Solver.cs" if rule == TO_CORNERS else "the first cell, as in algorithm 4.2"
        readings.append(Reading(f"{words}, on {spec}", found.ours, found.agrees))
    decides = gain(effort, "10x10/20", TO_CORNERS, AT_RANDOM, 4_000, 20_000)
    return replace(decides, readings=tuple(readings))


@PAPER.claim(
    "Algorithm 4.1, lines 5 to 7",
    "safety of a cell next to the 1 in #1### with 2 mines",
    "1/2",
    slip="line 7 is after the loop, so it adds only the last weight; inside the loop it would be "
    "correct",
)
def _(_effort: Effort) -> Finding:
    found = ProperConfigurations.of(parse("#1###", mines=2))
    total_weight = 0
    weight = 0
    for configuration in found.weights:  # lines 5 and 6: the loop is empty
        weight = found.weights[configuration]
    total_weight += weight  # line 7
    safe = sum(weight for mined, weight in found.weights.items() if 0 not in mined)
    exact = analyze(parse("#1###", mines=2)).exact()[0]
    own = equal(Fraction(safe, total_weight), Fraction(1, 2))
    return replace(own, confirmed=exact == Fraction(1, 2))
