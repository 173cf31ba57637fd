"""Numbers of ways to place mines, against plain convolutions and enumeration."""

from __future__ import annotations

from itertools import product
from math import comb, factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.analysis import reference
from sapper.analysis.counting import binomial_window, join, occupied_row, ways, ways_row

small = st.integers(0, 7)


def listed(cells: int, mines: int, limit: int, least: int = 0) -> int:
    """Count the ways to drop distinct mines by listing how many each cell gets."""
    layouts = product(range(least, limit + 1), repeat=cells)
    return sum(
        factorial(mines) // prod(map(factorial, layout))
        for layout in layouts
        if sum(layout) == mines
    )


def test_six_mines_in_eight_cells_of_at_most_three() -> None:
    assert ways(8, 6, 3) == 255_920


@given(st.integers(0, 5), small, st.integers(0, 3))
def test_ways_by_listing(cells: int, mines: int, limit: int) -> None:
    assert ways(cells, mines, limit) == listed(cells, mines, limit)


@settings(max_examples=60)
@given(st.integers(0, 60), st.integers(0, 40), st.integers(1, 6))
def test_recurrence_equals_plain_convolution(cells: int, most: int, limit: int) -> None:
    row = [1]
    for _ in range(cells):
        row = join(row, [1] * (limit + 1), labeled=True)[: most + 1]
    row += [0] * (most + 1 - len(row))
    assert ways_row(cells, most, limit) == row
    assert tuple(row) == reference.labeled_ways((cells, 0), most, limit)


@given(st.integers(0, 12), st.integers(0, 12))
def test_one_mine_a_cell_is_an_ordered_choice(cells: int, mines: int) -> None:
    assert ways(cells, mines) == comb(cells, mines) * factorial(mines)


@given(st.integers(1, 9), st.integers(0, 9))
def test_without_a_limit_every_mine_has_every_cell(cells: int, mines: int) -> None:
    assert ways(cells, mines, max(mines, 1)) == cells**mines


def test_a_large_outer_group_is_exact() -> None:
    """500 cells, the size that the paper calls out of reach, checked by splitting it in two."""
    half, whole = ways_row(250, 300, 3), ways_row(500, 300, 3)
    split = sum(comb(300, k) * half[k] * half[300 - k] for k in range(301))
    assert whole[300] == split
    assert whole[300] > 10**790


@given(st.integers(0, 4), small, st.integers(1, 3))
def test_occupied_cells_by_listing(cells: int, most: int, limit: int) -> None:
    assert occupied_row(cells, most, limit) == [
        listed(cells, mines, limit, least=1) for mines in range(most + 1)
    ]


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_binomial_window(cells: int, first: int, length: int) -> None:
    expected = [comb(cells, m) for m in range(first, first + length + 1)]
    assert binomial_window(cells, first, first + length) == expected


@given(*[st.lists(st.integers(0, 9), min_size=1, max_size=6)] * 2)
def test_join_deals_out_distinct_mines(first: list[int], second: list[int]) -> None:
    total = len(first) + len(second) - 1
    for labeled in (False, True):
        expected = [0] * total
        for i, j in product(range(len(first)), range(len(second))):
            deals = comb(i + j, i) if labeled else 1
            expected[i + j] += first[i] * second[j] * deals
        assert join(first, second, labeled=labeled) == expected


@pytest.mark.parametrize("arguments", [(-1, 0, 1), (2, -1, 1), (2, 1, -1)])
def test_negative_numbers_are_refused(arguments: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="none may be negative"):
        ways(*arguments)
