"""Random consistent layouts of a position, drawn exactly from the elimination tables.

Layout i of a seed is a pure function of the position, the seed and i; it does not depend on how
many layouts are drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import memory
from sapper.errors import PositionError

if TYPE_CHECKING:
    import numpy.typing as npt

    from sapper import _core

MAX_SEED = 2**64 - 1
"""The largest seed."""

_BLOCK = 1 << 22
"""Cells that are drawn between two checks for interruption."""


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


def _check_whole(value: Any, what: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise PositionError(f"{what} is a whole number, not {value!r}")
    if not 0 <= value <= most:
        raise PositionError(f"{what} is between 0 and {most}, not {value}")
    return int(value)


def _check_memory(count: int, cells: int) -> None:
    needed = count * cells
    if needed <= memory.UNCHECKED_BYTES:
        return
    free = memory.available()
    if free is not None and needed > free:
        raise PositionError(
            f"{count} layouts of {cells} cells take {memory.format_bytes(needed)} of memory, and "
            f"{memory.format_bytes(free)} are free: {free // cells} would fit"
        )
