"""Layouts: construction, 3BV and ZiNi, equal to those of other programs."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import ms_toollib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.boards import symmetries
from sapper.errors import LayoutError, NotationError
from sapper.games.deals import DealtGame
from sapper.layouts import Layout, parse_layout
from sapper.layouts.orders import eight_orders, usual_order
from slow_zini import SlowZini
from strategies_for_positions import boards

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from command_line import Run
    from sapper.types import FirstClickRule


@st.composite
def layouts(draw: DrawFn, most: int = 1) -> Layout:
    """Draw a layout on a board of any kind."""
    board = draw(boards())
    cells = st.integers(0, most)
    return Layout(board, draw(st.lists(cells, min_size=board.size, max_size=board.size)))


# -- what it is made of -------------------------------------------------------------------------


@given(layouts(most=3))
def test_numbers_count_the_mines_around(layout: Layout) -> None:
    for cell in range(layout.board.size):
        around = layout.board.neighbors(cell)
        assert layout.numbers[cell] == sum(int(layout.mines[other]) for other in around)


@given(layouts(most=3))
def test_text_comes_back_the_same(layout: Layout) -> None:
    again = parse_layout(layout.to_text(header=True), board=layout.board)
    assert again == layout
    assert hash(again) == hash(layout)
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert copy.deepcopy(layout) == layout


def test_a_layout_cannot_be_changed() -> None:
    mines = np.array([0, 1])
    layout = Layout("1x2", mines)
    mines[0] = 1
    assert layout.mines.tolist() == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        layout.mines[0] = 1
    with pytest.raises(AttributeError):
        layout.board = sapper.grid(1, 2)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("board", "mines", "complaint"),
    [
        ("1x3", [0, 1], "shape"),
        ("2x3", [[0, 1], [1, 0], [0, 0]], "shape"),
        ("1x2", [0, -1], "cell 1 holds -1"),
        ("1x2", [0, 101], "cell 1 holds 101"),
        ("1x2", [0, 10**30], "whole numbers"),
        ("1x2", [0.0, 1.0], "whole numbers"),
        ("1x2", [0, None], "whole numbers"),
        ("1x2", [[0], [1, 2]], "rows"),
        ("1x2", "*-", "sapper.read"),
        ("1x2/2", [0, 1], "1 mines in a layout of 1x2/2"),
    ],
)
def test_what_is_no_layout_is_refused(board: str, mines: Any, complaint: str) -> None:
    with pytest.raises(LayoutError, match=complaint):
        Layout(board, mines)


@pytest.mark.parametrize(("mined", "complaint"), [([9], "not on"), ([1, (0, 1)], "twice")])
def test_mines_are_named_once_and_on_the_board(mined: Any, complaint: str) -> None:
    with pytest.raises(LayoutError, match=complaint):
        Layout.from_cells("3x3", mined)


def test_more_mines_around_a_cell_than_it_can_show_are_refused() -> None:
    star = sapper.graph([(0, leaf) for leaf in range(1, 400)])
    with pytest.raises(LayoutError, match="39900 mines around 0"):
        Layout(star, [0] + [100] * 399)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("*#", "line 1, column 2: unknown character '#', not one of \\* -"),
        ("*1", "unknown character '1'"),
        ("1x2/2\n*-", "says 2 mines, but the rows have 1"),
        ("1x3/1\n*-", "2 cells, but a row of 1x3 has 3"),
        ("1x1\n(101)", "0 to 100 mines"),
        ("", "no cells"),
    ],
)
def test_text_that_is_no_layout_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse_layout(text)


# -- how few clicks -----------------------------------------------------------------------------


def measures(layout: Layout) -> tuple[int, ...]:
    return layout.bbbv, layout.openings, layout.islands


def test_metrics_by_hand() -> None:
    layout = parse_layout(
        """
        * - - - *
        - - - - -
        - - - - -
        - - * - *
        - - - - -
        """
    )
    # Zeros are (0, 2) with (1, 2), and (2, 0) with those below it; not adjacent to any are (1, 4),
    # (2, 4), (3, 3) and in the last row all from (4, 2) on.
    assert measures(layout) == (2 + 6, 2, 1)


@given(layouts(most=2))
def test_bbbv_is_the_same_as_in_games(layout: Layout) -> None:
    states = np.full(layout.board.size, -1, np.int16)
    assert layout.bbbv == DealtGame(layout.board.graph, states, layout.mines).bbbv
    assert layout.openings <= layout.bbbv
    assert layout.islands <= layout.bbbv - layout.openings


@settings(max_examples=60, deadline=None)
@given(layouts())
def test_zini_is_what_the_definition_says(layout: Layout) -> None:
    order = usual_order(layout.board).tolist()
    assert layout.zini == SlowZini(layout, order).greedy()
    assert layout.human_zini == SlowZini(layout, order).human()
    if len(layout.board.shape) == 2:
        orders = [some.tolist() for some in eight_orders(layout.board)]
        assert layout.zini8 == min(SlowZini(layout, some).greedy() for some in orders)


@given(layouts())
def test_metrics_do_not_depend_on_how_the_board_lies(layout: Layout) -> None:
    for number, permutation in enumerate(symmetries(layout.board)):
        turned = layout.transform(permutation)
        assert measures(turned) == measures(layout)
        if layout.board.kind in ("grid", "rook", "knight", "reach2"):
            assert turned.zini8 == layout.zini8
        if number == 8:
            break


@given(layouts(most=2), st.data())
def test_bbbv_is_solved_unit_by_unit(layout: Layout, data: st.DataObject) -> None:
    states = np.full(layout.board.size, -1, np.int16)
    game = DealtGame(layout.board.graph, states, layout.mines)
    safe = [cell for cell in range(layout.board.size) if not layout.mines[cell]]
    solved = 0
    for cell in data.draw(st.permutations(safe)):
        if game.states[cell] < 0:
            before = layout.bbbv_solved(game.states >= 0)
            game.open(cell)
            solved = layout.bbbv_solved(game.states >= 0)
            assert solved - before in (0, 1)
    assert solved == layout.bbbv


def test_there_are_no_chords_where_a_cell_holds_several_mines() -> None:
    layout = Layout("1x3", [0, 2, 0])
    for name in ("zini", "zini8", "human_zini"):
        with pytest.raises(LayoutError, match=r"several mines: \(0, 1\) holds 2"):
            getattr(layout, name)
    assert layout.bbbv == 2
    assert layout.to_dict()["zini"] is None


def test_zini8_is_of_boards_with_rows_and_columns() -> None:
    with pytest.raises(LayoutError, match="box:2x2x2"):
        Layout("box:2x2x2", [1] + [0] * 7).zini8  # noqa: B018
    assert Layout("torus:4x4", [1] + [0] * 15).zini8 >= 1


# -- others count the same ----------------------------------------------------------------------


def random_layouts(count: int) -> list[Layout]:
    random = np.random.default_rng(20)
    found = []
    for _ in range(count):
        rows, columns = random.integers(1, 20, 2)
        share = random.uniform(0.02, 0.45)
        found.append(Layout(sapper.grid(rows, columns), random.random(rows * columns) < share))
    return found


def test_1000_boards_measure_as_in_ms_toollib() -> None:
    """Its zini and hzini break ties as ours do; its rzini is another variant."""
    for layout in random_layouts(1000):
        shown = np.where(layout.mines > 0, -1, layout.numbers).reshape(layout.board.shape)
        theirs = ms_toollib.Board(shown.tolist())
        ours = (*measures(layout), layout.zini, layout.human_zini)
        reported = (theirs.bbbv, theirs.op, theirs.isl, theirs.zini, theirs.hzini)
        assert ours == reported, layout.to_text(header=True)


# -- deals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["9x9/10", "torus:5x6/7", "hex:5x5/6", "box:3x3x5/4"])
@pytest.mark.parametrize("first", ["any", "safe", "open"])
def test_a_deal_is_the_layout_that_is_played(spec: str, first: FirstClickRule) -> None:
    for index in range(5):
        layout = sapper.deal(spec, seed=3, index=index, first=first)
        played = sapper.Deal.read(spec, first=first).game(3, index)
        assert layout.mines.tolist() == played.mines
        assert layout.spec == spec
        assert layout.bbbv == played.bbbv


def test_a_deal_is_the_layout_of_a_game_that_was_lost() -> None:
    game = sapper.Game("5x5/12", seed=2, index=9, start=7)
    layout = sapper.deal("5x5/12", 2, 9, start=7)
    while game.status == "playing":
        game.open(next(cell for cell in layout.mined if cell not in game.flags))
    assert game.true_layout == layout


def test_several_mines_a_cell_are_dealt() -> None:
    layout = sapper.deal("3x3", mines=14, max_per_cell=2, first="any")
    assert layout.mine_count == 14
    assert layout.max_per_cell == 2


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"index": 0.5}, {"first": "never"}])
def test_deals_of_nothing_are_refused(wrong: Any) -> None:
    with pytest.raises(sapper.GameError):
        sapper.deal("9x9/10", **wrong)


def test_the_command_shows_a_deal(run: Run) -> None:
    layout = sapper.deal("hex:4x5/6", seed=4, index=2, first="open", start=(1, 1))
    command = ["deal", "hex:4x5/6", "--seed", "4", "--index", "2"]
    command += ["--first", "open", "--start", "1,1"]
    shown = run(*command).out
    assert layout.to_text(header=True) in shown
    assert layout.summary() in shown
    found = run(*command, "--json").json
    reported = {"seed": 4, "index": 2, "first": "open", "start": [1, 1], "no_guess": False}
    assert found == {**layout.to_dict(), **reported}


def test_the_command_refuses_what_cannot_be_dealt(run: Run) -> None:
    assert run("deal", "3x3/8", "--first", "open").code == 2
