"""Windows: where their cells are on the whole board, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sapper
from sapper import FLAGGED, OUTSIDE, UNREAD, Position


@pytest.mark.parametrize(
    ("board", "view", "options", "shown"),
    [
        ("3x4", [[1, None]], {"at": (1, 2)}, "~~~~\n~~1#\n~~~~"),
        ("3x4", [[1, None]], {"at": 6}, "~~~~\n~~1#\n~~~~"),
        ("4x4", [["?"], [FLAGGED]], {}, "~~~~\n~?~~\n~F~~\n~~~~"),
        ("3x4", np.array([[1, -1], [UNREAD, FLAGGED]]), {"at": (0, 0)}, "1#~~\n?F~~\n~~~~"),
        ("3x4", [[None] * 4], {}, "~~~~\n####\n~~~~"),
        ("2x2", [[1, None], [None, None]], {}, "1#\n##"),
        ("torus:3x3", [[1, None], [None, 2]], {"at": (2, 2)}, "2~#\n~~~\n#~1"),
        ("hex:5x5", [[1]], {}, "~~~~~\n~~~~~\n~~1~~\n~~~~~\n~~~~~"),
        ("3x4", {(0, 1): 1, 7: None}, {"flags": [7]}, "~1~~\n~~~F\n~~~~"),
        (sapper.graph([("a", "b"), ("b", "c")]), {"b": 1, "a": None}, {}, "#1~"),
    ],
)
def test_the_cells_in_view_have_their_places(
    board: Any, view: Any, options: dict[str, Any], shown: str
) -> None:
    window = Position.window(board, view, 2, **options)
    assert str(window) == shown
    assert len(window.outside) == shown.count("~")
    assert set(window.covered).isdisjoint(window.outside)


def test_a_window_has_the_mines_of_its_board() -> None:
    assert Position.window("9x9/10", [[1]]).mines == 10
    assert Position.window("9x9/10", [[1]], 12).mines == 12
    assert Position.window("9x9/10", [[1]], density=0.2).mines is None
    assert Position.window("2x2/9", [[1]], at=(0, 0), max_per_cell=3).mines == 9
    assert Position.window(None, [[1]], density=0.2).board.spec == "3x3"
    assert Position.window(None, [[[1]]], density=0.2).board.spec == "box:3x3x3"


def test_cells_out_of_view_cannot_be_opened_or_flagged() -> None:
    window = Position.window("3x3/2", [[1, None]], at=(0, 0))
    with pytest.raises(sapper.PositionError, match="but is out of view"):
        window.reveal(8, 1)
    with pytest.raises(sapper.PositionError, match="but is out of view"):
        window.flag(8)
    with pytest.raises(sapper.PositionError, match="but is out of view"):
        window.unflag(8)
    assert window.clue(8) is None
    assert window.clues[8] == OUTSIDE
    for ask in (sapper.analyze(window).clue_distribution, sapper.analyze(window).reason):
        with pytest.raises(sapper.BoardError, match=r"cell \(2, 2\) is out of view"):
            ask(8)


@pytest.mark.parametrize(
    ("board", "view", "options", "message"),
    [
        ("9x9", [[1, 2], [1]], {}, r"the rows of a window have equal lengths, not \[1\]"),
        ("9x9", [[]], {}, "equal lengths"),
        ("9x9", [], {}, r"rows of clues, not \[\]"),
        ("9x9", 5, {}, "rows of clues, not 5"),
        ("9x9", "12", {}, r"sapper\.parse\(text, window=\.\.\.\) reads text"),
        ("9x9", np.zeros((2, 2)), {}, "an integer or None, not 0.0"),
        ("9x9", [[1, -7]], {}, "from 0 to 32000, not -7"),
        ("9x9", [["1"]], {}, "an integer or None, not '1'"),
        ("9x9", [1, 2], {}, "a window of 2 cells does not fit 9x9"),
        ("9x9", [[[1]]], {}, "a window of 1x1x1 cells does not fit 9x9"),
        ("9x9", {}, {}, "shows at least one cell"),
        ("9x9", {(0, 0): 1, 0: 2}, {}, r"cell \(0, 0\) is given twice"),
        ("9x9", {(9, 9): 1}, {}, r"bad cell of a window: cell \(9, 9\) is not on 9x9"),
        ("9x9", {0: 1}, {"at": (1, 1)}, "needs the whole board, and no `at`"),
        ("9x9", [[1]], {"at": "a"}, "bad place of a window"),
        ("9x9", [[1, 1]], {"at": (0, 8)}, r"a window of 1x2 cells at \(0, 8\) exceeds 9x9"),
        ("2x3", [[1, 1]], {}, "touches an edge of 2x3: give the place"),
        ("9x9", [[1]], {"flags": [0]}, r"cell \(0, 0\) is flagged but is out of view"),
        (3, [[1]], {}, "a board is a Board or a spec, not 3"),
        (None, [[1]], {}, "without its whole board needs a density"),
        (None, {0: 1}, {"mines": None, "density": 0.5}, "needs the whole board, and no `at`"),
        (sapper.graph([(0, 1)]), [[1]], {}, "a window of that board is a mapping of cells"),
        ("9x9", [[1]], {"mines": None}, "needs its number of mines or a density"),
    ],
)
def test_bad_windows_are_refused(
    board: Any, view: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(sapper.PositionError, match=message):
        Position.window(board, view, **({"mines": 10} | options))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda w: sapper.win_probability(w), "the win chance needs the whole board"),
        (lambda w: sapper.think(w, layouts=1), "deep analysis needs the whole board"),
        (lambda w: sapper.Game.from_position(w), "a game needs the whole board"),
        (lambda w: sapper.choose(w, "entropy"), "strategy 'entropy' needs the whole board"),
        (lambda w: sapper.write(w, "x.mine"), "mine holds no cells out of view"),
    ],
)
def test_what_needs_the_whole_board_says_so(call: Any, message: str) -> None:
    with pytest.raises(sapper.SapperError, match=message):
        call(Position.window("5x5/4", [[1, None], [None, None]]))
