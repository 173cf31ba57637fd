"""The density at which the mean cost of a game is greatest: guesses, clicks or CPU time.

Chong et al. 2024 propose such definitions as future work (10.3). With few mines a game needs
little; with many it is lost early; between lies a peak. It is the maximum of a cubic fitted by
least squares to the points around it, weighted by their games. Only the sum over the games of a
point is known, so the error is estimated from the scatter of the points around the cubic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sapper.lab.fits.curve import Curve, Floats, Integers, UndefinedError

_SHARE = 0.8
"""Points next to each other with at least this share of the greatest are around the peak."""

_FEWEST = 3


@dataclass(frozen=True, slots=True)
class Peak:
    """The peak of a mean."""

    critical_density: float
    """The density of the peak."""

    interval: tuple[float, float] | None
    """Its interval of 95 %; None where there are no more points than coefficients."""

    height: float
    """The greatest mean, on the fitted curve."""

    points: int
    """The points around the peak."""

    degree: int
    """The degree of the polynomial."""

    def summary(self) -> str:
        """Return in a line how it was found."""
        return (
            f"the top, {self.height:.4g} a game, of a polynomial of degree {self.degree} through "
            f"{self.points} points"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return how it was found, for machines."""
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
    inside = (curve.mines > 0) & (curve.mines < curve.cells)
    x, weight = curve.densities[inside], curve.games[inside].astype(np.float64)
    means = totals[inside] / weight
    if len(x) < _FEWEST:
        raise UndefinedError(f"a peak takes {_FEWEST} points, and {curve.name} has {len(x)}")
    top = int(np.argmax(means))
    if means[top] == 0:
        raise UndefinedError(f"there were no {what} on {curve.name}")
    if top in (0, len(x) - 1):
        side = "first" if top == 0 else "last"
        raise UndefinedError(f"the {what} a game on {curve.name} are most at the {side} point")
    begin = end = top
    while begin > 0 and (means[begin - 1] >= _SHARE * means[top] or top - begin < 1):
        begin -= 1
    while end < len(x) - 1 and (means[end + 1] >= _SHARE * means[top] or end - top < 1):
        end += 1
    around = slice(begin, end + 1)
    return _top_of_polynomial(x[around], means[around], weight[around])


def _top_of_polynomial(x: Floats, means: Floats, weight: Floats) -> Peak:
    """Fit in units of the window, so that the powers are of one size."""
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
        interval = max(0.0, low), min(1.0, high)
    return Peak(density, interval, float(values.max()), len(x), degree)


def _error_of_top(
    columns: Floats, means: Floats, root: Floats, coefficients: Floats, place: float
) -> float | None:
    """Return half the interval of 95 % of the place of the top, to first order."""
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
