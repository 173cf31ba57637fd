"""Rollout search: the API, the strategy ``deep``, and positions without a search."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper import PositionError, StrategyError, defaults
from sapper.games.thinking import think
from sapper.positions import Position

STUCK = "1##\n###\n##1"


def position(spec: str, seed: int, guesses: int = 0) -> Position:
    """Return a position of a game after the first click and all certain cells."""
    game = sapper.Game(spec, seed=seed)
    game.open(0)
    while game.status == "playing":
        safe = [cell for cell in game.analysis.safe if game.position.states[cell] < 0]
        if not safe:
            if guesses == 0:
                return game.position
            guesses -= 1
            safe = [game.hint("pseq").cell]
        game.open(safe[0])
    return position(spec, seed + 1, guesses)


def test_a_short_ending_is_exact() -> None:
    found = think(sapper.parse(STUCK, mines=2), layouts=10)
    perfect = sapper.win_probability(sapper.parse(STUCK, mines=2), strategy="optimal")
    assert found.considered[0].exact
    assert found.layouts == 0
    assert found.considered[0].value == pytest.approx(float(perfect.value))
    assert found.considered[0].error == 0


def test_a_certain_cell_needs_no_search() -> None:
    found = think(sapper.parse("1##", mines=1))
    assert (found.best, found.certain, found.layouts) == (2, True, 0)


def test_a_number_of_layouts_gives_the_same_every_time() -> None:
    stuck = position("10x10/20", 3)
    first, second = think(stuck, layouts=64), think(stuck, layouts=64)
    assert first.considered == second.considered
    assert first.best == first.considered[0].cell
    assert 0 < first.layouts <= 64


def test_little_time_is_not_spent_on_all_layouts() -> None:
    many = Position("5x5", [1] + [None] * 24, mines=6)
    whole, hasty = think(many, 600), think(many, 1e-6)
    assert whole.layouts == sapper.analyze(many).solutions
    assert hasty.layouts < whole.layouts
    assert {one.cell for one in hasty.considered} == {one.cell for one in whole.considered}


@given(st.integers(0, 10_000), st.integers(0, 2))
@settings(max_examples=15, deadline=None)
def test_values_make_sense(seed: int, guesses: int) -> None:
    stuck = position("8x8/12", seed, guesses)
    analysis = sapper.analyze(stuck)
    found = think(stuck, layouts=24)
    assert found.considered
    kept = [one.value for one in found.considered if not one.dropped]
    assert kept == sorted(kept, reverse=True)
    for one in found.considered:
        assert one.safety == pytest.approx(1 - analysis.mine_probability[one.cell])
        assert 0 <= one.value <= one.safety + 1e-9
        assert one.error >= 0


def test_more_layouts_have_a_smaller_error() -> None:
    stuck = position("10x10/20", 11)
    few, many = think(stuck, layouts=32), think(stuck, layouts=256)
    errors = {one.cell: one.error for one in many.considered if not one.dropped}
    shared = [one for one in few.considered if one.cell in errors]
    assert shared
    assert all(errors[one.cell] <= one.error for one in shared if not one.exact)


def test_it_says_where_it_cannot_think() -> None:
    several = Position.covered_board(sapper.board("4x4"), 5, max_per_cell=2)
    found = think(several)
    assert (
        found.note
        == "deep analysis does not support several mines per cell, so this is the move of pseq"
    )
    assert found.considered == ()
    large = Position.covered_board(sapper.board("101x100"), 1_000)
    assert "more than 10,000 cells" in think(large).note


@pytest.mark.parametrize("seconds", [0, -1, math.inf, math.nan, 1e9])
def test_a_time_that_makes_no_sense_is_refused(seconds: float) -> None:
    with pytest.raises(PositionError, match="the time limit is above 0"):
        think(sapper.parse(STUCK, mines=2), seconds)


def test_bad_input_is_refused() -> None:
    with pytest.raises(sapper.GameError, match="the number of layouts"):
        think(sapper.parse(STUCK, mines=2), layouts=0)
    with pytest.raises(sapper.ContradictionError):
        think(sapper.parse("3#\n##", mines=1))
    with pytest.raises(PositionError, match="no cell is safe"):
        think(sapper.parse("1#", mines=1))


@pytest.mark.parametrize("name", ["deep:", "deep:0", "deep:-1", "deep:x", "deep:n=0", "deep:inf"])
def test_a_patience_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(StrategyError, match="deep"):
        sapper.simulate("4x4/4", strategy=name, games=1)


def test_an_interruption_keeps_what_is_known() -> None:
    def stop(done: int, _total: int) -> None:
        if done >= 16:
            raise KeyboardInterrupt

    found = think(position("16x30/99", 5), layouts=10_000, progress=stop)
    assert found.interrupted
    assert 0 < found.layouts < 10_000


def test_deep_is_the_same_on_any_number_of_threads() -> None:
    one = sapper.simulate("6x6/8", strategy="deep:n=16", games=40, threads=1, records=True)
    two = sapper.simulate("6x6/8", strategy="deep:n=16", games=40, threads=2, records=True)
    assert one.records is not None
    assert two.records is not None
    assert list(one.records.won) == list(two.records.won)


def test_deep_plays_as_best_where_it_cannot_think() -> None:
    games = {
        name: sapper.simulate("5x5/9", max_per_cell=2, strategy=name, games=200).wins
        for name in ("deep", "best", "pseq-d256")
    }
    assert games["deep"] == games["best"] == games["pseq-d256"]


def test_hints_come_from_the_search() -> None:
    game = sapper.Game("8x8/12", seed=4)
    game.open(0)
    assert defaults.HINT_STRATEGY == "deep:n=250"
    assert game.hint().cell == game.hint().cell


def test_some_thousands_of_layouts_are_all_played_on() -> None:
    play = sapper.optimal("4x5/5", start=0)
    game = sapper.Game("4x5/5", seed=5, index=1)
    position = game.position
    search = sapper.think(position, layouts=8)
    first = search.considered[0]
    assert 4096 < first.layouts == search.layouts == game.analysis.solutions
    assert not first.exact
    assert first.error == 0
    assert 0 < first.value <= play.best_click(position)[1]
    assert sapper.think(position, layouts=500).considered == search.considered
    assert "all layouts played out" in search.summary(position)
    values = [one.value for one in search.considered]
    assert values == sorted(values, reverse=True)
