"""The value network: its games, its training, and positions in which ``best`` does not use it."""

from __future__ import annotations

import importlib
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from sapper import _core
from sapper.games.deals import Deal

if TYPE_CHECKING:
    from types import ModuleType

FOLDER = Path(__file__).parents[2] / "training"


def script(name: str) -> ModuleType:
    """Import a script that imports its neighbours."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


@pytest.fixture(scope="module")
def training() -> ModuleType:
    return script("train_value_model")


@pytest.fixture(scope="module")
def refining() -> ModuleType:
    return script("refine_value_model")


def test_training_games_are_the_same_every_time(training: ModuleType) -> None:
    network = training.Network.ignorant(np.random.default_rng(1))
    model = _core.ValueModel(network.weights)
    deal = Deal.read("6x6/8")
    rows, values = _core.training_games(deal.core, model, 0.5, 1, 0, 60)
    again, same = _core.training_games(deal.core, model, 0.5, 1, 0, 60)
    assert rows.shape == (len(values), _core.VALUE_INPUTS)
    assert len(values) > 60
    assert np.array_equal(rows, again)
    assert np.array_equal(values, same)
    assert values.min() >= 0
    assert values.max() <= 1
    assert np.isfinite(rows).all()


def test_a_network_learns_from_games(training: ModuleType) -> None:
    rng = np.random.default_rng(2)
    network = training.Network.ignorant(rng)
    model = _core.ValueModel(network.weights)
    deal = Deal.read("6x6/8")
    rows, values = _core.training_games(deal.core, model, 1.0, 2, 0, 6_000)
    fitted = training.fit(rows, values, rng)
    inputs = fitted.standardised(rows)
    learned = training.loss(fitted, inputs, rows[:, _core.VALUE_NEXT_SAFETY], values)
    before = training.loss(network, inputs, rows[:, _core.VALUE_NEXT_SAFETY], values)
    assert learned < 0.9 * before


def test_weights_are_written_as_they_are_read(training: ModuleType, tmp_path: Path) -> None:
    network = training.Network.ignorant(np.random.default_rng(3))
    script("network").write(network, tmp_path / "weights.inc", "a test")
    assert np.array_equal(training.Network.read(tmp_path / "weights.inc").weights, network.weights)


def thought_about(refining: ModuleType, games: int) -> tuple[Any, ...]:
    """Think about decisions of games with the model that is shipped."""
    network = refining.Network.read(refining.OUTPUT)
    deal = Deal.read("10x10/20")
    return _core.training_choices(deal.core, _core.ValueModel(network.weights), 5, 0, games)


remembered = lru_cache(thought_about)


def choices(refining: ModuleType, games: int) -> Any:
    """Decisions with rollout values, computed once; each test gets its own copy."""
    return refining.Choices(*(np.array(part) for part in remembered(refining, games)))


def test_rollout_values_of_decisions_are_reproducible(refining: ModuleType) -> None:
    first, second = (refining.Choices(*thought_about(refining, 60)) for _ in range(2))
    assert len(first) > 5
    assert all(np.array_equal(kept, vars(second)[name]) for name, kept in vars(first).items())
    # The probabilities of the clue values of a safe click add up to 1.
    shown = np.bincount(first.clicks, first.probabilities)
    assert shown == pytest.approx(1, abs=1e-5)
    assert (np.bincount(first.decisions) > 1).all()
    assert np.isfinite(first.features).all()


def test_the_model_agrees_with_layouts_played_on(refining: ModuleType) -> None:
    found = choices(refining, 150)
    values, _, _ = refining.judge(refining.Network.read(refining.OUTPUT), found)
    assert abs(float(np.mean(values - found.values))) < 0.05
    assert np.corrcoef(found.centred(values), found.centred(found.values))[0, 1] > 0.2


def test_decisions_are_joined_and_taken_apart(refining: ModuleType) -> None:
    one, two = choices(refining, 10), choices(refining, 20)
    sizes = len(one), len(two)
    features = one.features.copy()
    joined = refining.Choices.joined([one, two])
    assert len(joined) == sum(sizes)
    assert np.array_equal(joined.of(np.arange(sizes[0])).features, features)


def test_slopes_are_those_of_what_is_fitted(refining: ModuleType) -> None:
    found = choices(refining, 20)
    rng = np.random.default_rng(6)
    values = (found.values + rng.normal(0, 0.01, len(found.values))).astype(np.float64)

    def fitted(values: Any) -> float:
        off = values - found.values
        errors = found.centred(off) ** 2 + refining.LEVEL * off**2
        gained = found.shares(values) * found.centred(found.values)
        return float(errors.sum() / (2 * len(off)) - gained.sum() / len(found))

    reported = refining.slopes(found, values, by_choice=True)
    for click in range(0, len(values), 7):
        step = np.zeros_like(values)
        step[click] = 1e-4
        slope = (fitted(values + step) - fitted(values - step)) / 2e-4
        assert slope == pytest.approx(reported[click], abs=2e-4, rel=0.02)


@pytest.mark.parametrize("by_choice", [False, True])
def test_a_network_is_refined_by_decisions(
    refining: ModuleType, by_choice: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refining, "BATCH", 32)
    rng = np.random.default_rng(4)
    network = refining.Network.read(refining.OUTPUT)
    for part in network.layers:
        part += rng.normal(0, 0.1, part.shape).astype(np.float32)
    found = choices(refining, 150)
    off, gained = refining.loss(network, found), refining.chosen(network, found)
    refining.fit(network, found, rng, by_choice)
    if by_choice:
        assert refining.chosen(network, found) > gained
    else:
        assert refining.loss(network, found) < off


def test_another_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="weights, not 7"):
        _core.ValueModel(np.zeros(7, np.float32))


@pytest.mark.parametrize("board", ["3x4/4", "4x4/5", "4x5/3", "4x5/7", "5x5/3"])
def test_best_wins_more_than_shorter_endings_on_small_boards(board: str) -> None:
    values = [
        sapper.strategy_value(board, name, start=0).probability for name in ("pseq-d256", "best")
    ]
    assert values[0] <= values[1]
    assert values[1] <= sapper.optimal(board, start=0).probability


def test_with_several_mines_a_cell_best_plays_by_criteria() -> None:
    wins = [
        sapper.simulate("6x6/12", name, 300, seed=3, max_per_cell=3).wins
        for name in ("pseq-d256", "best")
    ]
    assert wins[0] == wins[1]


@pytest.mark.parametrize("board", ["hex:7x7/10", "torus:7x7/8", "tri:6x8/8", "box:3x4x4/8"])
def test_best_plays_any_board(board: str) -> None:
    found = sapper.simulate(board, "best", 200, seed=5)
    assert found.wins > 0
