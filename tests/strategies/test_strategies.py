"""Strategies: all names, their choices, and strategies written in Python."""

from __future__ import annotations

import pickle
import runpy
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from sapper import _core
from sapper.games import Deal
from sapper.games.playing import clicks
from sapper.strategies import Strategy, entries, find, names, register
from sapper.strategies.compiled import Compiled, as_strategy
from sapper.strategies.opening import OpeningBook, book_move
from sapper.strategies.registry import resolve, unregister

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[1] / "data"
EXAMPLE = Path(__file__).parents[2] / "examples" / "my_strategy.py"

CONTRACT = [
    "random",
    "neighborhood-sum",
    "basic",
    "perimeter",
    "entropy",
    "perimeter-entropy",
    "infer-guess",
    "infer-guess-text",
    "infer-guess-published",
    "frontier",
    "pseq",
    "pseq-d256",
    "best",
    "network",
    "limited-search",
    "near-edge",
    "deep",
    "optimal",
]


class First:
    """The first covered cell."""

    def choose(self, position: sapper.Position) -> int:
        return position.covered[0]


@pytest.fixture
def named() -> Iterator[str]:
    register("first", First, "the first covered cell")
    yield "first"
    unregister("first")


# -- the registry -------------------------------------------------------------------------------


def test_every_name_of_the_contract_is_there() -> None:
    assert names() == CONTRACT
    families = [entry.name for entry in entries() if entry.is_family]
    assert families == ["heuristic:ORDER", "agent003:N", "deep:PATIENCE", "book004:NAME"]


PARTS = ["heuristic:PSEQ", "heuristic:U", "heuristic:QUESP", "agent003:4", "agent003:5+2"]


@pytest.mark.parametrize("name", [*CONTRACT, *PARTS])
def test_every_name_can_be_played(name: str) -> None:
    entry = find(name)
    assert entry.description
    assert entry.source
    assert "\n" not in entry.description + entry.source
    if entry.in_core:
        assert _core.strategy_facts(name).name == name
    assert isinstance(as_strategy(entry), Strategy)
    assert sapper.simulate("4x4/2", name, 5).strategy == name


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("perimter", "did you mean 'perimeter'"),
        ("PSEQ", "did you mean 'pseq'"),
        ("neighbourhood-sum", "did you mean 'neighborhood-sum'"),
        ("infer guess", "did you mean 'infer-guess'"),
        ("heuristics:PSEQ", "did you mean 'heuristic:PSEQ'"),
        ("book04:perimeter", "did you mean 'book004:perimeter'"),
        ("zzz", "known are random, neighborhood-sum"),
        ("", "known are random"),
        ("heuristic:", "takes letters of P S E Q U"),
        ("heuristic:PP", "each at most once"),
        ("heuristic:pseq", "takes letters"),
        ("heuristic:ORDER", "takes letters"),
        ("agent003:", "takes a number from 1 to 5"),
        ("agent003:6", "takes a number from 1 to 5"),
        ("agent003:3+", "takes a number from 1 to 5"),
        ("agent003:3+-1", "takes a number from 1 to 5"),
        ("agent003:N", "takes a number from 1 to 5"),
        ("book004:", "unknown strategy ''"),
        ("book004:NAME", "unknown strategy 'NAME'"),
        ("book004:perimter", "did you mean 'perimeter'"),
    ],
)
def test_unknown_names_are_met_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(sapper.StrategyError, match=message) as caught:
        find(name)
    assert isinstance(caught.value, ValueError)


def test_names_of_your_own(named: str) -> None:
    assert named in names()
    assert sapper.simulate("4x4/3", named, 20).strategy == "first"
    assert sapper.simulate("4x4/3", f"book004:{named}", 5).games == 5
    for wrong in (named, "perimeter", "with space", "with:colon", "", None):
        with pytest.raises(sapper.StrategyError):
            register(wrong, First, "again")  # type: ignore[arg-type]
    with pytest.raises(sapper.StrategyError, match="needs a class"):
        register("nothing", None, "no maker")  # type: ignore[arg-type]
    with pytest.raises(sapper.StrategyError, match="not a strategy of yours"):
        unregister("perimeter")


def test_what_a_strategy_can_be() -> None:
    for strategy in (First, First()):
        assert sapper.simulate("4x4/3", strategy, 20).strategy == "First"
    with pytest.raises(sapper.StrategyError, match="no method choose"):
        sapper.simulate("4x4/3", lambda position: 0)  # type: ignore[arg-type]
    with pytest.raises(sapper.StrategyError, match="not 7"):
        find(7)  # type: ignore[arg-type]


def test_a_class_that_cannot_be_made() -> None:
    class Needy(First):
        def __init__(self, level: int) -> None:
            self.level = level

    with pytest.raises(sapper.StrategyError, match="'Needy' could not be made: TypeError"):
        sapper.simulate("4x4/3", Needy)
    register("empty", dict, "makes no strategy")  # type: ignore[arg-type]
    with pytest.raises(sapper.StrategyError, match="'empty' has no method choose"):
        sapper.simulate("4x4/3", "empty")
    unregister("empty")


# -- strategies written in Python ---------------------------------------------------------------


def test_the_former_name_of_opens_certain_works_with_a_warning() -> None:
    class Former(First):
        open_certain = True

    class Present(First):
        opens_certain = True

    with pytest.warns(DeprecationWarning, match="'Former': open_certain is deprecated, name it"):
        former = sapper.simulate("8x8/10", Former(), 5, seed=2)
    assert former.guesses == sapper.simulate("8x8/10", Present(), 5, seed=2).guesses
    assert former.guesses != sapper.simulate("8x8/10", First(), 5, seed=2).guesses


def test_a_strategy_that_opens_nothing_certain_itself() -> None:
    asked: list[sapper.Position] = []

    class Guesser:
        name = "guesser"
        opens_certain = True

        def choose(self, position: sapper.Position) -> int:
            asked.append(position)
            best = sapper.analyze(position).best
            assert best is not None
            return best

    found = sapper.simulate("8x8/10", Guesser(), 40, seed=2)
    assert found.strategy == "guesser"
    assert len(asked) == found.guesses
    assert not any(sapper.analyze(position).safe for position in asked)
    core = sapper.simulate("8x8/10", "heuristic:P", 40, seed=2)
    assert (found.wins, found.guesses, found.bbbv) == (core.wins, core.guesses, core.bbbv)


def test_a_strategy_receives_seed_index_and_board() -> None:
    reported: list[tuple[int, int]] = []

    class Recording(First):
        def begin(self, seed: int, index: int) -> None:
            reported.append((seed, index))

        def start(self, board: sapper.Board) -> int:
            return board.size - 1

    found = sapper.simulate("3x4/2", Recording, 3, seed=8, index=5)
    assert reported == [(8, 5), (8, 6), (8, 7)]
    assert found.start == 11
    assert sapper.simulate("3x4/2", Recording, 3, start=(0, 1)).start == 1


def test_guesses_are_what_the_analysis_cannot_prove() -> None:
    found = sapper.simulate("5x5/4", First, 60, seed=3, records=True)
    deal = Deal.read("5x5/4")
    for index in range(60):
        played = list(clicks(deal, First(), 3, index))
        assert found.records is not None
        assert len(played) == found.records.moves[index]
        assert sum(not click.certain for click in played) == found.records.guesses[index]
        assert played[-1].won == found.records.won[index]
        assert all(a.after == b.position for a, b in pairwise(played))
        for click in played[1:]:
            proved = click.cell in sapper.analyze(click.position).safe
            assert click.certain == proved


def test_numpy_cells_are_cells() -> None:
    class Numpy:
        def choose(self, position: sapper.Position) -> Any:
            return np.flatnonzero(position.states < 0)[0]

    assert sapper.simulate("4x4/3", Numpy, 10).wins == sapper.simulate("4x4/3", First, 10).wins


class Faulty:
    """Plays the first covered cell, and something else in game 3."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.game = -1

    def begin(self, seed: int, index: int) -> None:
        self.game = index

    def choose(self, position: sapper.Position) -> Any:
        if self.game != 3:
            return position.covered[0]
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (0, r"chose cell 0 at \(0, 0\), which is open already"),
        (25, "chose cell 25, which does not exist: 5x5 has 0 to 24"),
        (-1, "chose cell -1, which does not exist"),
        (10**30, "does not exist"),
        (None, "chose None, which is not the index of a cell"),
        (1.0, "chose 1.0, which is not the index"),
        ("1", "chose '1', which is not the index"),
        ((1, 2), r"chose \(1, 2\), which is not the index"),
        (True, "chose True, which is not the index"),
        (KeyError("lost"), "raised KeyError: 'lost'"),
        (ZeroDivisionError("oops"), "raised ZeroDivisionError: oops"),
    ],
)
def test_the_culprit_is_named_and_nothing_is_lost(answer: Any, message: str) -> None:
    with pytest.raises(sapper.StrategyError, match=message) as caught:
        sapper.simulate("5x5/6", Faulty(answer), 100, seed=2, records=True)
    error = caught.value
    assert "strategy 'Faulty'" in str(error)
    assert "in game 3 of seed 2" in str(error)
    assert "5x5/6\n" in str(error)
    assert (error.strategy, error.game) == ("Faulty", 3)
    assert error.position is not None
    assert error.position.to_text() in str(error)
    whole = sapper.simulate("5x5/6", First, 3, seed=2, records=True)
    assert error.result is not None
    assert error.result.records == whole.records
    assert (error.result.games, error.result.wins) == (3, whole.wins)
    assert pickle.loads(pickle.dumps(error)).game == 3
    if isinstance(answer, Exception):
        assert error.__cause__ is answer


def test_a_failure_on_a_large_board_is_reported_briefly() -> None:
    with pytest.raises(sapper.StrategyError) as caught:
        sapper.simulate("100x100/1000", Faulty(None), 1, index=3)
    assert len(str(caught.value)) < 300


def test_the_example_plays() -> None:
    crowded = runpy.run_path(str(EXAMPLE))["Crowded"]
    mine = sapper.simulate("8x8/10", crowded, 200, seed=1)
    assert mine.wins > sapper.simulate("8x8/10", "basic", 200, seed=1).wins
    body = EXAMPLE.read_text().partition("class Crowded")[2].partition("if __name__")[0]
    assert len([line for line in body.splitlines() if line.strip()]) <= 10


# -- the opening book ---------------------------------------------------------------------------


def row(*clues: int, at: tuple[int, int] = (4, 4), mines: int = 10) -> sapper.Position:
    position = sapper.Position.covered_board("9x9", mines)
    for i, clue in enumerate(clues):
        position = position.reveal((at[0], at[1] + i), clue)
    return position


@pytest.mark.parametrize(
    ("clues", "move"),
    [
        ((1,), (4, 5)),
        ((2,), None),
        ((1, 1), (4, 6)),
        ((1, 2), (4, 3)),
        ((2, 1), None),
        ((1, 3), None),
        ((1, 1, 1), (4, 7)),
        ((1, 1, 2), (3, 4)),
        ((1, 2, 1), None),
        ((1, 1, 3), None),
        ((1, 1, 1, 1), None),
        ((), None),
    ],
)
def test_the_book(clues: tuple[int, ...], move: tuple[int, int] | None) -> None:
    position = row(*clues)
    cell = book_move(position)
    assert (None if cell is None else position.board.coordinates(cell)) == move


def test_the_book_chooses_as_the_paper_reckons() -> None:
    """1 1: next to one clue only; 1 2: next to the 1 only; 1 1 2: shared by the two 1s only."""
    board = sapper.grid(9, 9)
    for clues, touched in (((1, 1), {1}), ((1, 2), {0}), ((1, 1, 1), {2}), ((1, 1, 2), {0, 1})):
        cell = book_move(row(*clues))
        assert cell is not None
        opened = [board.cell((4, 4 + i)) for i in range(len(clues))]
        assert {i for i, clue in enumerate(opened) if clue in board.neighbors(cell)} == touched


def test_the_risks_that_the_paper_gives() -> None:
    for clues, risk in (((1,), 0.13), ((1, 1), 0.12), ((1, 2), 0.05), ((1, 1, 1), 0.10)):
        board = sapper.grid(16, 30)
        position = sapper.Position.covered_board(board, 99)
        for i, clue in enumerate(clues):
            position = position.reveal((8, 15 + i), clue)
        cell = book_move(position)
        assert cell is not None
        assert sapper.analyze(position).mine_probability[cell] == pytest.approx(risk, abs=0.01)


def test_the_book_keeps_to_the_board() -> None:
    assert book_move(row(1, at=(4, 8))) is None
    assert book_move(row(1, 2, at=(4, 0))) is None
    assert book_move(row(1, 1, at=(4, 7))) is None
    assert book_move(row(1, 1, 2, at=(0, 3))) == 9 + 3
    assert book_move(sapper.Position.covered_board("torus:9x9", 10).reveal((4, 4), 1)) is None
    wrapped = sapper.Position.covered_board("9x9", 10).reveal((3, 8), 1).reveal((4, 0), 1)
    assert book_move(wrapped) is None
    assert book_move(row(1, mines=1)) is None
    apart = sapper.Position.covered_board("9x9", 10).reveal((4, 4), 1).reveal((4, 6), 1)
    assert book_move(apart) is None


def test_the_book_goes_before_any_strategy() -> None:
    found = sapper.simulate("9x9/10", "book004:pseq", 60, seed=1)
    assert found.strategy == "book004:pseq"
    assert found.start == 40
    assert sapper.simulate("9x9/10", "book004:pseq", 1, start=3).start == 3
    hexagons = sapper.simulate("hex:6x6/5", "book004:infer-guess", 30)
    assert hexagons.start == 0
    assert hexagons.wins == sapper.simulate("hex:6x6/5", "infer-guess", 30).wins
    book = OpeningBook(find("heuristic:PSEQ"))
    assert book.choose(row(1)) == 41
    assert book.choose(row(2)) == Compiled("pseq").choose(row(2))
    deal = Deal.read("9x9/10", start=40)
    steps = 0
    for index in range(60):
        for click in list(clicks(deal, find("book004:random").make(), 1, index))[1:]:  # type: ignore[misc]
            planned = book_move(click.position)
            if planned is None:
                break
            assert click.cell == planned
            steps += 1
    assert steps > 20


def test_the_book_hands_on_what_the_other_asks_for() -> None:
    class Certain(First):
        opens_certain = True

    book = OpeningBook(resolve(Certain))
    assert book.opens_certain
    assert not OpeningBook(find("pseq")).opens_certain
