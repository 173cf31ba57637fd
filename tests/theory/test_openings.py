"""The numbers of openings: against the engine."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sapper.analysis import analyze
from sapper.errors import BoardError
from sapper.positions import Position
from sapper.theory import STANDARD_BOARDS, opening_numbers


@pytest.mark.parametrize("spec", STANDARD_BOARDS)
def test_opening_numbers_are_those_of_the_engine(spec: str) -> None:
    found = opening_numbers(spec)
    position = Position.covered_board(spec)
    analysis = analyze(position)
    n, k = position.board.size, position.mines
    assert k is not None
    for cell, of_place in zip([(2, 3), (0, 3), (0, 0)], found.places.values(), strict=True):
        assert dict(of_place.shown) == analysis.exact_clue_distribution(cell)
        assert of_place.mine_probability == Fraction(k, n)
        assert of_place.expected == Fraction(of_place.degree * k, n - 1)
        assert sum(of_place.shown.values()) == 1 - Fraction(k, n)
    assert len(found.summary().splitlines()) == 5
    assert set(found.to_dict()["places"]) == {"interior", "edge", "corner"}


def test_opening_numbers_need_a_grid_with_an_inside() -> None:
    for spec in ("torus:9x9/10", "2x9/3"):
        with pytest.raises(BoardError, match="at least 3x3"):
            opening_numbers(spec)
