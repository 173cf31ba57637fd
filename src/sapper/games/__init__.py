"""Games: deals, single games, and many at once."""

from sapper.games.deals import Deal
from sapper.games.games import Game, Hint
from sapper.games.simulation import Records, SimulationResult, simulate
from sapper.games.thinking import Considered, Thought, think
from sapper.games.winning import WinProbability, win_probability

__all__ = [
    "Considered",
    "Deal",
    "Game",
    "Hint",
    "Records",
    "SimulationResult",
    "Thought",
    "WinProbability",
    "simulate",
    "think",
    "win_probability",
]
