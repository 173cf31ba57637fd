"""The density at which half of the games are won.

One of three methods is used, depending on the data:

- With enough points in the drop: the half of the survival curve fitted by maximum likelihood
  (``likelihood``). The interval follows from the Fisher information by the delta method and is
  widened if the deviance shows overdispersion.
- With few games: a two-parameter curve with a profile-likelihood interval (``few_games``).
- Otherwise: linear interpolation of the isotonic regression of the win rates, starting at (0, 1).
  The interval contains the densities at which the interpolated win rate differs from one half by at
  most Z95 standard errors, and all densities between the points around the half if these are not
  neighbours.
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
"""Fewest points of a drop for a fitted curve."""

_FEW_GAMES = 1_000
"""With fewer games near the half, the two-parameter curve is used."""

_NEAR = 1.6
"""Densities up to this multiple of the half are near it."""

_STEPS = 200


@dataclass(frozen=True, slots=True)
class Half:
    """The density at which the share of games falls to one half."""

    critical_density: float
    """The density, in mines per cell."""

    interval: tuple[float, float]
    """Its 95 % interval."""

    by: Literal["curve", "line"]
    """Whether it comes from a fitted survival curve or from linear interpolation."""

    goodness: float | None
    """The deviance per degree of freedom of the survival curve; None without one."""

    def summary(self) -> str:
        """Return the method in a line."""
        if self.by == "line":
            return "on the straight line between two points"
        fits = (
            "" if self.goodness is None else f", deviance {self.goodness:.2f} per degree of freedom"
        )
        return f"on a survival curve through the drop{fits}"

    def to_dict(self) -> dict[str, Any]:
        """Return the method as plain values."""
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
            f"more than half of the games on {curve.name} are won at every density; the lowest win "
            f"rate is {100 * below.win_rates[-1]:.1f} %, with {below.mines[-1]} mines"
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
    interval = max(0.0, density - reach), min(float(used.max_per_cell), density + reach)
    return Half(density, interval, "curve", fit.deviance / fit.degrees if fit.degrees else None)


def _on_line(below: Curve) -> Half:
    """Return the half by linear interpolation between the points and the empty board."""
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
    low, high = (float(places[held[0]]), float(places[held[-1]])) if len(held) else (density,) * 2
    between = _unmeasured(below, falling[1:])
    return Half(density, (min(low, density, *between), max(high, density, *between)), "line", None)


def _unmeasured(below: Curve, falling: Floats) -> tuple[float, ...]:
    """Return the densities of the points around the half, unless these are neighbouring numbers.

    The line between such points is a guess, but the half lies between them.
    """
    after = int(np.argmax(falling < 0.5)) if np.any(falling < 0.5) else len(below) - 1
    low = int(below.mines[after - 1]) if after else 0
    high = int(below.mines[after])
    return () if high - low <= 1 else (low / below.cells, high / below.cells)


def falling_rates(rates: Floats, weights: Floats) -> Floats:
    """Return the weighted least-squares decreasing fit of ``rates`` (isotonic regression).

    >>> falling_rates(np.array([0.9, 0.4, 0.6, 0.1]), np.ones(4))
    array([0.9, 0.5, 0.5, 0.1])
    """
    from scipy.optimize import isotonic_regression

    return np.asarray(isotonic_regression(rates, weights=weights, increasing=False).x)
