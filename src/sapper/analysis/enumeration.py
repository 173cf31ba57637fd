"""All consistent layouts of a position, enumerated from the elimination tables in the core.

The order is fixed; it depends only on the position. The number of mines on the board varies
slowest, then the mines of the components, then the mines of their groups, then the cells that
hold the mines of each group, and the cells outside the frontier fastest. Numbers of mines increase,
and the cells of a group, like those outside the frontier, are in ascending lexicographic order of
their mines.
"""

from __future__ import annotations

from math import factorial, lgamma, log, log10, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.analysis.exact import number_weights
from sapper.analysis.question import guard
from sapper.errors import PositionError, TooHardError
from sapper.layouts import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from sapper import _core
    from sapper.analysis.analysis import Analysis

_BLOCK_CELLS = 1 << 18
"""Cells of an array of layouts of the default size."""

_MOST_ROWS = 1 << 16
"""The most layouts in an array of the default size."""

_FIRST_ROWS = 16
"""The layouts in the first array, which is smaller because a caller may want only a few."""


def layouts(analysis: Analysis, limit: int | None) -> Iterator[Layout]:
    """Implement ``Analysis.layouts``."""
    board = analysis.position.board
    arrays = layout_arrays(analysis, None, limit)
    return (Layout._take(board, row) for rows in arrays for row in rows.astype(np.int16))


def layout_arrays(
    analysis: Analysis, rows: int | None, limit: int | None
) -> Iterator[npt.NDArray[np.uint8]]:
    """Implement ``Analysis.layout_arrays``; arguments are checked before the first array."""
    _check_count(limit, "the limit of layouts", 0)
    _check_count(rows, "the number of layouts in an array", 1)
    enumeration = guard(analysis._question.enumeration, analysis.limits)
    return _arrays(enumeration, analysis.position.board.size, rows, limit)


def _arrays(
    enumeration: _core.LayoutEnumeration, cells: int, rows: int | None, limit: int | None
) -> Iterator[npt.NDArray[np.uint8]]:
    most = min(_MOST_ROWS, max(1, _BLOCK_CELLS // cells))
    size = min(_FIRST_ROWS, most) if rows is None else rows
    left = limit
    while left is None or left > 0:
        block = np.empty((size if left is None else min(size, left), cells), np.uint8)
        count = enumeration.fill(block)
        if count:
            yield block[:count]
        if count < len(block):
            return
        left = None if left is None else left - count
        size = min(4 * size, most) if rows is None else rows


def every_layout(analysis: Analysis, most: int) -> tuple[npt.NDArray[np.uint8], list[int]] | None:
    r"""Return all consistent layouts and the weight of each; None if there are over ``most``.

    The probability of a layout is proportional to its weight: the ways in which distinct mines form
    it, times the prior weight of its number of mines if that is unknown. The result is also None if
    the enumeration exceeds the work budget, or with a density and several mines per cell.

    >>> import sapper
    >>> layouts, weights = every_layout(sapper.analyze(sapper.parse("1#\n##", mines=1)), 10)
    >>> layouts.tolist(), weights
    ([[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0]], [1, 1, 1])
    """
    position = analysis.position
    mines, several = position.mines, position.max_per_cell > 1
    if position.density is not None and several:
        return None
    if mines is not None:
        # A layout arises in at most mines! ways.
        log10_ways = lgamma(mines + 1) / log(10) if several else 0.0
        if analysis.log10_solutions - log10_ways > log10(most + 1):
            return None
    try:
        blocks = list(layout_arrays(analysis, None, most + 1))
    except TooHardError:
        return None
    found = np.concatenate(blocks)
    if len(found) > most:
        return None
    if mines is not None and not several:
        return found, [1] * len(found)
    weights = number_weights(position)
    rows, totals = found.tolist(), found.sum(axis=1, dtype=np.int64).tolist()
    if not several:
        return found, [weights[total] for total in totals]
    return found, [
        weights[total] * factorial(total) // prod(factorial(count) for count in row)
        for row, total in zip(rows, totals, strict=True)
    ]


def _check_count(value: Any, what: str, least: int) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise PositionError(f"{what} is a whole number or None, not {value!r}")
    if value < least:
        raise PositionError(f"{what} is at least {least}, not {value}")
