"""A survival curve fitted by maximum likelihood, and the profile likelihood of its steepest place.

The profile-likelihood interval contains each place for which the best curve constrained to be
steepest there lowers the log likelihood by at most Z95² / 2 (times the dispersion). The search for
its ends starts from the Fisher-information estimate and interpolates the square root of the drop in
log likelihood, which is nearly linear in the place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper.intervals import Z95
from sapper.lab.fits import hazard

if TYPE_CHECKING:
    from sapper.lab.fits.curve import Curve, Floats

_Z99 = 2.3263478740408408
"""The 99 % quantile of the standard normal distribution."""

_STRIDES = ((0.6, 0.85, 1.0, 1.2, 1.6), (2.3, 3.5, 6.0, 10.0, 20.0), (40.0, 100.0, 300.0, 1e9))
"""Trial distances to the end of an interval, in units of the initial estimate."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedPoints:
    """The points of a fit."""

    places: Floats
    """The densities divided by the last density: above 0 and up to 1."""

    wins: Floats
    """The games won."""

    games: Floats
    """The games played."""

    @classmethod
    def of(cls, curve: Curve) -> FittedPoints:
        """Return the points of a curve."""
        densities = curve.densities
        counts = curve.wins.astype(np.float64), curve.games.astype(np.float64)
        return cls(densities / densities[-1], *counts)

    @property
    def undecided(self) -> int:
        """The number of points with both wins and losses."""
        return int(np.sum((self.wins > 0) & (self.wins < self.games)))

    @property
    def full_likelihood(self) -> float:
        """The log likelihood of the saturated model, without the binomial coefficients."""
        rate = self.wins / self.games
        with np.errstate(divide="ignore", invalid="ignore"):
            won = np.where(rate > 0, self.wins * np.log(rate), 0.0)
            lost = np.where(rate < 1, (self.games - self.wins) * np.log1p(-rate), 0.0)
        return float(np.sum(won + lost))


@dataclass(frozen=True, slots=True, eq=False)
class Survival:
    """A fitted curve and its goodness of fit."""

    coefficients: Floats
    """a, κ, c_1, ..."""

    log_likelihood: float
    """The maximum of the log likelihood, without the binomial coefficients."""

    information: Floats
    """The Fisher information of the coefficients."""

    fitted: Floats
    """The fitted win rates at the points."""

    deviance: float
    """Twice the difference of the log likelihoods of the saturated model and of the curve."""

    degrees: int
    """The degrees of freedom: points at which wins and losses are possible, minus coefficients."""

    @property
    def dispersion(self) -> float:
        """The overdispersion of the points around the curve, at least 1."""
        return dispersion(self.deviance, self.degrees)


def dispersion(deviance: float, degrees: int) -> float:
    """Return the deviance per degree of freedom if it is significant at 1 %, otherwise 1.

    The quantile of the chi-square distribution is the Wilson-Hilferty approximation. Widening for
    any deviance above its mean would make intervals several per cent too wide if the curve is
    right, since chance alone exceeds the mean in about half of all sweeps and smaller deviances do
    not narrow the intervals.

    >>> dispersion(14.0, 7), dispersion(21.0, 7), dispersion(3.0, 0)
    (1.0, 3.0, 1.0)
    """
    if not degrees:
        return 1.0
    spread = 2 / (9 * degrees)
    explained = degrees * (1 - spread + _Z99 * spread**0.5) ** 3
    return deviance / degrees if deviance > explained else 1.0


def fit_survival(points: FittedPoints, count: int) -> Survival:
    """Return the maximum-likelihood curve with ``count`` coefficients.

    The start is the weighted linear least-squares fit of log(-log W).
    """
    rates = (points.wins + 0.5) / (points.games + 1)
    weight = np.sqrt(points.games * rates / (1 - rates)) * -np.log(rates)
    columns = hazard.basis(points.places, count)
    straight = np.log(-np.log(rates))
    start = np.linalg.lstsq(columns * weight[:, None], straight * weight, rcond=None)[0]
    model = hazard.free_model(points.places, count)
    summit = hazard.climb(lambda _: model, start[None], points.wins, points.games)
    fitted = np.exp(-np.exp(columns @ summit.parameters[0]))
    height = float(summit.log_likelihood[0])
    # Points whose expected number of wins or losses is below 1 do not count as degrees of freedom.
    open_points = int(np.sum(points.games * fitted * (1 - fitted) >= 1))
    return Survival(
        coefficients=summit.parameters[0],
        log_likelihood=height,
        information=summit.information[0],
        fitted=fitted,
        deviance=max(0.0, 2 * (points.full_likelihood - height)),
        degrees=max(0, open_points - count),
    )


def steepest_interval(
    points: FittedPoints, curve: Survival, place: float
) -> tuple[float | None, float | None]:
    """Return the 95 % profile-likelihood interval of the place of the steepest drop.

    An end is None if the interval extends to the first or the last point.
    """
    search = _Search.begin(points, curve, place)
    first = float(points.places[0])
    low = None if place <= first else search.end(first)
    high = None if place >= 1 else search.end(1.0)
    return low, high


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """The search for the ends of an interval."""

    points: FittedPoints
    curve: Survival
    place: float
    allowed: float
    """The largest drop of the log likelihood within the interval."""
    guess: float
    """The estimated half width of the interval."""
    along: Floats
    """The estimated derivative of the coefficients by the place."""

    @classmethod
    def begin(cls, points: FittedPoints, curve: Survival, place: float) -> _Search:
        allowed = 0.5 * Z95**2 * curve.dispersion
        guess, along = 0.05, np.zeros_like(curve.coefficients)
        if points.places[0] < place < 1:
            drift = hazard.drift(curve.coefficients, place)
            scale = np.sqrt(np.diagonal(curve.information))
            matrix = curve.information / np.outer(scale, scale)
            moved = np.linalg.lstsq(matrix, drift / scale, rcond=1e-14)[0] / scale
            variance = float(drift @ moved)
            if 0 < variance < 1:
                guess, along = (2 * allowed * variance) ** 0.5, moved / variance
        return cls(points, curve, place, allowed, guess, along)

    def end(self, edge: float) -> float | None:
        """Return the end on the side of ``edge``, or None if ``edge`` is in the interval."""
        side, far = float(np.sign(edge - self.place)), abs(edge - self.place)
        inner, outer = (0.0, 0.0), (0.0, 0.0)
        for strides in _STRIDES:
            steps = np.unique(np.minimum(np.array(strides) * self.guess, far))
            inner, outer = self._narrowed(inner, outer, side, steps)
            if outer[0]:
                break
            if steps[-1] == far:
                return None
        inner, outer = self._narrowed(inner, outer, side, np.linspace(inner[0], outer[0], 5)[1:-1])
        target, low, high = np.sqrt([self.allowed, inner[1], outer[1]])
        share = 1.0 if np.isinf(high) else float((target - low) / (high - low))
        return self.place + side * (inner[0] + share * (outer[0] - inner[0]))

    def _narrowed(
        self,
        inner: tuple[float, float],
        outer: tuple[float, float],
        side: float,
        steps: Floats,
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the last step inside and the first outside the interval, each with its drop."""
        for step, fall in zip(steps.tolist(), self._falls(side * steps).tolist(), strict=True):
            if fall > self.allowed:
                return inner, (step, fall)
            inner = (step, fall)
        return inner, outer

    def _falls(self, steps: Floats) -> Floats:
        """Return the drop of the log likelihood if the curve is steepest at ``place + steps``.

        If the extrapolated curve cannot be steepest there, the start is a Weibull curve.
        """
        points, count = self.points, len(self.curve.coefficients)
        there = self.place + steps
        begin = (self.curve.coefficients + np.outer(steps, self.along))[:, 1:]
        lost = np.isnan(hazard.steepest_at(points.places, count, there)(begin)[0][:, 0])
        begin[lost] = 0.0
        begin[lost, 0] = 3.0
        summit = hazard.climb(
            lambda rows: hazard.steepest_at(points.places, count, there[rows]),
            begin,
            points.wins,
            points.games,
        )
        return np.maximum(self.curve.log_likelihood - summit.log_likelihood, 0.0)
