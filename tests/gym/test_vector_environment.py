"""Vectorised games: equal to single ones, with masks, a teacher and clear errors."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
import sapper.gym
from sapper import memory
from sapper.gym import MinesweeperEnv, MinesweeperVectorEnv, Rewards

if TYPE_CHECKING:
    from collections.abc import Callable

BOARDS: list[dict[str, Any]] = [
    {"spec": "4x4/3"},
    {"spec": "9x9/10"},
    {"spec": "33x33/150"},  # too many cells to keep a deal for each
    {"spec": "2x3/0"},
    {"spec": "4x5/9", "max_per_cell": 3},
    {"spec": "2x2/7", "max_per_cell": 2, "first": "any"},
    {"spec": "torus:4x5/4"},
    {"spec": "box:2x3x3/2"},
    {"spec": "tri:3x4/2"},
    {"spec": sapper.graph([(0, 1), (1, 2), (2, 0), (2, 3)], nodes=range(6)), "mines": 2},
]

amounts = st.sampled_from([0.0, 1.0, -0.1, 1 / 3])
rewards = st.builds(Rewards, amounts, amounts, amounts, amounts, amounts, amounts)


def made(count: int, **options: Any) -> MinesweeperVectorEnv:
    env = gymnasium.make_vec(sapper.gym.ENVIRONMENT, count, **options)
    assert isinstance(env, MinesweeperVectorEnv)
    return env


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return np.array_equal(one, other)


@settings(deadline=None, max_examples=80)
@given(
    options=st.sampled_from(BOARDS),
    first=st.sampled_from(["any", "safe"]),
    reward=rewards,
    patience=st.sampled_from([1, 2, None]),
    probabilities=st.booleans(),
    count=st.integers(1, 4),
    seed=st.integers(0, 2**62),
    data=st.data(),
)
def test_equals_games_one_by_one(
    options: dict[str, Any],
    first: str,
    reward: Rewards,
    patience: int | None,
    probabilities: bool,
    count: int,
    seed: int,
    data: st.DataObject,
) -> None:
    given = {"first": first, "reward": reward, "patience": patience, **options}
    given["probabilities"] = probabilities
    many = MinesweeperVectorEnv(count, **given)
    single = SyncVectorEnv([lambda: MinesweeperEnv(**given)] * count)
    assert single.metadata["autoreset_mode"] == many.metadata["autoreset_mode"]
    assert single.single_observation_space == many.single_observation_space
    assert single.action_space == many.action_space
    started = zip(many.reset(seed=seed), single.reset(seed=seed), strict=True)
    assert all(same(a, b) for a, b in started)
    cells = st.integers(0, many.setting.board.size - 1)
    clicks = st.lists(cells, min_size=count, max_size=count)
    for actions in data.draw(st.lists(clicks, max_size=25)):
        one, other = many.step(np.array(actions)), single.step(np.array(actions))
        for a, b in zip(one, other, strict=True):
            assert same(a, b), (a, b)
        assert one[0] in many.observation_space
    assert all(same(a, b) for a, b in zip(many.reset(), single.reset(), strict=True))


def test_made_by_name() -> None:
    env = made(8, spec="9x9/10", vectorization_mode="vector_entry_point")
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert env.num_envs == 8
    assert env.single_observation_space.shape == (9, 9)


def masked(env: MinesweeperVectorEnv, random: np.random.Generator) -> Any:
    """Draw a cell that can be opened in every game that goes on."""
    masks = env.action_masks()
    return (random.random(masks.shape) * masks).argmax(axis=1)


def test_masks_are_what_is_covered_and_never_useless() -> None:
    env = made(50, spec="6x6/5", reward={"useless": -1})
    observations, infos = env.reset(seed=1)
    random = np.random.default_rng(1)
    ended = 0
    for _ in range(40):
        observations, reward, terminated, truncated, infos = env.step(masked(env, random))
        covered = (observations.reshape(50, 36) == -1) & ~(terminated | truncated)[:, None]
        assert np.array_equal(infos["action_mask"], covered)
        assert np.array_equal(env.action_masks(), covered)
        assert not reward.any()
        ended += int(terminated.sum())
    assert ended > 100
    assert infos["index"].sum() >= ended - 50


def test_what_is_returned_is_left_alone() -> None:
    env = made(20, spec="6x6/5")
    random = np.random.default_rng(1)
    env.reset(seed=1)
    returned = env.step(masked(env, random))
    kept = [np.array(part) for part in returned[:4]]
    mask = returned[4]["action_mask"].copy()
    for _ in range(10):
        env.step(masked(env, random))
    assert all(same(a, b) for a, b in zip(kept, returned[:4], strict=True))
    assert np.array_equal(mask, returned[4]["action_mask"])
    returned[0].fill(7)
    assert not (env.step(masked(env, random))[0] == 7).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_probabilities_are_those_of_the_analysis(threads: int) -> None:
    env = made(12, spec="6x6/7")
    env.reset(seed=3)
    random = np.random.default_rng(3)
    for _ in range(4):
        env.step(masked(env, random))
        chances = env.probabilities(threads)
        teacher = env.teacher(threads)
        assert chances.shape == (12, 6, 6)
        states = env._games.states
        for game in range(12):
            if (states[game] < 0).all():
                assert not chances[game].any()
                continue
            position = sapper.Position.from_states(env.setting.board, states[game].copy(), 7)
            analysis = sapper.analyze(position)
            found = analysis.mine_probability
            assert np.array_equal(chances[game].ravel(), found, equal_nan=True)
            assert analysis.best is None or analysis.best == teacher[game]


def test_teacher_wins_most_games() -> None:
    env = made(300, spec="6x6/4")
    env.reset(seed=list(range(300)))
    won = np.zeros(300, dtype=bool)
    over = np.zeros(300, dtype=bool)
    while not over.all():
        _, _, terminated, _, infos = env.step(env.teacher())
        won |= infos["won"] & ~over
        over |= terminated
    assert 240 < won.sum() < 300


def test_seeds() -> None:
    env = made(3, spec="4x4/3")
    _, infos = env.reset(seed=5)
    assert infos["seed"].tolist() == [5, 6, 7]
    _, infos = env.reset(seed=[1, None, 2**64 - 1])
    assert infos["seed"].tolist() == [1, 6, 2**64 - 1]
    assert infos["index"].tolist() == [0, 1, 0]
    _, infos = env.reset()
    assert infos["index"].tolist() == [1, 2, 1]
    _, infos = env.reset(seed=[4, 4, 4], options={"index": [7, 8, 9]})
    assert infos["seed"].tolist() == [4, 4, 4]
    assert infos["index"].tolist() == [7, 8, 9]
    _, infos = env.reset(options={"index": 3})
    assert infos["index"].tolist() == [3, 3, 3]
    _, infos = made(3, spec="4x4/3").reset()
    assert len(set(infos["seed"].tolist())) == 3


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 1], r"shape \(3,\), not int64 of shape \(2,\)"),
        ([[0, 1, 2]], r"of shape \(1, 3\)"),
        (5, r"of shape \(\)"),
        ([0.0, 1.0, 2.0], "not float64"),
        ([True, False, True], "not bool"),
        (["a", "b", "c"], "whole numbers"),
        ([None, 1, 2], "not object"),
        ([0, [1], 2], "array of cells"),
        ([0, 16, 2], "game 1 opens cell 16, which does not exist: 4x4 has 0 to 15"),
        ([0, 1, -1], "game 2 opens cell -1"),
        (np.array([0, 1, 2**64 - 1], dtype=np.uint64), "game 2 opens cell 18446744073709551615"),
    ],
)
def test_bad_actions_change_nothing(actions: Any, message: str) -> None:
    env = made(3, spec="4x4/3")
    env.reset(seed=1)
    with pytest.raises(sapper.GameError, match=message):
        env.step(actions)
    assert env.action_masks().all()
    observations, *_ = env.step(np.array([0, 1, 2], dtype=np.uint8))
    assert (observations.reshape(3, 16)[range(3), range(3)] >= 0).all()


def test_arrays_that_are_not_contiguous() -> None:
    env = made(3, spec="4x4/3")
    env.reset(seed=1)
    observations, *_ = env.step(np.array([5, 0, 5, 0, 5, 0])[::2])
    assert (observations.reshape(3, 16)[:, 5] >= 0).all()


@pytest.mark.parametrize(
    ("count", "options", "message"),
    [
        (0, {}, "at least 1"),
        (-1, {}, "at least 1"),
        (2.5, {}, "whole number"),
        (3, {"spec": "4x4/16", "first": "any"}, "nothing to open"),
        (3, {"spec": "4x4/8", "first": "open"}, "do not fit"),
        (3, {"render_mode": "ansi"}, "cannot be rendered"),
    ],
)
def test_bad_settings(count: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(sapper.GameError, match=message):
        MinesweeperVectorEnv(count, **options)


def test_more_games_than_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda: 1000)
    with pytest.raises(sapper.GameError, match="are free"):
        MinesweeperVectorEnv(1000, "9x9/10")


def test_bad_seeds_and_options() -> None:
    env = made(2, spec="4x4/3")
    for seed in ([1], [1, -1], ["a", 1], 2**64 - 1):
        with pytest.raises(sapper.GameError):
            env.reset(seed=seed)  # type: ignore[arg-type]
    for options in ({"mask": 1}, {"index": [1]}, {"index": [1, -1]}, {"index": "ab"}):
        with pytest.raises(sapper.GameError):
            env.reset(seed=1, options=options)
    with pytest.raises(sapper.GameError, match=r"not 2\.5"):
        env.reset(seed=1, options={"index": 2.5})
    for call in (lambda: env.step([0, 0]), env.probabilities, env.teacher):
        with pytest.raises(sapper.GameError, match="reset first"):
            call()
    env.reset(seed=1)
    with pytest.raises(sapper.GameError, match="threads"):
        env.probabilities(0)


def test_threads_take_turns() -> None:
    env = made(200, spec="6x6/5")
    env.reset(seed=1)
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        random = np.random.default_rng(seed)
        try:
            for _ in range(100):
                env.step(random.integers(36, size=200))
                env.probabilities(2)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    covered = env._games.states < 0
    assert (covered.sum(axis=1) >= 5).all()  # the mines stay covered


@pytest.mark.parametrize("options", BOARDS, ids=str)
@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
)
def test_a_copy_at_any_time_plays_the_same_games(
    options: dict[str, Any], way: Callable[[MinesweeperVectorEnv], MinesweeperVectorEnv]
) -> None:
    env = made(3, patience=2, reward="progress", **options)
    drawn = np.random.default_rng(3)
    assert all(map(same, way(env).reset(seed=1), env.reset(seed=1)))
    for _ in range(8):
        twin = way(env)
        cells = drawn.integers(env.setting.board.size, size=3)
        steps = env.step(cells)
        assert same(env.action_masks(), steps[-1]["action_mask"])
        assert all(map(same, steps, twin.step(cells)))


def test_a_snapshot_of_other_games_is_refused() -> None:
    env = made(2, spec="3x3/1")
    env.reset(seed=1)
    core = env._games._core
    arrays = core.snapshot()
    wrong = [
        arrays[:-1],
        [arrays[0][:-2], *arrays[1:]],
        [b"\x05\x00" + arrays[0][2:], *arrays[1:]],
        core_of(3).snapshot(),
    ]
    for given_arrays in wrong:
        with pytest.raises(ValueError, match="a snapshot"):
            core.restore(given_arrays)
    assert core.snapshot() == arrays


def core_of(games: int) -> Any:
    return made(games, spec="3x3/1")._games._core
