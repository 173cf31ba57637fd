"""``analyze_many`` equals ``analyze`` row by row, on any number of threads."""

from __future__ import annotations

import json
import math
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper import memory
from sapper.analysis import analyze, analyze_many
from sapper.errors import ContradictionError, PositionError
from sapper.positions import FLAGGED, Position
from sapper.stopping import Cancelled, Stop
from strategies_for_positions import arbitrary, boards, reachable

if TYPE_CHECKING:
    import numpy.typing as npt

DATA = Path(__file__).resolve().parents[1] / "data"
TOGETHER = 6


@st.composite
def several(draw: st.DrawFn) -> list[Position]:
    """Draw positions of one board with one limit per cell; some of them are contradictory."""
    board, limit = draw(boards()), draw(st.sampled_from([1, 1, 2, 3]))
    return draw(st.lists(reachable(board=board, max_per_cell=limit), min_size=1, max_size=TOGETHER))


def check_row(batch: sapper.BatchAnalysis, row: int, position: Position) -> None:
    """Compare a row with the analysis of its position alone."""
    assert batch.position(row) == position
    try:
        one = analyze(position)
    except ContradictionError:
        assert batch.contradictory[row]
        assert not batch.consistent[row]
        assert np.isnan(batch.mine_probability[row]).all()
        assert batch.best[row] == -1
        assert batch.log10_solutions[row] == -math.inf
        return
    assert batch.consistent[row]
    assert not batch.contradictory[row]
    np.testing.assert_array_equal(batch.mine_probability[row], one.mine_probability)
    assert batch.best[row] == (-1 if one.best is None else one.best)
    assert np.flatnonzero(batch.safe[row]).tolist() == one.safe
    assert np.flatnonzero(batch.mines[row]).tolist() == one.mines
    if position.density is None:
        assert batch.log10_solutions[row] == pytest.approx(one.log10_solutions, abs=1e-12)
    else:
        assert math.isnan(batch.log10_solutions[row])


@given(several(), st.integers(1, 3))
@settings(max_examples=200)
def test_a_batch_equals_its_positions_alone(positions: list[Position], threads: int) -> None:
    first = positions[0]
    states = np.array([position.states for position in positions])
    mines = np.array([position.mines for position in positions])
    batch = analyze_many(first.board, states, mines, first.max_per_cell, threads)
    assert len(batch) == len(positions)
    for row, position in enumerate(positions):
        check_row(batch, row, position)


@given(arbitrary(), st.lists(st.integers(0, 10), min_size=1, max_size=4))
@settings(max_examples=200)
def test_contradictions_stay_in_their_row(position: Position, mines: list[int]) -> None:
    states = np.repeat(position.states[None], len(mines), axis=0)
    batch = analyze_many(position.board, states, mines, position.max_per_cell)
    for row, count in enumerate(mines):
        own = Position.from_states(
            position.board, position.states, count, max_per_cell=position.max_per_cell
        )
        check_row(batch, row, own)


@given(reachable(density=True))
def test_a_density_stands_for_the_mines(position: Position) -> None:
    batch = analyze_many(position.board, position.states[None], density=position.density)
    check_row(batch, 0, position)


def stuck() -> tuple[sapper.Board, npt.NDArray[np.int16], npt.NDArray[np.int64]]:
    """Return the stuck expert positions of the data folder as one batch."""
    entries = json.loads((DATA / "expert_stuck.json").read_text())
    rows = [[-1 if c == "#" else int(c) for row in e["rows"] for c in row] for e in entries]
    mines = np.array([entry["mines"] for entry in entries])
    return sapper.board("16x30"), np.array(rows, np.int16), mines


def test_the_number_of_threads_changes_no_bit() -> None:
    board, states, mines = stuck()
    states, mines = np.tile(states, (20, 1)), np.tile(mines, 20)
    one = analyze_many(board, states, mines, threads=1)
    for threads in (2, 3, 8, None):
        several = analyze_many(board, states, mines, threads=threads)
        for name in ("mine_probability", "log10_solutions", "best", "consistent"):
            assert getattr(several, name).tobytes() == getattr(one, name).tobytes(), name


@pytest.mark.parametrize("kind", ["int8", "int32", "int64", "uint8", ">i2"])
def test_any_integer_type_and_both_shapes_are_read(kind: str) -> None:
    states = np.array([[[0, 1, 1], [0, 1, 3]]]).astype(kind)
    flat = analyze_many("2x3/1", states.reshape(1, 6))
    shaped = analyze_many("2x3/1", states[:, :, :])
    assert flat.contradictory.tolist() == shaped.contradictory.tolist() == [True]


def test_strided_and_read_only_arrays_are_read() -> None:
    board, states, mines = stuck()
    wide = np.repeat(states, 2, axis=1)[:, ::2]
    wide.flags.writeable = False
    expected = analyze_many(board, states, mines)
    found = analyze_many(board, wide[::-1], mines[::-1])
    np.testing.assert_array_equal(found.mine_probability[::-1], expected.mine_probability)


def test_a_spec_brings_its_mines_and_an_empty_batch_is_fine() -> None:
    assert analyze_many("9x9/10", np.full((2, 81), -1)).mine_probability[1, 3] == 10 / 81
    none = analyze_many("9x9/10", np.empty((0, 9, 9), int))
    assert len(none) == 0
    assert none.mine_probability.shape == (0, 81)


def test_results_are_read_only_and_own_their_states() -> None:
    states = np.full((1, 4), -1)
    batch = analyze_many("2x2/1", states)
    states[:] = 0
    assert batch.position(0).covered == [0, 1, 2, 3]
    for name in ("states", "mine_probability", "best", "log10_solutions", "safe", "consistent"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[...] = 0
    assert repr(batch) == "<BatchAnalysis of 1 positions of 2x2: 0 contradictory, 0 too hard>"


def test_a_position_beyond_the_budget_is_marked() -> None:
    board, states, mines = stuck()
    batch = analyze_many(board, states, mines, limits=sapper.Limits(log2_states=8))
    assert batch.too_hard.any()
    assert not batch.too_hard.all()
    assert not (batch.too_hard & batch.consistent).any()
    assert np.isnan(batch.log10_solutions[batch.too_hard]).all()
    assert (batch.best[batch.too_hard] == -1).all()
    assert np.isnan(batch.mine_probability[batch.too_hard]).all()


def test_numbers_beyond_every_board_are_contradictions() -> None:
    states = np.full((2, 4), -1)
    assert analyze_many("2x2", states, mines=10**30).contradictory.tolist() == [True, True]
    assert analyze_many("2x2", states, np.array([2**63, 1], np.uint64)).consistent.tolist() == [
        False,
        True,
    ]


def test_unread_cells_are_safe_and_constrain_nothing() -> None:
    unread = sapper.UNREAD
    batch = analyze_many("1x4/1", np.array([[1, unread, -1, -1], [-1, unread, 1, -1]]))
    assert batch.consistent.tolist() == [False, True]
    assert batch.best.tolist() == [-1, 0]
    check_row(batch, 1, Position("1x4/1", [None, "?", 1, None]))


@pytest.mark.parametrize(
    ("states", "given", "message"),
    [
        (np.zeros((2, 5), int), {}, r"shape \(n, 6\) or \(n, 2, 3\), not int64 of shape \(2, 5\)"),
        (np.zeros(6, int), {}, r"not int64 of shape \(6,\)"),
        (np.zeros((2, 6)), {}, "not float64"),
        (np.zeros((2, 6), bool), {}, "not bool"),
        ([[1, 2], [1]], {}, "rows of different lengths"),
        (np.full((2, 6), -9), {}, r"row 0 has state -9 at cell \(0, 0\), which is not from"),
        (np.full((1, 6), 40_000), {}, "row 0 has state 40000 at cell"),
        (np.full((2, 6), -1), {"mines": [1, 2, 3]}, r"shape \(2,\), not int64 of shape \(3,\)"),
        (np.full((2, 6), -1), {"mines": [1.5, 2]}, "not float64"),
        (np.full((2, 6), -1), {"mines": np.array([3, -4])}, "row 1 has -4 mines"),
        (np.full((2, 6), -1), {"mines": -4}, "cannot be negative: -4"),
        (np.full((2, 6), -1), {"mines": "8"}, "'8'"),
        (np.full((2, 6), -1), {"mines": None}, "needs its number of mines or a density"),
        (np.full((2, 6), -1), {"mines": [1, 2], "density": 0.2}, "not both"),
        (np.full((2, 6), -1), {"mines": None, "density": 2.0}, "a density is .* not 2.0"),
        (np.full((2, 6), -1), {"threads": 0}, "the number of threads is at least 1, not 0"),
        (np.full((2, 6), -1), {"threads": 2.0}, "threads is a whole number, not 2.0"),
        (np.full((2, 6), -1), {"max_per_cell": 0}, "max_per_cell is from 1 to 100, not 0"),
    ],
)
def test_wrong_arguments_are_named(states: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        analyze_many("2x3", states, **({"mines": 1} | given))


def test_a_batch_beyond_free_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda: 80_000_000)
    states = np.broadcast_to(np.int8(-1), (20_000, 900))
    with pytest.raises(PositionError, match=r"20000 positions of 900 cells take 144\.0 MB"):
        analyze_many("30x30/100", states)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_ends_a_batch(threads: int) -> None:
    """The whole batch would take many times longer than the stop waits."""
    board, states, mines = stuck()
    many = np.broadcast_to(states[0], (300_000, board.size))
    stop = Stop()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    with stop, pytest.raises(Cancelled):
        analyze_many(board, many, int(mines[0]), threads=threads)
    timer.join()


def test_flags_are_taken_as_mines() -> None:
    batch = analyze_many("1x3/1", np.array([[FLAGGED, 1, -1], [-1, 1, -1]]))
    assert batch.mines.tolist() == [[True, False, False], [False, False, False]]
    assert batch.safe.tolist() == [[False, False, True], [False, False, False]]


def test_windows_are_analysed_but_only_cells_in_view_are_named() -> None:
    view = sapper.Position.window("9x9", [[0, 1], [1, None]], 10, at=(0, 0))
    one = analyze(view)
    batch = analyze_many("9x9", view.states[None], 10)
    check_row(batch, 0, view)
    outside = analyze_many("1x3", np.array([[sapper.OUTSIDE, 1, 0], [sapper.OUTSIDE] * 3]), 1)
    assert outside.mine_probability[0, 0] == 1.0
    assert not outside.mines.any()
    assert outside.best.tolist() == [-1, -1]
    assert batch.best[0] == one.best


@pytest.mark.parametrize("mines", [range(1, 4), {1: 0.25, 2: 0.75}])
def test_unknown_totals_hold_for_all_rows(mines: Any) -> None:
    states = np.array([[1, -1, -1, -1], [-1, -1, -1, -1], [3, -1, -1, -1], [0, -1, -1, -1]])
    batch = analyze_many("2x2", states, mines)
    for row in range(4):
        check_row(batch, row, Position.from_states(batch.board, states[row], mines))
    assert batch.consistent.tolist() == [True, True, isinstance(mines, range), False]
