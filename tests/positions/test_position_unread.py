"""Unread cells: open cells whose number is unknown, in every place where a clue can stand."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from every_layout import random_board, random_layout, show
from sapper import COVERED, UNREAD, NotationError, Position, PositionError, StrategyError
from sapper.strategies import find
from strategy_names import REPEATABLE

if TYPE_CHECKING:
    from pathlib import Path

ENTRIES = [1, UNREAD, None, None, 2, 1]
POSITION = Position("2x3", ENTRIES, 2)
STRATEGIES = [name for name in REPEATABLE if not find(name).follows_game and name != "optimal"]


@pytest.mark.parametrize(
    "clues",
    [
        [1, "?", None, None, 2, 1],
        [[1, UNREAD, None], [None, 2, 1]],
        (1, np.int16(UNREAD), None, None, 2, 1),
        {0: 1, (0, 1): "?", 4: 2, 5: 1},
        POSITION.clues,
    ],
)
def test_an_unread_cell_is_a_constant_or_a_question_mark(clues: Any) -> None:
    assert Position("2x3", clues, 2) == POSITION


def test_an_unread_cell_is_open_without_a_number() -> None:
    assert POSITION.unread == [1]
    assert POSITION.clue(1) is None
    assert POSITION.clues == ENTRIES
    assert POSITION.covered == [2, 3]
    assert POSITION.revealed == [0, 4, 5]
    assert repr(POSITION) == "<Position 2x3 mines=2, 2 covered, 1 unread>"


def test_arrays_of_states_hold_unread_cells() -> None:
    states = np.array([1, UNREAD, COVERED, COVERED, 2, 1])
    assert Position.from_states(sapper.board("2x3"), states, 2) == POSITION
    with pytest.raises(PositionError, match="states from -5 to 2, outside -4 to 32000"):
        Position.from_states(sapper.board("2x3"), states - 2 * (states == UNREAD), 2)


def test_nodes_of_a_graph_can_be_unread() -> None:
    position = Position(sapper.graph([("a", "b"), ("b", "c")]), {"a": 1, "c": "?"}, 1)
    assert position.unread == [2]
    assert sapper.analyze(position).mines == [1]


def test_unread_cells_are_written_and_read(tmp_path: Path) -> None:
    assert str(POSITION) == "1?#\n#21"
    assert sapper.parse("1?#\n#21", 2) == POSITION
    assert sapper.parse(POSITION.to_text(header=True)) == POSITION
    for name in ("position.json", "position.txt"):
        sapper.write(POSITION, tmp_path / name)
        assert sapper.read(tmp_path / name) == POSITION
    for name in ("mine", "jsminesweeper"):
        with pytest.raises(NotationError, match=f"{name} holds no unread cells: json holds them"):
            sapper.write(POSITION, tmp_path / "position", format=name)


def test_a_number_can_be_read_later() -> None:
    before = Position.covered_board("1x3/1").reveal(0, UNREAD)
    assert before.unread == [0]
    assert before.reveal(0, 1) == Position("1x3/1", [1, None, None])


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: POSITION.flag(1), "must be covered without a flag for this, but is open"),
        (lambda: Position("2x3", ENTRIES, 2, flags=[1]), r"flagged but is open, its number unread"),
        (lambda: Position("2x3", ["!", *ENTRIES[1:]], 2), "an integer or None, not '!'"),
        (lambda: Position("2x3", [-5, *ENTRIES[1:]], 2), "from 0 to 32000, not -5"),
        (lambda: sapper.analyze(POSITION).reason(1), "already open: its number is unread"),
        (lambda: sapper.choose(Position("1x2/1", ["?", None])), "is a mine: there is none to open"),
        (lambda: sapper.choose(Position("1x2/0", ["?", 0])), "no cell is covered"),
    ],
)
def test_what_unread_cells_do_not_allow_is_refused(attempt: Any, message: str) -> None:
    with pytest.raises(sapper.SapperError, match=message):
        attempt()


def unread_positions(many: int) -> list[Position]:
    """Return positions of games on boards of any kind in which some open cells are unread."""
    found: list[Position] = []
    random = Random(7)
    while len(found) < many:
        board = random_board(random, 12)
        layout = random_layout(random, board, 1)
        clues: list[Any] = [None] * board.size
        for cell, mines in enumerate(layout):
            if not mines and random.random() < 0.5:
                clues[cell] = UNREAD if random.random() < 0.3 else show(board, layout, cell)
        position = Position(board, clues, sum(layout))
        if position.unread and len(position.covered) > sum(layout):
            found.append(position)
    return found


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_choose_next_to_unread_cells(name: str) -> None:
    for position in unread_positions(25):
        choice = sapper.choose(position, name)
        analysis = sapper.analyze(position)
        assert choice.cell in position.covered
        assert choice.mine_probability == analysis.mine_probability[choice.cell]
        if find(name).opens_certain:
            assert choice.certain == bool(analysis.safe)
        if name == "pseq":
            lowest = np.nanmin(analysis.mine_probability)
            assert choice.mine_probability == pytest.approx(lowest, abs=1e-9)


def test_a_strategy_that_needs_every_number_says_so() -> None:
    with pytest.raises(StrategyError, match=r"needs the number .* but that of \(0, 1\) is unread"):
        sapper.choose(Position("2x3", [1, "?", *[None] * 4], 2), "optimal")


def test_games_go_on_without_the_unread_number() -> None:
    """The exact win probability from the game tree is that of the games in the core."""
    position = Position("3x4", ["?", None, None, None, 1, *[None] * 7], 3)
    exact = sapper.win_probability(position, strategy="perimeter")
    played = sapper.win_probability(position, 20_000, strategy="perimeter", most_layouts=0)
    assert exact.exact
    assert exact.value is not None
    low, high = played.interval
    assert low - 0.01 < exact.value < high + 0.01
    game = sapper.Game.from_position(position, seed=1)
    assert game.position == position
    assert game.clue(0) is None
    assert game.why(0) == "(0, 0) is open, but its number is unread"
    assert sapper.think(position, layouts=16).best in position.covered


def test_pictures_show_unread_cells_and_cells_out_of_view() -> None:
    window = Position.window("4x4", [[1, "?"], [None, None]], 3, at=(1, 1))
    assert "&gt;?</text>" in str(window._repr_svg_()) or ">?</text>" in str(window._repr_svg_())
    drawn = sapper.analyze(window)._repr_svg_()
    assert drawn is not None
    assert "out of view" in drawn
    assert "its number unread" in drawn
