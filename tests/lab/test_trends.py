"""Trends over boards: the fits of Chong et al. 2024, section 9, and the scaling law."""

from __future__ import annotations

import json
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from sapper.lab.fits.scaling import (
    MODELS,
    POWER,
    SIXTH,
    SIXTH_WITH_EDGE,
    compare_scaling,
    distinguishing_side,
)
from sapper.lab.fits.trends import (
    CONSTANT,
    HYPERBOLA,
    LINE,
    TrendError,
    fit_trend,
    limit_interval,
    partial_sums,
    series,
)

Array = npt.NDArray[np.float64]

SIDES = np.arange(3, 11)
SQUARES = np.array(
    [
        0.27837876338731626,
        0.26976512506230443,
        0.21081575907312486,
        0.22438667018416458,
        0.21466887936812817,
        0.20199382622106984,
        0.2019203353155787,
        0.19679192187271458,
    ]
)
"""The squares from 3x3 to 10x10 in table B.2 of Chong et al. 2024."""


def test_the_squares_of_paper_000() -> None:
    """Section 9.3: a = 0.366581, b = 0.0305678, c = 0.158938; so 2x2 and 1x1 were left out."""
    trend = fit_trend(HYPERBOLA, SIDES, SQUARES)
    a, c, b = trend.parameters
    assert a == pytest.approx(0.366581, abs=5e-6)
    assert c == pytest.approx(0.158938, abs=1e-6)
    assert b == pytest.approx(0.0305678, abs=2e-5)
    assert trend.limit == c


def test_the_published_limit_is_not_bounded_below_by_the_published_points() -> None:
    trend = fit_trend(HYPERBOLA, SIDES, SQUARES)
    low, high = limit_interval(trend, SQUARES)
    assert low == -inf
    assert trend.limit < high < 0.21


def test_the_hyperbola_against_scipy() -> None:
    def function(q: Array, a: float, c: float, b: float) -> Array:
        return a / (q - b) + c

    errors = np.linspace(0.002, 0.01, 8)
    exactly: dict[str, Any] = {"p0": (0.3, 0.15, 0.5), "ftol": 1e-14, "xtol": 1e-14}
    found, covariance = curve_fit(
        function, SIDES, SQUARES, sigma=errors, absolute_sigma=True, **exactly
    )
    trend = fit_trend(HYPERBOLA, SIDES, SQUARES, errors)
    assert trend.goodness is not None
    assert np.allclose(trend.parameters, found, atol=1e-5)
    assert np.allclose(
        trend.errors, np.sqrt(np.diag(covariance) * max(1, trend.goodness)), rtol=1e-3
    )
    unweighted, covariance = curve_fit(function, SIDES, SQUARES, **exactly)
    assert np.allclose(
        fit_trend(HYPERBOLA, SIDES, SQUARES).errors, np.sqrt(np.diag(covariance)), rtol=1e-3
    )
    assert np.allclose(fit_trend(HYPERBOLA, SIDES, SQUARES).parameters, unweighted, atol=1e-5)


@given(st.integers(0, 10_000), st.integers(1, 6))
@settings(max_examples=25)
def test_series_against_a_polynomial_in_the_inverse(seed: int, terms: int) -> None:
    random = np.random.default_rng(seed)
    q = np.arange(3, 23)
    y, errors = random.random(20), random.uniform(0.1, 1.0, 20)
    trend = fit_trend(series(terms), q, y, errors)
    expected = np.polynomial.polynomial.polyfit(1 / q, y, terms - 1, w=1 / errors)
    assert np.allclose(trend.parameters, expected, rtol=1e-6)
    assert trend.degrees == 20 - terms


def test_partial_sums_of_an_exact_series() -> None:
    q = np.arange(2, 40)
    y = 0.1 + 2 / q - 1 / q**2
    sums = partial_sums(q, y, most=5)
    assert [len(trend.parameters) for trend in sums] == [1, 2, 3, 4, 5]
    assert all(trend.limit == pytest.approx(0.1, abs=1e-6) for trend in sums[2:])
    assert sums[0].limit == pytest.approx(y.mean())
    assert len(partial_sums([2, 3, 4], [1.0, 0.5, 0.4])) == 2


def test_a_constant_is_the_weighted_mean() -> None:
    y, errors = np.array([0.1, 0.2, 0.4]), np.array([0.1, 0.1, 0.2])
    trend = fit_trend(CONSTANT, [2, 3, 4], y, errors)
    weights = 1 / errors**2
    assert trend.parameters[0] == pytest.approx(np.average(y, weights=weights))
    assert trend.chi2 == pytest.approx(float(np.sum(weights * (y - trend.limit) ** 2)))
    scatter = max(1.0, trend.chi2 / 2)
    assert trend.errors[0] == pytest.approx(np.sqrt(scatter / weights.sum()))


def test_a_level_line_over_the_aspect_ratio() -> None:
    """The tens of table B.2, p = 3 to 10: the slope that section 9.3 calls none."""
    tens = np.array([0.21297, 0.21502, 0.18808, 0.20625, 0.20226, 0.20140, 0.19967, 0.19679])
    trend = fit_trend(LINE, np.arange(3, 11) / 10, tens)
    slope, intercept = np.polyfit(np.arange(3, 11) / 10, tens, 1)
    assert trend.parameters == pytest.approx([intercept, slope])
    assert trend.intervals[1, 0] < 0 < trend.intervals[1, 1]


@pytest.mark.parametrize(
    ("model", "truth"),
    [
        (HYPERBOLA, [0.37, 0.159, 0.03]),
        (SIXTH, [0.45]),
        (SIXTH_WITH_EDGE, [0.4, 0.2]),
        (POWER, [0.4, 0.15]),
    ],
)
def test_exact_data_give_their_parameters_back(model: object, truth: list[float]) -> None:
    chosen = next(candidate for candidate in MODELS if candidate is model)
    q = np.array([3.0, 5, 8, 12, 20, 40])
    trend = fit_trend(chosen, q, chosen.value(q, np.array(truth)), np.full(6, 1e-3))
    assert trend.parameters == pytest.approx(truth, abs=1e-5)
    assert trend.chi2 == pytest.approx(0, abs=1e-6)
    value, error = trend.predict(100)
    assert value == pytest.approx(float(chosen.value(np.array([100.0]), np.array(truth))[0]))
    assert error > 0


def test_intervals_of_the_limit_cover_it() -> None:
    random = np.random.default_rng(8)
    q = np.array([4, 5, 6, 8, 10, 14, 20, 30, 45])
    truth = 0.4 / (q - 0.5) + 0.15
    hits = 0
    for _ in range(60):
        y = random.normal(truth, 0.002)
        trend = fit_trend(HYPERBOLA, q, y, np.full(9, 0.002))
        low, high = limit_interval(trend, y, np.full(9, 0.002))
        hits += low <= 0.15 <= high
    assert 0.9 <= hits / 60 <= 0.99


def test_limits_that_are_no_question() -> None:
    q = np.array([3, 4, 5, 6])
    with pytest.raises(TrendError, match="is 0 by its form"):
        limit_interval(fit_trend(SIXTH, q, 1 / q), 1 / q)
    with pytest.raises(TrendError, match="no degree of freedom"):
        limit_interval(fit_trend(HYPERBOLA, q[:3], 1 / q[:3]), 1 / q[:3])


# -- the scaling question -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hyperbola", "sixth"])
def test_enough_data_find_the_right_model(name: str) -> None:
    q = np.array([4, 6, 8, 12, 16, 24, 32, 64, 128, 256])
    truth = 0.37 / (q - 0.03) + 0.159 if name == "hyperbola" else 0.43 * q ** (-1 / 3)
    y = np.random.default_rng(3).normal(truth, 0.001)
    found = compare_scaling(q, y, np.full(10, 0.001))
    assert found.trends[0].model.name == name
    assert sum(found.weights) == pytest.approx(1)
    other = found.trend("sixth" if name == "hyperbola" else "hyperbola")
    assert other.aic - found.trends[0].aic > 10 or name == "sixth"


def test_the_published_squares_prefer_louf() -> None:
    found = compare_scaling(SIDES, SQUARES)
    assert found.trends[0].model is SIXTH
    low, high = found.trend("power").intervals[1]
    assert low < 1 / 6 < high


def test_where_two_trends_part() -> None:
    found = compare_scaling(SIDES, SQUARES)
    limit, power = found.trend("hyperbola"), found.trend("sixth")
    side = distinguishing_side(limit, power, error=0.001)
    assert side is not None
    assert side > 10

    def apart(at: int) -> float:
        (one, one_error), (other, other_error) = limit.predict(at), power.predict(at)
        return abs(one - other) / float(np.sqrt(one_error**2 + other_error**2 + 0.001**2))

    assert apart(side) >= 3 > apart(side - 1)
    assert distinguishing_side(power, power, error=0.001) is None
    with pytest.raises(TrendError, match="above 0, not 0"):
        distinguishing_side(limit, power, error=0)


def test_comparisons_for_people_and_for_machines() -> None:
    found = compare_scaling(SIDES, SQUARES)
    assert found.summary().count("\n") == 3
    assert "a / (q - b) + c: a = 0.3666 ± 0.39" in found.summary()
    reported = json.loads(json.dumps(found.to_dict()))["trends"]
    assert [entry["model"] for entry in reported] == [trend.model.name for trend in found.trends]
    assert reported[0]["weight"] == found.weights[0]
    with pytest.raises(TrendError, match="no model 'cubic'"):
        found.trend("cubic")


@pytest.mark.parametrize(
    ("sizes", "densities", "errors", "message"),
    [
        ([3, 4], [0.1], None, "2 sizes, 1 densities"),
        ([3, 4, 5], [0.1, 0.2, 0.3], [0.1], "1 errors"),
        ([3, 4, 5], [0.1, 0.2, 0.3], [0.1, 0, 0.1], "above 0, not 0.0"),
        ([3, 4, 5], [0.1, np.nan, 0.3], None, "finite"),
        ([3, 4, 4], [0.1, 0.2, 0.3], None, "3 parameters, but there are 2 sizes"),
        ([[3, 4]], [[0.1, 0.2]], None, "2 sizes"),
    ],
)
def test_points_that_make_no_trend(
    sizes: list[int], densities: list[float], errors: list[float] | None, message: str
) -> None:
    with pytest.raises(TrendError, match=message):
        fit_trend(HYPERBOLA, sizes, densities, errors)


def test_too_few_boards_to_compare() -> None:
    with pytest.raises(TrendError, match="3 boards are too few"):
        compare_scaling([3, 4, 5], [0.3, 0.2, 0.1], models=(HYPERBOLA,))
    with pytest.raises(TrendError, match="at least one term, not 0"):
        series(0)
