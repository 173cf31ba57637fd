"""Games: deals, interactive games, simulation, rollout search and win probabilities."""

from sapper.games.deals import Deal, deal
from sapper.games.games import Game
from sapper.games.given_layouts import GivenDeal, given_deal
from sapper.games.hints import Hint
from sapper.games.no_guess_deals import NoGuessDeal
from sapper.games.no_guess_layouts import is_no_guess, no_guess, no_guess_deal
from sapper.games.signatures import signature
from sapper.games.simulation import Records, SimulationResult, simulate
from sapper.games.thinking import Considered, Thought, think
from sapper.games.winning import WinProbability, win_probability

__all__ = [
    "Considered",
    "Deal",
    "Game",
    "GivenDeal",
    "Hint",
    "NoGuessDeal",
    "Records",
    "SimulationResult",
    "Thought",
    "WinProbability",
    "deal",
    "given_deal",
    "is_no_guess",
    "no_guess",
    "no_guess_deal",
    "signature",
    "simulate",
    "think",
    "win_probability",
]
