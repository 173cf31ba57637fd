"""Strategies: every name, what each one chooses, and those written in Python."""

from __future__ import annotations

import json
import pickle
import runpy
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest

import sapper
from brute_force import Fitting, keep_best
from sapper import _core, reference
from sapper.deals import Deal
from sapper.playing import Click, clicks
from sapper.strategies import Strategy, entries, find, names, register
from sapper.strategies.compiled import Compiled, as_strategy
from sapper.strategies.opening import OpeningBook, book_move
from sapper.strategies.perfect import MOST_ENTRIES, PerfectPlay, Search
from sapper.strategies.registry import resolve, unregister

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parent / "data"
EXAMPLE = Path(__file__).parent.parent / "examples" / "my_strategy.py"

CONTRACT = [
    "random",
    "neighborhood-sum",
    "basic",
    "perimeter",
    "entropy",
    "perimeter-entropy",
    "infer-guess",
    "infer-guess-published",
    "frontier",
    "pseq",
    "pseq-d256",
    "best",
    "optimal",
]

SMALL = [("3x4/3", 1), ("4x4/4", 1), ("hex:3x4/3", 1), ("torus:3x4/3", 1), ("3x3/4", 2)]


class First:
    """The first covered cell."""

    def choose(self, position: sapper.Position) -> int:
        return position.covered[0]


@pytest.fixture
def named() -> Iterator[str]:
    register("first", First, "the first covered cell")
    yield "first"
    unregister("first")


def guesses(strategy: str, spec: str, limit: int, games: int, seed: int = 5) -> Iterator[Click]:
    """Yield the clicks of a strategy in positions where nothing is certain."""
    deal = Deal.read(spec, max_per_cell=limit)
    for index in range(games):
        for click in clicks(deal, Compiled(strategy), seed, index):
            if click.analysis is not None and not click.analysis.safe:
                yield click


# -- the registry -------------------------------------------------------------------------------


def test_every_name_of_the_contract_is_there() -> None:
    assert names() == CONTRACT
    families = [entry.name for entry in entries() if entry.is_family]
    assert families == ["heuristic:ORDER", "book004:NAME"]


@pytest.mark.parametrize("name", [*CONTRACT, "heuristic:PSEQ", "heuristic:U", "heuristic:QUESP"])
def test_every_name_can_be_played(name: str) -> None:
    entry = find(name)
    assert entry.description
    assert entry.source
    assert "\n" not in entry.description + entry.source
    if entry.in_core:
        _core.check_strategy(name)
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


def test_a_strategy_that_opens_nothing_certain_itself() -> None:
    asked: list[sapper.Position] = []

    class Guesser:
        name = "guesser"
        open_certain = True

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


def test_what_a_strategy_is_told() -> None:
    told: list[tuple[int, int]] = []

    class Told(First):
        def begin(self, seed: int, index: int) -> None:
            told.append((seed, index))

        def first_cell(self, board: sapper.Board) -> int:
            return board.size - 1

    found = sapper.simulate("3x4/2", Told, 3, seed=8, first_game=5)
    assert told == [(8, 5), (8, 6), (8, 7)]
    assert found.start == 11
    assert sapper.simulate("3x4/2", Told, 3, start=(0, 1)).start == 1


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


def test_a_failure_on_a_large_board_is_told_briefly() -> None:
    with pytest.raises(sapper.StrategyError) as caught:
        sapper.simulate("100x100/1000", Faulty(None), 1, first_game=3)
    assert len(str(caught.value)) < 300


def test_the_example_plays() -> None:
    crowded = runpy.run_path(str(EXAMPLE))["Crowded"]
    mine = sapper.simulate("8x8/10", crowded, 200, seed=1)
    assert mine.wins > sapper.simulate("8x8/10", "basic", 200, seed=1).wins
    body = EXAMPLE.read_text().partition("class Crowded")[2].partition("if __name__")[0]
    assert len([line for line in body.splitlines() if line.strip()]) <= 10


# -- what the strategies of the core choose -----------------------------------------------------


@pytest.mark.parametrize(("spec", "limit"), SMALL)
def test_perimeter_takes_the_least_likely_mine(spec: str, limit: int) -> None:
    """Against the slow oracle, at every click of a few games."""
    seen = 0
    for strategy in ("perimeter", "infer-guess", "frontier", "pseq"):
        deal = Deal.read(spec, max_per_cell=limit)
        for index in range(4):
            for click in list(clicks(deal, Compiled(strategy), 9, index))[1:]:
                chances = reference.mine_probability(click.position)
                least = min(chance for chance in chances if chance is not None)
                assert chances[click.cell] == least
                seen += 1
    assert seen > 20


def test_perimeter_leaves_ties_to_chance() -> None:
    position = sapper.parse("1##\n###\n###", mines=2)
    chosen = {
        _core.advise(position.board.graph, position.states, 2, 1, "perimeter", 1, index)[0]
        for index in range(300)
    }
    assert chosen == {2, 5, 6, 7, 8}
    position = sapper.parse("2##\n###", mines=2)
    chosen = {
        _core.advise(position.board.graph, position.states, 2, 1, "random", 1, index)[0]
        for index in range(300)
    }
    assert chosen == {1, 2, 3, 4, 5}


def test_basic_sees_no_further_than_single_clues() -> None:
    """1-2-1 takes two clues at once, so basic guesses where perimeter knows."""
    position = sapper.parse("###\n121\n...", mines=2)
    _, certain = Compiled("perimeter").advise(position)
    assert certain
    chosen = set()
    for index in range(100):
        player = Compiled("basic")
        player.begin(1, index)
        cell, certain = player.advise(position)
        assert not certain
        chosen.add(cell)
    assert chosen == {0, 1, 2}
    assert Compiled("basic").advise(sapper.parse("1#1##", mines=2)) == (3, True)


@pytest.mark.parametrize("spec", ["4x5/5", "hex:4x4/4", "torus:4x4/3"])
def test_neighborhood_sum_takes_the_least_sum(spec: str) -> None:
    deal = Deal.read(spec)
    for index in range(25):
        for click in list(clicks(deal, Compiled("neighborhood-sum"), 4, index))[1:]:
            position = click.position
            sums = {
                cell: sum(max(int(position.states[n]), 0) for n in deal.board.neighbors(cell))
                for cell in position.frontier
            }
            assert sums[click.cell] == min(sums.values())


@pytest.mark.parametrize(("spec", "limit"), SMALL)
@pytest.mark.parametrize("order", ["PSEQ", "PQ", "PE", "PUS", "SEQP", "QSE"])
def test_criteria_choose_as_brute_force_does(order: str, spec: str, limit: int) -> None:
    name = "pseq" if order == "PSEQ" else f"heuristic:{order}"
    for click in guesses(name, spec, limit, 5):
        fitting = Fitting(click.position)
        promises = {
            cell: fitting.promise(cell) for cell in fitting.covered if fitting.safety(cell) > 0
        }
        left = list(promises)
        for letter in order:
            left = keep_best(left, {cell: promises[cell][letter] for cell in left})
        assert click.cell == left[0], click.position


@pytest.mark.parametrize(("spec", "limit"), SMALL)
def test_entropy_takes_the_most_informative_number(spec: str, limit: int) -> None:
    deal = Deal.read(spec, max_per_cell=limit)
    for index in range(8):
        for click in list(clicks(deal, Compiled("entropy"), 6, index))[1:]:
            fitting = Fitting(click.position)
            entropy = {
                cell: fitting.promise(cell)["Q"]
                for cell in fitting.covered
                if fitting.safety(cell) > 0
            }
            assert entropy[click.cell] == pytest.approx(max(entropy.values()))


def test_perimeter_entropy_orders_safe_cells_too() -> None:
    deal = Deal.read("4x4/3")
    for index in range(12):
        for click in list(clicks(deal, Compiled("perimeter-entropy"), 6, index))[1:]:
            fitting = Fitting(click.position)
            safety = {cell: float(fitting.safety(cell)) for cell in fitting.covered}
            left = keep_best(list(safety), safety)
            entropy = {cell: fitting.promise(cell)["Q"] for cell in left}
            assert click.cell in keep_best(left, entropy)


@pytest.mark.parametrize("spec", ["4x4/4", "5x5/5", "hex:4x4/3", "torus:4x5/5"])
def test_infer_guess_breaks_ties_towards_corners(spec: str) -> None:
    """Fewest neighbours, then most opened ones, then the first."""
    for click in guesses("infer-guess", spec, 1, 8):
        assert click.analysis is not None
        chances, board = click.analysis.mine_probability, click.position.board
        least = np.nanmin(chances)
        ties = [cell for cell in click.position.covered if chances[cell] <= least + 1e-9]
        opened = set(click.position.revealed)

        def rank(cell: int) -> tuple[int, int, int]:
            around = board.neighbors(cell)  # noqa: B023
            return len(around), -len(opened.intersection(around)), cell  # noqa: B023

        assert click.cell == min(ties, key=rank)


@pytest.mark.parametrize("spec", ["5x5/5", "hex:5x5/4", "torus:5x5/5"])
def test_frontier_stays_near_what_is_open(spec: str) -> None:
    for click in guesses("frontier", spec, 1, 8):
        assert click.analysis is not None
        chances, board = click.analysis.mine_probability, click.position.board
        least = np.nanmin(chances)
        network: nx.Graph[Any] = board.to_networkx()
        opened = set(click.position.revealed)
        distance = nx.multi_source_dijkstra_path_length(network, opened)
        ties = [cell for cell in click.position.covered if chances[cell] <= least + 1e-9]
        assert click.cell in ties
        assert distance[click.cell] == min(distance[cell] for cell in ties)


def test_few_layouts_are_played_perfectly() -> None:
    for spec in ("4x4/4", "3x5/5"):
        deal = Deal.read(spec)
        search = Search(deal.board, deal.mines)
        for click in guesses("pseq-d256", spec, 1, 25):
            fitting = search.fitting(click.position)
            if search.weight(fitting) <= 256:
                won = search.worth(click.cell, fitting)
                assert won == search.best_guess(fitting)[1], click.position


@pytest.mark.parametrize("name", [*CONTRACT, "heuristic:U"])
def test_nothing_is_chosen_where_nothing_is_safe(name: str) -> None:
    with pytest.raises(sapper.StrategyError, match="no cell is safe"):
        as_strategy(find(name)).choose(sapper.parse("#1\n11", mines=1))


# -- perfect play -------------------------------------------------------------------------------


def test_perfect_play_is_known_exactly() -> None:
    known = json.loads((DATA / "optimal.json").read_text())
    checked = 0
    for case in known:
        board = sapper.grid(case["rows"], case["cols"])
        if board.size > 12 and case["mines"] > 3:
            continue
        search = Search(board, case["mines"])
        for first in case["first"]:
            cell = board.cell(first["cell"])
            assert search.worth(cell, search.all) == first["wins"]
            checked += 1
    assert checked > 20


def test_perfect_play_with_several_mines_a_cell() -> None:
    """2x2/2: the second click wins half of the layouts, and that it goes on tells the rest.

    Beside the safe corner lie 2+0+0 in 3 ways and 1+1+0 in 6. Any guess survives 4 of 9; then
    1+1 is won at once, and else one of the two cells left is empty, of which one can be guessed.
    """
    board = sapper.grid(2, 2)
    search = Search(board, 2, 2)
    assert search.worth(0, search.all) == 3
    found = sapper.simulate("2x2/2", "optimal", 600, max_per_cell=2)
    low, high = found.interval
    assert low < 3 / 9 < high


def test_perfect_play_knows_its_limits() -> None:
    for spec, limit in (("9x9/10", 1), ("1000x1000/500000", 1), ("6x6/20", 3), ("4x4/9", 2)):
        with pytest.raises(sapper.StrategyError, match="too hard") as caught:
            sapper.simulate(spec, "optimal", 1, max_per_cell=limit)
        assert isinstance(caught.value.__cause__, sapper.TooHardError)
    assert MOST_ENTRIES > 0
    with pytest.raises(sapper.StrategyError, match="density"):
        PerfectPlay().choose(sapper.Position("1x2", [None, None], density=0.5))
    with pytest.raises(sapper.StrategyError, match="density"):
        Compiled("pseq").choose(sapper.Position("1x2", [None, None], density=0.5))


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
    for clues, beside in (((1, 1), {1}), ((1, 2), {0}), ((1, 1, 1), {2}), ((1, 1, 2), {0, 1})):
        cell = book_move(row(*clues))
        assert cell is not None
        opened = [board.cell((4, 4 + i)) for i in range(len(clues))]
        assert {i for i, clue in enumerate(opened) if clue in board.neighbors(cell)} == beside


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
        open_certain = True

    book = OpeningBook(resolve(Certain))
    assert book.open_certain
    assert not OpeningBook(find("pseq")).open_certain
