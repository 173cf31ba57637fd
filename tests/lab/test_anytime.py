"""The interval of a difference: coverage at a fixed number of games and at any stopping time."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anytime_coverage import Case, coverage
from sapper.intervals import Z95, paired, paired_p_value
from sapper.lab.comparison.anytime import anytime, anytime_p_value

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNTS = st.tuples(st.integers(0, 300), st.integers(0, 300), st.integers(0, 3_000))


def outcomes(games: int, gain: float, loss: float) -> Iterator[tuple[int, int, float]]:
    """Every pair of counts that is not negligible, with its exact probability."""
    for gained in range(min(games, 60) + 1):
        for lost in range(min(games - gained, 60) + 1):
            ways = comb(games, gained) * comb(games - gained, lost)
            same = (1 - gain - loss) ** (games - gained - lost)
            yield gained, lost, ways * gain**gained * loss**lost * same


@pytest.mark.parametrize(
    ("games", "gain", "loss"),
    [
        (20, 0.4, 0.2),
        (20, 0.15, 0.15),
        (40, 0.07, 0.03),
        (100, 0.02, 0.0),  # one player never wins alone
        (100, 0.05, 0.05),
        (1000, 0.003, 0.001),
        (1000, 0.006, 0.006),
        (10, 0.9, 0.1),  # every game has one winner
        (1000, 0.0, 0.0),
    ],
)
def test_the_score_interval_covers_the_difference(games: int, gain: float, loss: float) -> None:
    """By the exact probability of every outcome; for few games it is within 2.5 points of 0.95."""
    covered = total = 0.0
    for gained, lost, probability in outcomes(games, gain, loss):
        low, high = paired(gained, lost, games)
        covered += probability * (low - 1e-12 <= gain - loss <= high + 1e-12)
        total += probability
    assert total > 0.999
    assert covered > 0.925
    assert covered < 0.97 or games * (gain + loss) < 5 or gain == 0.9


@given(COUNTS)
@settings(max_examples=60, deadline=None)
def test_intervals_and_tests_agree(counts: tuple[int, int, int]) -> None:
    """An interval excludes 0 if and only if its test rejects it; both mirror the players."""
    gained, lost, same = counts
    games = gained + lost + same
    low, high = paired(gained, lost, games)
    assert (low > 0 or high < 0) == (paired_p_value(gained, lost) < 0.05)
    assert paired(lost, gained, games) == pytest.approx((-high, -low), abs=1e-12)
    (wide_low,), (wide_high,) = anytime(gained, lost, games)
    assert (wide_low > 0 or wide_high < 0) == (anytime_p_value(gained, lost) < 0.05)
    mirrored = [float(bound[0]) for bound in anytime(lost, gained, games)]
    assert mirrored == pytest.approx([-wide_high, -wide_low], abs=1e-12)
    assert -1 <= wide_low <= low <= high <= wide_high <= 1


def test_the_score_interval_solves_its_equation() -> None:
    """With many games it is the usual interval of the mean of paired differences."""
    gain = np.array([1] * 900 + [-1] * 700 + [0] * 8400)
    reach = Z95 * np.sqrt(gain.var() / len(gain))
    assert paired(900, 700, 10_000) == pytest.approx(
        (gain.mean() - reach, gain.mean() + reach), abs=2e-5
    )


def test_intervals_without_information() -> None:
    (low,), (high,) = anytime(0, 0, 0)
    assert (low, high) == (-1.0, 1.0) == paired(0, 0, 0)
    assert paired_p_value(0, 0) == anytime_p_value(0, 0) == 1.0
    (low,), (high,) = anytime(0, 0, 10**6)
    assert low == -high
    assert 1e-6 < high < 1e-5


def test_the_price_of_any_stopping_time() -> None:
    """The width is 1.7 to 1.9 times that of a fixed number of games; docs/how-to/compare.md."""
    for games in (1_000, 10_000, 100_000, 1_000_000):
        one = games // 20
        low, high = paired(one, one, games)
        (wide_low,), (wide_high,) = anytime(one, one, games)
        assert 1.65 < (wide_high - wide_low) / (high - low) < 1.9


def test_the_capital_of_a_bet_is_a_supermartingale() -> None:
    """The expected factor of one more game is at most 1 for every difference up to the bound."""
    fractions = np.exp(np.linspace(np.log(1e-5), 0.0, 40))
    for bound in (-0.9, -0.2, 0.0, 0.01, 0.5):
        for gain, loss in ((0.3, 0.3 - bound), (max(bound, 0) / 2, 0.5 - bound / 2), (0.0, 0.9)):
            if not 0 <= gain <= gain + loss <= 1 or gain - loss > bound + 1e-12:
                continue
            factors = [1 + fractions * (outcome - bound) / (1 + bound) for outcome in (1, 0, -1)]
            assert min(factor.min() for factor in factors) >= -1e-12
            mean = gain * factors[0] + (1 - gain - loss) * factors[1] + loss * factors[2]
            assert mean.max() <= 1 + 1e-12


CASES = [
    Case(0.0, 0.1),  # stops at the half-width, or wrongly
    Case(0.0, 0.02),
    Case(0.01, 0.05),
    Case(0.04, 0.1),
    Case(-0.15, 0.3),
    Case(-0.05, 0.05),  # one player never wins alone
    Case(0.3, 0.9),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_coverage_of_sequential_comparisons(case: Case) -> None:
    """1,000 runs each that stop as ``compare`` does, and that are looked at after every round.

    ``benchmarks/sequential_coverage.py`` has more runs and games.
    """
    found = coverage(case, runs=1_000, games=1_000, half_width=0.03, seed=1)
    assert found.stopping >= 0.95
    assert found.always >= 0.95


def test_fixed_intervals_do_not_survive_optional_stopping() -> None:
    """The test of coverage has teeth: with intervals of a fixed size it fails."""
    found = coverage(Case(0.0, 0.1), 1_000, 1_000, half_width=0.0, seed=1, fixed=True)
    assert found.stopping < 0.9
