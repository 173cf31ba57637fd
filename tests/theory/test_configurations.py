"""Configurations of a position, against the engine and by hand."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given, settings

from paper_figures import one_two
from sapper.analysis import analyze, reference, ways
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.positions import Position, parse
from sapper.theory import configurations
from strategies_for_positions import reachable


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
    assert [each.group_mines for each in found.listed] == [(0, 1, 1), (1, 0, 2)]
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
