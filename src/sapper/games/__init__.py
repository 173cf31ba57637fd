"""Games: deals, single games, and many at once."""

from sapper.games.deals import Deal
from sapper.games.games import Game, Hint
from sapper.games.simulation import Records, SimulationResult, simulate

__all__ = ["Deal", "Game", "Hint", "Records", "SimulationResult", "simulate"]
