"""The half from few games: a curve of two parameters and its profile likelihood.

With a few hundred games a curve of more parameters follows the noise, and an interval from the
information at its summit is too narrow. So the number of fatal troubles is taken as a plain power
of the density, W = 2^-((ρ / h)^κ), and the interval holds every half h for which some power κ
explains the games as well as chance allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.intervals import Z95

if TYPE_CHECKING:
    from sapper.lab.fits.curve import Curve, Floats

_HALVES = 400
_POWERS = 80
_LEAST_POWER, _GREATEST_POWER = 0.4, 30.0
_BEYOND = 2.0
"""How far beyond the points a half is looked for, as a factor."""


def half_of_few_games(used: Curve) -> tuple[float, tuple[float, float]]:
    """Return the half and its interval of 95 %.

    >>> from sapper.lab.fits.curve import Curve
    >>> few = Curve(1000, [60, 80, 100, 120], [10, 8, 5, 1], [10] * 4)
    >>> half, (low, high) = half_of_few_games(few)
    >>> round(half, 3), round(low, 2), round(high, 2)
    (0.099, 0.09, 0.11)
    """
    first, last = float(used.densities[0]), float(used.densities[-1])
    halves = np.geomspace(first / _BEYOND, min(1.0, last * _BEYOND), _HALVES)
    profile = _profile(used, halves)
    top = int(np.argmax(profile))
    fall = profile[top] - profile - 0.5 * Z95**2
    inside = np.flatnonzero(fall <= 0)
    low, high = int(inside[0]), int(inside[-1])
    steps = np.log(halves)
    ends = [float(steps[low]), float(steps[high])]
    if low > 0:
        ends[0] = float(np.interp(0.0, fall[[low, low - 1]], steps[[low, low - 1]]))
    if high < len(halves) - 1:
        ends[1] = float(np.interp(0.0, fall[[high, high + 1]], steps[[high, high + 1]]))
    return float(halves[top]), (float(np.exp(ends[0])), float(np.exp(ends[1])))


def _profile(used: Curve, halves: Floats) -> Floats:
    """The greatest log likelihood of every half, over all powers."""
    powers = np.geomspace(_LEAST_POWER, _GREATEST_POWER, _POWERS)
    ratios = np.log(used.densities / halves[:, None])
    best = np.full(len(halves), -np.inf)
    losses = used.games - used.wins
    for power in powers.tolist():
        trouble = np.log(2) * np.exp(np.clip(power * ratios, -300.0, 6.5))
        likelihood = np.sum(losses * np.log(-np.expm1(-trouble)) - used.wins * trouble, axis=1)
        best = np.maximum(best, likelihood)
    return best
