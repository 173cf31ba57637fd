"""The environment: Gymnasium's own checks, the games of the project, rewards and masks."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
import sapper.gym
from sapper.gym import MinesweeperEnv, Rewards

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sapper.types import FirstClickRule

TRIANGLE = sapper.graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")])

KINDS: list[dict[str, Any]] = [
    {"spec": "9x9/10"},
    {"spec": "9x9/10", "probabilities": True, "render_mode": "ansi"},
    {"spec": "5x5/3", "first": "open", "reward": "progress", "render_mode": "rgb_array"},
    {"spec": "5x5/3", "first": "any", "reward": Rewards(won=5, guess=-1)},
    {"spec": "4x4/9", "max_per_cell": 3, "probabilities": True},
    {"spec": "torus:4x5/4"},
    {"spec": "hex:4x5/4", "render_mode": "rgb_array"},
    {"spec": "box:3x3x3/3", "render_mode": "ansi"},
    {"spec": "box:3x3x3x3x3/9"},
    {"spec": TRIANGLE, "mines": 1, "probabilities": True},
]


def made(**options: Any) -> MinesweeperEnv:
    env = gymnasium.make(sapper.gym.ENVIRONMENT, **options).unwrapped
    assert isinstance(env, MinesweeperEnv)
    return env


def board_of(observation: Any) -> Any:
    return observation["board"] if isinstance(observation, dict) else observation


# -- Gymnasium's own checks ---------------------------------------------------------------------


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_passes_the_checker_without_a_warning(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(**options))
        env = gymnasium.make(sapper.gym.ENVIRONMENT, **options)  # with the passive checker
        _, info = env.reset(seed=1)
        for _ in range(20):
            action = env.action_space.sample(mask=info["action_mask"])
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                env.reset()
                break
        env.close()


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_same_seed_same_data(options: dict[str, Any]) -> None:
    first, second = made(**options), made(**options)
    assert data_equivalence(first.reset(seed=3), second.reset(seed=3))
    assert data_equivalence(first.step(2), second.step(2))
    assert data_equivalence(first.reset(), second.reset())


def test_without_a_seed_games_differ_from_run_to_run() -> None:
    seeds = {made(spec="4x4/3").reset()[1]["seed"] for _ in range(5)}
    assert len(seeds) == 5


def test_spaces() -> None:
    flat = made(spec="9x9/10")
    assert flat.observation_space.dtype == np.int8
    assert flat.observation_space.shape == (9, 9)
    assert flat.action_space.n == 81  # type: ignore[attr-defined]
    assert made(spec=TRIANGLE, mines=1).observation_space.shape == (4,)
    assert made(spec="box:3x3x3x3x3/9").observation_space.dtype == np.int16  # numbers up to 242
    both = made(spec="4x4/3", probabilities=True).observation_space
    assert set(both.keys()) == {"board", "mine_probability"}  # type: ignore[attr-defined]


def test_importing_sapper_does_not_import_gymnasium() -> None:
    code = "import sapper, sys; sapper.simulate; print('gymnasium' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


def test_missing_gymnasium_is_named() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import sapper.gym"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip().endswith("needs Gymnasium: pip install 'sapper[gym]'")


# -- the games ----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["4x4/3", "5x4/8", "torus:4x5/4", "hex:4x4/3", "box:2x3x3/2"]),
    st.sampled_from(["any", "safe"]),
    st.integers(0, 2**64 - 1),
    st.integers(0, 5),
    st.randoms(use_true_random=False),
)
def test_games_are_those_of_the_project(
    spec: str, first: FirstClickRule, seed: int, index: int, random: Any
) -> None:
    env = MinesweeperEnv(spec, first=first)
    game = sapper.Game(spec, first=first, seed=seed, index=index)
    observation, info = env.reset(seed=seed, options={"index": index})
    assert (info["seed"], info["index"]) == (seed, index)
    while game.status == "playing":
        assert np.array_equal(board_of(observation).ravel(), game.position.states)
        assert np.flatnonzero(info["action_mask"]).tolist() == game.position.covered
        cell = random.choice(game.position.covered)
        game.open(cell)
        observation, reward, terminated, truncated, info = env.step(cell)
        assert terminated == (game.status != "playing")
        assert not truncated
    assert reward == (game.status == "won") == info["won"]
    assert not info["action_mask"].any()
    assert np.array_equal(board_of(observation).ravel(), game.position.states)


def test_resets_go_through_the_games_of_a_seed() -> None:
    env = MinesweeperEnv("5x5/5")
    seen = [env.reset(seed=7)[1]["index"], env.reset()[1]["index"], env.reset()[1]["index"]]
    assert seen == [0, 1, 2]
    assert env.reset(seed=7)[1]["index"] == 0


def test_first_clicks_keep_the_rule() -> None:
    for cell in range(25):
        safe, opened = MinesweeperEnv("5x5/12"), MinesweeperEnv("5x5/12", first="open")
        for env in (safe, opened):
            env.reset(seed=cell)
        assert safe.step(cell)[0].ravel()[cell] >= 0
        assert opened.step(cell)[0].ravel()[cell] == 0


# -- rewards ------------------------------------------------------------------------------------


def play(env: MinesweeperEnv, seed: int) -> list[float]:
    """Play by the teacher and return the rewards."""
    env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        _, reward, terminated, truncated, _ = env.step(env.teacher())
        rewards.append(float(reward))
        over = terminated or truncated
    return rewards


def test_progress_adds_up_to_one_in_a_game_won() -> None:
    games = [play(MinesweeperEnv("6x6/4", reward="progress"), seed) for seed in range(20)]
    totals = [sum(game) for game in games]
    assert max(totals) == pytest.approx(1.0)
    assert all(0 < reward <= 1 for game in games for reward in game[:-1])


def test_names_of_rewards() -> None:
    for name, lost in (("win", 0.0), ("outcome", -1.0)):
        ends = {play(MinesweeperEnv("6x6/8", reward=name), seed)[-1] for seed in range(20)}
        assert ends == {1.0, lost}


def test_guesses_are_distinguished_from_certain_clicks() -> None:
    env = MinesweeperEnv("1x4/1", reward={"guess": -1.0, "opened": 0.25})
    certain = 0
    for seed in range(20):
        env.reset(seed=seed)
        assert env.step(0)[1] == 0.25  # the rule makes the first click safe
        if env.position.clues[0] == 1:  # the mine is in cell 1, so cell 2 is certain
            assert env.step(2)[1] == 0.25
            certain += 1
    assert certain
    env = MinesweeperEnv("1x4/1", first="any", reward={"guess": -1.0, "lost": -5.0})
    env.reset(seed=1)
    assert env.step(0)[1] in (-1.0, -6.0)


def test_useless_clicks_change_nothing_and_wear_out_patience() -> None:
    env = MinesweeperEnv("5x5/5", reward={"useless": -0.5}, patience=3)
    env.reset(seed=1)
    before, *_ = env.step(12)
    for number in range(3):
        after, reward, terminated, truncated, info = env.step(12)
        assert np.array_equal(before, after)
        assert (reward, terminated, truncated) == (-0.5, False, number == 2)
    assert not info["action_mask"].any()
    with pytest.raises(sapper.GameError, match=r"cut short\); call reset first"):
        env.step(0)


def test_patience_without_end() -> None:
    env = MinesweeperEnv("5x5/5", patience=None)
    env.reset(seed=1)
    env.step(12)
    assert not any(env.step(12)[3] for _ in range(300))


# -- the teacher and pictures -------------------------------------------------------------------


def test_teacher_and_probabilities_are_those_of_the_analysis() -> None:
    env = MinesweeperEnv("9x9/10", probabilities=True)
    observation, _ = env.reset(seed=2)
    assert env.teacher() == 0
    assert not env.probabilities().any()
    observation, *_ = env.step(0)
    analysis = sapper.analyze(env.position)
    assert env.teacher() == analysis.best
    assert np.array_equal(env.probabilities().ravel(), analysis.mine_probability, equal_nan=True)
    assert isinstance(observation, dict)
    shown = np.nan_to_num(analysis.mine_probability).astype(np.float32)
    assert np.array_equal(observation["mine_probability"].ravel(), shown)
    assert env.position.states[env.teacher("best")] < 0
    assert np.array_equal(env.action_masks().ravel(), env.position.states < 0)


def test_teacher_where_nothing_is_safe() -> None:
    env = MinesweeperEnv("2x2/7", max_per_cell=2, first="any")
    env.reset(seed=1)
    assert env.teacher() == 0
    assert env.step(0)[2]


def test_rendering() -> None:
    env = MinesweeperEnv("3x4/4", first="any", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "####\n####\n####"
    lost = False
    while not lost:
        cell = int(np.argmax(env.action_masks()))
        _, _, lost, _, info = env.step(cell)
    assert not info["won"]
    text = env.render()
    assert text.replace("\n", "")[cell] == "*"
    assert text.count("*") == 1
    env.render_mode = "rgb_array"
    assert env.render().shape == (48, 64, 3)
    assert env.render().dtype == np.uint8


# -- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (81, "no cell 81: 9x9 has 0 to 80"),
        (-1, "no cell -1"),
        (2**70, "no cell"),
        (1.0, "index of a cell, not 1.0"),
        (True, "not True"),
        (None, "not None"),
        ("a", "not 'a'"),
        (np.array([1]), "index of a cell"),
    ],
)
def test_bad_actions(action: Any, message: str) -> None:
    env = MinesweeperEnv("9x9/10")
    env.reset(seed=1)
    with pytest.raises(sapper.GameError, match=message):
        env.step(action)
    assert env.step(np.array(3))[0].ravel()[3] >= 0


def test_nothing_goes_before_reset() -> None:
    env = MinesweeperEnv("9x9/10")
    with pytest.raises(sapper.GameError, match="reset first"):
        env.step(0)
    with pytest.raises(sapper.GameError, match="reset first"):
        env.teacher()
    assert not env.action_masks().any()


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"spec": "9x9"}, sapper.GameError, "needs its mines"),
        ({"spec": "nine"}, sapper.SpecError, "nine"),
        ({"spec": "4x4/16", "first": "any"}, sapper.GameError, "nothing to open"),
        ({"spec": "4x4/8", "first": "open"}, sapper.GameError, "do not fit"),
        ({"first": "never"}, sapper.GameError, "'never'"),
        ({"patience": 0}, sapper.GameError, "patience is at least 1"),
        ({"reward": "glory"}, sapper.GameError, "'glory'"),
        ({"reward": {"glory": 1}}, sapper.GameError, "no reward 'glory'"),
        ({"reward": {"won": float("nan")}}, sapper.GameError, "'won' is a finite number"),
        ({"reward": {"won": "much"}}, sapper.GameError, "not 'much'"),
        ({"reward": 3}, sapper.GameError, "not 3"),
        ({"render_mode": "human"}, sapper.GameError, "not 'human'"),
    ],
)
def test_bad_settings(
    options: Mapping[str, Any], error: type[sapper.SapperError], message: str
) -> None:
    with pytest.raises(error, match=message):
        MinesweeperEnv(**options)


@pytest.mark.parametrize("options", [{"index": -1}, {"index": "a"}, {"number": 1}])
def test_bad_options_of_reset(options: dict[str, Any]) -> None:
    with pytest.raises(sapper.GameError):
        MinesweeperEnv("4x4/3").reset(options=options)


# -- copies -------------------------------------------------------------------------------------

COPIES = [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize("options", KINDS, ids=str)
def test_a_copy_at_any_time_plays_the_same_games(
    options: dict[str, Any], seeded: bool, way: Callable[[MinesweeperEnv], MinesweeperEnv]
) -> None:
    env = made(**options)
    drawn = np.random.default_rng(5)
    untouched = way(env)
    assert untouched.reset(seed=3)[0] is not None
    env.reset(seed=2 if seeded else None)
    for _ in range(12):
        twin = way(env)
        cell = int(drawn.integers(env.setting.board.size))
        if not env.action_masks().any():
            assert data_equivalence(env.reset(), twin.reset())
            continue
        # The original moves first: the copy does not notice it.
        steps = env.step(cell), twin.step(cell)
        assert data_equivalence(*steps)
        assert env.position == twin.position
