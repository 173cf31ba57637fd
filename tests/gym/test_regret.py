"""Regret as a reward: exact against perfect play, with the documented fallback."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sapper
from sapper.games.deals import Deal
from sapper.gym import MinesweeperEnv, MinesweeperVectorEnv
from sapper.gym.regret import RegretMeter
from sapper.positions import COVERED


def covered(size: int) -> Any:
    return np.full(size, COVERED, np.int16)


@pytest.mark.parametrize("spec", ["4x4/2", "3x4/3", "hex:3x3/2"])
@pytest.mark.parametrize("first", ["any", "safe", "open"])
def test_the_regret_of_first_clicks_is_that_of_perfect_play(spec: str, first: Any) -> None:
    deal = Deal.read(spec, first=first, start=sapper.board(spec).middle)
    meter = RegretMeter(deal)
    values = {}
    for cell in range(deal.board.size):
        values[cell] = sapper.optimal(spec, first=first, start=cell).probability
    for cell, value in values.items():
        found = meter.regret(covered(deal.board.size), cell)
        assert found.exact
        assert found.value == pytest.approx(float(max(values.values()) - value), abs=1e-12)


def test_rewards_of_regret_add_up_to_the_win_probability_that_is_lost() -> None:
    """In expectation, the regrets of a player sum to its loss against perfect play."""
    spec, start = "3x3/2", 4
    optimal = sapper.optimal(spec, start=start)
    env = MinesweeperEnv(spec, reward="regret")
    regrets, wins, games = 0.0, 0, 3000
    for index in range(games):
        _, info = env.reset(seed=1 if index == 0 else None)
        done, cell = False, start
        while not done:
            _, reward, terminated, truncated, info = env.step(cell)
            assert info["regret_exact"]
            assert reward == -info["regret"] <= 0
            if info["seed"] == 1 and cell != start:
                regrets += info["regret"]
            done = terminated or truncated
            if not done:
                cell = int(np.flatnonzero(env.action_masks())[-1])  # any fixed strategy
        wins += info["won"]
    assert wins / games + regrets / games == pytest.approx(float(optimal.probability), abs=0.03)


def test_a_safe_click_has_none_and_a_mine_all() -> None:
    states = np.zeros(81, np.int16)
    states[:2] = [COVERED, 1]
    states[9:11] = 1
    states[80] = COVERED
    meter = RegretMeter(Deal.read("9x9/1", first="any"))
    assert meter.regret(states, 80) == meter.regret(states, 5)
    assert meter.regret(states, 80).value == 0.0
    assert meter.regret(states, 0).value == 1.0


def test_beyond_the_limit_the_fallback_compares_mine_probabilities() -> None:
    deal = Deal.read("9x9/35", first="any")
    states = covered(81)
    states[40] = 4
    position = deal.position(states)
    analysis = sapper.analyze(position)
    meter = RegretMeter(deal)
    found = meter.regret(states, 31)
    assert not found.exact
    least = np.nanmin(analysis.mine_probability)
    assert found.value == pytest.approx(float(analysis.mine_probability[31] - least))
    several = RegretMeter(Deal.read("3x3/3", first="any", max_per_cell=2))
    one = covered(9)
    one[0] = 1
    assert not several.regret(one, 1).exact
    assert RegretMeter(Deal.read("9x9/10")).regret(covered(81), 3).exact is False


def test_vector_games_have_the_rewards_of_single_ones() -> None:
    options: dict[str, Any] = {"spec": "3x4/3", "reward": {"won": 1.0, "regret": -2.0}}
    together, alone = MinesweeperVectorEnv(2, **options), MinesweeperEnv(**options)
    together.reset(seed=[4, 5])
    alone.reset(seed=4)
    random = np.random.default_rng(3)
    over = False
    for _ in range(60):
        clicks = random.integers(0, 12, 2)
        _, rewards, terminated, truncated, infos = together.step(clicks)
        if over:
            alone.reset()
            assert rewards[0] == 0.0
            over = False
            continue
        _, reward, ended, cut, info = alone.step(int(clicks[0]))
        assert rewards[0] == pytest.approx(reward)
        assert infos["regret"][0] == info["regret"]
        assert infos["regret_exact"][0] == info["regret_exact"]
        assert (terminated[0], truncated[0]) == (ended, cut)
        over = ended or cut


def test_wrong_clicks_are_refused_as_without_regret() -> None:
    env = MinesweeperVectorEnv(2, "3x3/1", reward="regret")
    env.reset(seed=1)
    for wrong in ([0, 9], [0.5, 1.0], [1], [[1, 2]]):
        with pytest.raises(sapper.GameError):
            env.step(np.array(wrong))


def test_infos_have_no_regret_unless_it_is_rewarded() -> None:
    env = MinesweeperEnv("3x3/1")
    _, info = env.reset(seed=1)
    assert "regret" not in info
