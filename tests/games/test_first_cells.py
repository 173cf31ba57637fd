"""First cells on the same layouts: the right distribution, pairing, and bad input."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import sapper
from sapper.errors import GameError, StrategyError
from sapper.games.first_cells import compare_first_cells

GAMES = 20_000


def test_the_first_cell_plays_the_games_of_simulate() -> None:
    corner, _ = compare_first_cells("6x6/7", [(0, 0), (2, 3)], "pseq", 500, seed=3, index=7)
    played = sapper.simulate("6x6/7", "pseq", 500, seed=3, index=7, start=0)
    assert (corner.wins, corner.only_this, corner.only_base) == (played.wins, 0, 0)
    assert corner.games == 500


@pytest.mark.parametrize("start", [1, 5])
def test_moved_games_have_the_exact_win_probability(start: int) -> None:
    """The share of moved games that are won is the exact value of the strategy from that cell."""
    exact = sapper.strategy_value("4x4/4", "pseq", start=start)
    _, moved = compare_first_cells("4x4/4", [0, start], "pseq", GAMES, seed=11)
    chance = float(Fraction(exact.wins, exact.layouts))
    error = (chance * (1 - chance) / GAMES) ** 0.5
    assert abs(moved.win_rate - chance) < 4 * error


def test_pairing_narrows_the_interval() -> None:
    corner, other = compare_first_cells("8x8/10", [0, 1], "pseq", 5_000, seed=5)
    low, high = other.difference_interval
    assert low < other.difference < high
    rates = np.array([corner.win_rate, other.win_rate])
    independent = 2 * 1.96 * float((rates * (1 - rates) / 5_000).sum()) ** 0.5
    assert high - low < 0.6 * independent
    assert other.wins - corner.wins == other.only_this - other.only_base


def test_the_result_does_not_depend_on_threads_and_blocks() -> None:
    whole = compare_first_cells("8x8/12", [0, 9, 36], "best", 60, seed=2, threads=2)
    parts = [
        compare_first_cells("8x8/12", [0, 9, 36], "best", 30, seed=2, index=index, threads=1)
        for index in (0, 30)
    ]
    for place, cell in enumerate(whole):
        assert cell.wins == sum(part[place].wins for part in parts)
        assert cell.only_this == sum(part[place].only_this for part in parts)


def test_a_first_cell_that_cannot_be_compared() -> None:
    with pytest.raises(GameError, match="must differ from each other"):
        compare_first_cells("8x8/10", [0, 3, (0, 3)])
    with pytest.raises(GameError, match="must differ from each other: none"):
        compare_first_cells("8x8/10", [])
    with pytest.raises(StrategyError):
        compare_first_cells("8x8/10", [0, 1], "unheard-of")
