"""One survival curve fitted to points, and the profile likelihood of where it is steepest.

The interval holds the places at which the best curve that is steepest there is no worse, by its
likelihood, than chance allows. The ends are searched from a first guess, which the information at
the summit gives, along the root of the fall of the log likelihood: nearly a straight line.
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
"""One normal deviate in a hundred is greater."""

_STRIDES = ((0.6, 0.85, 1.0, 1.2, 1.6), (2.3, 3.5, 6.0, 10.0, 20.0), (40.0, 100.0, 300.0, 1e9))
"""Steps to the end of an interval, in units of the first guess."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedPoints:
    """The points of a fit. Their places are densities in units of the last one."""

    places: Floats
    """The places, from above 0 to 1."""

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
        """The logarithm of the likelihood of a curve through every point."""
        rate = self.wins / self.games
        with np.errstate(divide="ignore", invalid="ignore"):
            won = np.where(rate > 0, self.wins * np.log(rate), 0.0)
            lost = np.where(rate < 1, (self.games - self.wins) * np.log1p(-rate), 0.0)
        return float(np.sum(won + lost))


@dataclass(frozen=True, slots=True, eq=False)
class Survival:
    """A fitted curve, and how well it fits."""

    coefficients: Floats
    """a, κ, c_1, ..."""

    log_likelihood: float
    """Without the binomial coefficients."""

    information: Floats
    """Fisher's information of the coefficients."""

    fitted: Floats
    """The win rates of the curve at the points."""

    deviance: float
    """Twice what the log likelihood falls short of a curve through every point."""

    degrees: int
    """The degrees of freedom: points at which a game can go either way, less the coefficients."""

    @property
    def dispersion(self) -> float:
        """How much more than chance the points scatter around the curve; 1 where chance may do."""
        return dispersion(self.deviance, self.degrees)


def dispersion(deviance: float, degrees: int) -> float:
    """Return the deviance a degree of freedom where it is more than chance explains, else 1.

    Chance explains a deviance that one sweep in a hundred exceeds, by Wilson and Hilferty's
    approximation of its distribution. To widen intervals for any deviance above its mean would make
    them too wide by some per cent even where the curve is right: chance alone exceeds the mean
    every other time, and what falls short of it does not narrow them again.

    >>> dispersion(14.0, 7), dispersion(21.0, 7), dispersion(3.0, 0)
    (1.0, 3.0, 1.0)
    """
    if not degrees:
        return 1.0
    spread = 2 / (9 * degrees)
    explained = degrees * (1 - spread + _Z99 * spread**0.5) ** 3
    return deviance / degrees if deviance > explained else 1.0


def fit_survival(points: FittedPoints, count: int) -> Survival:
    """Return the best curve of ``count`` coefficients.

    The climb begins from the weighted straight fit of log(-log W), which is close already.
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
    # Points at which every game goes one way fit any such curve and must not pass for evidence.
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
    """Return the interval of 95 % of the place of the steepest drop; None where it has no end.

    The interval has no end on a side where the first or the last point still lies in it.
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
    """How far the log likelihood may fall."""
    guess: float
    """About how far the interval reaches."""
    along: Floats
    """How the best curve changes with the place, about."""

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
        """Return the end on the side of ``edge``, or None where ``edge`` is in the interval."""
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
        """Return the last step inside and the first outside of the interval, each with its fall."""
        for step, fall in zip(steps.tolist(), self._falls(side * steps).tolist(), strict=True):
            if fall > self.allowed:
                return inner, (step, fall)
            inner = (step, fall)
        return inner, outer

    def _falls(self, steps: Floats) -> Floats:
        """Return how far the likelihood falls if the curve must be steepest so far from its place.

        A curve that cannot be steepest there starts from a plain Weibull curve.
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
