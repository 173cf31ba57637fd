"""The critical law: exponents and amplitudes against patterns by definition, and against games."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import exp, log

import pytest

import sapper
from sapper.analysis.ambiguity import ambiguous_patterns
from sapper.errors import TheoryError
from sapper.theory import critical_law
from sapper.theory.critical_law import UNKNOWN


@pytest.mark.parametrize(
    ("board", "mines", "amplitude", "free"),
    [
        ("grid", 6, 1, 2),
        ("torus:50x50", 6, 1, 2),
        ("hexwrap:50x50", 7, 4, 7),
        ("rook", 5, 3, 5),
        ("2x1000", 1, 1, 2),
        ("5x1000", 2, 1, 2),
        ("1000x8", 3, 1, 2),
    ],
)
def test_the_laws(board: str, mines: int, amplitude: int, free: int) -> None:
    law = critical_law(board)
    assert law.mines == mines
    assert law.amplitude == Fraction(amplitude)
    assert law.guess_free_amplitude == Fraction(free)
    assert law.exponent == Fraction(-1, mines)
    assert law.amplitude == law.equal + law.unequal
    cells = 10**6
    assert exp(-amplitude * cells * law.half(cells) ** mines) == pytest.approx(0.5)
    assert law.scale == pytest.approx((log(2) / amplitude) ** (1 / mines))
    assert len(law.to_dict()["patterns"]) == len(law.patterns)


def indistinguishable(board: sapper.Board, one: set[int], other: set[int]) -> bool:
    """Whether all cells that are safe in both layouts show the same numbers."""
    return all(
        len(one & set(board.neighbors(cell))) == len(other & set(board.neighbors(cell)))
        for cell in range(board.size)
        if cell not in one and cell not in other
    )


def test_every_pattern_is_indistinguishable_and_none_of_its_parts_is() -> None:
    """On a torus on which nothing smaller closes, each pattern fits once per cell."""
    board = sapper.board("rookwrap:7x7")
    law = critical_law(board)
    found = [
        pattern
        for root in range(board.size)
        for unequal in (False, True)
        for pattern in ambiguous_patterns(board, root, law.mines, unequal=unequal)
    ]
    assert min(pattern.mines for pattern in found) == law.mines
    equal = sum(pattern.mines == pattern.fewest_mines for pattern in found)
    assert Fraction(equal, board.size) == law.equal
    assert Fraction(len(found) - equal, board.size) == law.unequal
    for pattern in found:
        one, other = ({*each, *pattern.common} for each in (pattern.first, pattern.second))
        assert indistinguishable(board, one, other)
        for mine in pattern.common:
            assert not indistinguishable(board, one - {mine}, other - {mine})


def test_all_layouts_of_few_mines_on_a_small_torus() -> None:
    """By brute force: no two layouts with one mine moved, of fewer than five mines, look alike."""
    board = sapper.board("rookwrap:5x5")
    for mines in range(1, 5):
        for rest in combinations(range(board.size), mines - 1):
            common = set(rest)
            if 0 in common:
                continue
            for place in range(1, board.size):
                if place not in common:
                    assert not indistinguishable(board, common | {0}, common | {place})
            assert not indistinguishable(board, common | {0}, common)


def test_the_square_of_louf() -> None:
    (square,) = critical_law("grid").patterns
    assert square.picture() == "*..*\n.AB.\n.BA.\n*..*"
    assert not square.unequal
    assert any(pattern.unequal for pattern in critical_law("rook").patterns)


def test_games_on_a_torus_follow_the_law() -> None:
    law = critical_law("rook")
    density = law.half(40_000)
    played = sapper.simulate(
        "rookwrap:200x200", "pseq", 400, seed=9, first="open", mines=round(density * 40_000)
    )
    low, high = played.interval
    assert low - 0.05 < 0.5 < high + 0.05


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("box:9x9x9", UNKNOWN["box"]),
        ("torus:9x9x9", UNKNOWN["box"]),
        ("knight", UNKNOWN["knight"]),
        ("6x100", "on others, as of 6, most guesses are at the frontier"),
    ],
)
def test_laws_that_are_not_known(board: str, words: str) -> None:
    with pytest.raises(TheoryError, match=words):
        critical_law(board)


def test_a_length_is_a_number_of_cells() -> None:
    with pytest.raises(sapper.errors.SapperError, match="the number of cells"):
        critical_law("grid").half(0)
