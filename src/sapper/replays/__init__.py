"""Replays: recorded games, click by click, and their analysis."""

from sapper.replays.replay import Click, Replay, make_click
from sapper.replays.replay_analysis import Move, ReplayAnalysis

__all__ = ["Click", "Move", "Replay", "ReplayAnalysis", "make_click"]
