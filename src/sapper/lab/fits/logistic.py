"""The method of Chong et al. 2024: the centre of a logistic curve fitted by least squares.

The steps, with their sections. If text and program differ, the program is followed, because it
produced the published table.

1. Compute the win rates with 0 < m < pq mines (8.2).
2. Apply the W-correction (8.1), against the rise of the win rate towards a density of 1: after the
   first win rate of 0 all later ones become 0, and a win rate above its predecessor becomes 0 if
   the density exceeds 0.75. The text tests the density of the predecessor, the program (A.2) that
   of the point itself; ``rule`` selects one. The first part is not in the printed program.
3. Add the points (0, 1) and (1, 0) (A.2; the text does not mention them).
4. Fit b + L / (1 + e^(k (ρ - Q))) (7.2) by nonlinear least squares, with scipy's ``dogbox``,
   0 <= L <= 3 and 0 <= k. The initial values are the lowest rate for b, the range of the rates for
   L, 10 for k and the median density for Q.
5. The critical density is Q, the zero of the second derivative, where the curve is steepest (7.3),
   clamped to 0..1 (7.6). Equation 7.4 has a factor L² instead of L, which does not move the zero.

The paper gives no error. Here the interval propagates the binomial noise of the win rates to Q by
the delta method, through the Hessian of the sum of squares (a sandwich estimator), or comes from a
parametric bootstrap. It describes how Q varies between sweeps, not how well a logistic curve fits.
It is None if the points do not determine the four parameters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from sapper import defaults
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
    """b, the win rate at high density."""

    height: float
    """L, the height of the drop."""

    steepness: float
    """k, the steepness of the drop."""

    centre: float
    """Q, the density of the steepest drop, before clamping."""

    densities: Floats
    """The densities of all fitted points, including 0 and 1."""

    win_rates: Floats
    """The win rates at these points after W-correction."""

    evaluations: int
    """Number of evaluations of the curve."""

    converged: bool
    """Whether the fit converged."""

    @property
    def fitted(self) -> Floats:
        """The fitted win rates at the points."""
        return logistic(self.densities, self.floor, self.height, self.steepness, self.centre)

    @property
    def residuals(self) -> Floats:
        """The win rates minus the fitted ones."""
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
        """Return the fit as plain values."""
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
    """Return the logistic curve of (7.2)."""
    with np.errstate(over="ignore"):
        return np.asarray(floor + height / (1 + np.exp(steepness * (density - centre))))


def w_correction(
    densities: Floats, win_rates: Floats, rule: Rule = "program", densest: float = 1.0
) -> Floats:
    """Return the win rates after both parts of W-correction (8.1), in the order of the densities.

    ``densest`` is the density of a full board, which is 1 in the paper.

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
        if judged > HIGH_DENSITY * densest and corrected[after - 1] < corrected[after]:
            corrected[after] = 0
    return corrected


def fit_logistic(
    curve: Curve, *, rule: Rule = "program", bootstrap: int = 0, seed: int = defaults.SEED
) -> LogisticFit:
    """Fit the logistic curve of Chong et al. 2024 and return it with its critical density.

    All given points are used; the paper has every number of mines on the board. If ``bootstrap`` is
    positive, the interval comes from this number of parametric resamples, each with its own fit.
    That is slow, but also valid if noise decides between two different local minima, as on 2x2.

    >>> mines = np.arange(1, 64)
    >>> wins = np.rint(1000 / (1 + np.exp(30 * (mines / 64 - 0.2))))
    >>> curve = Curve(cells=64, mines=mines, wins=wins, games=np.full(63, 1000))
    >>> round(fit_logistic(curve).critical_density, 3)
    0.2
    """
    if bootstrap and bootstrap < FEWEST_RESAMPLES:
        raise CurveError(f"an interval takes {FEWEST_RESAMPLES} resamples or more, not {bootstrap}")
    inner = curve.inside()
    densest = float(inner.max_per_cell)
    corrected = w_correction(inner.densities, inner.win_rates, rule, densest)
    x, y = _with_ends(inner.densities, corrected, densest)
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
            low, high = centre - Z95 * error, centre + Z95 * error
            interval = _clamp(low, densest), _clamp(high, densest)
    return LogisticFit(
        _clamp(centre, densest),
        interval,
        *found.parameters,
        x,
        y,
        found.evaluations,
        found.converged,
    )


@dataclass(frozen=True, slots=True)
class _Minimum:
    """The minimum of the sum of squares."""

    parameters: tuple[float, float, float, float]
    free: tuple[bool, ...]
    evaluations: int
    converged: bool


def _clamp(density: float, densest: float) -> float:
    """Return the density clamped to 0..1 as in (7.6), or to ``densest`` instead of 1."""
    return min(max(density, 0.0), densest)


def _with_ends(densities: Floats, win_rates: Floats, densest: float) -> tuple[Floats, Floats]:
    """Return the points and the two end points that the program adds."""
    x = np.concatenate([[0.0], densities, [densest]])
    return x, np.concatenate([[1.0], win_rates, [0.0]])


def _least_squares(x: Floats, y: Floats) -> _Minimum:
    """Fit as scipy's curve_fit in A.2, without the covariance that it warns about."""
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
    """Return the central 95 % of the critical densities over parametric bootstrap resamples."""
    random = np.random.default_rng(seed)
    wins = random.binomial(inner.games, inner.win_rates, size=(times, len(inner)))
    x, densest = inner.densities, float(inner.max_per_cell)
    corrected = (w_correction(x, row / inner.games, rule, densest) for row in wins)
    centres = [
        _clamp(_least_squares(*_with_ends(x, rates, densest)).parameters[3], densest)
        for rates in corrected
    ]
    low, high = np.quantile(centres, [0.025, 0.975])
    return float(low), float(high)


def _error_of_centre(x: Floats, y: Floats, noise: Floats, found: _Minimum) -> float | None:
    """Return the standard error of Q from the variances of the win rates, or None.

    The derivatives of Q by the win rates follow from the implicit function theorem, with the full
    Hessian of the sum of squares including second derivatives, since residuals are not small.
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
