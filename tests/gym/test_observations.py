"""Encodings of observations: equal in both environments, within their spaces, and invertible."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import sapper
from sapper.gym import OBSERVATIONS, MinesweeperEnv, MinesweeperVectorEnv, read_action

if TYPE_CHECKING:
    from sapper.gym.observations import ObservationKind

BOARDS: list[dict[str, Any]] = [
    {"spec": "4x4/3"},
    {"spec": "4x5/9", "max_per_cell": 3},
    {"spec": "box:2x3x3/2"},
    {"spec": "hex:3x4/2"},
    {"spec": sapper.graph([(0, 1), (1, 2), (2, 0), (2, 3)], nodes=range(6)), "mines": 2},
]


@pytest.mark.parametrize("kind", OBSERVATIONS)
@pytest.mark.parametrize("probabilities", [False, True])
@pytest.mark.parametrize("options", BOARDS, ids=lambda options: str(options["spec"])[:12])
def test_vector_and_single_observations_agree(
    kind: ObservationKind, probabilities: bool, options: dict[str, Any]
) -> None:
    given = {**options, "observation": kind, "probabilities": probabilities}
    together = MinesweeperVectorEnv(3, **given)
    singles = SyncVectorEnv(
        [lambda: MinesweeperEnv(**given)] * 3, autoreset_mode=AutoresetMode.NEXT_STEP
    )
    space = together.single_observation_space
    ours, _ = together.reset(seed=1)
    theirs, _ = singles.reset(seed=1)
    random = np.random.default_rng(1)
    for _ in range(12):
        check_equal(ours, theirs)
        for game in range(3):
            assert space.contains(row(ours, game))
        clicks = random.integers(0, together.setting.board.size, 3)
        ours, *_ = together.step(clicks)
        theirs, *_ = singles.step(clicks)


def row(observations: Any, game: int) -> Any:
    if isinstance(observations, dict):
        return {name: values[game] for name, values in observations.items()}
    return observations[game]


def check_equal(ours: Any, theirs: Any) -> None:
    if isinstance(ours, dict):
        assert ours.keys() == theirs.keys()
        for name in ours:
            check_equal(ours[name], theirs[name])
    elif isinstance(ours, tuple):
        assert ours == tuple(theirs)
    elif isinstance(ours, str):
        assert ours == theirs
    else:
        np.testing.assert_array_equal(ours, theirs)
        assert ours.dtype == theirs.dtype


def test_one_hot_planes_are_covered_cells_and_numbers() -> None:
    env = MinesweeperEnv("3x3/1", observation="one-hot")
    covered, _ = env.reset(seed=1)
    assert covered.shape == (10, 3, 3)
    assert covered[0].all()
    assert not covered[1:].any()
    opened, *_ = env.step(4)
    assert (opened.sum(axis=0) == 1).all()
    assert opened[2, 1, 1] == 1  # the plane of the number 1
    assert env.observation_space.contains(opened)


def test_a_text_reads_back_as_the_position() -> None:
    env = gymnasium.make("sapper/Minesweeper-v0", spec="4x5/3", observation="text")
    observation, _ = env.reset(seed=3)
    assert observation.splitlines()[0] == "4x5/3"
    observation, *_ = env.step(0)
    assert env.observation_space.contains(observation)
    unwrapped = env.unwrapped
    assert isinstance(unwrapped, MinesweeperEnv)
    assert sapper.parse(observation) == unwrapped.position


@pytest.mark.parametrize("kind", OBSERVATIONS)
def test_environments_of_every_kind_are_copied_and_pickled_in_play(kind: ObservationKind) -> None:
    single = MinesweeperEnv("4x4/3", observation=kind, reward="regret")
    several = MinesweeperVectorEnv(2, "4x4/3", observation=kind, reward="regret")
    single.reset(seed=5)
    several.reset(seed=5)
    single.step(0)
    several.step(np.array([0, 0]))
    for cell in (5, 9, 15, 3):
        for copied in (
            copy.copy(single),
            copy.deepcopy(single),
            pickle.loads(pickle.dumps(single)),
        ):
            if single.action_masks().any():
                expected = copy.deepcopy(single).step(cell)
                found = copied.step(cell)
                check_equal(found[0], expected[0])
                assert found[1:4] == expected[1:4]
        for games in (copy.copy(several), pickle.loads(pickle.dumps(several))):
            expected_games = copy.deepcopy(several).step(np.array([cell, cell]))
            found_games = games.step(np.array([cell, cell]))
            check_equal(found_games[0], expected_games[0])
            np.testing.assert_array_equal(found_games[1], expected_games[1])


def test_an_unknown_encoding_is_named() -> None:
    wrong: Any = "pixels"
    with pytest.raises(sapper.GameError, match="board, one-hot, text, not 'pixels'"):
        MinesweeperEnv("3x3/1", observation=wrong)


@pytest.mark.parametrize(
    ("text", "cell"),
    [("open (1, 2)", 6), ("row 0, column 3", 3), ("1. I think\nso: [2][0]", 8), ("(2,3).", 11)],
)
def test_an_answer_names_a_cell(text: str, cell: int) -> None:
    assert read_action(text, sapper.grid(3, 4)) == cell


def test_an_answer_on_other_boards_has_as_many_numbers() -> None:
    assert read_action("1 0 2", sapper.box(2, 2, 3)) == 8
    assert read_action("cell 2", sapper.graph([(0, 1), (1, 2)])) == 2


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("the corner", "ends with the 2 coordinates of a cell, not 'the corner'"),
        ("cell 5", "2 coordinates"),
        ("(3, 0)", r"no cell: cell \(3, 0\) is not on 3x4"),
        ("(0, -1)", r"\(0, -1\) is not on"),
        (7, "an answer is a text, not 7"),
    ],
)
def test_an_answer_without_a_cell_is_quoted(answer: Any, message: str) -> None:
    with pytest.raises(sapper.GameError, match=message):
        read_action(answer, sapper.grid(3, 4))
