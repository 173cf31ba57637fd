"""The density at which the mean cost of a game is greatest: guesses, clicks or CPU time.

Chong et al. 2024 propose such definitions as future work (10.3). A game with few mines needs little
effort, and one with many mines is lost early, so there is a peak in between. It is the maximum of a
cubic (a parabola for up to four points) fitted by weighted least squares to the points around it,
with their games as weights. Only the sum over the games of a point is known, so the standard error
is estimated from the residuals of the fit, by the delta method with Student's t.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sapper.lab.fits.curve import (
    Curve,
    Floats,
    Integers,
    NotEnoughPointsError,
    UndefinedError,
)

_SHARE = 0.8
"""Contiguous points with at least this share of the largest mean belong to the peak."""

_FEWEST = 3


@dataclass(frozen=True, slots=True)
class Peak:
    """The peak of a mean cost per game."""

    critical_density: float
    """The density of the peak, in mines per cell."""

    interval: tuple[float, float] | None
    """Its 95 % interval; None if there are no more points than coefficients."""

    height: float
    """The maximum of the fitted curve, in units of the cost per game."""

    points: int
    """The number of points in the fit."""

    degree: int
    """The degree of the polynomial."""

    def summary(self) -> str:
        """Return the fit in a line."""
        return (
            f"the maximum, {self.height:.4g} per game, of a polynomial of degree {self.degree} "
            f"through {self.points} points"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fit as plain values."""
        return {
            "curve": "polynomial",
            "degree": self.degree,
            "points": self.points,
            "height": self.height,
        }


def find_peak(curve: Curve, totals: Integers | Floats | None, what: str) -> Peak:
    """Return the peak of the mean of ``totals`` per game; ``what`` names them in messages.

    >>> mines, wins, games, guesses = np.array([[1, 2, 3], [9, 7, 3], [10] * 3, [1, 19, 17]])
    >>> curve = Curve(10, mines, wins, games, guesses=guesses)
    >>> round(find_peak(curve, curve.guesses, "guesses").critical_density, 3)
    0.24
    """
    if totals is None:
        raise UndefinedError(f"the {what} on {curve.name} were not counted")
    inside = (curve.mines > 0) & (curve.mines < curve.capacity)
    mines = curve.mines[inside]
    x, weight = curve.densities[inside], curve.games[inside].astype(np.float64)
    means = totals[inside] / weight
    if len(x) < _FEWEST:
        if len(x) < curve.last_number:
            raise NotEnoughPointsError(1, curve.last_number)
        raise UndefinedError(f"a peak takes {_FEWEST} points, and {curve.name} has {len(x)}")
    top = int(np.argmax(means))
    if means[top] == 0:
        raise UndefinedError(f"there were no {what} on {curve.name}")
    if top == 0 and mines[0] > 1:
        raise NotEnoughPointsError(1, int(mines[0]) - 1)
    if top == len(x) - 1 and mines[-1] < curve.last_number:
        raise NotEnoughPointsError(int(mines[-1]) + 1, curve.last_number)
    if top in (0, len(x) - 1):
        side = "first" if top == 0 else "last"
        raise UndefinedError(f"the {what} per game on {curve.name} are most at the {side} point")
    begin = end = top
    while begin > 0 and (means[begin - 1] >= _SHARE * means[top] or top - begin < 1):
        begin -= 1
    while end < len(x) - 1 and (means[end + 1] >= _SHARE * means[top] or end - top < 1):
        end += 1
    around = slice(begin, end + 1)
    return _top_of_polynomial(x[around], means[around], weight[around], curve.max_per_cell)


def _top_of_polynomial(x: Floats, means: Floats, weight: Floats, densest: float) -> Peak:
    """Fit a polynomial in coordinates scaled to -1..1, for numerical stability."""
    middle, half = 0.5 * (x[0] + x[-1]), 0.5 * (x[-1] - x[0])
    u = (x - middle) / half
    degree = 3 if len(x) > 4 else 2
    columns = np.vander(u, degree + 1, increasing=True)
    root = np.sqrt(weight / weight.mean())
    coefficients = np.linalg.lstsq(columns * root[:, None], means * root, rcond=None)[0]
    grid = np.linspace(-1.0, 1.0, 4001)
    values = np.vander(grid, degree + 1, increasing=True) @ coefficients
    place = float(grid[np.argmax(values)])
    density = float(middle + half * place)
    error = _error_of_top(columns, means, root, coefficients, place)
    interval = None
    if error is not None:
        low, high = density - half * error, density + half * error
        interval = max(0.0, low), min(densest, high)
    return Peak(density, interval, float(values.max()), len(x), degree)


def _error_of_top(
    columns: Floats, means: Floats, root: Floats, coefficients: Floats, place: float
) -> float | None:
    """Return half the width of the 95 % interval of the maximum's place, by the delta method."""
    from scipy.special import stdtrit

    spare = len(means) - len(coefficients)
    if spare < 1:
        return None
    powers = np.arange(len(coefficients))
    slope = np.where(powers > 0, powers * place ** np.maximum(powers - 1, 0), 0.0)
    bend = np.where(powers > 1, powers * (powers - 1) * place ** np.maximum(powers - 2, 0), 0.0)
    residual = (means - columns @ coefficients) * root
    weighted = columns * root[:, None]
    covariance = np.linalg.inv(weighted.T @ weighted) * float(residual @ residual) / spare
    curvature = float(bend @ coefficients)
    if curvature >= 0:
        return None
    return float(stdtrit(spare, 0.975) * np.sqrt(slope @ covariance @ slope) / -curvature)
