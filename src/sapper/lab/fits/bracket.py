"""Whether the points of a curve bracket the density at which half of the games are won.

A critical density is reported only if games were played on both sides of it: at a win rate of at
least one half, and, at a higher density, below one half. The empty board counts as a point with a
win rate of 1, because such a game is always won. The win rates are first smoothed by isotonic
regression, so that a single unlucky point of few games does not count. If nothing is known between
all games won and all lost, more points are needed as well. A curve with every possible number of
mines always passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.lab.fits.curve import NotEnoughPointsError, UndefinedError
from sapper.lab.fits.half import falling_rates
from sapper.lab.fits.likelihood import TAIL

if TYPE_CHECKING:
    from sapper.lab.fits.curve import Curve


def check_bracket(curve: Curve, fewest: int = 1) -> None:
    """Raise NotEnoughPointsError unless the points bracket a win rate of one half.

    With less than ``fewest`` points, the points around one half must be neighbouring numbers.

    >>> from sapper.lab.fits.curve import Curve
    >>> check_bracket(Curve(64, mines=[8, 12, 16], wins=[9, 6, 2], games=[10] * 3))
    >>> check_bracket(Curve(9, mines=[2, 4], wins=[10, 9], games=[10, 10]))
    Traceback (most recent call last):
    sapper.lab.fits.curve.NotEnoughPointsError: not enough points: needs games between 5 and 8 mines
    """
    last = curve.last_number
    chosen = (curve.mines > 0) & (curve.mines <= last)
    if not chosen.any():
        if last >= 1:
            raise NotEnoughPointsError(1, last)
        return
    mines, rates = curve.mines[chosen].tolist(), curve.win_rates[chosen]
    lost = np.flatnonzero(rates < 0.5)
    falling = np.empty(0)
    if len(lost):
        upto = slice(0, int(lost[-1]) + 1)
        falling = falling_rates(rates[upto], curve.games[chosen][upto].astype(np.float64))
    if not len(falling) or falling[-1] >= 0.5:
        _check_last(curve, mines)
        return
    after = int(np.argmax(falling < 0.5))
    before = mines[after - 1] if after else 0
    if mines[after] - before <= 1:
        return
    unknown = after == 0
    decided = not unknown and falling[after - 1] >= 1 - TAIL and falling[after] <= TAIL
    if unknown or decided or len(mines) < fewest:
        raise NotEnoughPointsError(before + 1, mines[after] - 1)


def _check_last(curve: Curve, mines: list[int]) -> None:
    """Raise NotEnoughPointsError or UndefinedError for a curve that does not fall below one half.

    If every number of mines was played up to a single safe cell, it passes: the method of Chong et
    al. 2024 has a value on such boards.
    """
    gap = _gap_at_the_end(mines, curve.last_number)
    if gap is not None:
        raise NotEnoughPointsError(*gap)
    if curve.last_number < curve.capacity - 1:
        raise UndefinedError(
            f"at least half of the games on {curve.name} are won with every number of mines that "
            "the first-click rule leaves room for"
        )


def check_inside(curve: Curve, density: float) -> None:
    """Raise NotEnoughPointsError if a density is beyond the points and more could be played.

    >>> from sapper.lab.fits.curve import Curve
    >>> check_inside(Curve(64, mines=[8, 12, 16], wins=[9, 6, 2], games=[10] * 3), 0.2)
    """
    inner = curve.inside()
    low, high = int(inner.mines[0]), int(inner.mines[-1])
    if density < inner.densities[0] and low > 1:
        raise NotEnoughPointsError(1, low - 1)
    if density > inner.densities[-1] and high < curve.last_number:
        raise NotEnoughPointsError(high + 1, curve.last_number)


def _gap_at_the_end(mines: list[int], last: int) -> tuple[int, int] | None:
    """Return the range of missing numbers that is closest to the full board."""
    end = last
    for number in reversed(mines):
        if number < end:
            return number + 1, end
        end = number - 1
    return (1, end) if end >= 1 else None
