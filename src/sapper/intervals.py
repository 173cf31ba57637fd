"""Confidence intervals for a proportion and for the difference of paired proportions."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""


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
    """Return an interval for the difference of two win rates on the same games.

    ``gained`` games are won only by the first player and ``lost`` games only by the second; the
    other games do not contribute to the difference. The method of Agresti and Min (2005) adds half
    a game to each of the four outcomes, so the interval is also valid for few games. ``z`` is as in
    ``wilson``. The result is (-1, 1) for 0 games.

    >>> [round(bound, 4) for bound in paired(30, 10, 1000)]
    [0.0075, 0.0324]
    >>> paired(0, 0, 0)
    (-1.0, 1.0)
    """
    if games == 0:
        return -1.0, 1.0
    total, difference = games + 2, gained - lost
    middle = difference / total
    discordant = gained + lost + 1
    reach = z * sqrt(discordant - difference * difference / total) / total
    return max(-1.0, middle - reach), min(1.0, middle + reach)
