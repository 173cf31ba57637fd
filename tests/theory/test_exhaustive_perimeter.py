"""EPP and PPP of Fowler & Young 2004: the numbers of the thesis, and the engine as oracle."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings

from paper_figures import FIGURE_III_1
from sapper.analysis import analyze
from sapper.boards import grid
from sapper.errors import ContradictionError, PositionError, TheoryError, TooHardError
from sapper.positions import Position, parse
from sapper.theory import (
    MineBounds,
    PerimeterProbability,
    arrangements_tested,
    epp,
    integer_bounds,
    ppp,
)
from strategies_for_positions import arbitrary, reachable

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_CELLS = 14
"""Largest perimeter of the random positions, so that 2^14 arrangements are tested."""


def every_position(rows: int, columns: int, mines: int) -> Iterator[Position]:
    """Yield every position of a board: each set of opened safe cells of each layout, once."""
    board = grid(rows, columns)
    seen = set()
    for mined in combinations(range(board.size), mines):
        safe = [cell for cell in range(board.size) if cell not in mined]
        for count in range(len(safe) + 1):
            for opened in combinations(safe, count):
                clues = [
                    len(set(mined).intersection(board.neighbors(cell))) if cell in opened else None
                    for cell in range(board.size)
                ]
                if tuple(clues) not in seen:
                    seen.add(tuple(clues))
                    yield Position(board, clues, mines)


def methods(position: Position) -> list[PerimeterProbability]:
    bounds = integer_bounds(position, mine_count=False)
    return [
        epp(position),
        ppp(position),
        epp(position, bounds=bounds),
        ppp(position, bounds=bounds),
    ]


def check_against_the_engine(position: Position, found: PerimeterProbability) -> None:
    analysis = analyze(position)
    exact = analysis.exact()
    flags = set(position.flags)
    assert found.mine_probability == {
        cell: exact[cell] for cell in position.covered if cell not in flags
    }
    assert found.layouts == analysis.solutions
    assert set(found.safe) == set(analysis.safe) - flags
    assert set(found.mines) == set(analysis.mines) - flags


@pytest.mark.parametrize("mines", range(7))
def test_all_positions_of_2x3(mines: int) -> None:
    positions = list(every_position(2, 3, mines))
    assert positions
    for position in positions:
        for found in methods(position):
            check_against_the_engine(position, found)


@pytest.mark.parametrize("mines", range(10))
def test_all_positions_of_3x3(mines: int) -> None:
    for position in every_position(3, 3, mines):
        for found in (epp(position), ppp(position)):
            check_against_the_engine(position, found)


@settings(max_examples=60)
@given(reachable())
def test_random_positions(position: Position) -> None:
    assume(position.max_per_cell == 1 and len(position.frontier) <= MOST_CELLS)
    for found in methods(position):
        check_against_the_engine(position, found)


@settings(max_examples=60)
@given(arbitrary())
def test_contradictions_are_found(position: Position) -> None:
    assume(position.max_per_cell == 1 and len(position.frontier) <= MOST_CELLS)
    try:
        analyze(position)
    except ContradictionError:
        for method in (epp, ppp):
            with pytest.raises(ContradictionError):
                method(position)
    else:
        check_against_the_engine(position, epp(position))


def test_the_counts_of_the_thesis() -> None:
    position = parse(FIGURE_III_1, mines=11)
    exhaustive, partitioned, bounded, both = methods(position)
    assert exhaustive.tested == 4096
    assert bounded.tested == 715
    counted = arrangements_tested(position)
    assert (partitioned.tested, both.tested) == (counted.partitioned, counted.partitioned_bounded)
    assert both.tested < partitioned.tested < bounded.tested
    for found in (exhaustive, partitioned, bounded, both):
        assert found.arrangements == {3: 4, 4: 15}
        assert found.layouts == 2_558_160
        chances = [found.mine_probability[cell] for cell in found.perimeter]
        shown = [f"{float(chance):.3f}" for chance in chances]
        assert shown[0] == shown[1] == shown[2] == "0.045"
        assert shown[8:] == ["0.841", "0.648", "0.648", "0.182"]
        assert found.best == found.perimeter[:3]
        outside = (set(found.mine_probability) - set(found.perimeter)).pop()
        assert found.mine_probability[outside] == Fraction(23, 66)


def test_bounds_count_flags_as_integer_bounds_does() -> None:
    position = parse("##2\n#F2\n#21\n#1.", mines=3)
    bounds = integer_bounds(position, mine_count=False)
    assert epp(position, bounds=bounds).mine_probability == epp(position).mine_probability
    assert epp(position, bounds=bounds).tested < epp(position).tested == 2**4
    narrow = MineBounds(0, 0)
    for method in (epp, ppp):
        with pytest.raises(ContradictionError):
            method(position, bounds=narrow)


def test_a_position_without_a_perimeter() -> None:
    for found in (epp(parse("##\n##", mines=1)), ppp(parse("##\n##", mines=1))):
        assert found.tested == 1
        assert found.perimeter == ()
        assert set(found.mine_probability.values()) == {Fraction(1, 4)}
    over = epp(parse("1F", mines=1))
    assert (over.layouts, over.best, dict(over.mine_probability)) == (1, (), {})


def test_refusals() -> None:
    large = parse("\n".join(["#" * 12, "#1" * 6, "#" * 12]), mines=8)
    for method in (epp, ppp):
        with pytest.raises(TooHardError, match="arrangements to test; at most 10 are allowed"):
            method(large, most=10)
        with pytest.raises(PositionError, match="needs the number of mines"):
            method(Position(grid(1, 2), [1, None], density=Fraction(1, 4)))
        with pytest.raises(PositionError, match="at most one mine per cell, not 2"):
            method(Position(grid(1, 2), [1, None], 1, max_per_cell=2))
        with pytest.raises(TheoryError, match="not from 3 to 2"):
            method(parse("1#", mines=1), bounds=MineBounds(3, 2))
    with pytest.raises(TooHardError, match="1,073,741,824 arrangements to test"):
        epp(large)


def test_the_result_in_words_and_as_json() -> None:
    found = epp(parse("#1###", mines=2))
    assert found.summary() == (
        "EPP: 4 tested\n  consistent with 1 mine: 2\nlayouts: 4\nmine probability\n"
        "  x1 (0, 0): 0.5 = 1/2\n  x2 (0, 2): 0.5 = 1/2\n"
        "  each of 2 cells off the perimeter: 0.5 = 1/2\n"
        "lowest: (0, 0), (0, 2), (0, 3), (0, 4)"
    )
    answer = ppp(parse("#1###", mines=2), bounds=MineBounds(1, 1)).to_dict()
    assert (answer["method"], answer["bounds"], answer["tested"]) == ("PPP", [1, 1], 1)
    assert answer["arrangements"] == {"1": 2}
    assert answer["cells"][0] == {
        "cell": [0, 0],
        "index": 0,
        "perimeter": True,
        "mine_probability": 0.5,
        "exact": "1/2",
    }
