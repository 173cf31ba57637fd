"""Critical densities by the method of Chong et al. 2024, by likelihood, and by the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import DensityMethod

import json
import warnings
from collections.abc import Callable
from math import exp, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import curve_fit, least_squares, minimize, minimize_scalar

from sapper.lab.fits import hazard
from sapper.lab.fits.curve import Curve, CurveError, UndefinedError
from sapper.lab.fits.definitions import METHODS, check_method, critical_density
from sapper.lab.fits.half import find_half
from sapper.lab.fits.likelihood import LikelihoodFit, drop, fit_likelihood
from sapper.lab.fits.logistic import fit_logistic, logistic
from sapper.lab.fits.peak import find_peak
from sapper.lab.fits.survival import FittedPoints, fit_survival

Array = npt.NDArray[np.float64]
Rate = Callable[[Array], Array]


def swept(cells: int, rate: Rate, games: int, seed: int | None = None) -> Curve:
    """A sweep over all numbers of mines; without a seed the wins are as expected."""
    mines = np.arange(1, cells)
    chances = rate(mines / cells)
    if seed is None:
        wins = np.rint(games * chances).astype(np.int64)
    else:
        wins = np.random.default_rng(seed).binomial(games, chances)
    return Curve(cells, mines, wins, np.full(cells - 1, games))


def logistic_rate(steepness: float, centre: float) -> Rate:
    return lambda x: 1 / (1 + np.exp(steepness * (x - centre)))


def weibull_rate(power: float, scale: float) -> Rate:
    return lambda x: np.exp(-((x / scale) ** power))


def double_exponential(steepness: float, centre: float) -> Rate:
    return lambda x: np.exp(-np.exp(steepness * (x - centre)))


def steepest_of(rate: Rate) -> float:
    x = np.linspace(1e-4, 0.9, 200_001)
    return float(x[np.argmin(np.gradient(rate(x), x))])


SHAPES = {
    "square": swept(64, logistic_rate(23, 0.21), 1000, seed=1),
    "large": swept(256, logistic_rate(31, 0.195), 1000, seed=2),
    "small": swept(16, logistic_rate(13, 0.29), 1000, seed=3),
    "one row": swept(10, weibull_rate(2.3, 0.35), 1000, seed=4),
    "two rows": swept(20, lambda x: np.exp(-13 * x) + 0.002, 1000, seed=5),
    "rising again": swept(
        25, lambda x: np.maximum(logistic_rate(15, 0.22)(x), (x > 0.85) * 0.9), 1000, seed=6
    ),
    "all won": swept(3, lambda x: np.ones_like(x), 1000),
    "nothing won": swept(30, lambda x: np.zeros_like(x), 1000),
}


# -- Chong et al. 2024 ---------------------------------------------------------------------------


def as_the_program_says(curve: Curve) -> tuple[list[float], Array, Array]:
    """Sections 8.1 and A.2 once more, with curve_fit."""
    x, y = [0.0], [1.0]
    dead = False
    for mines, wins, games in zip(curve.mines, curve.wins, curve.games, strict=True):
        rate = 0.0 if dead else float(wins / games)
        dead = dead or rate == 0
        if len(x) > 1 and mines / curve.cells > 0.75 and y[-1] < rate:
            rate = 0.0
        x.append(float(mines / curve.cells))
        y.append(rate)
    x.append(1.0)
    y.append(0.0)

    def function(rho: Array, b: float, height: float, k: float, q: float) -> Array:
        with np.errstate(over="ignore"):
            return np.asarray(b + height / (1 + np.exp(k * (rho - q))))

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, _ = curve_fit(
            function,
            np.array(x),
            np.array(y),
            p0=[min(y), max(y) - min(y), 10, np.median(x)],
            bounds=([-np.inf, 0, 0, -np.inf], [np.inf, 3, np.inf, np.inf]),
            method="dogbox",
            maxfev=1_000_000,
        )
    return [float(value) for value in found], np.array(x), np.array(y)


@pytest.mark.parametrize("name", SHAPES)
def test_the_fit_is_that_of_the_program(name: str) -> None:
    fit = fit_logistic(SHAPES[name])
    parameters, x, y = as_the_program_says(SHAPES[name])
    assert [fit.floor, fit.height, fit.steepness, fit.centre] == pytest.approx(parameters, 1e-9)
    assert np.array_equal(fit.densities, x)
    assert np.array_equal(fit.win_rates, y)
    assert fit.critical_density == min(1.0, max(0.0, fit.centre))
    assert np.allclose(fit.residuals, y - logistic(x, *parameters), atol=1e-9)
    assert fit.converged


@pytest.mark.parametrize("name", ["square", "large", "small", "one row", "rising again"])
def test_the_fit_is_a_minimum_by_exact_derivatives(name: str) -> None:
    fit = fit_logistic(SHAPES[name])
    x, y = fit.densities, fit.win_rates

    def jacobian(p: Array) -> Array:
        s = 1 / (1 + np.exp(p[2] * (x - p[3])))
        fall = -p[1] * s * (1 - s)
        return np.column_stack([np.ones_like(x), s, fall * (x - p[3]), -fall * p[2]])

    def residuals(p: Array) -> Array:
        return logistic(x, *p.tolist()) - y

    found = least_squares(
        residuals,
        [y.min(), y.max() - y.min(), 10, np.median(x)],
        jac=jacobian,
        bounds=([-np.inf, 0, 0, -np.inf], [np.inf, 3, np.inf, np.inf]),
        method="dogbox",
    )
    assert fit.centre == pytest.approx(float(found.x[3]), abs=1e-5)
    assert float(fit.residuals @ fit.residuals) == pytest.approx(2 * found.cost, rel=1e-6)


@pytest.mark.parametrize(("rates", "published"), [([1], 1), ([1, 1], 1), ([1, 2 / 3, 1], 1)])
def test_the_smallest_boards_of_the_published_table(rates: list[float], published: float) -> None:
    """1x2, 1x3 and 1x4: their win rates are known, so the table can be met exactly."""
    curve = Curve(
        len(rates) + 1,
        np.arange(1, len(rates) + 1),
        np.rint(3000 * np.array(rates)),
        np.full(len(rates), 3000),
    )
    assert fit_logistic(curve).critical_density == published


def test_two_rows_are_critical_from_the_start() -> None:
    fit = fit_logistic(SHAPES["two rows"])
    assert fit.centre < 0
    assert fit.critical_density == 0
    assert fit.interval is not None
    assert fit.interval[0] == 0


def test_the_second_derivative_has_a_factor_of_the_height_not_of_its_square() -> None:
    height, k, q = 1.7, 20.0, 0.2
    x, step = np.linspace(0.05, 0.4, 50), 1e-4
    values = [logistic(x + shift, 0.1, height, k, q) for shift in (-step, 0, step)]
    grown = np.exp(k * (x - q))
    exact = height * k**2 * grown * (grown - 1) / (1 + grown) ** 3
    assert np.allclose((values[0] - 2 * values[1] + values[2]) / step**2, exact, atol=1e-2)


def test_the_interval_is_what_resampling_finds() -> None:
    for name in ("square", "small"):
        quick = fit_logistic(SHAPES[name])
        slow = fit_logistic(SHAPES[name], bootstrap=200, seed=3)
        assert quick.interval is not None
        assert slow.interval is not None
        assert slow.critical_density == quick.critical_density
        width = quick.interval[1] - quick.interval[0]
        assert width == pytest.approx(slow.interval[1] - slow.interval[0], rel=0.25)
    with pytest.raises(CurveError, match="100 resamples or more, not 5"):
        fit_logistic(SHAPES["small"], bootstrap=5)


def test_too_few_points_have_no_interval() -> None:
    assert fit_logistic(SHAPES["all won"]).interval is None


@given(st.lists(st.integers(1, 999), min_size=8, max_size=30, unique=True))
@settings(max_examples=30)
def test_a_mirrored_curve_has_the_mirrored_critical_density(wins: list[int]) -> None:
    """Turned by half a turn around (1/2, 1/2), points, start and bounds are the same again."""
    falling = np.array(sorted(wins, reverse=True))
    cells = len(wins) + 1
    mines, games = np.arange(1, cells), np.full(len(wins), 1000)
    fit = fit_logistic(Curve(cells, mines, falling, games))
    mirrored = fit_logistic(Curve(cells, mines, 1000 - falling[::-1], games))
    if fit.height < 2.9:
        assert mirrored.centre == pytest.approx(1 - fit.centre, abs=2e-3)


@given(st.integers(2, 50))
@settings(max_examples=10)
def test_more_games_of_the_same_narrow_the_interval(factor: int) -> None:
    few = swept(64, logistic_rate(23, 0.21), 200, seed=1)
    many = Curve(64, few.mines, factor * few.wins, factor * few.games)
    for method in ("paper", "likelihood", "half"):
        one, other = critical_density(few, method), critical_density(many, method)
        assert one.value is not None
        assert one.value == pytest.approx(other.value, abs=1e-5)
        assert one.interval is not None
        assert other.interval is not None
        assert one.interval[1] - one.interval[0] > other.interval[1] - other.interval[0]


# -- by likelihood ------------------------------------------------------------------------------


def test_gradients_and_the_constraint_of_the_survival_curve() -> None:
    random = np.random.default_rng(2)
    t, places = np.linspace(0.1, 1, 12), np.array([0.4, 0.55, 0.7])
    parameters = np.array([[3.0, 1.0, -0.5, 0.3], [2.5, 0.2, 0.4, 0.1], [4.0, -1.0, 0.5, 0.0]])
    games = np.full(12, 50.0)
    wins = random.binomial(50, 0.5, 12).astype(float)
    model = hazard.steepest_at(t, 5, places)
    log_hazard, derivative = model(parameters)
    _, gradient, _ = hazard.log_likelihood(log_hazard, derivative, wins, games)
    for column in range(4):
        step = np.zeros(4)
        step[column] = 1e-6
        values = [
            hazard.log_likelihood(*model(parameters + sign * step), wins, games)[0]
            for sign in (1, -1)
        ]
        assert np.allclose((values[0] - values[1]) / 2e-6, gradient[:, column], rtol=1e-4)
    for row, place in enumerate(places):
        level = log_hazard[row, 0] - hazard.basis(t, 5)[0, 1:] @ parameters[row]
        around = place + np.array([-1e-3, 0, 1e-3])
        whole = np.append(level, parameters[row])
        win = np.exp(-np.exp(hazard.basis(around, 5) @ whole))
        bend = (win[0] - 2 * win[1] + win[2]) / 1e-6
        assert abs(bend) < 1e-3 * abs(win[2] - win[0]) / 2e-3 * 10
        moved = hazard.drift(whole, place)
        for column in range(5):
            shifted = np.array([whole, whole])
            shifted[:, column] += [1e-3, -1e-3]
            ends = hazard.steepest(shifted, 0.1)
            assert (ends[0] - ends[1]) / 2e-3 == pytest.approx(float(moved[column]), abs=2e-3)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_summit_is_that_of_a_general_optimiser(count: int) -> None:
    points = FittedPoints.of(drop(swept(100, double_exponential(22, 0.2), 500, seed=7)))
    fit = fit_survival(points, count)
    columns = hazard.basis(points.places, count)

    def cost(parameters: Array) -> float:
        mean = np.exp(np.clip(columns @ parameters, -50, 6))
        losses = points.games - points.wins
        return float(np.sum(points.wins * mean - losses * np.log(-np.expm1(-mean))))

    found = minimize(cost, fit.coefficients + 0.05, method="BFGS", options={"gtol": 1e-6})
    assert fit.log_likelihood >= -found.fun - 1e-6
    assert fit.log_likelihood == pytest.approx(-found.fun, abs=1e-2)


def test_weibulls_curve_in_closed_form_with_its_profile() -> None:
    curve = swept(64, weibull_rate(3.3, 0.22), 300, seed=9)
    fit = fit_likelihood(curve, parameters=2, tail=0)
    below = curve.below_dip()
    x, wins, losses = below.densities, below.wins, below.games - below.wins

    def cost(power: float, place: float) -> float:
        """The place of the steepest drop fixes the scale."""
        scale = place / ((power - 1) / power) ** (1 / power)
        mean = (x / scale) ** power
        return float(np.sum(wins * mean - losses * np.log(-np.expm1(-mean))))

    def profile(place: float) -> float:
        found = minimize_scalar(
            lambda power: cost(float(power), place), bounds=(1.2, 12), method="bounded"
        )
        return float(found.fun)

    best = minimize_scalar(
        lambda place: profile(float(place)), bounds=(0.15, 0.25), method="bounded"
    )
    assert fit.critical_density == pytest.approx(float(best.x), abs=1e-4)
    for end in fit.interval:
        fall = 2 * (profile(end) - float(best.fun))
        assert fall == pytest.approx(1.959964**2 * fit.widening**2, rel=0.02)
    a, power = fit.coefficients
    scale = x[-1] * exp(-a / power)
    assert fit.critical_density == pytest.approx(scale * (1 - 1 / power) ** (1 / power), abs=1e-5)
    assert fit.win_rate(scale) == pytest.approx(exp(-1))


def test_intervals_cover_the_truth() -> None:
    """On sweeps of three shapes, none of which is the fitted family but for Weibull's."""
    truths: list[tuple[int, Rate]] = [
        (64, logistic_rate(22, 0.2)),
        (100, double_exponential(22, 0.2)),
        (64, weibull_rate(3.3, 0.22)),
    ]
    hits, sweeps = 0, 0
    for cells, rate in truths:
        truth = steepest_of(rate)
        for seed in range(100):
            fit = fit_likelihood(swept(cells, rate, 1000, seed=1000 + seed))
            hits += fit.interval[0] <= truth <= fit.interval[1]
            sweeps += 1
    assert sweeps == 300
    assert 0.92 <= hits / sweeps <= 0.98


def test_the_bootstrap_agrees_with_the_profile() -> None:
    curve = swept(100, logistic_rate(28, 0.2), 3000, seed=11)
    profile, resampled = fit_likelihood(curve), fit_likelihood(curve, bootstrap=400)
    assert resampled.interval_by == "bootstrap"
    assert resampled.critical_density == profile.critical_density
    for one, other in zip(profile.interval, resampled.interval, strict=True):
        assert one == pytest.approx(other, abs=0.0015)
    assert fit_likelihood(curve, bootstrap=400).interval == resampled.interval


@pytest.mark.parametrize(("steepness", "centre"), [(20, 0.2), (30, 0.25), (45, 0.15)])
def test_both_methods_agree_on_a_logistic_curve(steepness: float, centre: float) -> None:
    curve = swept(144, logistic_rate(steepness, centre), 100_000)
    assert fit_logistic(curve).critical_density == pytest.approx(centre, abs=5e-4)
    assert fit_likelihood(curve).critical_density == pytest.approx(centre, abs=2e-3)


def test_a_curve_that_does_not_fit_says_so_and_widens_its_interval() -> None:
    curve = swept(64, logistic_rate(22, 0.2), 10_000, seed=1)
    stiff, bent = fit_likelihood(curve, parameters=2, tail=0), fit_likelihood(curve, tail=0.05)
    assert stiff.goodness is not None
    assert bent.goodness is not None
    assert bent.goodness < 2 < 10 < stiff.goodness
    assert stiff.widening == pytest.approx(sqrt(stiff.goodness))


def test_only_what_is_below_the_dip_matters() -> None:
    plain = swept(36, weibull_rate(3, 0.25), 1000, seed=2)
    lowest = int(np.argmin(plain.win_rates))
    wins = plain.wins.copy()
    wins[lowest + 1 :] = 1000
    risen = Curve(36, plain.mines, wins, plain.games)
    assert fit_likelihood(risen).critical_density == fit_likelihood(plain).critical_density


def check_undefined(curve: Curve, why: str) -> None:
    with pytest.raises(UndefinedError, match=why):
        fit_likelihood(curve)
    found = critical_density(curve, "likelihood")
    assert (found.value, found.interval, found.fit) == (None, None, None)
    assert why in found.why
    assert "not defined" in found.summary()


def test_where_nothing_drops() -> None:
    check_undefined(SHAPES["all won"], "no game was lost")
    check_undefined(SHAPES["nothing won"], "no game was won")
    games = np.full(3, 100)
    check_undefined(
        Curve(4, np.arange(1, 4), np.array([33, 33, 100]), games), "lowest at the first point"
    )


@pytest.mark.parametrize(
    ("wins", "low", "high"),
    [([100, 100, 0, 0], 0.4, 0.6), ([100, 100, 50, 0], 0.4, 0.8), ([100, 67, 100, 100], 0.2, 0.4)],
)
def test_a_drop_within_a_step(wins: list[int], low: float, high: float) -> None:
    fit = fit_likelihood(Curve(5, np.arange(1, 5), np.array(wins), np.full(4, 100)))
    assert fit.interval == pytest.approx((low, high))
    assert fit.critical_density == pytest.approx((low + high) / 2)
    assert fit.interval_by == "step"
    assert fit.goodness is None


def test_a_drop_that_begins_before_the_first_mine() -> None:
    fit = fit_likelihood(SHAPES["two rows"])
    assert fit.critical_density == 0
    assert fit.interval[0] == 0
    assert fit.interval[1] < 0.1


@pytest.mark.parametrize("steepness", [100, 1000, 1e5])
def test_very_steep_curves(steepness: float) -> None:
    def rate(x: Array) -> Array:
        return 1 / (1 + np.exp(np.clip(steepness * (x - 0.203), -500, 500)))

    fit = fit_likelihood(swept(1000, rate, 1000, seed=1))
    assert fit.interval[0] <= 0.203 <= fit.interval[1]
    assert fit.interval[1] - fit.interval[0] < 0.01


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"parameters": 1}, "2 to 5 parameters, not 1"),
        ({"parameters": 6}, "2 to 5 parameters, not 6"),
        ({"tail": 0.5}, "at least 0 and below one half, not 0.5"),
        ({"bootstrap": 10}, "100 resamples or more, not 10"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CurveError, match=message):
        fit_likelihood(SHAPES["square"], **options)


# -- other definitions --------------------------------------------------------------------------


def test_half_on_a_line_by_hand() -> None:
    curve = Curve(10, np.array([1, 2, 3]), np.array([90, 60, 20]), np.full(3, 100))
    half = find_half(curve)
    assert half.by == "line"
    assert half.critical_density == pytest.approx(0.225)
    assert 0.2 < half.interval[0] < 0.225 < half.interval[1] < 0.25
    early = find_half(Curve(10, np.array([1, 2]), np.array([25, 5]), np.full(2, 100)))
    assert early.critical_density == pytest.approx(0.1 * 2 / 3)


def test_half_covers_the_truth() -> None:
    truth = 0.22 * log(2) ** (1 / 3.3)
    hits = 0
    for seed in range(200):
        half = find_half(swept(64, weibull_rate(3.3, 0.22), 1000, seed=seed))
        assert half.by == "curve"
        hits += half.interval[0] <= truth <= half.interval[1]
    assert 0.92 <= hits / 200 <= 0.99


def test_half_without_a_guess_is_half_of_another_curve() -> None:
    curve = swept(64, weibull_rate(3.3, 0.22), 1000, seed=1)
    sure = swept(64, weibull_rate(3.0, 0.15), 1000, seed=2)
    both = Curve(
        64, curve.mines, curve.wins, curve.games, guess_free=np.minimum(sure.wins, curve.wins)
    )
    assert critical_density(both, "guess-free").value == find_half(sure).critical_density


def test_peaks() -> None:
    mines = np.arange(1, 100)
    means = 5 * np.exp(-(((mines / 100 - 0.3) / 0.15) ** 2))
    random = np.random.default_rng(4)
    hits = 0
    for _ in range(200):
        guesses = random.poisson(1000 * means)
        curve = Curve(100, mines, 0 * mines, 0 * mines + 1000, guesses=guesses)
        found = critical_density(curve, "guesses")
        assert found.value == pytest.approx(0.3, abs=0.01)
        assert found.interval is not None
        hits += found.interval[0] <= 0.3 <= found.interval[1]
    assert 0.9 <= hits / 200 <= 0.99
    games = np.full(3, 10)
    parabola = Curve(4, np.arange(1, 4), games, games, moves=np.array([10, 20, 20]))
    peak = find_peak(parabola, parabola.moves, "moves")
    assert peak.critical_density == pytest.approx(0.625, abs=1e-3)
    assert peak.interval is None


@pytest.mark.parametrize(
    ("method", "why"),
    [
        ("guess-free", "without a guess on a board of 64 cells were not counted"),
        ("guesses", "guesses on a board of 64 cells were not counted"),
        ("moves", "moves on a board of 64 cells were not counted"),
        ("seconds", "seconds on a board of 64 cells were not counted"),
    ],
)
def test_what_was_not_counted_has_no_critical_density(method: DensityMethod, why: str) -> None:
    assert why in critical_density(SHAPES["square"], method).why


@pytest.mark.parametrize(
    ("moves", "why"),
    [([9, 8, 7], "first point"), ([7, 8, 9], "last point"), ([0, 0, 0], "no moves")],
)
def test_no_peak(moves: list[int], why: str) -> None:
    curve = Curve(4, np.arange(1, 4), np.full(3, 1), np.full(3, 1), moves=np.array(moves))
    assert why in critical_density(curve, "moves").why


def test_more_than_half_is_always_won() -> None:
    curve = Curve(4, np.arange(1, 4), np.array([100, 67, 100]), np.full(3, 100))
    assert "67.0 %, with 2 mines" in critical_density(curve, "half").why


def test_unknown_methods_are_refused() -> None:
    check_method("paper")
    for call in (check_method, lambda name: critical_density(SHAPES["square"], name)):
        with pytest.raises(CurveError, match="'best'; there are paper, likelihood, half"):
            call("best")


@pytest.mark.parametrize("method", METHODS)
def test_results_for_people_and_for_machines(method: DensityMethod) -> None:
    plain = swept(64, weibull_rate(3.3, 0.22), 1000, seed=1)
    hill = np.rint(1000 * 4 * np.exp(-(((plain.densities - 0.3) / 0.2) ** 2)))
    curve = Curve(
        64, plain.mines, plain.wins, plain.games, plain.wins // 2, hill, hill + 1000, hill / 7
    )
    found = critical_density(curve, method)
    assert found.value is not None
    assert found.interval is not None
    assert found.interval[0] <= found.value <= found.interval[1]
    reported = json.loads(json.dumps(found.to_dict()))
    assert reported["critical_density"] == found.value
    assert reported["method"] == method
    assert f"{found.value:.4f}" in found.summary()
    assert "a board" not in found.summary()


@given(
    st.integers(2, 40).flatmap(
        lambda cells: st.tuples(
            st.just(cells),
            st.lists(st.integers(0, 50), min_size=cells - 1, max_size=cells - 1),
        )
    )
)
@settings(max_examples=150)
def test_any_curve_has_an_answer_or_a_reason(drawn: tuple[int, list[int]]) -> None:
    cells, wins = drawn
    totals = np.array(wins)
    curve = Curve(
        cells, np.arange(1, cells), totals, np.full(cells - 1, 50), None, totals, totals, totals / 3
    )
    for method in METHODS:
        if method == "paper":
            continue
        found = critical_density(curve, method)
        if found.value is None:
            assert found.why
            continue
        assert 0 <= found.value <= 1
        if found.interval is not None:
            low, high = found.interval
            assert 0 <= low <= found.value + 1e-9
            assert found.value - 1e-9 <= high <= 1
        if isinstance(found.fit, LikelihoodFit):
            assert np.all((found.fit.fitted >= 0) & (found.fit.fitted <= 1))
