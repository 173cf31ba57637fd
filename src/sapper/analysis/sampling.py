"""Random consistent layouts of a position, drawn exactly from the elimination tables.

Layout i of a seed is a pure function of the position, the seed and i; it does not depend on how
many layouts are drawn.
"""

from __future__ import annotations

from math import factorial, lgamma, log, log10, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import memory
from sapper.errors import PositionError, TooHardError

if TYPE_CHECKING:
    import numpy.typing as npt

    from sapper import _core
    from sapper.analysis.analysis import Analysis

MAX_SEED = 2**64 - 1
"""The largest seed."""

_DRAWS_PER_LAYOUT = 60
"""Draws per layout in ``every_layout``: some one of 256 equally likely layouts is then missed with
a probability below 256 exp(-60) = 2 * 10^-24."""

_BLOCK = 1 << 22
"""Cells that are drawn between two checks for interruption."""

_UNCHECKED_BYTES = 64_000_000
"""The largest allocation for which the free memory is not checked."""


def draw_layouts(
    sampler: _core.Sampler, cells: int, n: int, seed: int, index: int
) -> npt.NDArray[np.uint8]:
    """Return layouts ``index`` to ``index + n - 1`` of a seed, one per row."""
    count = _check_whole(n, "the number of layouts", MAX_SEED)
    _check_whole(seed, "the seed", MAX_SEED)
    _check_whole(index, "the number of the first layout", MAX_SEED - count)
    _check_memory(count, cells)
    layouts = np.empty((count, cells), np.uint8)
    block = max(1, _BLOCK // cells)
    for row in range(0, count, block):
        sampler.fill(seed, index + row, layouts[row : row + block])
    return layouts


def every_layout(analysis: Analysis, most: int) -> tuple[npt.NDArray[np.uint8], list[int]] | None:
    r"""Return all consistent layouts and the ways of each; None if there are over ``most``.

    Layouts are drawn until the ways of those found add up to the exact number of solutions, so the
    number of mines must be known. The result is also None if counting exceeds the work budget, or
    if some layouts are so rare that they were not drawn.

    >>> import sapper
    >>> layouts, ways = every_layout(sapper.analyze(sapper.parse("1#\n##", mines=1)), 10)
    >>> layouts.tolist(), ways
    ([[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0]], [1, 1, 1])
    """
    mines, several = analysis.position.mines, analysis.position.max_per_cell > 1
    assert mines is not None
    # A layout arises in at most mines! ways.
    log10_ways = lgamma(mines + 1) / log(10) if several else 0.0
    if analysis.log10_solutions - log10_ways > log10(most + 1):
        return None
    try:
        solutions = analysis.solutions
    except TooHardError:
        return None
    ways = factorial(mines) if several else 1
    found = np.empty((0, analysis.position.board.size), np.uint8)
    drawn = 0
    while len(found) <= most and drawn < _DRAWS_PER_LAYOUT * most:
        block = min(max(64, 4 * len(found)), _DRAWS_PER_LAYOUT * most - drawn)
        fresh = analysis.sample(block, seed=0, index=drawn)
        found = np.unique(np.concatenate([found, fresh]), axis=0)
        drawn += block
        orders = [ways // prod(factorial(mines) for mines in row) for row in found.tolist()]
        if len(found) <= most and sum(orders) == solutions:
            return found, orders
    return None


def _check_whole(value: Any, what: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise PositionError(f"{what} is a whole number, not {value!r}")
    if not 0 <= value <= most:
        raise PositionError(f"{what} is between 0 and {most}, not {value}")
    return int(value)


def _check_memory(count: int, cells: int) -> None:
    needed = count * cells
    if needed <= _UNCHECKED_BYTES:
        return
    free = memory.available()
    if free is not None and needed > free:
        raise PositionError(
            f"{count} layouts of {cells} cells take {memory.format_bytes(needed)} of memory, and "
            f"{memory.format_bytes(free)} are free: {free // cells} would fit"
        )
