"""The perimeter of Fowler & Young 2004: equations, bounds two ways, partitions."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from paper_figures import FIGURE_III_1
from sapper.analysis import analyze, reference
from sapper.errors import ContradictionError, PositionError
from sapper.positions import parse
from sapper.theory import (
    arrangements_tested,
    counted_bounds,
    grouped_partition,
    integer_bounds,
    linear_system,
    partition,
    relaxed_bounds,
)
from strategies_for_positions import arbitrary, reachable

if TYPE_CHECKING:
    from sapper.positions import Position


@settings(max_examples=150)
@given(reachable(), st.booleans())
def test_programs_and_counts_agree_on_the_bounds(position: Position, mine_count: bool) -> None:
    programmed = integer_bounds(position, mine_count=mine_count)
    assert programmed == counted_bounds(position, mine_count=mine_count)
    if mine_count:
        possible = reference.frontier_mines(position)
        assert (programmed.least, programmed.most) == (min(possible), max(possible))
    low, high = relaxed_bounds(position, mine_count=mine_count)
    assert low - 1e-6 <= programmed.least <= programmed.most <= high + 1e-6


@settings(max_examples=100)
@given(arbitrary())
def test_programs_see_every_contradiction(position: Position) -> None:
    try:
        expected = counted_bounds(position)
    except ContradictionError:
        with pytest.raises(ContradictionError):
            integer_bounds(position)
    else:
        assert integer_bounds(position) == expected


def test_bounds_without_a_frontier() -> None:
    assert integer_bounds(parse("##", mines=1)).most == 0
    assert integer_bounds(parse("1F", mines=1)).least == 1
    with pytest.raises(ContradictionError, match="mine count"):
        integer_bounds(parse("..\n..", mines=1))


def test_the_simplex_algorithm_alone_is_not_enough() -> None:
    """Fowler & Young 2004 (IV.1) solve integer programs by it; the relaxed minimum is too low."""
    position = parse("##########\n#2######2#\n2########2\n#2######2#", mines=8)
    assert relaxed_bounds(position, mine_count=False) == pytest.approx((5, 8))
    assert integer_bounds(position, mine_count=False).least == 6
    assert counted_bounds(position, mine_count=False).least == 6


@settings(max_examples=100)
@given(reachable())
def test_solutions_of_the_equations_are_the_arrangements(position: Position) -> None:
    system = linear_system(position)
    assume((position.max_per_cell + 1) ** len(system.cells) <= 5000)
    choices = [
        range(low, high + 1)
        for low, high in zip(system.lower.tolist(), system.upper.tolist(), strict=True)
    ]
    solutions = {
        mines
        for mines in product(*choices)
        if np.array_equal(system.matrix @ np.array(mines, dtype=np.int64), system.right)
    }
    expected = {
        tuple(arrangement[cell] for cell in system.cells)
        for arrangement in reference.arrangements(position)
    }
    assert solutions == expected
    assert system.rank == np.linalg.matrix_rank(system.matrix) if system.clues else True


def test_equations_of_figure_1() -> None:
    system = linear_system(parse(FIGURE_III_1, mines=11))
    assert system.matrix.tolist() == [
        [1, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0],
        [0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0],
        [0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1],
    ]
    assert system.right.tolist() == [1, 3, 2]
    assert system.rank == 3
    assert system.summary().splitlines()[0] == "x1 + x2 + x3 + x4 + x5 + x7 = 1"
    assert system.to_dict()["rank"] == 3


def test_flags_leave_the_equations_and_clues_that_repeat_lower_the_rank() -> None:
    system = linear_system(parse("F##\n22#\n##.", mines=3))
    assert system.cells == (1, 2, 5, 6, 7)
    assert system.right.tolist() == [1, 1, 0]
    twice = linear_system(parse("##\n11", mines=1))
    assert (twice.matrix.shape, twice.rank) == ((2, 2), 1)
    empty = linear_system(parse("##", mines=1))
    assert (empty.matrix.shape, empty.rank) == ((0, 0), 0)


def test_partitions_of_figure_1() -> None:
    position = parse(FIGURE_III_1, mines=11)
    x = position.frontier
    named = [[x.index(cell) + 1 for cell in part.cells] for part in partition(position)]
    assert named == [[1, 2, 3], [4], [5], [6, 8, 12], [7], [9], [10], [11]]
    assert [part.values for part in partition(position)] == [2, 2, 2, 3, 2, 2, 2, 2]
    joined = [[x.index(cell) + 1 for cell in part.cells] for part in grouped_partition(position)]
    assert joined == [[1, 2, 3], [4, 7], [5], [6, 8, 12], [9], [10, 11]]


def test_arrangements_tested_in_figure_1() -> None:
    tested = arrangements_tested(parse(FIGURE_III_1, mines=11))
    assert (tested.cells, tested.least, tested.most) == (12, 3, 4)
    assert (tested.exhaustive, tested.bounded) == (4096, 715)
    assert (tested.partitioned, tested.grouped) == (384, 144)
    assert tested.fitting == 19
    assert round(100 * tested.saved) == 83
    # All values whose sum is 3 or 4, listed.
    values = [range(2)] * 7 + [range(3)]
    assert tested.partitioned_bounded == sum(3 <= sum(v) <= 4 for v in product(*values))
    values = [range(2)] * 4 + [range(3)] * 2
    assert tested.grouped_bounded == sum(3 <= sum(v) <= 4 for v in product(*values))
    assert "4,096" in tested.summary()
    assert tested.to_dict()["bounded"] == 715


@settings(max_examples=80)
@given(reachable(max_per_cell=1))
def test_each_method_tests_no_more_than_the_one_before(position: Position) -> None:
    tested = arrangements_tested(position)
    assert tested.exhaustive >= tested.bounded >= tested.fitting
    assert tested.exhaustive >= tested.partitioned >= tested.partitioned_bounded
    assert tested.partitioned >= tested.grouped >= tested.grouped_bounded
    assert tested.bounded >= tested.partitioned_bounded >= tested.grouped_bounded
    assert tested.fitting == sum(1 for _ in reference.arrangements(position))


@settings(max_examples=80)
@given(reachable(max_per_cell=1))
def test_partitions_cover_the_frontier_and_hold_what_fits(position: Position) -> None:
    hidden = [cell for cell in position.frontier if cell not in position.flags]
    for parts in (partition(position), grouped_partition(position)):
        assert sorted(cell for part in parts for cell in part.cells) == hidden
        for arrangement in reference.arrangements(position):
            for part in parts:
                assert sum(arrangement[cell] for cell in part.cells) <= part.most
    assert len(grouped_partition(position)) <= len(partition(position))
    groups = {group.cells for group in analyze(position).groups if group.cells}
    if not position.flags and not analyze(position).safe and not analyze(position).mines:
        assert {part.cells for part in grouped_partition(position)} == groups


def test_partitions_are_for_one_mine_a_cell() -> None:
    with pytest.raises(PositionError, match="one mine per cell"):
        arrangements_tested(parse("1##", mines=1, max_per_cell=2))


def test_nothing_heavy_is_loaded_before_a_program_is_solved() -> None:
    code = (
        "import sys, sapper.theory; from sapper.papers.reproduction import load; "
        "load('fowler_young2004'); load('combinatorics'); "
        "print([m for m in ('scipy', 'networkx', 'matplotlib') if m in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert loaded.stdout.strip() == "[]", loaded.stderr
