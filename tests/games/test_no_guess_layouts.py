"""No-guess layouts: solvable, reproducible, and with the right distribution."""

from __future__ import annotations

import _thread
import pickle
import threading
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

import sapper
from sapper import _core
from sapper.boards import Board, graph, grid, hexagonal, torus, triangular
from sapper.errors import BoardError, GameError, NoLayoutError, SapperError, SpecError
from sapper.games import NoGuessDeal, is_no_guess, no_guess, no_guess_deal
from sapper.games.no_guess_layouts import LEVELS
from sapper.lab.difficulty.reasoning import KINDS, Walker
from sapper.layouts import Layout
from sapper.positions import Position
from sapper.strategies.compiled import Compiled
from strategies_for_positions import boards

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Run
    from sapper.types import FirstClickRule, Level

KINDS_OF_LEVEL = {"single": KINDS[:1], "subtraction": KINDS[:2], "engine": KINDS[:4]}
"""The kinds of reasoning of each level, in the terms of the difficulty of layouts."""


FROZEN = {"repair": [1, 24, 25, 29, 33, 34], "uniform": [0, 1, 8, 18, 30, 35]}
"""By how it is found: the mines of the first layout of 6x6/6."""


def solved(layout: Layout, start: int) -> bool:
    """Open only cells that the analysis of each position proves safe."""
    mines = layout.mines
    states = np.full(layout.board.size, -1, dtype=np.int16)
    game = _core.Game(layout.board.graph, states, mines)
    cells = [start]
    while cells:
        for cell in cells:
            if game.states[cell] < 0:
                assert game.open(cell) is not None, "a mine was proved safe"
        if game.safe_left == 0:
            return True
        position = Position.from_states(layout.board, game.states, int(mines.sum()))
        cells = sapper.analyze(position).safe
    return False


# -- solved without a guess ---------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(boards(), st.data())
def test_every_layout_is_solved_by_the_analysis(board: Board, data: st.DataObject) -> None:
    mines = data.draw(st.integers(0, max(0, board.size // 3)), label="mines")
    if mines == board.size:
        return
    start = data.draw(st.integers(0, board.size - 1), label="start")
    level = data.draw(st.sampled_from(LEVELS), label="level")
    uniform = data.draw(st.booleans(), label="uniform")
    try:
        layout = no_guess(
            board, data.draw(st.integers(0, 99)), 3, start, uniform, level, mines=mines, tries=300
        )
    except NoLayoutError:
        return
    deal = no_guess_deal(board, start, mines=mines)
    assert int(layout.mines.sum()) == mines
    assert set(layout.mines.tolist()) <= {0, 1}
    assert not layout.mines[sorted(deal.kept_free)].any()
    assert solved(layout, start)
    assert is_no_guess(layout, start)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("spec", ["16x30/99", "torus:12x12/25", "hex:10x12/25", "tri:10x14/25"])
def test_levels_need_no_harder_reasoning(spec: str, level: Level) -> None:
    deal = no_guess_deal(spec)
    walker = Walker(deal.board)
    for index in range(12):
        layout = no_guess(spec, index=index, level=level)
        walk = walker.walk(layout.mines.astype(np.bool_), deal.start)
        assert walk.hardest is None or walk.hardest in KINDS_OF_LEVEL[level]
        assert walk.won


def test_a_strategy_proves_every_click_of_expert_layouts() -> None:
    """``pseq`` in the simulation records for each click whether it was proved safe."""
    player = Compiled("pseq")
    for index in range(5):
        layout = no_guess("expert", index=index)
        states = np.full(layout.board.size, -1, dtype=np.int16)
        game = _core.Game(layout.board.graph, states, layout.mines)
        assert game.open(no_guess_deal("expert").start) is not None
        while game.safe_left:
            move = player.advise(Position.from_states(layout.board, game.states, 99))
            assert move.certain
            assert game.open(move.cell) is not None


@settings(max_examples=150, deadline=None)
@given(boards(), st.data())
def test_levels_of_any_layout_are_those_of_its_difficulty(
    board: Board, data: st.DataObject
) -> None:
    rarity = data.draw(st.integers(1, 6))
    mined = st.integers(-rarity, 1).map(lambda number: max(number, 0))
    mines = data.draw(st.lists(mined, min_size=board.size, max_size=board.size))
    start = data.draw(st.integers(0, board.size - 1))
    mines[start] = 0
    layout = Layout(board, mines)
    walk = Walker(board).walk(layout.mines.astype(np.bool_), start)
    found = [is_no_guess(layout, start, level) for level in LEVELS]
    assert found == [
        walk.hardest is None or walk.hardest in KINDS_OF_LEVEL[level] for level in LEVELS
    ]
    assert found == sorted(found)  # what an easier level solves, a harder one does


# -- the same everywhere, and how likely --------------------------------------------------------


def test_the_same_arguments_give_the_same_layout() -> None:
    asked = [
        {},
        {"seed": 2},
        {"index": 1},
        {"start": (4, 4)},
        {"uniform": True},
        {"level": "single"},
        {"level": "subtraction"},
    ]
    found = [no_guess("9x9/10", **each) for each in asked]  # type: ignore[arg-type]
    assert found == [no_guess("9x9/10", **each) for each in reversed(asked)][::-1]  # type: ignore[arg-type]
    assert len(set(found)) == len(asked)
    assert found[0] == no_guess(grid(9, 9), mines=10) == no_guess("9x9/10", tries=10**9)


def test_layouts_never_change() -> None:
    """The layouts of a seed are stable."""
    assert np.flatnonzero(no_guess("6x6/6", seed=1).mines).tolist() == FROZEN["repair"]
    assert (
        np.flatnonzero(no_guess("6x6/6", seed=1, uniform=True).mines).tolist()
        == (FROZEN["uniform"])
    )


def test_threads_change_nothing() -> None:
    alone = [no_guess("16x16/40", index=index) for index in range(20)]
    together: dict[int, Layout] = {}

    def find(index: int) -> None:
        together[index] = no_guess("16x16/40", index=index)

    threads = [threading.Thread(target=find, args=(index,)) for index in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert alone == [together[index] for index in range(20)]


@pytest.mark.parametrize("level", LEVELS)
def test_uniform_layouts_are_equally_likely(level: Level) -> None:
    """All layouts of 4x4/3 that open at the corner (3, 3), classified by another solver."""
    deal = no_guess_deal("4x4/3")
    walker = Walker(deal.board)
    expected = set()
    for cells in combinations(deal.allowed, 3):
        mined = np.zeros(16, dtype=np.bool_)
        mined[list(cells)] = True
        hardest = walker.walk(mined, deal.start).hardest
        if hardest is None or hardest in KINDS_OF_LEVEL[level]:
            expected.add(cells)
    assert len(expected) > 20
    draws = 15 * len(expected)
    drawn = Counter(
        tuple(np.flatnonzero(no_guess("4x4/3", 5, index, None, True, level).mines).tolist())
        for index in range(draws)
    )
    assert set(drawn) == expected
    assert chisquare([drawn[cells] for cells in expected]).pvalue > 0.001


def test_repaired_layouts_are_not() -> None:
    """The documented bias exists: more zeros than in uniform layouts."""
    walker = Walker(grid(9, 9))

    def zeros(uniform: bool) -> float:
        found = 0
        for index in range(400):
            mined = no_guess("9x9/20", 1, index, None, uniform).mines.astype(np.bool_)
            found += int((np.array(walker.numbers(mined))[~mined] == 0).sum())
        return found / (400 * 61)

    assert zeros(False) > zeros(True) + 0.005


# -- the first click ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "mines", "start", "first"),
    [
        ("16x30", 99, 93, "open"),
        ("3x5", 5, 7, "open"),
        ("4x4", 12, 15, "open"),
        ("4x4", 13, 15, "safe"),
        (torus(9, 12), 15, 39, "open"),
        (hexagonal(3, 3), 2, 4, "open"),
        (triangular(2, 7), 9, 10, "safe"),
        (graph([(0, 1), (1, 2), (2, 3)]), 1, 2, "open"),
    ],
)
def test_the_first_click_opens_where_there_is_room(
    board: str | Board, mines: int, start: int, first: FirstClickRule
) -> None:
    deal = no_guess_deal(board, mines=mines)
    assert (deal.start, deal.first) == (start, first)


def test_a_board_without_mines_and_one_with_a_single_safe_cell() -> None:
    assert not no_guess("5x5/0").mines.any()
    assert no_guess("1x1/0").mines.tolist() == [0]
    assert no_guess("2x2/3", start=1).mines.tolist() == [1, 0, 1, 1]


# -- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize("uniform", [False, True])
def test_impossible_boards_raise_an_error(uniform: bool) -> None:
    with pytest.raises(
        NoLayoutError, match=r"5x5/20 .* 'engine' .* from \(3, 3\) .* 900 tried"
    ) as raised:
        no_guess("5x5/20", uniform=uniform, tries=900)
    assert raised.value.tries == 900
    apart = graph([(0, 1)], nodes=range(4))
    with pytest.raises(NoLayoutError, match="'single'"):  # no clue determines this region
        no_guess(apart, mines=0, start=0, level="single", tries=10)
    assert not no_guess(apart, mines=0, start=0).mines.any()


@pytest.mark.parametrize(
    ("board", "options", "error", "reported"),
    [
        ("9x9/10", {"level": "hard"}, GameError, "single or subtraction or engine, not 'hard'"),
        ("9x9/10", {"level": None}, GameError, "not None"),
        ("9x9/10", {"start": (9, 0)}, BoardError, "bad first cell"),
        ("9x9/10", {"start": 81}, BoardError, "bad first cell"),
        ("9x9/10", {"index": -1}, GameError, "the number of the layout is at least 0, not -1"),
        ("9x9/10", {"index": 2**64}, GameError, "at most"),
        ("9x9/10", {"seed": -1}, GameError, "the seed is at least 0"),
        ("9x9/10", {"seed": 1.5}, GameError, "whole number"),
        ("9x9/10", {"tries": 0}, GameError, "the number of tries is at least 1"),
        ("9x9", {}, GameError, "needs its mines"),
        ("9x9", {"mines": 82}, GameError, "do not fit"),
        ("9x9/82", {}, SpecError, "82"),
        ("3x3/9", {}, GameError, "9 mines fill all of 3x3"),
        ("3x3/12", {}, SpecError, "12"),
        ("nonsense", {}, SpecError, "nonsense"),
    ],
)
def test_bad_input_is_one_sentence(
    board: str, options: dict[str, object], error: type[SapperError], reported: str
) -> None:
    with pytest.raises(error, match=reported) as raised:
        no_guess(board, **options)  # type: ignore[arg-type]
    assert "\n" not in str(raised.value)


def test_layouts_that_cannot_be_asked_about() -> None:
    with pytest.raises(GameError, match="holds 2 mines"):
        is_no_guess(Layout("1x3", [0, 0, 2]), 0)
    with pytest.raises(GameError, match=r"the first cell \(0, 2\) is a mine"):
        is_no_guess(Layout("1x3", [0, 0, 1]), 2)
    with pytest.raises(BoardError, match="bad first cell"):
        is_no_guess(Layout("1x3", [0, 0, 1]), 3)
    with pytest.raises(GameError, match="level"):
        is_no_guess(Layout("1x3", [0, 0, 1]), 0, "hard")  # type: ignore[arg-type]


def test_the_core_refuses_what_is_no_layout_of_the_deal() -> None:
    deal = no_guess_deal("2x2/1").core
    for mines in ([0, 0, 0], [0, 0, 0, 0], [2, -1, 0, 0], [0, 0, 0, 1]):
        with pytest.raises(ValueError, match=r"layout|mine"):
            _core.safe_left(deal, np.array(mines, dtype=np.int16), "engine")
    with pytest.raises(ValueError, match="level"):
        _core.safe_left(deal, np.array([1, 0, 0, 0], dtype=np.int16), "hard")
    risky = _core.Deal(grid(2, 2).graph, 1, 1, "any", 0)
    with pytest.raises(ValueError, match="safe first cell"):
        _core.NoGuess(risky, "engine", False, 1, 0, 10)


def test_an_interruption_ends_the_search() -> None:
    reported: list[int] = []

    def progress(tried: int, _: int) -> None:
        reported.append(tried)
        _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt):
        no_guess("5x5/20", uniform=True, tries=10**12, progress=progress)
    assert reported


# -- the command --------------------------------------------------------------------------------


def test_the_command_prints_the_layout(run: Run, tmp_path: Path) -> None:
    options = ("--no-guess", "--level", "single", "--seed", "4", "--index", "2")
    found = run("deal", "hex:6x6/6", *options, "--start", "1,1", "--json").json
    layout = no_guess("hex:6x6/6", 4, 2, (1, 1), level="single")
    assert found["mines"] == layout.mines.tolist()
    reported = {"seed": 4, "index": 2, "first": "open", "start": [1, 1]}
    reported |= {"no_guess": True, "level": "single", "uniform": False}
    assert found == {**layout.to_dict(), **reported}
    file = tmp_path / "layout.txt"
    assert run("deal", "6x6/6", "--no-guess", "--uniform", "--output", str(file)).code == 0
    assert sapper.read(file) == no_guess("6x6/6", uniform=True)


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("5x5/20", "--no-guess", "--tries", "50"), "50 tried"),
        (("9x9/10", "--no-guess", "--level", "x"), "'x' is not one of"),
        (("9x9/10", "--no-guess", "--first", "any"), "--first"),
        (("9x9/10", "--no-guess", "--max-per-cell", "2"), "one mine per cell"),
        (("9x9/10", "--no-guess", "--index", "-1"), "at least 0"),
        (("9x9/10", "--uniform"), "--no-guess"),
        (("9x9/10", "--no-guess", "--start", "9,9"), "bad first cell"),
        (("9x9/10", "--no-guess", "--output", "/no/such/file"), "cannot write"),
    ],
)
def test_the_command_refuses_in_one_line(
    run: Run, arguments: tuple[str, ...], reported: str
) -> None:
    outcome = run("deal", *arguments)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert reported in outcome.err


# -- games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["9x9/10", "hex:6x7/8", "box:3x3x3/4"])
def test_a_game_without_a_guess_is_the_layout_for_its_first_cell(spec: str) -> None:
    for first in (0, 7):
        game = sapper.Game.without_guess(spec, "subtraction", seed=4, index=2)
        assert (game.status, game.must_guess) == ("playing", False)
        game.open(first)
        while game.status == "playing":
            assert not game.must_guess
            game.open(game.analysis.safe[0])
        assert (game.status, game.guesses, game.luck) == ("won", 0, 1.0)
        wanted = sapper.no_guess(spec, 4, 2, start=first, level="subtraction")
        assert game.true_layout == wanted


def test_taking_back_the_first_click_lets_the_game_begin_elsewhere() -> None:
    game = sapper.Game.without_guess("9x9/10", seed=4)
    game.open(0)
    assert game.undo()
    game.open(40)
    assert game.start == 40
    assert game.deal.start == 40


def test_a_deal_without_a_guess_is_pickled_and_bounded_in_time() -> None:
    deal = NoGuessDeal.read_level("9x9/10", "single", start=3)
    again = pickle.loads(pickle.dumps(deal))
    assert again == deal
    assert again.layout(5, 1) == deal.layout(5, 1)
    with pytest.raises(NoLayoutError, match="without a guess from"):
        sapper.Game.without_guess("2x2/2").open(0)
    with pytest.raises(GameError, match="the level is"):
        sapper.Game.without_guess("9x9/10", "magic")  # type: ignore[arg-type]
    crowded = sapper.Game.without_guess("30x30/450", seconds=0.0)
    with pytest.raises(sapper.TooHardError, match="in time"):
        crowded.open(0)
