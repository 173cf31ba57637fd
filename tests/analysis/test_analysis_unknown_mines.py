"""Positions with an unknown number of mines: against enumeration and closed forms, bad input."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from math import comb, log10
from typing import Any

import numpy as np
import pytest

import sapper
import unknown_mines
from sapper import ContradictionError, PositionError
from sapper.analysis import reference
from sapper.positions.totals import MineTotals, parse_mines

CASES_PER_PART = 250


@pytest.mark.parametrize("part", range(8))
def test_small_boards_against_enumeration(part: int) -> None:
    """``tests/support/unknown_mines.py --cases 20000`` runs more of them."""
    for number in range(part * CASES_PER_PART, (part + 1) * CASES_PER_PART):
        case = unknown_mines.make_case(number)
        try:
            unknown_mines.check(case)
        except AssertionError as error:
            raise AssertionError(f"case {number}: {case.position!r}\n{case.position}") from error


@pytest.mark.parametrize("mines", [range(1, 4), {1: 0.25, 3: 0.75}, parse_mines("1,2,4")])
def test_drawings_and_trusted_flags(mines: Any) -> None:
    position = sapper.Position("2x3", {0: 1}, mines=mines, flags=[1])
    assert "1 to " in (position._repr_svg_() or "")
    assert "1 to " in (sapper.analyze(position)._repr_svg_() or "")
    choice = sapper.choose(position, flags="trust")
    assert position.states[choice.cell] == sapper.COVERED


def test_the_reference_agrees() -> None:
    for number in range(150):
        position = unknown_mines.make_case(number).position
        analysis = unknown_mines.analyzed(position)
        if isinstance(analysis, ContradictionError):
            assert reference.count(position) == 0
            continue
        assert reference.count(position) == analysis.solutions
        assert reference.mine_probability(position) == analysis.exact()
        assert len(list(reference.layouts(position))) == len(list(analysis.layouts()))
        for cell in position.covered[:2]:
            expected = analysis.exact_clue_distribution(cell)
            assert reference.clue_distribution(position, cell) == expected
        frontier = analysis.frontier_mines.probability
        assert list(reference.frontier_mines(position)) == list(frontier)


def test_a_range_makes_all_layouts_equally_likely() -> None:
    analysis = sapper.analyze(sapper.Position.covered_board("3x3", mines=range(2, 5)))
    layouts = {mines: comb(9, mines) for mines in (2, 3, 4)}
    total = sum(layouts.values())
    assert analysis.solutions == total
    assert analysis.exact_mine_count() == {m: Fraction(n, total) for m, n in layouts.items()}
    mean = sum(Fraction(m * n, 9 * total) for m, n in layouts.items())
    assert analysis.exact() == [mean] * 9


def test_a_distribution_keeps_its_probabilities_before_any_clue() -> None:
    prior = {10: Fraction(7, 10), 11: Fraction(3, 10)}
    analysis = sapper.analyze(sapper.Position.covered_board("9x9", mines=prior))
    assert analysis.exact_mine_count() == prior
    assert analysis.mine_count.probability == pytest.approx({10: 0.7, 11: 0.3}, abs=1e-14)
    assert analysis.exact()[0] == Fraction(7, 10) * Fraction(10, 81) + Fraction(3, 10) * Fraction(
        11, 81
    )


def test_a_clue_changes_the_distribution() -> None:
    """P(total | 0 in the corner) is proportional to the prior times P(no mine in 4 of 81 cells)."""
    position = sapper.Position("9x9", {0: 0}, mines={10: 0.5, 20: 0.5})
    likelihood = {n: Fraction(comb(77, n), comb(81, n)) for n in (10, 20)}
    total = sum(likelihood.values())
    expected = {n: share / total for n, share in likelihood.items()}
    analysis = sapper.analyze(position)
    assert analysis.exact_mine_count() == expected
    assert analysis.solutions == comb(77, 10) + comb(77, 20)
    assert analysis.log10_solutions == pytest.approx(log10(analysis.solutions), abs=1e-9)


def test_a_geometric_range_is_a_density() -> None:
    """All totals, all layouts equally likely: independent cells of density 1/2."""
    clues = [None] * 30
    clues[7], clues[22] = 2, 3  # type: ignore[call-overload]
    by_range = sapper.analyze(sapper.Position("5x6", clues, mines=range(31)))
    by_density = sapper.analyze(sapper.Position("5x6", clues, density=0.5))
    assert by_range.exact() == by_density.exact()
    assert np.allclose(
        by_range.mine_probability, by_density.mine_probability, atol=1e-14, equal_nan=True
    )
    assert by_range.mine_count.probability == pytest.approx(
        by_density.mine_count.probability, abs=1e-13
    )
    assert by_range.clue_distribution(0).probability == pytest.approx(
        by_density.clue_distribution(0).probability, abs=1e-13
    )


@pytest.mark.parametrize("mines", [range(80, 121), range(481), {99: 0.5, 300: 0.5}])
def test_expert_boards_agree_with_their_fractions(mines: Any) -> None:
    layout = sapper.deal("16x30/99", seed=3)
    shown = [c for c in range(480) if not layout.mines[c] and c % 3 == 0]
    numbers = {c: int(sum(layout.mines[o] for o in layout.board.neighbors(c))) for c in shown}
    analysis = sapper.analyze(sapper.Position(layout.board, numbers, mines=mines))
    for probability, exact in zip(analysis.mine_probability, analysis.exact(), strict=True):
        assert exact is None or probability == pytest.approx(float(exact), abs=1e-12)
    posterior = analysis.mine_count.probability
    for number, share in analysis.exact_mine_count().items():
        assert posterior.get(number, 0.0) == pytest.approx(float(share), abs=1e-12)


def test_far_numbers_of_mines_on_a_large_board() -> None:
    """The weights of the two totals differ by hundreds of orders of magnitude."""
    board = sapper.grid(60, 60)
    analysis = sapper.analyze(sapper.Position(board, {0: 1}, mines={100: 0.5, 3000: 0.5}))
    likelihood = {n: Fraction(3 * comb(3596, n - 1), comb(3600, n)) for n in (100, 3000)}
    total = sum(likelihood.values())
    for number, share in likelihood.items():
        assert analysis.mine_count.probability[number] == pytest.approx(
            float(share / total), rel=1e-9
        )


def test_samples_follow_the_posterior() -> None:
    """A chi-square test of the totals of 20,000 layouts."""
    position = sapper.Position("4x4", {0: 1, 15: 2}, mines={3: 0.2, 5: 0.5, 7: 0.3})
    analysis = sapper.analyze(position)
    totals = np.bincount(analysis.sample(20_000, seed=5).sum(axis=1), minlength=8)
    expected = np.array([20_000 * analysis.mine_count.probability.get(n, 0.0) for n in range(8)])
    possible = expected > 0
    assert not totals[~possible].any()
    deviation = (totals[possible] - expected[possible]) ** 2 / expected[possible]
    assert deviation.sum() < 18.4  # two degrees of freedom, 1 in 10,000


def test_certain_cells_are_those_of_all_possible_numbers() -> None:
    """With one or four mines the cell far from the clue is safe or mined; with two both occur."""
    text = "1##"
    assert sapper.analyze(sapper.parse(text, mines=1)).safe == [2]
    assert sapper.analyze(sapper.parse(text, mines=2)).mines == [1, 2]
    both = sapper.analyze(sapper.parse(text, mines={1: 1 - 1e-12, 2: 1e-12}))
    assert (both.safe, both.mines) == ([], [1])
    assert 0 < both.mine_probability[2] < 1e-11


def test_one_possible_number_is_a_known_one() -> None:
    assert sapper.parse("1##", mines=range(1, 2)) == sapper.parse("1##", mines=1)
    assert sapper.parse("1##", mines={1: 1, 2: 0}).mines == 1
    assert sapper.parse("1##", mines=2).mine_count == 2


def test_positions_keep_their_totals() -> None:
    position = sapper.parse("1##", mines={1: 0.25, 2: 0.75})
    for other in (
        pickle.loads(pickle.dumps(position)),
        copy.deepcopy(position),
        position.flag(1).unflag(1),
        sapper.Position(position.board, position.clues, mines=position.mine_count),
    ):
        assert other == position
        assert hash(other) == hash(position)
        assert other.totals == MineTotals({1: 0.25, 2: 0.75})
    assert position != sapper.parse("1##", mines=range(1, 3))
    assert repr(position) == "<Position 1x3 mines=1:0.25,2:0.75, 2 covered>"
    again = pickle.loads(pickle.dumps(sapper.analyze(position)))
    assert again.mine_count == sapper.analyze(position).mine_count


@pytest.mark.parametrize(
    ("mines", "complaint"),
    [
        ({1: 0.5, 2: 0.4}, "the probabilities of the numbers of mines sum to 0.9, not to 1"),
        ({1: Fraction(1, 3)}, "sum to 1/3, not to 1"),
        ({1: 0.5, -2: 0.5}, "the number of mines cannot be negative: -2"),
        ({1: 1.5, 2: -0.5}, "the probability of 1 mines is a number from 0 to 1, not 1.5"),
        ({1: float("nan"), 2: 0.5}, "not nan"),
        ({"1": 1.0}, "a number of mines is an integer, not '1'"),
        ({True: 1.0}, "a number of mines is an integer, not True"),
        ({1: "all"}, "not 'all'"),
        ({1: 0.5, 4: 0.5}, "4 mines have probability 1/2, but the board holds at most 3"),
        ({}, "the distribution of the number of mines is empty"),
        (range(3, 3), "the range of mines is empty: range(3, 3)"),
        (range(-2, 3), "the number of mines cannot be negative: -2, in range(-2, 3)"),
        (range(10**40), "over 10^30"),
        ([1, 2], "not [1, 2]"),
        ("1-2", "not '1-2'"),
    ],
)
def test_bad_numbers_of_mines_are_named(mines: Any, complaint: str) -> None:
    with pytest.raises(PositionError) as caught:
        sapper.parse("1##", mines=mines)
    assert complaint in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("mines", "complaint"),
    [
        (range(3, 9), "no layout fits: there cannot be 3 to 8 mines"),
        ({0: 0.5, 3: 0.5}, "no layout fits: the 1 at (0, 0) cannot hold with 0 to 3 mines in all"),
        (range(10**20, 10**20 + 2), "no layout fits: there cannot be"),
    ],
)
def test_numbers_that_no_layout_meets(mines: Any, complaint: str) -> None:
    with pytest.raises(ContradictionError) as caught:
        sapper.analyze(sapper.parse("1##", mines=mines))
    assert complaint in str(caught.value)
    assert caught.value.needs_mine_count


def test_faults_name_the_possible_numbers() -> None:
    position = sapper.Position("1x3", [None, 3, None], mines=range(5, 8), flags=[0])
    assert [fault.message for fault in position.faults()] == [
        "the 3 at (0, 1) has room for only 2",
        "5 to 7 mines, but the 2 covered cells hold only 2",
    ]
    few = sapper.Position("1x3", [None, None, None], mines=range(2), flags=[0, 1])
    assert [fault.kind for fault in few.faults()] == ["mines-below-flags"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10", 10),
        (" 8-12 ", MineTotals(range(8, 13))),
        ("8..12", MineTotals(range(8, 13))),
        ("5-5", 5),
        ("8,9,10", MineTotals(range(8, 11))),
        ("8,11", MineTotals(range(8, 12, 3))),
        ("8:1/2, 9:.5", MineTotals({8: 0.5, 9: 0.5})),
    ],
)
def test_mines_as_text(text: str, value: int | MineTotals) -> None:
    read = parse_mines(text)
    assert read == value
    assert parse_mines(str(read)) == read


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "not ''"),
        ("x", "not 'x'"),
        ("-3", "the number of mines cannot be negative: -3"),
        ("12-8", "the range of mines 12-8 is empty: 12 is over 8"),
        ("8:0.2,8:0.8", "the probability of 8 mines is given twice"),
        ("8:0.2,9", "not '9'"),
        ("8:1/0", "divided by zero"),
        ("8:0.2,9:0.7", "sum to 0.9, not to 1"),
        ("9" * 31, "over 10^30"),
    ],
)
def test_bad_mines_as_text(text: str, complaint: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_mines(text)
    assert complaint in str(caught.value)
