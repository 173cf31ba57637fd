"""Table 1 of paper 003, and the games that are set beside it.

Its agents are our strategies. Their first click, at (0, 0) for all, may hit a mine, which is our
reading of the text; moves are counted after it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from sapper.papers.played import play

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from sapper.games import SimulationResult
    from sapper.papers.claims import Effort

AGENTS = ("random", "neighborhood-sum", "perimeter", "entropy", "perimeter-entropy")
"""Agents 1 to 5 by our names."""

BOARDS = ("4x4/2", "5x5/4", "6x6/6")


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of table 1."""

    percent: str
    """The games won."""

    moves: str
    """The average number of moves."""

    games: int = 100
    """The games played."""


TABLE = {
    "4x4/2": (
        Row("15", "2.26"),
        Row("47", "2.35"),
        Row("92", "3.27"),
        Row("26", "2.29"),
        Row("86", "2.98"),
    ),
    "5x5/4": (
        Row("4", "3.18"),
        Row("11", "3.80"),
        Row("58", "5.10"),
        Row("6", "3.47"),
        Row("54", "4.69"),
    ),
    "6x6/6": (
        Row("0", "3.39"),
        Row("4", "4.27"),
        Row("40", "7.66"),
        Row("2.5", "4.20", games=40),
        Row("32", "5.98", games=60),
    ),
}
"""Table 1, by board and agent."""


@dataclass(frozen=True, slots=True)
class Played:
    """What is kept of the games of one agent on one board."""

    result: SimulationResult
    """Their sums."""

    won: npt.NDArray[np.bool_]
    """Which games were won."""

    moves: float
    """The mean number of moves after the first click."""

    spread: float
    """The standard deviation of the moves."""


@cache
def played(effort: Effort, board: str, agent: int) -> Played:
    """Play an agent from its first click at the corner, once for all claims about it."""
    strategy = AGENTS[agent - 1]
    quick, full = (4_000, 40_000) if "entropy" in strategy else (100_000, 400_000)
    result = play(effort, board, strategy, quick, full, first="any", start=0, records=True)
    records = result.records
    assert records is not None
    moves = records.moves - 1
    kept = replace(result, records=None)
    return Played(kept, records.won, float(moves.mean()), float(moves.std()))
