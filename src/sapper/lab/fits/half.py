"""The density at which half of the games are won.

If the drop has enough points, the half is that of the survival curve through it (``likelihood``),
with an interval from Fisher's information, widened if the curve does not fit. If its games are few,
it is that of a curve of two parameters, with a profile likelihood interval (``few_games``).
Otherwise it is interpolated linearly on the isotonic regression of the win rates, from (0, 1) on,
and its interval holds the densities at which the line is no further from a half than the noise of
the two points allows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from sapper.intervals import Z95
from sapper.lab.fits import hazard
from sapper.lab.fits.curve import Curve, Floats, UndefinedError
from sapper.lab.fits.few_games import half_of_few_games
from sapper.lab.fits.likelihood import drop, longest_falling
from sapper.lab.fits.survival import FittedPoints

_ENOUGH = 6
"""The points of a drop from which on it is read off a curve."""

_FEW_GAMES = 1_000
"""Games about the half below which a curve of two parameters has to do."""

_NEAR = 1.6
"""Which densities are about the half, as a multiple of it."""

_STEPS = 200


@dataclass(frozen=True, slots=True)
class Half:
    """The density at which the share of games falls to one half."""

    critical_density: float
    """The density."""

    interval: tuple[float, float]
    """Its interval of 95 %."""

    by: Literal["curve", "line"]
    """Whether it was read off a survival curve or off a straight line between two points."""

    goodness: float | None
    """The deviance a degree of freedom of the survival curve; None without one."""

    def summary(self) -> str:
        """Return in a line how it was found."""
        if self.by == "line":
            return "on the straight line between two points"
        fits = (
            "" if self.goodness is None else f", deviance {self.goodness:.2f} a degree of freedom"
        )
        return f"on a survival curve through the drop{fits}"

    def to_dict(self) -> dict[str, Any]:
        """Return how it was found, for machines."""
        return {"curve": self.by, "goodness": self.goodness}


def find_half(curve: Curve) -> Half:
    """Return the density at which half of the games are won.

    >>> curve = Curve(10, *np.array([[1, 2, 3], [900, 700, 300], [1000] * 3]))
    >>> round(find_half(curve).critical_density, 3)
    0.25
    """
    below = curve.below_dip()
    if below.win_rates[-1] > 0.5:
        raise UndefinedError(
            f"more than half of the games on {curve.name} are won at every density: the fewest, "
            f"{100 * below.win_rates[-1]:.1f} %, with {below.mines[-1]} mines"
        )
    on_line = _on_line(below)
    near = curve.densities <= _NEAR * on_line.critical_density
    if near.sum() >= _ENOUGH and curve.games[near].sum() < _FEW_GAMES:
        return Half(*half_of_few_games(curve.where(near)), "curve", None)
    used = drop(curve)
    if len(used) < _ENOUGH or on_line.critical_density <= used.densities[0]:
        return on_line
    return _on_curve(used) or on_line


def without_guess(curve: Curve) -> Curve:
    """Return the curve on which a game is won only if it was won without a guess."""
    if curve.guess_free is None:
        raise UndefinedError(f"the games won without a guess on {curve.name} were not counted")
    return replace(curve, wins=curve.guess_free)


def _on_curve(used: Curve) -> Half | None:
    points = FittedPoints.of(used)
    fit = longest_falling(points)
    count, target = len(fit.coefficients), np.log(np.log(2))
    places = np.linspace(points.places[0], 1.0, 20 * _STEPS)
    heights = hazard.basis(places, count) @ fit.coefficients
    above = np.flatnonzero(heights >= target)
    if not len(above) or above[0] == 0:
        return None
    pair = slice(above[0] - 1, above[0] + 1)
    place = np.array(np.interp(target, heights[pair], places[pair]))
    rate = float(hazard.basis(place, count, order=1) @ fit.coefficients)
    drift = hazard.basis(place, count) / rate
    scale = np.sqrt(np.diagonal(fit.information))
    matrix = fit.information / np.outer(scale, scale)
    moved = np.linalg.lstsq(matrix, drift / scale, rcond=1e-14)[0] / scale
    error = float(np.sqrt(drift @ moved * fit.dispersion)) * used.densities[-1]
    density = float(place * used.densities[-1])
    reach = Z95 * float(error)
    interval = max(0.0, density - reach), min(1.0, density + reach)
    return Half(density, interval, "curve", fit.deviance / fit.degrees if fit.degrees else None)


def _on_line(below: Curve) -> Half:
    """Return the half on the straight lines between points, the empty board among them."""
    densities = np.append(0.0, below.densities)
    guarded = (below.wins + 1) / (below.games + 2)
    noise = np.append(0.0, guarded * (1 - guarded) / below.games)
    falling = np.append(1.0, falling_rates(below.win_rates, below.games.astype(np.float64)))
    density = float(np.interp(-0.5, -falling, densities))

    rates = np.append(1.0, below.win_rates)
    share = np.linspace(0.0, 1.0, _STEPS, endpoint=False)
    line = np.append(np.outer(1 - share, rates[:-1]).T + np.outer(rates[1:], share), rates[-1])
    spread = np.outer((1 - share) ** 2, noise[:-1]).T + np.outer(noise[1:], share**2)
    places = np.append(
        np.outer(1 - share, densities[:-1]).T + np.outer(densities[1:], share), densities[-1]
    )
    allowed = Z95 * np.sqrt(np.append(spread, noise[-1]))
    held = np.flatnonzero(np.abs(line - 0.5) <= allowed)
    if not len(held):
        return Half(density, (density, density), "line", None)
    low, high = float(places[held[0]]), float(places[held[-1]])
    return Half(density, (min(low, density), max(high, density)), "line", None)


def falling_rates(rates: Floats, weights: Floats) -> Floats:
    """Return the falling sequence nearest to ``rates`` by weighted squares (isotonic regression).

    >>> falling_rates(np.array([0.9, 0.4, 0.6, 0.1]), np.ones(4))
    array([0.9, 0.5, 0.5, 0.1])
    """
    from scipy.optimize import isotonic_regression

    return np.asarray(isotonic_regression(rates, weights=weights, increasing=False).x)
