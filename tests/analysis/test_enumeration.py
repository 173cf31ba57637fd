"""Every consistent layout comes exactly once, in the documented order, in constant memory."""

from __future__ import annotations

import sys
import tracemalloc
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper.analysis import Analysis, analyze
from sapper.boards.kinds import KINDS
from sapper.errors import PositionError, TooHardError
from sapper.positions import Position, parse
from sapper.stopping import Cancelled, Stop
from strategies_for_positions import reachable

if TYPE_CHECKING:
    import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parents[2] / "robustness"))

from brute_force_layouts import run

ALL_BOARDS = "python robustness/brute_force_layouts.py --boards 20000"


def listed(analysis: Analysis, **given: Any) -> npt.NDArray[np.uint8]:
    """Return all layouts as one array."""
    return np.concatenate(list(analysis.layout_arrays(**given)))


@pytest.mark.parametrize("first", range(0, 800, 100))
def test_layouts_and_batches_agree_with_brute_force(first: int) -> None:
    """A slice of ALL_BOARDS."""
    run(100, 1, first)


def test_brute_force_covers_every_kind_of_board() -> None:
    kinds, layouts = run(150, 2)
    assert {*kinds} == {*KINDS, "graph"}
    assert layouts > 1000


@given(reachable(), st.integers(1, 40))
@settings(max_examples=100)
def test_the_order_does_not_depend_on_the_arrays(position: Position, rows: int) -> None:
    analysis = analyze(position)
    if analysis.solutions > 3000:
        return
    whole = listed(analysis)
    np.testing.assert_array_equal(listed(analysis, rows=rows), whole)
    np.testing.assert_array_equal(listed(analyze(position), rows=1000), whole)
    np.testing.assert_array_equal(listed(analysis, limit=7, rows=3), whole[:7])
    assert [layout.mines.tolist() for layout in analysis.layouts(7)] == whole[:7].tolist()


def test_the_order_is_the_documented_one() -> None:
    """Mines of the component, then cells of its groups, then cells outside the frontier."""
    position = parse("1##\n###\n##1", mines=3)  # groups {4}, {1, 3} and {5, 7}; outside {2, 6}
    ends = [[3, 7], [3, 5], [1, 7], [1, 5]]
    expected = [[2, 4, 6], *(sorted([*end, outside]) for end in ends for outside in (6, 2))]
    assert [layout.mined for layout in analyze(position).layouts()] == expected
    outside = Position("1x5", [1, None, None, None, None], 2)
    assert [layout.mined for layout in analyze(outside).layouts()] == [[1, 4], [1, 3], [1, 2]]
    group = Position("3x3", [None] * 4 + [2] + [None] * 4, 2)
    order = [layout.mines.tolist() for layout in analyze(group).layouts()]
    assert order == sorted(order)
    assert len(order) == 28
    either = Position("1x2", [None, None], density=0.5)
    assert [layout.mined for layout in analyze(either).layouts()] == [[], [1], [0], [0, 1]]


def test_layouts_are_layouts_of_the_board() -> None:
    analysis = analyze(parse("1#\n##", mines=1))
    layouts = list(analysis.layouts())
    assert layouts == [sapper.Layout.from_cells("2x2", [cell]) for cell in (3, 2, 1)]
    assert layouts[0].numbers.tolist() == [1, 1, 1, 0]
    assert layouts[0].bbbv == 3
    with pytest.raises(ValueError, match="read-only"):
        layouts[0].mines[0] = 1


def test_a_large_board_yields_its_first_layouts_at_once() -> None:
    game = sapper.Game("200x200/6000", seed=1, first="open", start=(100, 100))
    analysis = analyze(game.position)
    rows = np.concatenate(list(analysis.layout_arrays(limit=40)))
    assert len(np.unique(rows, axis=0)) == 40
    assert (rows.sum(axis=1, dtype=np.int64) == 6000).all()
    for layout in islice(analysis.layouts(), 3):
        shown = game.position.revealed
        assert (layout.numbers[shown] == game.position.states[shown]).all()


def test_memory_does_not_grow_with_the_layouts() -> None:
    analysis = analyze(Position.covered_board("6x6/8"))
    tracemalloc.start()
    try:
        count = sum(len(rows) for rows in analysis.layout_arrays(limit=300_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 300_000
    assert peak < 3_000_000  # all rows together are 10.8 MB


def test_a_limit_of_zero_and_one() -> None:
    analysis = analyze(parse("1#\n##", mines=1))
    assert list(analysis.layouts(0)) == []
    assert len(list(analysis.layouts(1))) == 1
    assert len(list(analysis.layouts(3))) == len(list(analysis.layouts(4))) == 3


@pytest.mark.parametrize("wrong", [-1, 2.0, True, "3"])
def test_wrong_limits_are_refused_before_the_first_layout(wrong: Any) -> None:
    analysis = analyze(parse("1#\n##", mines=1))
    with pytest.raises(PositionError, match="the limit of layouts is"):
        analysis.layouts(wrong)
    with pytest.raises(PositionError, match="the number of layouts in an array is"):
        analysis.layout_arrays(wrong)


def test_a_stop_ends_an_enumeration() -> None:
    stop = Stop()
    arrays = analyze(Position.covered_board("6x6/8")).layout_arrays()
    next(arrays)
    with stop:
        next(arrays)
        stop.set()
        with pytest.raises(Cancelled):
            next(arrays)


def test_too_many_sums_are_refused() -> None:
    """The tables of sums count against the memory limit."""
    pair = (1, 3)  # two clues with a common neighbour: one or two mines
    clues = [
        1 if row % 4 == 1 and col % 6 in pair else None for row in range(400) for col in range(400)
    ]
    position = Position("400x400", clues, 20_000)
    analysis = analyze(position, limits=sapper.Limits(memory=30_000_000))
    with pytest.raises(TooHardError):
        analysis.layouts()


# -- probabilities by cell ----------------------------------------------------------------------


def test_probability_takes_any_name_of_a_cell() -> None:
    analysis = analyze(parse("1#\n##", mines=1))
    assert analysis.probability(3) == analysis.probability((1, 1)) == pytest.approx(1 / 3)
    assert np.isnan(analysis.probability(0))
    with pytest.raises(sapper.BoardError, match="cell 4 is not on"):
        analysis.probability(4)
    star = sapper.graph([("hub", leaf) for leaf in "abcd"])
    assert analyze(Position(star, {"hub": 1}, 1)).probability("c") == 0.25


def test_shaped_has_the_shape_of_the_board() -> None:
    analysis = analyze(parse("1#\n##", mines=1))
    assert analysis.shaped.shape == (2, 2)
    box = analyze(Position.covered_board("box:2x3x2/3"))
    assert box.shaped.shape == (2, 3, 2)
    board = sapper.board("2x3")
    assert board.shaped(np.zeros((4, 6))).shape == (4, 2, 3)
    star = sapper.graph([("hub", "a")])
    assert star.shaped(np.arange(4).reshape(2, 2))["a"].tolist() == [1, 3]
    with pytest.raises(sapper.BoardError, match=r"values of shape \(5,\) for the 6 cells of 2x3"):
        board.shaped(range(5))
