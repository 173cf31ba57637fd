"""The half from few games: a two-parameter maximum-likelihood fit with a profile interval.

With a few hundred games a curve with more parameters follows the noise, and an interval from the
Fisher information at the maximum is too narrow. The model is a Weibull survival curve,
W = 2^-((ρ / h)^κ), with the half h and the exponent κ. The binomial likelihood is maximized on a
grid of h and κ; the 95 % profile-likelihood interval contains each h whose best κ lowers the log
likelihood by at most Z95² / 2. The cost is the grid size times the number of points.
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
"""The grid of halves extends beyond the points by this factor."""


def half_of_few_games(used: Curve) -> tuple[float, tuple[float, float]]:
    """Return the half and its 95 % profile-likelihood interval.

    >>> from sapper.lab.fits.curve import Curve
    >>> few = Curve(1000, [60, 80, 100, 120], [10, 8, 5, 1], [10] * 4)
    >>> half, (low, high) = half_of_few_games(few)
    >>> round(half, 3), round(low, 2), round(high, 2)
    (0.099, 0.09, 0.11)
    """
    first, last = float(used.densities[0]), float(used.densities[-1])
    halves = np.geomspace(first / _BEYOND, min(float(used.max_per_cell), last * _BEYOND), _HALVES)
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
    """Return the profile: for each half, the maximum of the log likelihood over the exponents."""
    powers = np.geomspace(_LEAST_POWER, _GREATEST_POWER, _POWERS)
    ratios = np.log(used.densities / halves[:, None])
    best = np.full(len(halves), -np.inf)
    losses = used.games - used.wins
    for power in powers.tolist():
        hazard = np.log(2) * np.exp(np.clip(power * ratios, -300.0, 6.5))
        likelihood = np.sum(losses * np.log(-np.expm1(-hazard)) - used.wins * hazard, axis=1)
        best = np.maximum(best, likelihood)
    return best
