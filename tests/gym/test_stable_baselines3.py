"""The vector environment for Stable-Baselines3.

If the package is installed, its own base class and algorithms are used. Otherwise the interface is
tested on a stand-in of the base class with the same abstract methods, and the tests that train are
skipped: they need PyTorch, which is too large for the requirements of the tests.
"""

from __future__ import annotations

import importlib
import pickle
import sys
from abc import ABC, abstractmethod
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from sapper.gym import MinesweeperVectorEnv

if TYPE_CHECKING:
    from collections.abc import Iterator

INSTALLED = find_spec("stable_baselines3") is not None
MASKABLE = find_spec("sb3_contrib") is not None
ADAPTER = "sapper.gym.stable_baselines3"


class StandIn(ABC):
    """The parts of ``VecEnv`` that the adapter uses."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space, self.action_space = observation_space, action_space
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._reset_seeds()
        self._reset_options()
        self.render_mode = self.get_attr("render_mode")[0]

    def _reset_seeds(self) -> None:
        self._seeds: list[int | None] = [None] * self.num_envs

    def _reset_options(self) -> None:
        self._options: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

    def seed(self, seed: int) -> list[int | None]:
        self._seeds = [seed + game for game in range(self.num_envs)]
        return self._seeds

    def set_options(self, options: dict[str, Any]) -> None:
        self._options = [dict(options) for _ in range(self.num_envs)]

    def step(self, actions: Any) -> Any:
        self.step_async(actions)
        return self.step_wait()

    def has_attr(self, name: str) -> bool:
        return bool(self.get_attr(name))

    def _get_indices(self, indices: Any) -> Any:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices

    @abstractmethod
    def reset(self) -> Any: ...
    @abstractmethod
    def step_async(self, actions: Any) -> None: ...
    @abstractmethod
    def step_wait(self) -> Any: ...
    @abstractmethod
    def close(self) -> None: ...
    @abstractmethod
    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]: ...
    @abstractmethod
    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None: ...
    @abstractmethod
    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]: ...
    @abstractmethod
    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]: ...


@pytest.fixture(scope="module")
def adapter() -> Iterator[Any]:
    """Import the adapter, on the stand-in if the package is not installed."""
    names = [f"stable_baselines3{part}" for part in ("", ".common", ".common.vec_env")]
    if not INSTALLED:
        for name in names:
            sys.modules[name] = ModuleType(name)
        sys.modules[names[-1]].VecEnv = StandIn  # type: ignore[attr-defined]
    sys.modules.pop(ADAPTER, None)
    yield importlib.import_module(ADAPTER).MinesweeperVecEnv
    if not INSTALLED:
        for name in (*names, ADAPTER):
            sys.modules.pop(name, None)


def test_without_the_package_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", None)
    monkeypatch.delitem(sys.modules, ADAPTER, raising=False)
    with pytest.raises(ModuleNotFoundError, match="pip install stable-baselines3"):
        importlib.import_module(ADAPTER)


@pytest.mark.parametrize("observation", ["board", "one-hot"])
@pytest.mark.parametrize("probabilities", [False, True])
def test_games_restart_in_the_step_in_which_they_end(
    adapter: Any, observation: Any, probabilities: bool
) -> None:
    """The same games as those of the Gymnasium environment, without its idle steps."""
    arguments: dict[str, Any] = {
        "observation": observation,
        "probabilities": probabilities,
        "reward": {"won": 1.0, "lost": -1.0, "share": 0.5, "useless": -0.25},
        "patience": 3,
    }
    env, games = adapter(3, "3x4/2", **arguments), MinesweeperVectorEnv(3, "3x4/2", **arguments)
    env.seed(7)
    check_equal(env.reset(), games.reset(seed=[7, 8, 9])[0])
    assert [info["seed"] for info in env.reset_infos] == [7, 8, 9]
    random, ended = np.random.default_rng(2), 0
    for _ in range(60):
        clicks = random.integers(0, 12, 3)
        observations, rewards, dones, infos = env.step(clicks)
        expected, wanted, terminated, truncated, arrays = games.step(clicks)
        np.testing.assert_array_equal(rewards, wanted.astype(np.float32))
        np.testing.assert_array_equal(dones, terminated | truncated)
        for game, info in enumerate(infos):
            assert (info["won"], info["index"]) == (arrays["won"][game], arrays["index"][game])
            assert info["TimeLimit.truncated"] == truncated[game]
            assert ("terminal_observation" in info) == dones[game]
            if dones[game]:
                ended += 1
                check_equal(info["terminal_observation"], row(expected, game))
        check_equal(observations, games.replace_finished())
        assert np.stack(env.env_method("action_masks")).sum() == games.action_masks().sum()
    assert ended > 20


def row(observations: Any, game: int) -> Any:
    if isinstance(observations, dict):
        return {name: values[game] for name, values in observations.items()}
    return observations[game]


def check_equal(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        for name in one:
            np.testing.assert_array_equal(one[name], other[name])
    else:
        np.testing.assert_array_equal(one, other)


def test_methods_and_attributes_of_games(adapter: Any) -> None:
    env = adapter(3, "3x4/2")
    env.seed(1)
    env.set_options({"index": 5})
    env.reset()
    assert [info["index"] for info in env.reset_infos] == [5, 5, 5]
    assert env.has_attr("action_masks")
    assert len(env.env_method("teacher", indices=[0, 2])) == 2
    assert env.env_method("action_masks", indices=1)[0].shape == (12,)
    assert env.get_attr("render_mode", 1) == [None]
    assert env.env_is_wrapped(object) == [False] * 3
    with pytest.raises(AttributeError, match="'reward' cannot be set to 3"):
        env.set_attr("reward", 3)
    with pytest.raises(AttributeError, match="no method 'render'"):
        env.env_method("render")
    with pytest.raises(sapper.GameError, match="no text spaces"):
        adapter(3, "3x4/2", observation="text")
    env.close()


def test_the_adapter_is_pickled_in_play(adapter: Any) -> None:
    env = adapter(2, "3x4/2")
    env.seed(1)
    env.reset()
    env.step(np.array([0, 5]))
    copied = pickle.loads(pickle.dumps(env))
    clicks = np.array([11, 11])
    ours, theirs = env.step(clicks), copied.step(clicks)
    np.testing.assert_array_equal(ours[0], theirs[0])
    np.testing.assert_array_equal(ours[1], theirs[1])


@pytest.mark.skipif(not INSTALLED, reason="Stable-Baselines3 is not installed")
@pytest.mark.filterwarnings("default")
def test_an_algorithm_trains(adapter: Any) -> None:
    from stable_baselines3 import PPO

    env = adapter(4, "3x3/1", observation="one-hot", reward="progress")
    PPO("MlpPolicy", env, n_steps=16, batch_size=32, seed=1).learn(128)


@pytest.mark.skipif(not MASKABLE, reason="sb3-contrib is not installed")
@pytest.mark.filterwarnings("default")
def test_a_masked_algorithm_makes_no_useless_click(adapter: Any) -> None:
    from sb3_contrib import MaskablePPO

    env = adapter(4, "3x3/1", observation="one-hot", reward={"useless": -1.0})
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=32, seed=1)
    model.learn(128)
    assert model.rollout_buffer.rewards.min() == 0.0
