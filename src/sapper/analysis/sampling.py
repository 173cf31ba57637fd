"""Layouts drawn at random from all that fit a position, each as likely as the counts say.

Layout i of a seed is one layout for ever, whatever else is drawn: the first of many are those that
fewer would have been.
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
"""Cells that are drawn between two looks at interruptions."""

_NO_MATTER = 64_000_000
"""Bytes that are taken without asking what is free."""


def draw_layouts(sampler: _core.Sampler, cells: int, n: int, seed: int) -> npt.NDArray[np.uint8]:
    """Return layouts 0 to n - 1 of a seed, a row each."""
    count = _check_whole(n, "the number of layouts", MAX_SEED)
    _check_whole(seed, "the seed", MAX_SEED)
    _check_memory(count, cells)
    layouts = np.empty((count, cells), np.uint8)
    block = max(1, _BLOCK // cells)
    for first in range(0, count, block):
        sampler.fill(seed, first, layouts[first : first + block])
    return layouts


def _check_whole(value: Any, what: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise PositionError(f"{what} is a whole number, not {value!r}")
    if not 0 <= value <= most:
        raise PositionError(f"{what} is between 0 and {most}, not {value}")
    return int(value)


def _check_memory(count: int, cells: int) -> None:
    needed = count * cells
    if needed <= _NO_MATTER:
        return
    free = memory.available()
    if free is not None and needed > free:
        raise PositionError(
            f"{count} layouts of {cells} cells take {memory.told(needed)} of memory, and "
            f"{memory.told(free)} are free: {free // cells} would fit"
        )
