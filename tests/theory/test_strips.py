"""Boards of few rows: the closed forms against the engine, the patterns against all layouts."""

from fractions import Fraction
from itertools import combinations

import pytest

from sapper import simulate
from sapper.boards import grid, lattice
from sapper.errors import BoardError, GameError, TheoryError
from sapper.intervals import wilson
from sapper.perfect import optimal, strategy_value
from sapper.theory import (
    pair_bound,
    row_approximation,
    row_win_rate,
    strip_census,
    take_strip_census,
)


@pytest.mark.parametrize("length", [2, 5, 8, 11])
def test_the_walk_on_a_row_is_what_pseq_plays(length: int) -> None:
    for mines in range(1, length):
        played = strategy_value(f"1x{length}/{mines}", "pseq", start=0).probability
        assert played == row_win_rate(length, mines)


def test_perfect_play_on_a_row_wins_more_than_the_walk() -> None:
    assert optimal("1x12/4", start=0).wins == 115
    assert row_win_rate(12, 4) * 330 == 99


def test_long_rows_follow_the_approximation() -> None:
    for length in (200, 1000, 5000):
        for density in (0.01, 0.02, 0.04):
            exact = float(row_win_rate(length, round(length * density)))
            # the next terms of the logarithm are of the order of q p^4 and p^2
            slack = 4 * length * density**4 + 4 * density**2 + 1 / length
            assert row_approximation(length, density) == pytest.approx(exact, rel=slack)


def test_games_on_a_long_row() -> None:
    played = simulate("1x1000/26", "pseq", 4_000, seed=11)
    low, high = wilson(played.wins, played.games, z=3.5)
    assert low <= row_win_rate(1000, 26) <= high


@pytest.mark.parametrize("length", [2, 4, 6])
def test_no_player_exceeds_the_bound_on_two_rows(length: int) -> None:
    for mines in range(1, 2 * length):
        perfect = optimal(f"2x{length}/{mines}", start=0)
        assert perfect.probability <= pair_bound(length, mines)
    assert optimal(f"2x{length}/1", start=0).probability <= pair_bound(length, 1)
    assert pair_bound(6, 2) == optimal("2x6/2", start=0).probability  # and here it is reached


def test_the_bound_on_two_rows_counts_layouts() -> None:
    length, mines = 4, 3
    total = Fraction(0)
    cells = [cell for cell in range(2 * length) if cell != 0]
    for layout in combinations(cells, mines):
        single = sum((column in layout) != (column + length in layout) for column in range(length))
        single -= length in layout  # the column of the first click is no coin flip
        total += Fraction(1, 2**single)
    assert total / 35 == pair_bound(length, mines)


@pytest.mark.parametrize(("rows", "mines"), [(2, 1), (5, 2), (8, 3)])
def test_rows_two_more_than_a_multiple_of_three_need_no_wall(rows: int, mines: int) -> None:
    smallest = {found for found in strip_census(rows).patterns if found[0] <= mines}
    assert smallest == {(mines, mines)}
    board = lattice("grid", (rows, 9))
    first = {board.cell((row, 4)) for row in range(0, rows, 3)}
    second = {board.cell((row, 4)) for row in range(1, rows, 3)}
    for cell in range(board.size):
        around = set(board.neighbors(cell))
        if cell not in first | second:
            assert len(around & first) == len(around & second)


def test_the_patterns_that_come_with_the_package() -> None:
    for rows in (2, 3, 5):
        shipped = strip_census(rows).patterns
        again = take_strip_census(rows, 5).patterns
        assert {key: count for key, count in shipped.items() if key[0] <= 5} == again


def test_every_pattern_of_a_strip_by_trying_all_pairs() -> None:
    """On 3 rows: pairs of equally large sets that no cell outside of them distinguishes."""
    board = grid(3, 9)
    around = [set(board.neighbors(cell)) for cell in range(board.size)]
    middle = 4
    most = 4
    found: dict[tuple[int, int], int] = {}
    cells = [cell for cell in range(board.size) if board.coordinates(cell)[1] in range(2, 8)]
    for size in (1, 2):
        for first in combinations(cells, size):
            for second in combinations(cells, size):
                if set(first) & set(second):
                    continue
                least = min(first + second)
                if least not in first or board.coordinates(least)[1] != middle:
                    continue
                distinguishing = {
                    cell
                    for cell in range(board.size)
                    if cell not in first + second
                    and len(around[cell] & set(first)) != len(around[cell] & set(second))
                }
                # a disputed cell that is open in one case must look alike in both, or be mined
                if size + len(distinguishing) <= most:
                    key = size + len(distinguishing), size
                    found[key] = found.get(key, 0) + 1
    assert found == take_strip_census(3, most).patterns


def test_what_cannot_be_asked() -> None:
    with pytest.raises(GameError, match="there is room for 4 mines, not 5"):
        row_win_rate(5, 5)
    with pytest.raises(TheoryError, match="a density is between 0 and 1, not 0"):
        row_approximation(5, 0)
    with pytest.raises(TheoryError, match="a share of games is between 0 and 1, not 1"):
        strip_census(3).density(100, 1)
    with pytest.raises(BoardError, match="strips of 1 to 8 rows are known, not 9"):
        strip_census(9)
