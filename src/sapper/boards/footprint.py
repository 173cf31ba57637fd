"""Memory estimates of boards and games, so that too large a board is refused before it is built.

A cell takes the bytes of the index of its row of offsets or, on a board with too many kinds of
cells for shared rows, of its entry in the neighbour lists and of each neighbour, both stored twice
(in Python and in the core). A game takes further bytes per cell. The constants were measured with
``pseq`` on squares up to 4000x4000.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from sapper import memory
from sapper.boards.kinds import KINDS, fitting, spec_text
from sapper.errors import BoardError

if TYPE_CHECKING:
    from sapper.boards.kinds import Shape

_ROW, _OFFSET, _TARGET, _GAME = 2, 8, 4, 40


def check_memory(kind: str, shape: Shape) -> None:
    """Raise BoardError unless a board and a game on it fit into free memory.

    >>> check_memory("grid", (16, 30))
    """
    board = _ROW if KINDS[kind].core.shares_rows(shape) else 2 * _lists(kind, shape)
    _check(kind, shape, board + _GAME, "to play")


def check_lists(kind: str, shape: Shape) -> None:
    """Raise BoardError unless the lists of all neighbours fit into free memory.

    >>> check_lists("grid", (16, 30))
    """
    _check(kind, shape, _lists(kind, shape), "for lists of its neighbours")


def _lists(kind: str, shape: Shape) -> int:
    return _OFFSET + _TARGET * KINDS[kind].core.candidates(shape)


def _check(kind: str, shape: Shape, per_cell: int, purpose: str) -> None:
    needed = prod(shape) * per_cell
    if needed < memory.UNCHECKED_BYTES:
        return
    free = memory.available()
    if free is not None and needed > free:
        fits = spec_text(kind, fitting(shape, free // per_cell))
        raise BoardError(
            f"{spec_text(kind, shape)} takes about {memory.format_bytes(needed)} of memory "
            f"{purpose}, and {memory.format_bytes(free)} are free; {fits} would fit"
        )


def games_at_once(cells: int, wanted: int) -> int:
    """Return how many of ``wanted`` games fit into free memory at the same time, at least 1.

    >>> games_at_once(480, 8)
    8
    """
    if cells * wanted * _GAME < memory.UNCHECKED_BYTES:
        return wanted
    free = memory.available()
    return wanted if free is None else max(1, min(wanted, free // (cells * _GAME)))
