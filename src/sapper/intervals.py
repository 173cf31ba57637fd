"""Confidence intervals for a proportion and for the difference of paired proportions."""

from __future__ import annotations

from math import erfc, inf, sqrt

Z95 = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""

_STEPS = 60
"""Steps of a bisection."""


def wilson(wins: int, games: int, z: float = Z95) -> tuple[float, float]:
    """Return the Wilson score interval for the probability of winning (Wilson 1927).

    ``z`` is the normal quantile, by default that of a 95 % interval. The interval is valid for any
    number of games, even if all or none are won; it is (0, 1) for 0 games.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    shrink = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / shrink
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / shrink
    low = 0.0 if wins == 0 else max(0.0, middle - reach)
    high = 1.0 if wins == games else min(1.0, middle + reach)
    return low, high


def paired(gained: int, lost: int, games: int, z: float = Z95) -> tuple[float, float]:
    """Return the score interval for the difference of two win rates on the same games (Tango 1998).

    ``gained`` games are won only by the first player and ``lost`` games only by the second; the
    other games do not contribute to the difference. ``z`` is as in ``wilson``. The interval
    consists of all differences that the score test does not reject; for the difference 0 that is
    McNemar's test. It is valid for any counts, even if no game or every game has one winner. The
    result is (-1, 1) for 0 games.

    >>> [round(bound, 4) for bound in paired(30, 10, 1000)]
    [0.008, 0.0336]
    >>> [round(bound, 4) for bound in paired(0, 0, 1000)]
    [-0.0038, 0.0038]
    >>> paired(0, 0, 0)
    (-1.0, 1.0)
    """
    if games == 0:
        return -1.0, 1.0
    return _paired_low(gained, lost, games, z), -_paired_low(lost, gained, games, z)


def paired_p_value(gained: int, lost: int) -> float:
    """Return the two-sided p-value of McNemar's test of equal win probabilities (McNemar 1947).

    It is less than 0.05 if the 95 % interval of ``paired`` excludes 0.

    >>> paired_p_value(0, 0), round(paired_p_value(30, 10), 5)
    (1.0, 0.00157)
    """
    return erfc(abs(gained - lost) / sqrt(2 * (gained + lost))) if gained + lost else 1.0


def _paired_low(gained: int, lost: int, games: int, z: float) -> float:
    """Return the lower bound by bisection: the score decreases in the difference."""
    low, high = -1.0, (gained - lost) / games
    if gained == 0 and lost == games:
        return low
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _paired_score(gained, lost, games, middle) > z:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _paired_score(gained: int, lost: int, games: int, difference: float) -> float:
    """Return the score statistic for a difference below the observed one."""
    linear = (2 * games - gained + lost) * difference - gained - lost
    constant = lost * difference * (1 - difference)
    root = sqrt(max(linear * linear + 8 * games * constant, 0.0))
    only_second = (root - linear) / (4 * games)  # the most likely share under this difference
    variance = games * (2 * only_second + difference * (1 - difference))
    excess = gained - lost - games * difference
    return excess / sqrt(variance) if variance > 0 else inf
