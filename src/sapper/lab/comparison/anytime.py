"""Anytime-valid intervals for the difference of two win rates on the same games.

The outcome of a pair of games is D = 1 (only the first player wins), -1 (only the second one) or 0.
The intervals of all numbers of games form a confidence sequence: with the asked probability, all of
them contain the difference of the win probabilities, so that play may stop at any time, for any
reason, with a valid interval.

The method is testing by betting (Waudby-Smith and Ramdas 2024; Robbins 1970 for the mixture). For a
candidate m of the difference, a gambler bets the fraction f of the largest possible stake on D > m
in each game: the capital is multiplied by 1 + f (D - m) / (1 + m), which is never negative and has
mean 1 if m is the difference, and at most 1 if m is larger. The same holds for the mean of the
capitals over a fixed distribution of f. By Ville's inequality (1939) such a capital ever reaches
2 / alpha with probability alpha / 2 at most. The interval consists of all m for which neither the
gambler on D > m nor the one on D < m has reached it. The capital depends only on the number of
games of each outcome, not on their order, and it decreases in m, so that each bound is found by
bisection.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Bound = Any  # a number or an array of them
Array = npt.NDArray[np.float64]

_LEAST_FRACTION = 1e-5
"""The smallest fraction of the stake. It decides up to about 10^10 games with different winners."""

_BETS = 40
_STEPS = 40
"""Steps of the bisection: the error of a bound is 2 / 2^40."""

_LOG_FRACTIONS = np.linspace(np.log(_LEAST_FRACTION), 0.0, _BETS)
_FRACTIONS = np.minimum(np.exp(_LOG_FRACTIONS), 1 - 2**-53)
_LOG_REST = np.log1p(-_FRACTIONS)
_WEIGHTS = 1 / (1 - _LOG_FRACTIONS)
_WEIGHTS /= _WEIGHTS.sum()


def anytime(
    gained: npt.ArrayLike, lost: npt.ArrayLike, games: npt.ArrayLike, confidence: float = 0.95
) -> tuple[Array, Array]:
    """Return the bounds of the difference after each of these numbers of games.

    ``gained`` games are won only by the first player and ``lost`` games only by the second, as in
    ``sapper.intervals.paired``. The bounds are -1 and 1 without games.

    >>> low, high = anytime([30, 30, 0], [10, 10, 0], [1000, 100, 0])
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([-0.001, -0.006, -1.0], [0.044, 0.401, 1.0])
    """
    counts = [np.atleast_1d(np.asarray(count, np.float64)) for count in (gained, lost, games)]
    threshold = float(np.log(2 / (1 - confidence)))
    b, c, n = np.broadcast_arrays(*counts)
    return _lower_bounds(b, c, n, threshold), -_lower_bounds(c, b, n, threshold)


def anytime_p_value(gained: int, lost: int) -> float:
    """Return an anytime-valid p-value for equal win probabilities.

    With probability alpha at most, it is ever below alpha if the probabilities are equal. It is
    less than 1 minus the confidence if the interval of ``anytime`` excludes 0.

    >>> anytime_p_value(0, 0), round(anytime_p_value(40, 10), 4)
    (1.0, 0.0011)
    """
    b, c = np.array([[gained], [lost]], np.float64)
    zero = np.zeros(1)
    best = max(_log_capital(b, c, b + c, zero)[0], _log_capital(c, b, b + c, zero)[0])
    return float(min(1.0, 2 * np.exp(-best)))


def is_decided(low: Bound, high: Bound, half_width: float | None) -> Bound:
    """Return whether an interval excludes zero, or is as narrow as ``half_width`` to each side.

    >>> is_decided(0.01, 0.2, None), is_decided(-0.01, 0.02, None), is_decided(-0.01, 0.02, 0.02)
    (True, False, True)
    """
    narrow = half_width is not None and (high - low) / 2 <= half_width
    return (low > 0) | (high < 0) | narrow


def _lower_bounds(b: Array, c: Array, n: Array, threshold: float) -> Array:
    """Return the largest differences at or below which a bet on more has reached the threshold."""
    low = np.full(b.shape, -1.0)
    high = np.where(n > 0, (b - c) / np.maximum(n, 1), -1.0)  # log of the capital <= 0 there
    for _ in range(_STEPS):
        middle = (low + high) / 2
        middle = np.maximum(middle, np.nextafter(-1.0, 0.0))
        reached = _log_capital(b, c, n, middle) >= threshold
        low = np.where(reached, middle, low)
        high = np.where(reached, high, middle)
    return low


def _log_capital(b: Array, c: Array, n: Array, m: Array) -> Array:
    """Return the logarithms of the mixed capital of bets that the difference is more than ``m``."""
    b, c, n, m = (array[:, np.newaxis] for array in (b, c, n, m))
    stake = _FRACTIONS / (1 + m)
    logs = b * np.log1p(stake * (1 - m)) + (n - b - c) * np.log1p(-stake * m)
    logs += np.where(c > 0, c * _LOG_REST, 0.0)
    greatest = logs.max(axis=1, keepdims=True)
    found: Array = np.log(np.exp(logs - greatest) @ _WEIGHTS) + greatest[:, 0]
    return found
