"""The critical density by maximum likelihood, with an interval.

Chong et al. 2024 define the critical density as the one at which the win rate drops the most, and
estimate it as the centre of a logistic curve fitted to all win rates by least squares (section 7).
This method fits a more flexible survival curve (``sapper.lab.fits.hazard``) with up to five
parameters by binomial maximum likelihood, which weights each point by its information. It uses only
points below the dip (``Curve.below_dip``), which need no correction, and of these only the drop:
distant tails contain no information about the steepest point but would bias the curve.

The interval is a profile-likelihood interval, or a percentile interval of a parametric bootstrap.
If the deviance exceeds its degrees of freedom by more than chance explains, the profile interval is
widened by the square root of their ratio, as is usual for overdispersed data (quasi-likelihood).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt
from typing import Any, Literal

import numpy as np

from sapper import defaults
from sapper.lab.fits import hazard
from sapper.lab.fits.curve import (
    Curve,
    CurveError,
    Floats,
    NotEnoughPointsError,
    UndefinedError,
)
from sapper.lab.fits.logistic import FEWEST_RESAMPLES
from sapper.lab.fits.survival import (
    FittedPoints,
    Survival,
    dispersion,
    fit_survival,
    steepest_interval,
)

TAIL = 0.05
"""The drop extends from win rates of 1 - TAIL down to win rates of TAIL."""

_FEWEST_POINTS = 8
"""If the drop has fewer points, points of the tails are added."""


@dataclass(frozen=True, slots=True, eq=False)
class LikelihoodFit:
    """A survival curve fitted to the drop of the win rate."""

    critical_density: float
    """The density of the steepest drop, in mines per cell; 0 if that is at the first mine."""

    interval: tuple[float, float]
    """Its 95 % interval."""

    interval_by: Literal["profile", "bootstrap", "step"]
    """The method of the interval; ``step`` if the whole drop lies between two points."""

    coefficients: tuple[float, ...]
    """a, κ, c_1, ... of the curve; empty if the whole drop lies between two points."""

    densities: Floats
    """The densities of the points used, in mines per cell."""

    win_rates: Floats
    """The measured win rates at these points."""

    fitted: Floats
    """The fitted win rates at these points."""

    deviance: float
    """Twice the difference of the log likelihoods of the saturated model and of the curve."""

    degrees: int
    """The degrees of freedom: points at which wins and losses are possible, minus parameters."""

    @property
    def goodness(self) -> float | None:
        """The deviance per degree of freedom, about 1 if the curve fits; None without any."""
        return self.deviance / self.degrees if self.degrees else None

    @property
    def widening(self) -> float:
        """The factor by which overdispersion widens the profile interval."""
        return sqrt(dispersion(self.deviance, self.degrees))

    def win_rate(self, density: float) -> float:
        """Return the win rate of the curve at a density above 0."""
        if not self.coefficients:
            return float(np.interp(density, self.densities, self.win_rates))
        terms = hazard.basis(np.array(density / self.densities[-1]), len(self.coefficients))
        log_hazard = float(terms @ np.array(self.coefficients))
        return exp(-exp(log_hazard))

    def summary(self) -> str:
        """Return the fit in a line."""
        if not self.coefficients:
            return f"the whole drop lies between {self.interval[0]:.4f} and {self.interval[1]:.4f}"
        fits = (
            "" if self.goodness is None else f", deviance {self.goodness:.2f} per degree of freedom"
        )
        return (
            f"a survival curve with {len(self.coefficients)} parameters through "
            f"{len(self.densities)} points of the drop{fits}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fit as plain values."""
        return {
            "curve": "survival",
            "coefficients": list(self.coefficients),
            "points": len(self.densities),
            "deviance": self.deviance,
            "degrees": self.degrees,
            "goodness": self.goodness,
            "widening": self.widening,
            "interval_by": self.interval_by,
        }


def fit_likelihood(
    curve: Curve,
    *,
    parameters: int | None = None,
    tail: float = TAIL,
    bootstrap: int = 0,
    seed: int = defaults.SEED,
) -> LikelihoodFit:
    """Fit a survival curve to the drop of the win rate and return it with its critical density.

    By default there are 5 ``parameters``, or fewer if there are few points or the curve would not
    decrease. Fewer parameters make the interval narrower, and wrong if the curve does not fit. With
    ``tail=0`` all points below the dip are used; with two parameters (a Weibull curve) the critical
    densities are then close to those of Chong et al. 2024. If ``bootstrap`` is positive, the
    interval comes from this number of parametric resamples instead of the profile. Raises
    ``UndefinedError`` if there is no visible drop, and ``NotEnoughPointsError`` if the steepest
    drop is at an end of the points.

    >>> curve = Curve(64, *np.array([[6, 10, 14, 18, 22], [97, 79, 42, 11, 1], [100] * 5]))
    >>> fit = fit_likelihood(curve)
    >>> round(fit.critical_density, 2), [round(bound, 2) for bound in fit.interval]
    (0.21, [0.16, 0.25])
    """
    if parameters is not None and not 2 <= parameters <= hazard.MOST_PARAMETERS:
        raise CurveError(f"a survival curve has 2 to 5 parameters, not {parameters}")
    if not 0 <= tail < 0.5:
        raise CurveError(f"a tail is a share of at least 0 and below one half, not {tail}")
    if bootstrap and bootstrap < FEWEST_RESAMPLES:
        raise CurveError(f"an interval takes {FEWEST_RESAMPLES} resamples or more, not {bootstrap}")
    used = drop(curve, tail)
    points = FittedPoints.of(used)
    if points.undecided < 2:
        return _within_a_step(used)
    chosen = longest_falling(points, parameters)
    lowest, highest = _ends(curve, used)
    first, last = float(points.places[0]), float(used.densities[-1])
    place = float(hazard.steepest(chosen.coefficients[None], first)[0])
    _check_inside(place, first, used, curve.inside())
    if bootstrap:
        low, high = _resampled(points, chosen, bootstrap, seed)
    else:
        low, high = steepest_interval(points, chosen, place)
    return LikelihoodFit(
        critical_density=lowest if place <= first else place * last,
        interval=(lowest if low is None else low * last, highest if high is None else high * last),
        interval_by="bootstrap" if bootstrap else "profile",
        coefficients=tuple(chosen.coefficients.tolist()),
        densities=used.densities,
        win_rates=used.win_rates,
        fitted=chosen.fitted,
        deviance=chosen.deviance,
        degrees=chosen.degrees,
    )


def drop(curve: Curve, tail: float = TAIL) -> Curve:
    """Return the points of the drop and one of each tail; raise UndefinedError if there is none."""
    below = curve.below_dip()
    if below.wins.sum() == below.games.sum():
        raise UndefinedError(f"no game was lost on {curve.name}: the win rate does not drop")
    if not below.wins.any():
        raise UndefinedError(f"no game was won on {curve.name}: the win rate does not drop")
    if len(below) < 2:
        inner = curve.inside()
        if len(inner) == 1 and inner.mines[0] < inner.last_number:
            raise NotEnoughPointsError(int(inner.mines[0]) + 1, inner.last_number)
        raise UndefinedError(
            f"the win rate of {curve.name} is lowest at the first point: a drop takes two points"
        )
    if tail == 0:
        return below
    rates = below.win_rates
    high, low = np.flatnonzero(rates >= 1 - tail), np.flatnonzero(rates <= tail)
    begin = int(high[-1]) if len(high) else 0
    end = int(low[low > begin][0]) + 1 if np.any(low > begin) else len(below)
    while end - begin < min(_FEWEST_POINTS, len(below)):
        begin, end = max(0, begin - 1), min(len(below), end + 1)
    return below.where(slice(begin, end))


def _ends(curve: Curve, used: Curve) -> tuple[float, float]:
    """Return the ends of an interval that the points used do not bound.

    They are the outermost densities used, or those of an empty and a full board if the points reach
    the first or the last number of mines.
    """
    inner = curve.inside()
    lowest = 0.0 if used.mines[0] == 1 else float(used.densities[0])
    is_last = used.mines[-1] == inner.mines[-1]
    highest = float(curve.max_per_cell) if is_last else float(used.densities[-1])
    return lowest, highest


def _check_inside(place: float, first: float, used: Curve, measured: Curve) -> None:
    """Raise NotEnoughPointsError if the curve is steepest at an end that more games would move."""
    low, high = int(measured.mines[0]), int(measured.mines[-1])
    if place <= first and used.mines[0] == low > 1:
        raise NotEnoughPointsError(1, low - 1)
    if place >= 1 and used.mines[-1] == high < measured.last_number:
        raise NotEnoughPointsError(high + 1, measured.last_number)


def _within_a_step(used: Curve) -> LikelihoodFit:
    """Return the fit of a curve with at most one point between all games won and all lost."""
    rates, densities = used.win_rates, used.densities
    low = float(densities[np.flatnonzero(rates == 1)[-1]]) if np.any(rates == 1) else 0.0
    high = float(densities[-1])
    return LikelihoodFit(
        critical_density=0.5 * (low + high),
        interval=(low, high),
        interval_by="step",
        coefficients=(),
        densities=densities,
        win_rates=rates,
        fitted=rates,
        deviance=0.0,
        degrees=0,
    )


def longest_falling(points: FittedPoints, parameters: int | None = None) -> Survival:
    """Return the curve with the given number of parameters, or the largest that decreases.

    The number of parameters is at most the number of points with both wins and losses, so that the
    likelihood has a finite maximum, and below the number of points, so that the fit can be tested.
    Selection by Akaike's criterion makes intervals too narrow: it prefers curves whose lack of fit
    is not significant but whose steepest place is biased.
    """
    most = max(2, min(points.undecided, len(points.places) - 1, hazard.MOST_PARAMETERS))
    if parameters is not None:
        return fit_survival(points, min(parameters, most))
    for count in range(most, 2, -1):
        curve = fit_survival(points, count)
        if hazard.falls(curve.coefficients, float(points.places[0])):
            return curve
    return fit_survival(points, 2)


def _resampled(
    points: FittedPoints, chosen: Survival, times: int, seed: int
) -> tuple[float | None, float | None]:
    """Return the central 95 % of the steepest places over parametric bootstrap resamples."""
    random = np.random.default_rng(seed)
    games = points.games.astype(np.int64)
    wins = random.binomial(games, points.wins / points.games, size=(times, len(games)))
    model = hazard.free_model(points.places, len(chosen.coefficients))
    start = np.repeat(chosen.coefficients[None], times, axis=0)
    summit = hazard.climb(lambda _: model, start, wins.astype(np.float64), points.games)
    first = float(points.places[0])
    places = hazard.steepest(summit.parameters, first)
    low, high = np.quantile(places, [0.025, 0.975])
    return None if low <= first else float(low), float(high)
