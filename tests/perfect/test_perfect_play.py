"""Perfect play: test vectors, a plain search as oracle, and laws for both."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import sapper
from sapper.boards import Board, graph, grid, torus
from sapper.cli import app
from sapper.errors import GameError, PositionError, TooHardError
from sapper.games import Deal
from sapper.perfect import optimal
from sapper.positions import Position
from sapper.strategies import perfect_search
from sapper.strategies.perfect import PerfectStrategy, WeightedSearch
from sapper.strategies.perfect_search import PerfectSearch

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "optimal.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['rows']}x{v['cols']}/{v['mines']}")
def test_vectors(vector: dict[str, Any]) -> None:
    found = optimal(f"{vector['rows']}x{vector['cols']}/{vector['mines']}")
    for first in vector["first"]:
        click = found.first_clicks[found.board.cell(tuple(first["cell"]))]
        assert (click.wins, click.layouts) == (first["wins"], first["layouts"]), first
    assert found.probability == max(click.probability for click in found.first_clicks.values())


def test_known_values() -> None:
    assert (optimal("4x4/4", first="any").wins, comb(16, 4)) == (961, 1820)
    assert optimal("3x3/1", first="any").probability == Fraction(8, 9)
    for n in range(3, 9):
        assert optimal(f"2x{n}/1", first="any").probability == Fraction(1, 2)


def plain_wins(board: Board, mines: int, cell: int, first: FirstClickRule) -> int:
    """By the plain search over sets of layouts, with no symmetry, key or bound of the other's."""
    search = WeightedSearch(board, mines)
    free = {cell, *board.neighbors(cell)} if first == "open" else {cell}
    fitting = search.all
    for other in free:
        fitting &= search._safe[other]
    return sum(search.value(fit & fitting) for fit in search._shown[cell].values() if fit & fitting)


@st.composite
def small_boards(draw: st.DrawFn) -> tuple[Board, int]:
    kind = draw(st.sampled_from(["grid", "torus", "graph"]))
    if kind == "graph":
        n = draw(st.integers(2, 9))
        pairs = [(i, j) for i in range(n) for j in range(i)]
        board = graph(draw(st.sets(st.sampled_from(pairs), max_size=14)), nodes=range(n))
    else:
        shape = draw(st.sampled_from([(1, 5), (2, 3), (2, 4), (3, 3), (3, 4)]))
        board = grid(*shape) if kind == "grid" else torus(*shape)
    return board, draw(st.integers(0, board.size - 1))


@settings(max_examples=120, deadline=None)
@given(small_boards(), st.sampled_from(["any", "safe", "open"]))
def test_equals_the_plain_search(case: tuple[Board, int], first: FirstClickRule) -> None:
    board, mines = case
    try:
        found = optimal(board, first=first, mines=mines)
    except GameError:
        room = max(board.size - 1 - board.degree(c) for c in range(board.size))
        assert first == "open"
        assert mines > room
        return
    for cell, click in found.first_clicks.items():
        assert click.wins == plain_wins(board, mines, cell, first)


@settings(max_examples=40, deadline=None)
@given(small_boards())
def test_the_policy_wins_what_it_promises(case: tuple[Board, int]) -> None:
    """Playing its clicks through all layouts wins exactly the layouts it counts."""
    board, mines = case
    found = optimal(board, mines=mines, start=0)
    start = Position.covered_board(board, mines)
    search = WeightedSearch(board, mines)
    around = [board.neighbors(c) for c in range(board.size)]

    def won(layout: int) -> bool:
        mined = [bool(search._safe[c] >> layout & 1 == 0) for c in range(board.size)]
        position, cell = start, 0
        while True:
            if mined[cell]:
                return False
            position = position.reveal(cell, sum(mined[other] for other in around[cell]))
            if len(position.covered) == mines:
                return True
            cell = found.best_click(position)[0]

    layouts = range(search.all.bit_length())
    allowed = [layout for layout in layouts if search._safe[0] >> layout & 1]
    assert sum(won(layout) for layout in allowed) == found.wins
    assert len(allowed) == found.layouts


def test_a_full_board_is_won_and_an_empty_one_too() -> None:
    assert optimal("3x3/9").probability == 1
    assert optimal("3x3/0").probability == 1


@pytest.mark.parametrize(
    ("spec", "keywords", "error", "words"),
    [
        ("9x9/10", {}, TooHardError, "at most 64 cells"),
        ("6x6/12", {}, TooHardError, r"estimated [\d,]+ states"),
        ("3x3", {}, GameError, "needs its mines"),
        ("3x3", {"mines": 10}, GameError, "do not fit"),
        ("3x3/8", {"first": "open"}, GameError, "room for 5 next to"),
        ("3x3/1", {"first": "lucky"}, GameError, "any or safe or open, not"),
        ("3x3/1", {"start": (5, 5)}, sapper.BoardError, "5"),
    ],
)
def test_bad_input(spec: str, keywords: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        optimal(spec, **keywords)


def test_a_position_of_another_board_is_refused() -> None:
    with pytest.raises(PositionError):
        optimal("3x3/1").best_click(sapper.parse("1##", mines=1))


def test_command_line() -> None:
    result = CliRunner().invoke(app, ["optimal", "4x4/4", "--first", "any", "--json"])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["wins"], found["layouts"], found["probability"]) == (961, 1820, "961/1820")
    assert found["start"] == [0, 1]


def test_the_strategy_plays_it() -> None:
    promised = float(optimal("3x4/4", start=0).probability)
    played = sapper.simulate("3x4/4", strategy="optimal", games=400, seed=3)
    low, high = played.interval
    assert low - 0.03 <= promised <= high + 0.03


def test_little_memory_gives_the_same_and_drops_states() -> None:
    roomy = optimal("4x5/6")
    layouts = perfect_search._BYTES_PER_LAYOUT * comb(20, 6)
    tight = optimal("4x5/6", memory=layouts + 300_000)
    assert tight.first_clicks == roomy.first_clicks
    assert (roomy.dropped, roomy.states > 50_000) == (0, True)
    assert tight.dropped > 0
    assert tight.states * 24 <= 300_000  # two words of cells and one of what is known


def test_too_little_memory_is_refused() -> None:
    with pytest.raises(TooHardError, match=r"1,000 bytes of memory are too little .* 4x5/6"):
        optimal("4x5/6", memory=1000)
    for memory in (0, -1, 1.5):
        with pytest.raises(GameError, match="a whole number of bytes"):
            optimal("3x3/1", memory=memory)  # type: ignore[arg-type]


@given(small_boards(), st.integers(0, 40))
@settings(max_examples=40, deadline=None)
def test_any_memory_gives_the_same(case: tuple[Board, int], more: int) -> None:
    board, mines = case
    least = 64 * comb(board.size, mines) + (1024 + 16) * 5 * 8
    roomy = optimal(board, mines=mines)
    tight = PerfectSearch(board, mines, least + 1000 * more)
    for cell, click in roomy.first_clicks.items():
        if roomy.states:
            assert tight.wins_from(Deal.read(board, mines=mines, start=cell)) == click.wins


def test_play_is_refused_before_a_long_search() -> None:
    with pytest.raises(TooHardError, match="1,500,000 layouts are allowed"):
        PerfectStrategy().choose(Position.covered_board(grid(5, 5), 12))


def test_the_command_takes_memory() -> None:
    result = CliRunner().invoke(app, ["optimal", "4x4/4", "--memory", "1", "--json"])
    assert json.loads(result.stdout)["wins"] == 961
    assert CliRunner().invoke(app, ["optimal", "4x4/4", "--memory", "0"]).exit_code == 2


@given(st.integers(2, 5), st.integers(2, 4), st.integers(1, 4))
@settings(max_examples=25, deadline=None)
def test_boards_of_separate_parts(first: int, second: int, mines: int) -> None:
    """Two paths with no edge between them: the search splits them if the counts allow."""
    edges = [(i, i + 1) for i in range(first - 1)]
    edges += [(first + i, first + i + 1) for i in range(second - 1)]
    board = graph(edges, nodes=range(first + second))
    mines = min(mines, board.size - 1)
    assert optimal(board, start=0, mines=mines).wins == plain_wins(board, mines, 0, "safe")
