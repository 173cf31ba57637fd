"""Weights of any magnitude against exact fractions: no zero but a true one, in every computation.

The boards are those of ``Copies``: two arrangements of which one has up to 10^480 times as many
layouts, with a closed form for every probability.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from math import comb, log10

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from opposite_copies import Copies
from sapper import choose
from sapper.analysis import Analysis, analyze
from sapper.boards import graph
from sapper.positions import Position

LENGTHS = st.integers(1, 160)
CHOICES = st.sampled_from([1, 2, 3, 10, 24, 25, 50, 300, 1000])
FLOATING = st.sampled_from([0, 1, 2, 7, 60, 130, 1000, 30_000])


def near(expected: Fraction) -> object:
    """Return what a double may differ from: nothing that exists may become zero."""
    return pytest.approx(float(expected), rel=1e-6, abs=1e-200)


def assert_certain_only_if_exactly(found: float, expected: Fraction) -> None:
    assert (found == 0) == (expected == 0)
    assert (found == 1) == (expected == 1)
    assert found == near(expected)


def assert_agrees(analysis: Analysis, case: Copies, copies: Fraction) -> None:
    found = analysis.mine_probability
    assert_certain_only_if_exactly(float(found[case.x]), copies)
    assert_certain_only_if_exactly(float(found[case.group]), (1 - copies) / case.choices)
    if case.length > 1:
        assert_certain_only_if_exactly(float(found[case.y]), 1 - copies)


@settings(max_examples=60)
@given(LENGTHS, CHOICES, FLOATING, st.floats(0, 1))
def test_a_known_number_of_mines(length: int, choices: int, floating: int, share: float) -> None:
    case = Copies(length, choices, floating)
    mines = length + round(share * (floating + length - 1))
    few, many = case.few(mines), case.many(mines)
    assume(few + many > 0)
    analysis = case.analyze(mines)
    copies = Fraction(few, few + many)
    assert_agrees(analysis, case, copies)
    if floating:
        assert_certain_only_if_exactly(
            float(analysis.mine_probability[-1]), case.floating_mined(mines)
        )
    digits = log10((few + many) >> max(0, (few + many).bit_length() - 60))
    scale = max(0, (few + many).bit_length() - 60) * log10(2)
    assert analysis.log10_solutions == pytest.approx(digits + scale, rel=1e-9, abs=1e-7)


@settings(max_examples=40)
@given(LENGTHS, CHOICES, st.integers(-14, 4))
def test_independent_cells(length: int, choices: int, exponent: int) -> None:
    """Odds of a mine from 10^-14 to 10^4: two arrangements can differ by 2000 magnitudes."""
    odds = Fraction(10) ** exponent
    density = odds / (1 + odds)
    case = Copies(length, choices, 2)
    copies = 1 / (1 + choices**length * odds ** (length - 1))
    analysis = analyze(Position(case.board, case.clues, density=density))
    assert analysis.mine_probability[case.x] == near(copies)
    assert analysis.mine_probability[case.group] == near((1 - copies) / choices)
    if 0 < copies < 1:
        assert 0 < analysis.mine_probability[case.x] < 1


@settings(max_examples=40)
@given(
    LENGTHS,
    CHOICES,
    st.sampled_from([1, 60, 200, 1000]),
    st.floats(0, 1),
    st.sampled_from([2, 3, 20]),
    st.integers(-300, 0),
)
def test_a_prior_over_numbers_of_mines(
    length: int, choices: int, floating: int, share: float, totals: int, exponent: int
) -> None:
    """Probabilities of the totals that differ by up to 300 magnitudes."""
    case = Copies(length, choices, floating)
    least = length + round(share * (floating + length - 1))
    most = case.board.size - sum(clue is not None for clue in case.clues)
    numbers = range(least, min(least + totals, most))
    prior = {mines: 10.0 ** (exponent * (i % 2)) for i, mines in enumerate(numbers)}
    assume(len(prior) > 1)
    weights = {mines: Fraction(p) / comb(case.board.size, mines) for mines, p in prior.items()}
    few = sum(w * case.few(mines) for mines, w in weights.items())
    many = sum(w * case.many(mines) for mines, w in weights.items())
    assume(few + many > 0)
    scale = sum(prior.values())
    position = Position(case.board, case.clues, {m: p / scale for m, p in prior.items()})
    assert_agrees(analyze(position), case, Fraction(few / (few + many)))


@settings(max_examples=25)
@given(st.integers(2, 150), CHOICES, st.sampled_from([1, 60, 1000]), st.floats(0, 1))
def test_samples_are_layouts_of_either_arrangement(
    length: int, choices: int, floating: int, share: float
) -> None:
    case = Copies(length, choices, floating)
    mines = length + round(share * (floating + length - 1))
    few, many = case.few(mines), case.many(mines)
    assume(few + many > 0)
    drawn = case.analyze(mines).sample(20, seed=3)
    assert (drawn.sum(axis=1) == mines).all()
    x, y = drawn[:, case.x], drawn[:, case.y]
    assert (x + y == 1).all()
    likely = Fraction(few, few + many)
    if likely < Fraction(1, 10**9):
        assert not x.any()
    if likely > 1 - Fraction(1, 10**9):
        assert x.all()


def test_samples_have_the_exact_share() -> None:
    """Two arrangements of about the same number of layouts, with weights of 1 and 2^532."""
    case = Copies(100, 40, 20_000)
    mines = bisect_left(range(2000), True, key=lambda m: m > 200 and case.few(m) < case.many(m))
    share = float(case.copies_mined(mines))
    assert 0.2 < share < 0.8
    drawn = case.analyze(mines).sample(2000, seed=5)
    deviation = (share * (1 - share) / 2000) ** 0.5
    assert abs(float(drawn[:, case.x].mean()) - share) < 5 * deviation


@settings(max_examples=25)
@given(st.integers(1, 60), st.sampled_from([3, 10, 24]), st.sampled_from([20, 60, 400]))
def test_strategies_choose_where_weights_are_extreme(
    length: int, choices: int, floating: int
) -> None:
    """The enumeration of outcomes, from lists and in general: a cell of least probability."""
    case = Copies(length, choices, floating)
    mines = min(2 * length + floating // 3, length + floating)
    copies = case.copies_mined(mines)
    for name in ("perimeter", "pseq", "best"):
        chosen = choose(Position(case.board, case.clues, mines), name)
        assert case.clues[chosen.cell] is None
        assert not chosen.certain or chosen.mine_probability == 0
        if copies not in (0, 1):
            assert not chosen.certain


@settings(max_examples=40)
@given(
    st.integers(2, 4),
    st.integers(1, 120),
    st.integers(0, 40),
    st.floats(0, 1),
)
def test_several_mines_per_cell(limit: int, leaves: int, floating: int, share: float) -> None:
    """A hub with hundreds of mines in its leaves: the reciprocals of factorials underflow."""
    hub = graph([(0, 1 + i) for i in range(leaves)], nodes=range(1 + leaves + floating))
    clue = round(share * limit * leaves)
    position = Position(hub, [clue, *[None] * (leaves + floating)], clue, max_per_cell=limit)
    analysis = analyze(position)
    none = ways(leaves - 1, limit, clue)
    expected = 1 - Fraction(none) / ways(leaves, limit, clue)
    assert_certain_only_if_exactly(float(analysis.mine_probability[1]), expected)
    assert (analysis.mine_probability[1 + leaves :] == 0).all()


def ways(cells: int, limit: int, mines: int) -> Fraction:
    """Return [t^mines] (1 + t + ... + t^limit / limit!)^cells."""
    factor = np.array([Fraction(1)], dtype=object)
    cell = [Fraction(1)]
    for i in range(1, limit + 1):
        cell.append(cell[-1] / i)
    power, left = np.array(cell, dtype=object), cells
    while left:
        if left & 1:
            factor = np.convolve(factor, power)
        power, left = np.convolve(power, power), left >> 1
    return Fraction(factor[mines]) if mines < len(factor) else Fraction(0)
