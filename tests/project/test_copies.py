"""Objects that programs hold can be copied, deep-copied and pickled at any time."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest

import sapper

if TYPE_CHECKING:
    from collections.abc import Callable

POSITION = sapper.parse("1##\n###\n##1", mines=2)
LAYOUT = sapper.deal("6x6/5", seed=1)
REPLAY = sapper.Replay(LAYOUT, (sapper.Click(0.0, "open", 0),))

USES: dict[str, Callable[[sapper.Analysis], object]] = {
    "nothing": lambda _: None,
    "mine_probability": lambda analysis: analysis.mine_probability,
    "exact": lambda analysis: analysis.exact(),
    "solutions": lambda analysis: analysis.solutions,
    "sample": lambda analysis: analysis.sample(3),
    "clue_distributions": lambda analysis: analysis.clue_distributions(),
    "reasons": lambda analysis: analysis.reasons(),
    "groups": lambda analysis: (analysis.groups, analysis.components),
    "a layout": lambda analysis: next(iter(analysis.layouts())),
}
"""Uses of an analysis after which it is copied."""

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}

THINGS: dict[str, Callable[[], Any]] = {
    "Board": lambda: sapper.board("hex:4x4"),
    "graph": lambda: sapper.graph([("a", "b"), ("b", "c")]),
    "Spec": lambda: sapper.parse_spec("16x30/99"),
    "Position": lambda: POSITION,
    "position with a density": lambda: sapper.parse("1#", density=0.2),
    "position with unread cells": lambda: sapper.parse("1?#", mines=1),
    "position with unknown mines": lambda: sapper.parse("1##", mines=range(1, 3)),
    "Layout": lambda: LAYOUT,
    "Deal": lambda: sapper.Deal.read("9x9/10"),
    "Choice": lambda: sapper.choose(POSITION),
    "SimulationResult": lambda: sapper.simulate("4x4/3", games=20, records=True),
    "Thought": lambda: sapper.think(POSITION, layouts=10),
    "WinProbability": lambda: sapper.win_probability(POSITION, 10),
    "Replay": lambda: REPLAY,
    "ReplayAnalysis": REPLAY.analysis,
    "PerfectPlay": lambda: sapper.optimal("4x4/3"),
    "OneMine": lambda: sapper.one_mine([(0, 1), (1, 2)]),
    "StrategyValue": lambda: sapper.strategy_value("3x3/2"),
    "BatchAnalysis": lambda: sapper.analyze_many(POSITION.board, [POSITION.states], 2),
    "Limits": sapper.Limits,
    "Comparison": lambda: sapper.compare("4x4/3", ["pseq", "random"], games=20),
}


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("use", USES)
def test_an_analysis_is_copied_after_any_use(use: str, way: str) -> None:
    analysis = sapper.analyze(POSITION)
    USES[use](analysis)
    other = COPIES[way](analysis)
    assert other.exact() == analysis.exact()
    assert other.sample(3).tolist() == analysis.sample(3).tolist()
    assert {cell: reason.text(POSITION) for cell, reason in other.reasons().items()} == {
        cell: reason.text(POSITION) for cell, reason in analysis.reasons().items()
    }


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", THINGS)
def test_a_copy_says_the_same(name: str, way: str) -> None:
    thing = THINGS[name]()
    other = COPIES[way](thing)
    assert type(other) is type(thing)
    assert repr(other) == repr(thing)
    if hasattr(thing, "to_dict"):
        assert str(other.to_dict()) == str(thing.to_dict())


@pytest.mark.parametrize("way", COPIES)
def test_a_game_is_copied_after_any_move(way: str) -> None:
    game = sapper.Game("6x6/6", seed=3)
    while game.status == "playing":
        other = COPIES[way](game)
        cell = sapper.choose(game.position, strategy="pseq").cell
        assert (other.open(cell), other.status) == (game.open(cell), game.status)
        assert other.position == game.position
