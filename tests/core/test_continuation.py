"""Rollouts of the core from a position, on sampled layouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper import _core
from sapper.analysis import analyze
from sapper.games import Game
from sapper.positions import Position, parse

BUDGET = (_core.LOG2_STATES, _core.BYTES)


def play_on(position: Position, strategy: str, games: int, **more: Any) -> _core.Simulation:
    asked = {"seed": 1, "first_game": 0, "threads": 1, "keep_records": True, **more}
    assert position.mines is not None
    simulation = _core.Simulation.from_position(
        position.board.graph,
        position.states,
        position.mines,
        position.max_per_cell,
        *BUDGET,
        strategy,
        asked["seed"],
        asked["first_game"],
        games,
        asked["threads"],
        asked["keep_records"],
    )
    while not simulation.wait(1.0):
        pass
    return simulation


def test_layouts_are_those_that_are_drawn_and_clicks_those_that_are_advised() -> None:
    # The mine is left or right. pseq opens one of the two, and wins exactly if that cell is safe.
    position = parse("#1#", mines=1)
    layouts = analyze(position).sample(300, seed=5)
    won = play_on(position, "pseq", 300, seed=5).records()["won"]
    clicked = _core.advise(position.board.graph, position.states, 1, 1, "pseq", 0, 0).cell
    assert np.array_equal(won, layouts[:, clicked] == 0)
    assert 100 < sum(won) < 200


def test_games_do_not_depend_on_threads_nor_on_who_came_before() -> None:
    position = Game("9x9/20", seed=4, start=40).position
    one = play_on(position, "pseq", 400).records()
    assert play_on(position, "pseq", 400, threads=3).records() == one
    later = play_on(position, "pseq", 100, first_game=300).records()
    assert later["won"] == one["won"][300:]
    assert play_on(position, "pseq", 400, seed=2).records() != one


def test_a_game_that_is_won_already_is_won_without_a_move() -> None:
    simulation = play_on(parse("1#", mines=1), "pseq", 5)
    assert simulation.totals["wins"] == 5
    assert simulation.totals["moves"] == 0


def test_moves_count_from_the_position_on() -> None:
    records = play_on(parse("#1#\n###", mines=1), "perimeter", 50).records()
    assert all(1 <= moves <= 4 for moves in records["moves"])


@pytest.mark.parametrize("strategy", ["random", "basic", "infer-guess-published", "best"])
def test_every_kind_of_strategy_plays_on(strategy: str) -> None:
    position = Game("8x8/10", seed=2, start=0).position
    totals = play_on(position, strategy, 60).totals
    assert totals["games"] == 60
    assert 0 <= totals["wins"] <= 60


def test_several_mines_a_cell_and_flags() -> None:
    position = Position("3x4", [2, *[None] * 11], 6, max_per_cell=2, flags=[(0, 1)])
    totals = play_on(position, "pseq", 200).totals
    assert totals["games"] == 200


def test_it_ends_soon_when_it_is_asked_to() -> None:
    position = Game("16x30/99", seed=1, first="open", start=(3, 3)).position
    simulation = _core.Simulation.from_position(
        position.board.graph, position.states, 99, 1, *BUDGET, "best", 1, 0, 10**9, 1, False
    )
    simulation.cancel()
    while not simulation.wait(1.0):
        pass
    assert simulation.done < 10**9


def test_a_contradiction_is_said() -> None:
    with pytest.raises(_core.Contradiction):
        play_on(parse("3#\n#1", mines=1), "pseq", 1)
