"""The method of Chong et al. 2024: W-correction, a logistic curve, its centre.

Step by step, with the section each is from. Where text and program part, the program is followed,
since the published table came from it.

1. Win rates of all boards with 0 < m < pq mines (8.2).
2. W-correction (8.1), against the rise towards a density of 1: after the first win rate of 0 all
   are taken as 0; and a win rate above the one before it is taken as 0 where the density exceeds
   0.75. The text asks this of the density before, the program (A.2) of the density itself; ``rule``
   tells which. The first part is not in the printed program.
3. The points (0, 1) and (1, 0) are added (A.2; the text does not mention them).
4. b + L / (1 + e^(k (ρ - Q))) is fitted (7.2) by least squares, with scipy's ``dogbox``,
   0 <= L <= 3 and 0 <= k, from the lowest rate, the range of the rates, 10 and the median density.
5. The critical density is Q, where L'' = 0 and the curve is steepest (7.3), clamped to 0..1 (7.6).
   Equation 7.4 for L'' has a factor L² where L is right; its zero is the same.

The paper gives no error. Here the interval is what the noise of the win rates does to Q, to first
order, through the curvature of the sum of squares (a sandwich estimate). It says how much Q would
differ in another sweep, not how well a logistic curve fits; it is None where the points do not fix
the four parameters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from sapper.intervals import Z95
from sapper.lab.fits.curve import Curve, CurveError, Floats

Rule = Literal["program", "text"]

FEWEST_RESAMPLES = 100
"""Lower limit on the resamples of a bootstrap."""

HIGH_DENSITY = 0.75
"""The density from which the second part of W-correction applies (8.1)."""

_EVALUATIONS = 1_000_000
_LOWER = (-np.inf, 0.0, 0.0, -np.inf)
_UPPER = (np.inf, 3.0, np.inf, np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class LogisticFit:
    """The logistic curve of (7.2) through corrected win rates."""

    critical_density: float
    """The centre, clamped to 0..1 (7.6)."""

    interval: tuple[float, float] | None
    """The 95 % interval from the noise of the win rates; None if it cannot be computed."""

    floor: float
    """b."""

    height: float
    """L."""

    steepness: float
    """k."""

    centre: float
    """Q."""

    densities: Floats
    """The densities of all points that were fitted, with 0 and 1."""

    win_rates: Floats
    """The win rates there after W-correction."""

    evaluations: int
    """How often the curve was computed."""

    converged: bool
    """Whether the fit ended by itself."""

    @property
    def fitted(self) -> Floats:
        """The curve at the points."""
        return logistic(self.densities, self.floor, self.height, self.steepness, self.centre)

    @property
    def residuals(self) -> Floats:
        """The win rates less the curve."""
        return self.win_rates - self.fitted

    def win_rate(self, density: float) -> float:
        """Return the win rate of the curve at a density."""
        parameters = self.floor, self.height, self.steepness, self.centre
        return float(logistic(np.array(density), *parameters))

    def summary(self) -> str:
        """Return the fit in a line."""
        return (
            f"a logistic curve through {len(self.densities)} points: b = {self.floor:.4f}, "
            f"L = {self.height:.4f}, k = {self.steepness:.4g}, Q = {self.centre:.4f}, "
            f"largest residual {np.max(np.abs(self.residuals)):.3f}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fit for machines."""
        return {
            "curve": "logistic",
            "b": self.floor,
            "L": self.height,
            "k": self.steepness,
            "Q": self.centre,
            "points": len(self.densities),
            "squares": float(self.residuals @ self.residuals),
            "evaluations": self.evaluations,
            "converged": self.converged,
        }


def logistic(
    density: Floats, floor: float, height: float, steepness: float, centre: float
) -> Floats:
    """Return the curve of (7.2)."""
    with np.errstate(over="ignore"):
        return np.asarray(floor + height / (1 + np.exp(steepness * (density - centre))))


def w_correction(densities: Floats, win_rates: Floats, rule: Rule = "program") -> Floats:
    """Return the win rates after both parts of W-correction (8.1), in the order of the densities.

    >>> densities = np.array([0.25, 0.5, 0.75, 0.8, 0.9])
    >>> w_correction(densities, np.array([0.9, 0.3, 0.1, 0.2, 1.0]))
    array([0.9, 0.3, 0.1, 0. , 0. ])
    >>> w_correction(densities, np.array([0.9, 0.3, 0.1, 0.2, 1.0]), rule="text")
    array([0.9, 0.3, 0.1, 0.2, 0. ])
    >>> w_correction(densities, np.array([0.9, 0.0, 0.1, 0.05, 1.0]))
    array([0.9, 0. , 0. , 0. , 0. ])
    """
    if rule not in ("program", "text"):
        raise CurveError(f"unknown rule {rule!r}; there are program, text")
    corrected = win_rates.copy()
    none_won = np.flatnonzero(corrected == 0)
    if len(none_won):
        corrected[none_won[0] :] = 0
    for after in range(1, len(corrected)):
        judged = densities[after if rule == "program" else after - 1]
        if judged > HIGH_DENSITY and corrected[after - 1] < corrected[after]:
            corrected[after] = 0
    return corrected


def fit_logistic(
    curve: Curve, *, rule: Rule = "program", bootstrap: int = 0, seed: int = 1
) -> LogisticFit:
    """Fit the logistic curve of Chong et al. 2024 and return it with its critical density.

    Takes the points there are; those of the paper are all numbers of mines on the board. With
    ``bootstrap`` the interval comes from so many resamples of the games, each with its own fit:
    slow, but right also where noise decides between two quite different fits, as on 2x2.

    >>> mines = np.arange(1, 64)
    >>> wins = np.rint(1000 / (1 + np.exp(30 * (mines / 64 - 0.2))))
    >>> curve = Curve(cells=64, mines=mines, wins=wins, games=np.full(63, 1000))
    >>> round(fit_logistic(curve).critical_density, 3)
    0.2
    """
    if bootstrap and bootstrap < FEWEST_RESAMPLES:
        raise CurveError(f"an interval takes {FEWEST_RESAMPLES} resamples or more, not {bootstrap}")
    inner = curve.inside()
    corrected = w_correction(inner.densities, inner.win_rates, rule)
    x, y = _with_ends(inner.densities, corrected)
    found = _least_squares(x, y)
    centre = found.parameters[3]
    if bootstrap:
        interval: tuple[float, float] | None = _resampled(inner, rule, bootstrap, seed)
    else:
        noise = np.zeros_like(x)
        kept = np.flatnonzero(corrected == inner.win_rates)
        guarded = (inner.wins[kept] + 1) / (inner.games[kept] + 2)
        noise[1 + kept] = guarded * (1 - guarded) / inner.games[kept]
        error = _error_of_centre(x, y, noise, found)
        interval = None
        if error is not None:
            interval = _clamp(centre - Z95 * error), _clamp(centre + Z95 * error)
    return LogisticFit(
        _clamp(centre), interval, *found.parameters, x, y, found.evaluations, found.converged
    )


@dataclass(frozen=True, slots=True)
class _Minimum:
    """The point of the least squares."""

    parameters: tuple[float, float, float, float]
    free: tuple[bool, ...]
    evaluations: int
    converged: bool


def _clamp(density: float) -> float:
    """Return the density as (7.6) clamps it."""
    return min(max(density, 0.0), 1.0)


def _with_ends(densities: Floats, win_rates: Floats) -> tuple[Floats, Floats]:
    """Return the points with the two that the program adds."""
    return np.concatenate([[0.0], densities, [1.0]]), np.concatenate([[1.0], win_rates, [0.0]])


def _least_squares(x: Floats, y: Floats) -> _Minimum:
    """Do what scipy's curve_fit does in A.2, without the covariance that it warns about."""
    from scipy.optimize import least_squares

    def residuals(parameters: Floats) -> Floats:
        return logistic(x, *parameters.tolist()) - y

    found = least_squares(
        residuals,
        [y.min(), y.max() - y.min(), 10.0, float(np.median(x))],
        bounds=(_LOWER, _UPPER),
        method="dogbox",
        max_nfev=_EVALUATIONS,
    )
    floor, height, steepness, centre = (float(value) for value in found.x)
    free = tuple(bool(bound == 0) for bound in found.active_mask)
    return _Minimum((floor, height, steepness, centre), free, int(found.nfev), found.status > 0)


def _resampled(inner: Curve, rule: Rule, times: int, seed: int) -> tuple[float, float]:
    """Return the middle 95 % of the critical densities over resamples of the games."""
    random = np.random.default_rng(seed)
    wins = random.binomial(inner.games, inner.win_rates, size=(times, len(inner)))
    centres = [
        _clamp(_least_squares(*_with_ends(inner.densities, rates)).parameters[3])
        for rates in (w_correction(inner.densities, row / inner.games, rule) for row in wins)
    ]
    low, high = np.quantile(centres, [0.025, 0.975])
    return float(low), float(high)


def _error_of_centre(x: Floats, y: Floats, noise: Floats, found: _Minimum) -> float | None:
    """Return the standard error of Q from the variances of the win rates, or None.

    The centre moves with the rates as the minimum of the sum of squares does: by the inverse of its
    curvature, second derivatives of the curve included, since residuals are not small.
    """
    _, height, steepness, centre = found.parameters
    free = np.array(found.free)
    residual = logistic(x, *found.parameters) - y
    with np.errstate(over="ignore"):
        s = 1 / (1 + np.exp(steepness * (x - centre)))
    slope = -s * (1 - s)
    bend = s * (1 - s) * (1 - 2 * s)
    by_k, by_q = x - centre, np.full_like(x, -steepness)
    jacobian = np.stack([np.ones_like(x), s, height * slope * by_k, height * slope * by_q])
    second = np.zeros((4, 4))
    second[1, 2] = residual @ (slope * by_k)
    second[1, 3] = residual @ (slope * by_q)
    second[2, 3] = residual @ (height * (bend * by_k * by_q - slope))
    second += second.T
    second[2, 2] = residual @ (height * bend * by_k**2)
    second[3, 3] = residual @ (height * bend * by_q**2)
    curvature = (jacobian @ jacobian.T + second)[np.ix_(free, free)]
    spread = np.sqrt(np.abs(np.diagonal(curvature)))
    if not free[3] or len(x) <= free.sum() or not np.all(spread > 0):
        return None
    scaled = curvature / np.outer(spread, spread)
    if np.linalg.eigvalsh(scaled)[0] < 1e-8:
        return None
    inverse = np.linalg.inv(scaled)[-1] / spread / spread[-1]
    influence = inverse @ jacobian[free]
    return float(np.sqrt(np.sum(influence**2 * noise)))
