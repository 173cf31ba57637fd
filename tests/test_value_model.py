"""The model of values: its games, its training, and where ``best`` plays without it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import sapper
from sapper import _core
from sapper.games.deals import Deal

if TYPE_CHECKING:
    from types import ModuleType

SCRIPT = Path(__file__).parent.parent / "training" / "train_value_model.py"


@pytest.fixture(scope="module")
def training() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_value_model", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


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
    inputs = np.clip((rows - fitted.mean) * fitted.scale, -5, 5)
    learned = training.loss(fitted, inputs, rows[:, _core.VALUE_NEXT_SAFETY], values)
    before = training.loss(network, inputs, rows[:, _core.VALUE_NEXT_SAFETY], values)
    assert learned < 0.9 * before


def test_weights_are_written_as_they_are_read(training: ModuleType, tmp_path: Path) -> None:
    network = training.Network.ignorant(np.random.default_rng(3))
    training.write(network, tmp_path / "weights.inc", "a test")
    assert np.array_equal(training.Network.read(tmp_path / "weights.inc").weights, network.weights)


def test_another_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="another number of weights"):
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
