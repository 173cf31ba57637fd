"""Constant densities: their errors, and exact refinements."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings

from paper_figures import one_two
from sapper.analysis import analyze
from sapper.boards import grid
from sapper.errors import PositionError
from sapper.positions import Position, parse
from sapper.theory import density_approximation, refined_probability, remaining_density
from strategies_for_positions import reachable


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
    # Cells that the clues alone determine are certain at any density.
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
    with pytest.raises(PositionError, match="which is unknown"):
        remaining_density(Position(grid(1, 2), [1, None], density=0.5))
    with pytest.raises(PositionError, match="without a flag"):
        remaining_density(parse("1F", mines=1))
