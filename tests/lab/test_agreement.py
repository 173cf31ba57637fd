"""Comparison of tables: chi-squared, adjusted p-values, and table B.2 of Chong et al. 2024."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.lab.figures.published_comparison import CLAMPED, UNFIXED
from sapper.lab.fits.agreement import (
    Agreement,
    benjamini_hochberg,
    compare_tables,
    holm,
    two_sided,
)
from sapper.lab.fits.curve import CurveError
from sapper.papers.chong2024.density_table import fresh_densities, table_agreement

CHANCES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("scores", "p_value"),
    [
        ([1.959964], 0.05),
        ([sqrt(5.991465), 0.0], 0.05),  # the quantiles of 95 % with 1, 2, 3 and 10 degrees
        ([sqrt(7.814728) / sqrt(3)] * 3, 0.05),
        ([sqrt(18.307038 / 10)] * 10, 0.05),
        ([sqrt(23.209251 / 10)] * 10, 0.01),
    ],
)
def test_chi_square_at_its_quantiles(scores: list[float], p_value: float) -> None:
    found = Agreement({str(k): score for k, score in enumerate(scores)}, {})
    assert found.statistic == pytest.approx(sum(score**2 for score in scores))
    assert found.degrees == len(scores)
    assert found.p_value == pytest.approx(p_value, abs=1e-6)


def test_the_chance_of_a_single_score() -> None:
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert two_sided(-2.575829) == two_sided(2.575829) == pytest.approx(0.01, abs=1e-6)
    assert Agreement({"a": 0.0}, {}).p_values == {"a": 1.0}


@given(CHANCES)
def test_benjamini_and_hochberg_step_by_step(chances: list[float]) -> None:
    """Alarming are all up to the last, in rising order, that is below its share of the level."""
    adjusted = benjamini_hochberg(chances)
    for level in (0.01, 0.05, 0.3):
        order = sorted(range(len(chances)), key=lambda i: chances[i])
        last = max(
            (rank for rank, i in enumerate(order, 1) if chances[i] * len(chances) / rank < level),
            default=0,
        )
        assert set(order[:last]) == {place for place, p in enumerate(adjusted) if p < level}


@given(CHANCES)
def test_holm_step_by_step(chances: list[float]) -> None:
    """The k-th smallest is alarming at a level if it and all smaller ones are, each times those
    that are left."""
    adjusted = holm(chances)
    for level in (0.01, 0.05, 0.3):
        alarms = set()
        for rank, place in enumerate(sorted(range(len(chances)), key=lambda i: chances[i])):
            if chances[place] * (len(chances) - rank) >= level:
                break
            alarms.add(place)
        assert alarms == {place for place, p in enumerate(adjusted) if p < level}


def test_adjusted_values_are_never_smaller_and_holm_is_the_stricter() -> None:
    chances = [0.001, 0.2, 0.013, 0.9, 0.04]
    for own, by_holm, by_share in zip(
        chances, holm(chances), benjamini_hochberg(chances), strict=True
    ):
        assert own <= by_share <= by_holm <= 1


def test_errors_add_up_in_squares_and_names_are_matched() -> None:
    ours = {"a": (3.0, 3.0), "b": (1.0, 1.0), "c": (9.0, 1.0)}
    found = compare_tables(ours, {"a": (-2.0, 4.0), "c": (1.0, 1.0)}, {"c": "why not"})
    assert found.scores == {"a": pytest.approx(1.0)}
    assert found.left_out == {"c": "why not"}
    assert found.to_dict()["degrees"] == 1


@pytest.mark.parametrize(
    ("theirs", "message"),
    [
        ({}, "no common value to compare"),
        ({"a": (1.0, 0.0)}, "difference of a has no standard error"),
    ],
)
def test_what_cannot_be_compared(theirs: dict[str, tuple[float, float]], message: str) -> None:
    with pytest.raises(CurveError, match=message):
        compare_tables({"a": (1.0, 0.0)}, theirs)


def test_tables_of_the_same_noise_agree_and_others_do_not() -> None:
    """Two tables with their stated errors raise false alarms at the nominal rate."""
    random = np.random.default_rng(1)
    names = [str(k) for k in range(42)]
    alarms = 0
    for _ in range(400):
        one, other = (
            {name: (value, 0.01) for name, value in zip(names, 0.01 * drawn, strict=True)}
            for drawn in random.standard_normal((2, len(names)))
        )
        alarms += compare_tables(one, other).p_value < 0.05
    assert 8 <= alarms <= 35
    shifted = dict.fromkeys(names, (0.03, 0.01))
    assert compare_tables(shifted, dict.fromkeys(names, (0.0, 0.01))).p_value < 1e-6


# -- table B.2 ----------------------------------------------------------------------------------


def test_table_b2_as_a_whole() -> None:
    found = table_agreement()
    assert set(found.scores) | set(found.left_out) == {f"{p}x{q}" for p, q in CRITICAL_DENSITIES}
    assert {board for board, why in found.left_out.items() if why == UNFIXED} == {"2x2"}
    assert {board for board, why in found.left_out.items() if why == CLAMPED[1]} == {
        "1x2", "1x3", "1x4"
    }  # fmt: skip
    assert {board for board, why in found.left_out.items() if why == CLAMPED[0]} == {
        f"2x{q}" for q in range(3, 11)
    }
    assert found.summary() == "chi-square 45.0 with 42 degrees of freedom, p = 0.349"
    assert min(found.holm.values()) > 0.05


def test_fresh_sweeps_are_independent_of_how_many_follow() -> None:
    one, two = fresh_densities("1x5", 1, seed=3), fresh_densities("1x5", 2, seed=3)
    assert two[0] == one[0]
    assert two[1] != two[0]
    assert abs(float(Fraction(CRITICAL_DENSITIES[1, 5])) - two[1]) < 5 * 0.0082 * sqrt(2)
