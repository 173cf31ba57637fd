"""``choose``: the next click of any strategy in a position."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
from concurrent.futures import ThreadPoolExecutor
from math import isnan
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.cli.choose import choose as choose_command
from sapper.strategies import find
from sapper.strategies.choosing import next_click
from sapper.strategies.compiled import Compiled
from strategies_for_positions import reachable
from strategy_names import REPEATABLE

if TYPE_CHECKING:
    from sapper.positions import Position

CORNERS = sapper.parse("1##\n###\n##1", mines=2)
CERTAIN = sapper.parse("1##", mines=1)
NAMES = [name for name in REPEATABLE if not find(name).follows_game]


class Last:
    """Chooses the last covered cell."""

    def choose(self, position: Position) -> int:
        return position.covered[-1]


class Answers:
    """Gives one answer in every position."""

    name = "answers"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, position: Position) -> Any:
        return self.answer


# -- what is chosen -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_choice_is_the_click_of_the_strategy_with_its_exact_probability(name: str) -> None:
    choice = sapper.choose(CORNERS, name, seed=5)
    assert choice.strategy == name
    assert choice.cell in CORNERS.covered
    assert choice.mine_probability == sapper.analyze(CORNERS).mine_probability[choice.cell]
    assert choice.place == CORNERS.board.coordinates(choice.cell)
    assert choice.certain == (choice.mine_probability == 0)
    assert choice == sapper.choose(CORNERS, name, seed=5)
    entry = find(name)
    if entry.in_core:
        player = Compiled(name)
        player.begin(5, 0)
        assert player.choose(CORNERS) == choice.cell


@given(reachable(flags=False), st.sampled_from(["best", "pseq", "perimeter", "frontier", "basic"]))
def test_a_choice_agrees_with_the_analysis(position: Position, name: str) -> None:
    analysis = sapper.analyze(position)
    if analysis.best is None:
        with pytest.raises(sapper.PositionError, match="open"):
            sapper.choose(position, name)
        return
    choice = sapper.choose(position, name)
    assert choice.mine_probability == analysis.mine_probability[choice.cell]
    if find(name).opens_certain and analysis.safe:
        assert choice.certain
        assert choice.cell in analysis.safe


def test_ties_are_broken_by_the_seed() -> None:
    found = {sapper.choose(CORNERS, "random", seed=seed).cell for seed in range(40)}
    assert found == set(CORNERS.covered)


def test_strategies_are_names_classes_and_objects() -> None:
    for strategy in (Last, Last()):
        choice = sapper.choose(CORNERS, strategy)
        assert (choice.cell, choice.strategy) == (7, "Last")
    assert sapper.choose(CORNERS).strategy == "best"
    default = inspect.signature(sapper.choose).parameters["strategy"].default
    assert inspect.signature(choose_command).parameters["strategy"].default == default


def test_a_strategy_that_opens_certain_cells_is_asked_for_guesses_only() -> None:
    class Certain(Last):
        opens_certain = True

    assert sapper.choose(CERTAIN, Certain).cell == 2
    assert sapper.choose(sapper.parse("1##\n###", mines=2), Certain).cell == 5
    assert sapper.choose(CERTAIN, Answers(1)).mine_probability == 1.0


def test_the_hooks_of_a_strategy_are_called() -> None:
    class Hooked(Last):
        def begin(self, seed: int, index: int) -> None:
            self.seeds = (seed, index)

        def start(self, board: sapper.Board) -> int:
            return board.middle

    strategy, covered = Hooked(), sapper.Position.covered_board("3x3/2")
    assert sapper.choose(covered, strategy, seed=9).cell == 4
    assert strategy.seeds == (9, 0)
    assert sapper.choose(CORNERS, strategy).cell == 7
    assert sapper.choose(covered, "book004:pseq").cell == 4


def test_flags_are_ignored() -> None:
    flagged = CORNERS.flag(2).flag(1)
    assert sapper.choose(flagged, "pseq") == sapper.choose(CORNERS, "pseq")


def test_a_choice_has_reasons_and_candidates() -> None:
    guess, certain = sapper.choose(CORNERS, "pseq"), sapper.choose(CERTAIN)
    assert guess.why.startswith("a guess: (0, 2) has a 16.67 % chance of being a mine")
    assert "of them the best by S, E and Q" in guess.why
    assert guess.cell in [one.cell for one in guess.candidates()]
    assert certain.why == sapper.analyze(CERTAIN).reason(2).text(CERTAIN)
    assert certain.candidates() == []
    assert certain.summary() == f"open (0, 2): {certain.why}"


def test_a_position_beyond_the_work_budget_has_a_choice_without_a_probability() -> None:
    limits = sapper.Limits(log2_states=3)
    twos, covered = "#" + 9 * "2" + "##", 12 * "#"
    position = sapper.parse("\n".join([covered, twos, covered, twos, covered]), mines=16)
    with pytest.raises(sapper.TooHardError):
        sapper.analyze(position, limits=limits)
    choice = sapper.choose(position, "pseq", limits=limits)
    assert isnan(choice.mine_probability)
    assert not choice.certain
    assert choice.why.endswith("is chosen by pseq: the position is too hard to analyse")
    assert choice.candidates() == []
    assert choice.to_dict()["mine_probability"] is None
    assert next_click(CERTAIN, find("pseq"), seed=0, analysis=None).certain


def test_a_choice_can_be_copied_and_pickled() -> None:
    choice = sapper.choose(CORNERS, Last)
    for other in (copy.deepcopy(choice), pickle.loads(pickle.dumps(choice))):
        assert other == choice
        assert other.why == choice.why


def test_threads_choose_as_one_thread_does() -> None:
    tasks = [(name, seed) for seed in range(4) for name in NAMES]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda task: sapper.choose(CORNERS, *task).cell, tasks))
    assert found == [sapper.choose(CORNERS, *task).cell for task in tasks]


# -- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mines", "message"),
    [
        ("..", 0, "no cell is covered in <Position 1x2 mines=0, 0 covered>"),
        ("1#", 1, "every covered cell of <Position 1x2 mines=1, 1 covered> is a mine"),
    ],
)
def test_a_position_without_a_cell_to_open_is_refused(text: str, mines: int, message: str) -> None:
    with pytest.raises(sapper.PositionError, match=message):
        sapper.choose(sapper.parse(text, mines=mines), "pseq")


def test_contradictions_name_the_clues() -> None:
    with pytest.raises(sapper.ContradictionError, match="the 3 at") as raised:
        sapper.choose(sapper.parse("3##", mines=1))
    assert raised.value.clues == (0,)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (0, r"strategy 'answers' chose cell 0 at \(0, 0\), which is open already, in position"),
        (9, "chose cell 9, which does not exist: 3x3 has 0 to 8"),
        ("a", "chose 'a', which is not the index of a cell"),
        (True, "chose True, which is not the index of a cell"),
    ],
)
def test_illegal_answers_of_a_strategy_are_refused(answer: Any, message: str) -> None:
    with pytest.raises(sapper.StrategyError, match=message) as raised:
        sapper.choose(CORNERS, Answers(answer))
    assert raised.value.strategy == "answers"
    assert raised.value.game is None


def test_a_strategy_that_fails_is_named() -> None:
    class Fails:
        def choose(self, position: Position) -> int:
            raise KeyError("no idea")

    with pytest.raises(sapper.StrategyError, match="'Fails' raised KeyError: 'no idea', in pos"):
        sapper.choose(CORNERS, Fails)


def test_a_strategy_that_follows_a_game_is_refused() -> None:
    with pytest.raises(sapper.StrategyError, match="'infer-guess-published' depends on the hist"):
        sapper.choose(CORNERS, "infer-guess-published")


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, None])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(sapper.StrategyError, match=f"from 0 to 2\\^64 - 1, not {seed!r}"):
        sapper.choose(CORNERS, seed=seed)


def test_other_bad_arguments_are_refused() -> None:
    with pytest.raises(sapper.PositionError, match="only a Position is analysed, not '1##'"):
        sapper.choose("1##")  # type: ignore[arg-type]
    with pytest.raises(sapper.StrategyError, match="did you mean 'best'"):
        sapper.choose(CORNERS, "bst")
    with pytest.raises(sapper.TooHardError, match="perfect play"):
        sapper.choose(sapper.Position.covered_board("expert"), "optimal")


# -- the command --------------------------------------------------------------------------------


def test_the_dictionary_has_the_fields_of_the_contract() -> None:
    found = sapper.choose(CERTAIN).to_dict()
    assert json.loads(json.dumps(found)) == found
    assert {key: found[key] for key in ("cell", "certain", "mine_probability", "strategy")} == {
        "cell": [0, 2],
        "certain": True,
        "mine_probability": 0.0,
        "strategy": "best",
    }


@pytest.mark.parametrize("name", ["pseq", "best", "perimeter"])
def test_a_contradiction_that_a_strategy_finds_names_the_clues(name: str) -> None:
    too_many = sapper.Position("tri:1x5", [None] * 4 + [3], mines=1, max_per_cell=3)
    with pytest.raises(sapper.ContradictionError, match="no layout fits"):
        Compiled(name).choose(too_many)
    with pytest.raises(sapper.ContradictionError, match="no layout fits"):
        sapper.think(too_many, layouts=10)


def test_a_book_is_not_followed_by_a_book() -> None:
    assert find("book004:pseq").name == "book004:pseq"
    with pytest.raises(sapper.StrategyError, match="not a second book"):
        find("book004:" * 1_500 + "pseq")
