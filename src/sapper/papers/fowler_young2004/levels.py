"""The levels of play on the 4x4 board, and figure V.1: games won by number of bombs.

Step A clicks a random square, also as the first click, so the first cells are corners, edge cells
and inner cells in proportion to their number: 4, 8 and 4 of 16. The paper implemented levels 1 and
2 and plotted the win rate in 1,000 games with 0 to 16 bombs; the available text lacks the figure.
Levels 0 and 1 are played here in each interpretation that the text allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sapper.games import simulate
from sapper.intervals import wilson
from sapper.papers.fowler_young2004 import clicks_or_flags
from sapper.papers.fowler_young2004.basic_theorems import BasicToTheLetter
from sapper.perfect import optimal

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sapper.papers.claims import Effort
    from sapper.strategies.protocol import Strategy

SHARES = {(0, 0): 1, (0, 1): 2, (1, 1): 1}
"""First cells of 4x4, one of each kind, with their share of the games in quarters."""

GAMES = 1000
"""Games of the paper per number of bombs."""

MINES = range(17)

RANDOM, BASIC, PERIMETER = "random", "basic", "perimeter"
LETTER = BasicToTheLetter.name
FLAGGING, RANDOM_FLAGGING = "basic-clicks-or-flags", "random-clicks-or-flags"
"""Levels 0 and 1 whose random play clicks or flags with equal chance (V.1)."""

_IN_PYTHON = {FLAGGING: 1, RANDOM_FLAGGING: 0}
"""The level of each strategy that is played by ``clicks_or_flags``."""


def won(effort: Effort, strategy: str, mines: int) -> tuple[int, int]:
    """Return the games won on 4x4 and all games; strategies in Python play fewer games."""
    games = effort.games(8000, 80_000)
    if strategy in _IN_PYTHON:
        games = effort.games(4000, 16_000)
    elif strategy == LETTER:
        games = 8000
    return _won(games, effort.seed, strategy, mines)


@cache
def _won(games: int, seed: int, strategy: str, mines: int) -> tuple[int, int]:
    """Return the games won and all games; ``games`` is a multiple of four."""
    how: str | type[Strategy] = BasicToTheLetter if strategy == LETTER else strategy
    wins = 0
    for start, share in SHARES.items():
        spec, count = f"4x4/{mines}", share * games // 4
        if strategy in _IN_PYTHON:
            wins += clicks_or_flags.wins(spec, _IN_PYTHON[strategy], count, seed, start)
            continue
        result = simulate(spec, how, count, seed, start=start)
        if result.interrupted:
            raise KeyboardInterrupt
        wins += result.wins
    return wins, games


@dataclass(frozen=True, slots=True)
class LevelPoint:
    """A point of figure V.1."""

    mines: int
    """Number of bombs."""

    win_rate: float
    """Share of games won, 0 to 1."""

    interval: tuple[float, float]
    """Its Wilson 95 % interval."""


def figure_v1(effort: Effort) -> dict[str, list[LevelPoint]]:
    """Return the points of figure V.1, levels 1 and 2.

    >>> from sapper.papers.claims import Effort
    >>> [point.win_rate for point in figure_v1(Effort(quick=True))["perimeter"]][-2:]
    [1.0, 1.0]
    """
    found: dict[str, list[LevelPoint]] = {}
    for level in (BASIC, PERIMETER):
        found[level] = []
        for mines in MINES:
            wins, games = won(effort, level, mines)
            found[level].append(LevelPoint(mines, wins / games, wilson(wins, games)))
    return found


def draw_figure_v1(effort: Effort) -> Figure:
    """Draw figure V.1 with perfect play for comparison."""
    from sapper.lab.figures.levels import win_rates_by_mines

    measured = {
        f"level {number}, {name}": [(p.mines, p.win_rate, p.interval) for p in points]
        for number, (name, points) in enumerate(figure_v1(effort).items(), 1)
    }
    perfect = []
    for mines in MINES:
        values = (
            share * float(optimal(f"4x4/{mines}", start=cell).probability)
            for cell, share in SHARES.items()
        )
        perfect.append((mines, sum(values) / sum(SHARES.values())))
    return win_rates_by_mines(
        measured, {"level 3, perfect play": perfect}, title="4x4, first click safe on any square"
    )
