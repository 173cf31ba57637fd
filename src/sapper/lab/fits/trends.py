"""The critical density as a function of the board: the fits of Chong et al. 2024, section 9.

- p = 1 (9.1): partial sums of the series Σ a_n q^(-n); a_0 estimates the conjectured limit.
- p = 2 (9.2): a constant, to test whether it is 0.
- p > 2 (9.3): a straight line in the aspect ratio p/q, to test whether its slope is 0; and
  a/(q - b) + c over the squares, whose c is the asymptotic critical density P*.

All fits are least squares, weighted by standard errors if these are given. A model is linear in its
coefficients, with at most one nonlinear shape parameter. For a given shape the fit is linear, so a
grid search with refinement over the shape alone finds the global minimum (variable projection).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper.errors import SapperError
from sapper.intervals import Z95

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.lab.fits.curve import Floats

_GRID = 150
_ZOOMS = 12


class TrendError(SapperError, ValueError):
    """Points to which a model cannot be fitted."""


@dataclass(frozen=True, slots=True)
class Model:
    """A family of curves: linear coefficients times columns, with at most one shape parameter."""

    name: str
    """Its name."""

    formula: str
    """Its formula, for display."""

    names: tuple[str, ...]
    """Names of the linear coefficients, then of the shape if there is one."""

    columns: Callable[[Floats, float], Floats]
    """Returns the columns for sizes and a shape, one per linear coefficient."""

    shapes: Callable[[Floats], tuple[float, float]] | None = None
    """Returns the search range of the shape for the sizes of the data."""

    limit: int | None = None
    """The index of the coefficient that is the limit for large boards; None if the limit is 0."""

    def value(self, size: Floats, parameters: Floats) -> Floats:
        """Return the curve at the sizes."""
        linear, shape = self.split(parameters)
        return np.asarray(self.columns(size, shape) @ linear)

    def split(self, parameters: Floats) -> tuple[Floats, float]:
        """Return the linear coefficients and the shape."""
        if self.shapes is None:
            return parameters, 0.0
        return parameters[:-1], float(parameters[-1])

    def gradient(self, size: Floats, parameters: Floats) -> Floats:
        """Return the derivatives of the curve by the parameters, one row per size."""
        linear, shape = self.split(parameters)
        columns = self.columns(size, shape)
        if self.shapes is None:
            return columns
        step = 1e-6 * max(1.0, abs(shape))
        after, before = self.columns(size, shape + step), self.columns(size, shape - step)
        return np.column_stack([columns, (after - before) @ linear / (2 * step)])


@dataclass(frozen=True, slots=True, eq=False)
class Trend:
    """A model fitted to critical densities."""

    model: Model
    """The fitted model."""

    parameters: Floats
    """The coefficients, in the order of ``model.names``."""

    errors: Floats
    """Their standard errors, to first order; nan without a degree of freedom."""

    intervals: Floats
    """Their 95 % intervals, to first order, one row each."""

    covariance: Floats
    """The covariance matrix of the parameters."""

    chi2: float
    """The sum of squares, in units of the standard errors if these were given."""

    degrees: int
    """The degrees of freedom: points minus parameters."""

    aic: float
    """Akaike's information criterion, corrected for small samples (AICc); lower is better."""

    weighted: bool
    """Whether standard errors were given."""

    sizes: Floats
    """The sizes of the boards."""

    @property
    def goodness(self) -> float | None:
        """Chi-square per degree of freedom, about 1 if the model fits; None without any."""
        return self.chi2 / self.degrees if self.weighted and self.degrees else None

    @property
    def limit(self) -> float:
        """The limit of the critical density as boards grow."""
        return 0.0 if self.model.limit is None else float(self.parameters[self.model.limit])

    def predict(self, size: float) -> tuple[float, float]:
        """Return the fitted critical density at a size and its standard error (delta method)."""
        at = np.array([float(size)])
        slope = self.model.gradient(at, self.parameters)[0]
        return (
            float(self.model.value(at, self.parameters)[0]),
            float(np.sqrt(max(0.0, slope @ self.covariance @ slope))),
        )

    def summary(self) -> str:
        """Return the fit in a line."""
        values = ", ".join(
            f"{name} = {value:.4g} ± {error:.2g}"
            for name, value, error in zip(
                self.model.names, self.parameters, self.errors, strict=True
            )
        )
        fits = "" if self.goodness is None else f"; chi² {self.goodness:.2f} per degree of freedom"
        return f"{self.model.formula}: {values}{fits}"

    def to_dict(self) -> dict[str, Any]:
        """Return the fit as plain values."""
        return {
            "model": self.model.name,
            "formula": self.model.formula,
            "parameters": dict(zip(self.model.names, self.parameters.tolist(), strict=True)),
            "errors": dict(zip(self.model.names, self.errors.tolist(), strict=True)),
            "intervals": dict(zip(self.model.names, self.intervals.tolist(), strict=True)),
            "limit": self.limit,
            "chi2": self.chi2,
            "degrees": self.degrees,
            "aic": self.aic,
            "points": len(self.sizes),
        }


# -- the models of section 9 --------------------------------------------------------------------


def series(terms: int) -> Model:
    """Return the first ``terms`` terms of Σ a_n q^(-n) (9.1)."""
    if terms < 1:
        raise TrendError(f"a series has at least one term, not {terms}")
    powers = np.arange(terms)
    return Model(
        name=f"series of {terms}",
        formula=" + ".join(["a0", *(f"a{n} q^-{n}" for n in powers[1:])]),
        names=tuple(f"a{n}" for n in powers),
        columns=lambda q, _: q[:, None] ** -powers.astype(np.float64),
        limit=0,
    )


CONSTANT = Model(
    name="constant",
    formula="c",
    names=("c",),
    columns=lambda q, _: np.ones((len(q), 1)),
    limit=0,
)
"""A constant (9.2)."""

LINE = Model(
    name="line",
    formula="c + s x",
    names=("c", "s"),
    columns=lambda x, _: np.column_stack([np.ones_like(x), x]),
)
"""A straight line, for the aspect ratio (9.3); it has no limit."""

HYPERBOLA = Model(
    name="hyperbola",
    formula="a / (q - b) + c",
    names=("a", "c", "b"),
    columns=lambda q, b: np.column_stack([1 / (q - b), np.ones_like(q)]),
    shapes=lambda q: (float(q.min()) - 1e4, float(q.min()) - 0.01),
    limit=1,
)
"""The curve through the squares (9.3)."""


def fit_trend(
    model: Model,
    sizes: npt.ArrayLike,
    densities: npt.ArrayLike,
    errors: npt.ArrayLike | None = None,
) -> Trend:
    """Fit a model to critical densities by least squares, weighted by their errors if given.

    Without standard errors, or if the points scatter more than these explain, the residual variance
    scales the covariance of the fit.

    >>> sides = np.arange(3, 11)
    >>> trend = fit_trend(HYPERBOLA, sides, 0.4 / (sides - 0.5) + 0.15)
    >>> trend.parameters.round(6)
    array([0.4 , 0.15, 0.5 ])
    """
    from scipy.special import stdtrit

    x, y, sigma = _checked(model, sizes, densities, errors)
    parameters, squares = _best(model, x, y, sigma)
    spare = len(x) - len(parameters)
    jacobian = model.gradient(x, parameters) / sigma[:, None]
    scale = np.maximum(np.sqrt(np.sum(jacobian**2, axis=0)), 1e-300)
    inverse = np.linalg.pinv(jacobian / scale, rcond=1e-12)
    covariance = inverse @ inverse.T / np.outer(scale, scale)
    scatter = squares / spare if spare else np.nan
    if errors is None:
        covariance = covariance * scatter
        quantile = float(stdtrit(spare, 0.975)) if spare else np.nan
        aic = len(x) * np.log(max(squares, 1e-300) / len(x))
        aic += _penalty(len(x), len(parameters) + 1)
    else:
        covariance = covariance * (max(1.0, scatter) if spare else 1.0)
        quantile = Z95
        aic = squares + _penalty(len(x), len(parameters))
    spread = np.sqrt(np.diagonal(covariance))
    reach = np.outer(spread * quantile, [-1.0, 1.0])
    return Trend(
        model=model,
        parameters=parameters,
        errors=spread,
        intervals=parameters[:, None] + reach,
        covariance=covariance,
        chi2=squares,
        degrees=spare,
        aic=float(aic),
        weighted=errors is not None,
        sizes=x,
    )


def partial_sums(
    sizes: npt.ArrayLike,
    densities: npt.ArrayLike,
    errors: npt.ArrayLike | None = None,
    most: int = 8,
) -> list[Trend]:
    """Fit the series with 1, 2, ... ``most`` terms; figure 9.4 shows their first coefficients.

    There are always fewer terms than points, so each coefficient has a standard error.

    >>> q = np.arange(5, 20)
    >>> [f"{abs(trend.limit):.3f}" for trend in partial_sums(q, 2 / q, most=3)]
    ['0.195', '0.000', '0.000']
    """
    count = np.size(np.asarray(sizes))
    return [
        fit_trend(series(terms), sizes, densities, errors)
        for terms in range(1, min(most, count - 1) + 1)
    ]


def limit_interval(
    trend: Trend, densities: npt.ArrayLike, errors: npt.ArrayLike | None = None
) -> tuple[float, float]:
    """Return the 95 % interval of the limit of a trend, from the profile of the sum of squares.

    The first-order errors of ``Trend`` are too inaccurate for a/(q - b) + c, whose interval is very
    asymmetric. An end that is not found within ten times the first-order distance is infinite.
    """
    from scipy.optimize import brentq

    model, column = trend.model, trend.model.limit
    if column is None:
        raise TrendError(f"the limit of {model.formula} is 0 by its form")
    if not trend.degrees:
        raise TrendError(
            f"{len(trend.sizes)} points leave no degree of freedom for {model.formula}"
        )
    x, y, sigma = _checked(model, trend.sizes, densities, errors)
    low, high = trend.intervals[column]
    quantile = (high - low) / (2 * trend.errors[column])
    scatter = trend.chi2 / trend.degrees
    allowed = quantile**2 * (max(1.0, scatter) if trend.weighted else scatter)

    def excess(limit: float) -> float:
        return float(_best(model, x, y, sigma, (column, limit))[1] - trend.chi2 - allowed)

    ends = []
    for first_order, away in ((low, -np.inf), (high, np.inf)):
        step = first_order - trend.limit
        strides = (stride for stride in (1.0, 2.0, 4.0, 10.0))
        beyond = next((s for s in strides if excess(trend.limit + s * step) > 0), None)
        if beyond is None:
            ends.append(float(away))
        else:
            outside = trend.limit + beyond * step
            ends.append(float(brentq(excess, trend.limit, outside, xtol=1e-7)))
    return ends[0], ends[1]


def _penalty(points: int, parameters: int) -> float:
    """Return the AICc penalty for a number of parameters."""
    if points <= parameters + 1:
        return float("inf")
    return 2 * parameters * points / (points - parameters - 1)


def _checked(
    model: Model,
    sizes: npt.ArrayLike,
    densities: npt.ArrayLike,
    errors: npt.ArrayLike | None,
) -> tuple[Floats, Floats, Floats]:
    x, y = np.asarray(sizes, dtype=np.float64), np.asarray(densities, dtype=np.float64)
    sigma = np.ones_like(y) if errors is None else np.asarray(errors, dtype=np.float64)
    if not x.ndim == y.ndim == sigma.ndim == 1 or not len(x) == len(y) == len(sigma):
        raise TrendError(f"{x.size} sizes, {y.size} densities and {sigma.size} errors")
    if not (np.all(np.isfinite(x)) and np.all(np.isfinite(y)) and np.all(np.isfinite(sigma))):
        raise TrendError("sizes, densities and errors of a trend must be finite")
    if np.any(sigma <= 0):
        raise TrendError(f"a standard error must be above 0, not {sigma.min()}")
    if len(np.unique(x)) < len(model.names):
        raise TrendError(
            f"{model.formula} has {len(model.names)} parameters, but there are "
            f"{len(np.unique(x))} sizes"
        )
    return x, y, sigma


def _best(
    model: Model,
    x: Floats,
    y: Floats,
    sigma: Floats,
    fixed: tuple[int, float] | None = None,
) -> tuple[Floats, float]:
    """Return the best parameters and their sum of squares.

    ``fixed`` is the index and the value of a coefficient that is held constant.
    """

    def prepared(shapes: Floats) -> tuple[Floats, Floats]:
        """Return the free columns and the target values, for every shape."""
        columns = np.stack([model.columns(x, shape) for shape in shapes.tolist()])
        columns = columns / sigma[:, None]
        aims = np.broadcast_to(y / sigma, columns.shape[:2])
        if fixed is None:
            return columns, aims
        held, value = fixed
        return np.delete(columns, held, axis=2), aims - value * columns[:, :, held]

    def squares(shapes: Floats) -> Floats:
        columns, aims = prepared(shapes)
        axes = np.linalg.qr(columns)[0]
        along = np.einsum("spk,sp->sk", axes, aims)
        return np.asarray(np.sum((aims - np.einsum("spk,sk->sp", axes, along)) ** 2, axis=1))

    shape = np.zeros(1)
    if model.shapes is not None:
        low, high = model.shapes(x)
        # The fit is most sensitive near the upper end of the range, so the grid is finer there.
        grid = high - (high - low) * np.linspace(0, 1, _GRID) ** 3
        for _ in range(_ZOOMS):
            best = int(np.argmin(squares(grid)))
            grid = np.linspace(grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)], 17)
        shape = grid[8:9]
    (columns,), (aim,) = prepared(shape)
    scale = np.sqrt(np.sum(columns**2, axis=0))
    linear = np.linalg.lstsq(columns / scale, aim, rcond=1e-14)[0] / scale
    residual = aim - columns @ linear
    if fixed is not None:
        linear = np.insert(linear, *fixed)
    parameters = linear if model.shapes is None else np.append(linear, shape)
    return parameters, float(residual @ residual)
