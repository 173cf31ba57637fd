"""The number of mines of a position with a density, in which cells are independent.

The floating cells are independent of the frontier, so their generating function, a power of that of
one cell, is convolved with the distribution of the mines in the frontier.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

import numpy as np

from sapper.analysis.question import mean_odds
from sapper.positions.states import FLAGGED, can_hold_mines

if TYPE_CHECKING:
    import numpy.typing as npt

    from sapper import _core
    from sapper.positions import Position

    Floats = npt.NDArray[np.float64]


def mines_by_density(position: Position, details: _core.Details) -> dict[int, float]:
    """Return the distribution of the number of mines on the whole board.

    Numbers whose probability underflows are omitted.
    """
    assert position.density is not None
    limit = position.max_per_cell
    odds = mean_odds(float(position.density), limit)
    weights = np.array([odds**i / factorial(i) for i in range(limit + 1)])
    seen = position._around(position.states >= 0) > 0
    floating = position.states[can_hold_mines(position.states) & ~seen]
    flagged = int(np.count_nonzero(floating == FLAGGED))
    total = np.asarray(details.frontier, dtype=np.float64)
    total = np.convolve(total, _power(weights, len(floating) - flagged))
    total = np.convolve(total, _power(weights[1:], flagged))
    total /= total.sum()
    first = details.frontier_first + flagged
    return {first + i: p for i, p in enumerate(total.tolist()) if p > 0}


def _power(weights: Floats, cells: int) -> Floats:
    """Return the distribution of the sum of ``cells`` independent cells, by repeated squaring."""
    factor, result = weights / weights.sum(), np.ones(1)
    while cells:
        if cells & 1:
            result = np.convolve(result, factor)
        cells >>= 1
        if cells:
            factor = np.convolve(factor, factor)
    return result
