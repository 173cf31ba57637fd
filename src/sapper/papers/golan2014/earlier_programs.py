"""Section 1: the win rates of earlier programs by Ramsdell and Studholme.

Ramsdell's web pages (Programmer's Minesweeper, www.ccs.neu.edu/home/ramsdell/pgms) report that the
strategy wins close to 60, 29 and 20 % of 10,000 random games, and 71, 36 and 26 % of those in which
the first probe succeeds. The first cell is random, so the second rate is that of a safe first click
on a random cell, and the first rate is the second times the share of cells without a mine. One set
of games with a safe first click serves both rates.

Studholme's program is played by the rules of its description (``constraint_strategy``), from the
corner that it opens first.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.games import simulate
from sapper.intervals import Z95, wilson
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.golan2014 import PAPER
from sapper.papers.golan2014.constraint_strategy import ConstraintStrategy
from sapper.papers.golan2014.equation_strategy import EquationStrategy
from sapper.papers.played import percent_of, play

if TYPE_CHECKING:
    from sapper.games import SimulationResult
    from sapper.strategies.protocol import Strategy

PUBLISHED_GAMES = 10_000
"""Games behind each published rate, as stated on his web pages."""


@dataclass(frozen=True, slots=True)
class Level:
    """A board of PGMS with its published win rates."""

    name: str
    """The name in the paper."""

    spec: str
    """The board and its mines."""

    safe: int
    """Win rate with a safe first click, in percent."""

    every: int
    """Win rate of all games, in percent."""

    games: tuple[int, int]
    """The games of a quick and of a full run of Ramsdell's strategy."""

    constraint_percent: int
    """Win rate of Studholme's program with a safe first click, in percent."""

    constraint_games: tuple[int, int]
    """The games of a quick and of a full run of Studholme's strategy."""

    @property
    def free(self) -> float:
        """The share of cells without a mine, 0 to 1."""
        board = parse_spec(self.spec)
        return 1 - (board.mines or 0) / board.size


LEVELS = (
    Level("Beginner", "8x8/10", 71, 60, (600, 4_000), 80, (2_000, 20_000)),
    Level("Intermediate", "15x13/40", 36, 29, (150, 2_000), 44, (500, 8_000)),
    Level("Expert", "30x16/99", 26, 20, (60, 1_000), 34, (200, 4_000)),
)


@cache
def won(spec: str, games: int, seed: int, strategy: type[Strategy] = EquationStrategy) -> int:
    """Count the games won by a strategy with a safe first cell drawn at random for each game."""
    cells = range(parse_spec(spec).size)
    starts = Counter(random.Random(seed).choices(cells, k=games))
    wins = 0
    for start, times in starts.items():
        result = simulate(spec, strategy, times, seed, "safe", start)
        if result.interrupted:
            raise KeyboardInterrupt
        wins += result.wins
    return wins


def _finding(level: Level, effort: Effort, share: float, percent: int) -> Finding:
    """Compare ``share`` times the win rate with a published integer percentage."""
    games = effort.games(*level.games)
    wins = won(level.spec, games, effort.seed, EquationStrategy)
    low, high = (100 * share * bound for bound in wilson(wins, games))
    published = round(percent * PUBLISHED_GAMES / 100)
    least, most = (100 * bound for bound in wilson(published, PUBLISHED_GAMES))
    shown = f"{100 * share * wins / games:.2f} % [{low:.2f}, {high:.2f}], {games:,} games"
    return Finding(shown, least - 0.5 <= high and low <= most + 0.5)


def _studholme(level: Level, effort: Effort) -> SimulationResult:
    """Play Studholme's strategy from the corner with a safe first click."""
    quick, full = level.constraint_games
    return play(effort, level.spec, ConstraintStrategy, quick, full, start=0)


for _level in LEVELS:

    @PAPER.claim(
        "1",
        f"win rate of the Equation Strategy (Ramsdell) on {_level.name} with a safe first move",
        f"{_level.safe} %",
        note="by the rules of his program, starting from a random cell",
    )
    def _(effort: Effort, level: Level = _level) -> Finding:
        finding = _finding(level, effort, 1.0, level.safe)
        if level is not LEVELS[0] or effort.quick:
            return finding
        return replace(finding, readings=(_from_the_corner(level, effort),))


def _from_the_corner(level: Level, effort: Effort) -> Reading:
    """Return the win rate of the Equation Strategy with the first click in the corner."""
    result = simulate(level.spec, EquationStrategy, 2_000, effort.seed, "safe", 0)
    if result.interrupted:
        raise KeyboardInterrupt
    low, high = (100 * bound for bound in result.interval)
    shown = f"{100 * result.win_rate:.2f} % [{low:.2f}, {high:.2f}], {result.games:,} games"
    agrees = low <= level.safe + 0.5 and high >= level.safe - 0.5
    return Reading("starting in the corner", shown, agrees)


for _level in LEVELS:

    @PAPER.claim(
        "1, [1]",
        f"the same for all games on {_level.name}, in which the first probe may hit a mine",
        f"close to {_level.every} %",
        note="published on his web pages, for 10,000 games",
    )
    def _(effort: Effort, level: Level = _level) -> Finding:
        return _finding(level, effort, level.free, level.every)


@PAPER.claim(
    "1",
    "gain of Studholme's program over Ramsdell's on the three boards, in points",
    "9, 8 and 8",
    note="from the corner and from random cells, as these programs start",
    quick=False,
)
def _(effort: Effort) -> Finding:
    shown, agree = [], []
    for level, published in zip(LEVELS, (9, 8, 8), strict=True):
        strong = _studholme(level, effort)
        games = effort.games(*level.games)
        weak = won(level.spec, games, effort.seed, EquationStrategy) / games
        gain = 100 * (strong.win_rate - weak)
        variance = strong.win_rate * (1 - strong.win_rate) / strong.games
        error = 100 * Z95 * sqrt(variance + weak * (1 - weak) / games)
        shown.append(f"{gain:.1f} ± {error:.1f}")
        agree.append(abs(gain - published) <= error + 1)  # both rates are rounded to a point
    return Finding(", ".join(shown), all(agree))


for _level in LEVELS:

    @PAPER.claim(
        "1",
        f"win rate of a constraint program (Studholme) on {_level.name} with a safe first move",
        f"{_level.constraint_percent} %",
        note="by the rules of its description, from the corner; the choice among equally safe "
        "cells of a set of constraints is not described",
    )
    def _(effort: Effort, level: Level = _level) -> Finding:
        return percent_of(_studholme(level, effort), str(level.constraint_percent))
