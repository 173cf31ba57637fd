"""Configurations, the outer group and constant densities: against the engine and by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sapper.analysis import analyze, reference, ways
from sapper.boards import grid
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.positions import Position, parse
from sapper.theory import (
    configurations,
    density_approximation,
    outer_group,
    outer_group_probability,
    refined_probability,
    remaining_density,
)
from strategies_for_positions import reachable


def one_two(max_per_cell: int = 1) -> Position:
    """A 1 and a 2 side by side in the middle of an expert board."""
    position = Position.covered_board("expert", max_per_cell=max_per_cell)
    return position.reveal((8, 15), 1).reveal((8, 16), 2)


# -- the outer group ----------------------------------------------------------------------------


@given(st.integers(1, 9), st.integers(0, 14), st.integers(1, 5))
def test_a_cell_of_a_group_by_its_ways(cells: int, mines: int, limit: int) -> None:
    assume(mines <= cells * limit)
    empty = Fraction(ways(cells - 1, mines, limit), ways(cells, mines, limit))
    assert outer_group_probability(cells, mines, limit) == 1 - empty


@pytest.mark.parametrize(("cells", "mines"), [(8, 6), (468, 97), (885, 197)])
def test_a_cell_of_a_group_in_closed_form(cells: int, mines: int) -> None:
    assert outer_group_probability(cells, mines) == Fraction(mines, cells)
    free = 1 - Fraction(cells - 1, cells) ** mines
    assert outer_group_probability(cells, mines, mines) == free

    def two_a_cell(s: int) -> Fraction:
        """The ways over m!, by the number j of cells with two mines."""
        return sum(
            (
                Fraction(comb(s, j) * comb(s - j, mines - 2 * j), 2**j)
                for j in range(mines // 2 + 1)
            ),
            Fraction(),
        )

    assert outer_group_probability(cells, mines, 2) == 1 - two_a_cell(cells - 1) / two_a_cell(cells)

    def all_but_one_pile(s: int) -> int:
        """At most m - 1 a cell: all mines in one cell is what is forbidden."""
        return int(s**mines) - s

    tight = 1 - Fraction(all_but_one_pile(cells - 1), all_but_one_pile(cells))
    assert outer_group_probability(cells, mines, mines - 1) == tight


def test_more_room_in_a_cell_makes_it_less_likely_mined() -> None:
    """Paper 004, 2.2: a/8 and 1 - (7/8)^a bound what lies between."""
    for mines in range(1, 9):
        chances = [outer_group_probability(8, mines, limit) for limit in range(1, mines + 1)]
        assert chances == sorted(chances, reverse=True)
        assert chances[0] == Fraction(mines, 8)
        assert chances[-1] == 1 - Fraction(7, 8) ** mines


def test_groups_that_cannot_be() -> None:
    for cells, mines, limit in [(0, 0, 1), (3, 4, 1), (3, -1, 2), (3, 1, 0)]:
        with pytest.raises(ValueError, match="do not fit"):
            outer_group_probability(cells, mines, limit)


@settings(max_examples=100)
@given(reachable())
def test_the_outer_group_of_a_position(position: Position) -> None:
    found = outer_group(position)
    assert list(found.cells) == position.floating
    assert sum(found.mines.values()) == 1
    frontier = reference.frontier_mines(position)
    mines = position.mines or 0
    assert dict(found.mines) == {mines - m: p for m, p in sorted(frontier.items(), reverse=True)}
    exact = analyze(position).exact()
    plain = {exact[cell] for cell in found.cells if cell not in position.flags}
    assert plain == ({found.mine_probability} if found.mine_probability is not None else set())
    assert found.to_dict()["expected"] == str(found.expected)


def test_the_outer_group_on_expert() -> None:
    found = outer_group(one_two())
    share = Fraction(9 * comb(468, 96), 9 * comb(468, 96) + 12 * comb(468, 97))
    assert dict(found.mines) == {96: share, 97: 1 - share}
    assert found.expected == 97 - share
    assert found.mine_probability == found.expected / 468
    assert "468 cells" in found.summary()
    with pytest.raises(PositionError, match="density"):
        outer_group(Position(grid(2, 2), [1, None, None, None], density=0.2))
    for text, mines in (("14#", 1), ("1#\n##", 9)):
        with pytest.raises(ContradictionError):
            outer_group(parse(text, mines=mines))


# -- configurations -----------------------------------------------------------------------------


@settings(max_examples=120)
@given(reachable())
def test_configurations_give_the_exact_probabilities(position: Position) -> None:
    found = configurations(position)
    exact = analyze(position).exact()
    chances = found.exact()
    assert sum(chances) == 1
    by_group = found.mine_probability(chances)
    for group, chance in zip(found.groups, by_group, strict=True):
        assert {exact[cell] for cell in group.cells} == {chance}
    if position.max_per_cell == 1:
        assert found.refined() == chances
        assert found.arrangements == sum(1 for _ in reference.arrangements(position))


@settings(max_examples=60)
@given(reachable(density=True))
def test_configurations_at_a_density(position: Position) -> None:
    assert isinstance(position.density, (Fraction, float))
    found = configurations(position)
    density = Fraction(str(position.density))
    exact = analyze(position).exact()
    by_group = found.mine_probability(found.at_density(density))
    for group, chance in zip(found.groups, by_group, strict=True):
        assert {exact[cell] for cell in group.cells} == {chance}
    with pytest.raises(PositionError, match="at_density"):
        found.exact()


def test_the_configurations_of_one_two() -> None:
    found = configurations(one_two())
    assert [len(group.cells) for group in found.groups] == [3, 4, 3]
    assert [each.mines for each in found.listed] == [(0, 1, 1), (1, 0, 2)]
    assert [each.weight for each in found.listed] == [12, 9]
    assert (len(found), found.arrangements) == (2, 21)
    rho = Fraction("0.207")
    share = 3 * rho / (3 * rho + 4 * (1 - rho))
    assert found.at_density(rho) == (1 - share, share)
    chances = found.mine_probability(found.refined())
    assert [round(float(p), 6) for p in chances] == [0.054525, 0.209106, 0.387858]


def test_configurations_with_several_mines_a_cell() -> None:
    found = configurations(one_two(2))
    assert [each.weight for each in found.listed] == [12, Fraction(27, 2)]
    ways_of = [Fraction(ways(468, m, 2), factorial(m)) for m in (97, 96)]
    weights = [12 * ways_of[0], Fraction(27, 2) * ways_of[1]]
    assert found.exact() == tuple(weight / sum(weights) for weight in weights)
    with pytest.raises(PositionError, match="one mine per cell"):
        found.refined()
    with pytest.raises(PositionError, match="one mine per cell"):
        found.at_density(Fraction(1, 5))


def test_configurations_that_cannot_be() -> None:
    contradiction = configurations(parse("14", mines=1))
    assert len(contradiction) == 0
    with pytest.raises(ContradictionError):
        contradiction.exact()
    with pytest.raises(TooHardError, match="more than 1 "):
        configurations(one_two(), most=1)


# -- a constant density -------------------------------------------------------------------------


@settings(max_examples=60)
@given(reachable(max_per_cell=1))
def test_refinements_are_exact(position: Position) -> None:
    exact = analyze(position).exact()
    assert refined_probability(position) == {cell: exact[cell] for cell in position.frontier}


@settings(max_examples=60)
@given(reachable(max_per_cell=1))
def test_errors_of_a_constant_density(position: Position) -> None:
    hidden = len(position.covered) - len(position.flags)
    assume(hidden)
    density = remaining_density(position)
    assume(0 < density < 1)
    found = density_approximation(position)
    assert found.density == density
    assert sorted(found.approximate) == position.covered
    analysis = analyze(position)
    for cell, exact in found.exact.items():
        assert exact == analysis.exact()[cell]
        assert found.errors[cell] == abs(exact - found.approximate[cell])
    assert found.mean_error <= found.largest_error == found.errors[found.worst]
    # What is certain under the clues alone is certain at any density.
    for cell in position.floating:
        if cell not in position.flags:
            assert found.approximate[cell] == density


def test_the_error_on_expert_is_small_and_on_a_small_board_is_not() -> None:
    expert = density_approximation(one_two())
    assert expert.density == Fraction(99, 478)
    assert [round(float(expert.approximate[cell]), 3) for cell in (254, 225, 257)] == [
        0.055,
        0.209,
        0.388,
    ]
    assert expert.largest_error < Fraction(1, 1000)
    assert expert.mean_error < Fraction(1, 4000)
    small = density_approximation(parse("####\n#12#\n####\n####", mines=2))
    assert small.largest_error > Fraction(1, 10)
    assert "largest error" in small.summary()
    assert small.to_dict()["density"] == "1/7"


def test_densities_that_cannot_be() -> None:
    position = parse("1##", mines=1)
    with pytest.raises(PositionError, match="between 0 and 1"):
        density_approximation(position, Fraction(3, 2))
    with pytest.raises(PositionError, match="one mine per cell"):
        density_approximation(one_two(2))
    with pytest.raises(PositionError, match="not a number of mines"):
        remaining_density(Position(grid(1, 2), [1, None], density=0.5))
    with pytest.raises(PositionError, match="without a flag"):
        remaining_density(parse("1F", mines=1))
