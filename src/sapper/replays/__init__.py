"""Replays: games that were played, click by click, and what luck they took."""

from sapper.replays.replay import Click, Replay, make_click
from sapper.replays.replay_analysis import Move, ReplayAnalysis

__all__ = ["Click", "Move", "Replay", "ReplayAnalysis", "make_click"]
