"""Exact integers and fractions at sizes for which only closed forms are known."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, log10

import pytest
from hypothesis import given, settings

from sapper import _core
from sapper.analysis import analyze, reference, ways
from sapper.analysis.exact import ExactCounts
from sapper.boards import graph, grid
from sapper.errors import ContradictionError
from sapper.limits import DEFAULT_LIMITS
from sapper.positions import Position, parse
from strategies_for_positions import reachable

LATTICE_LAYOUTS = 42881678336065955215794417826399623115046668059279360


def lattice_of_ones(mines: int) -> Position:
    """16x30 with a 1 at rows 1, 4, ..., 13 and columns 1, 4, ..., 28: blocks that share no cell."""
    clues: list[list[int | None]] = [[None] * 30 for _ in range(16)]
    for row in range(1, 14, 3):
        for column in range(1, 29, 3):
            clues[row][column] = 1
    return Position("16x30", clues, mines)


def test_lattice_of_ones() -> None:
    """50 blocks of 8 cells with one mine each, and a floating row of 30 cells for the others."""
    analysis = analyze(lattice_of_ones(60))
    assert analysis.solutions == LATTICE_LAYOUTS == 8**50 * comb(30, 10)
    assert analysis.log10_solutions == pytest.approx(log10(LATTICE_LAYOUTS), abs=1e-9)
    assert set(analysis.exact()) == {None, Fraction(1, 8), Fraction(1, 3)}


def test_lattice_of_ones_with_too_many_mines() -> None:
    with pytest.raises(ContradictionError, match="99 mines") as caught:
        analyze(lattice_of_ones(99))
    assert caught.value.needs_mine_count
    assert caught.value.clues


@pytest.mark.parametrize("mines", [50, 80])
def test_lattice_of_ones_at_its_least_and_most(mines: int) -> None:
    analysis = analyze(lattice_of_ones(mines))
    assert analysis.solutions == 8**50
    floating = list(range(450, 480))
    assert (analysis.safe, analysis.mines) == ((floating, []), ([], floating))[mines == 80]


@pytest.mark.parametrize("mines", [49, 81])
def test_lattice_of_ones_beyond_its_least_and_most(mines: int) -> None:
    with pytest.raises(ContradictionError):
        analyze(lattice_of_ones(mines))


def test_an_untouched_expert_board() -> None:
    analysis = analyze(Position.covered_board("expert"))
    assert analysis.solutions == comb(480, 99)
    assert set(analysis.exact()) == {Fraction(99, 480)}
    shown = analysis.exact_clue_distribution((8, 15))
    assert shown == {k: Fraction(comb(8, k) * comb(471, 99 - k), comb(480, 99)) for k in range(9)}


def test_an_untouched_board_with_several_mines_a_cell() -> None:
    analysis = analyze(Position.covered_board("16x30", mines=200, max_per_cell=3))
    assert analysis.solutions == ways(480, 200, 3)
    expected = 1 - Fraction(ways(479, 200, 3), ways(480, 200, 3))
    assert set(analysis.exact()) == {expected}
    assert analysis.mine_probability.tolist() == pytest.approx([float(expected)] * 480, rel=1e-12)


def test_a_count_of_many_primes() -> None:
    """Two hubs that see the same cells: one group, and a count that takes 160 primes."""
    size = 10_000
    edges = [(hub, 2 + cell) for hub in (0, 1) for cell in range(size)]
    edges.append((1, 2 + size))
    board = graph(edges)
    clues = [size // 2, size // 2, *[None] * (size + 1)]
    analysis = analyze(Position(board, clues, size // 2))
    assert analysis.solutions == comb(size, size // 2)
    assert analysis.solutions.bit_length() > 62 * 160
    assert analysis.exact()[2] == Fraction(1, 2)
    assert analysis.safe == [2 + size]


@pytest.mark.parametrize(
    ("text", "mines", "limit", "layouts"),
    [
        # The flagged cell takes 1, 2 or 3 of the mines, the other cells what is left.
        ("F##", 3, 3, 27 - 8),
        ("F#", 4, 3, 4 + 6 + 4),
        ("FF", 3, 2, 3 + 3),
        ("2F#", 2, 2, 1),
        ("3F#", 4, 3, 4),
        ("F2#\n###", 2, 2, 9),
    ],
)
def test_flags_with_several_mines_a_cell(text: str, mines: int, limit: int, layouts: int) -> None:
    position = parse(text, mines=mines, max_per_cell=limit)
    analysis = analyze(position)
    assert reference.count(position) == layouts
    assert analysis.solutions == layouts
    assert analysis.exact() == reference.mine_probability(position)
    assert analysis.log10_solutions == pytest.approx(log10(layouts), abs=1e-9)
    assert set(position.flags) <= set(analysis.mines)


@settings(max_examples=150)
@given(reachable(max_per_cell=2) | reachable(max_per_cell=3))
def test_flags_in_groups_are_counted_like_the_oracle_does(position: Position) -> None:
    """With and without following single clues first."""
    for propagate in (True, False):
        counts = ExactCounts(position, DEFAULT_LIMITS, propagate=propagate)
        assert counts.solutions == reference.count(position)
        assert counts.mine_probability() == reference.mine_probability(position)


@settings(max_examples=150)
@given(reachable(max_per_cell=1) | reachable(density=True))
def test_groups_without_propagation_count_the_same(position: Position) -> None:
    for propagate in (True, False):
        counts = ExactCounts(position, DEFAULT_LIMITS, propagate=propagate)
        assert counts.solutions == reference.count(position)
        assert counts.mine_probability() == reference.mine_probability(position)


def test_primes_are_the_largest_below_two_to_the_62nd() -> None:
    primes = [_core.prime(index) for index in range(50)]
    assert primes == sorted(primes, reverse=True)
    assert primes[0] == 2**62 - 57
    assert all(2**61 < p < 2**62 and pow(3, p - 1, p) == 1 for p in primes)


def test_distinct_mines_are_layouts_times_their_orders() -> None:
    """One mine per cell equals max_per_cell=2 if the clues leave no room for two."""
    one = analyze(parse("#1#1#", mines=2))
    two = analyze(parse("#1#1#", mines=2, max_per_cell=2))
    assert one.solutions == 1
    assert two.solutions == factorial(2) * one.solutions


def test_a_wide_board_of_one_row() -> None:
    """Blocks #1#1# hold one mine or two; their number is a binomial coefficient."""
    blocks = 60
    position = Position(grid(1, 5 * blocks), [None, 1, None, 1, None] * blocks, 80)
    analysis = analyze(position)
    assert analysis.solutions == comb(blocks, 20)
    assert analysis.exact()[0] == Fraction(20, 60)
    assert analysis.exact()[2] == Fraction(40, 60)
