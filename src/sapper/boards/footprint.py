"""What a board and the games on it take of memory: too large a one is refused before it is built.

Bytes a cell: where its row of steps is, or, on a board with too many kinds of cells for rows, its
entry in the lists of neighbours and each neighbour, both held twice (for Python and for the core);
and what a game keeps of it. Measured with ``pseq`` on squares up to 4000x4000.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from sapper import memory
from sapper.boards.kinds import KINDS, spec_text
from sapper.boards.lattices import fitting, shares_rows
from sapper.errors import BoardError

if TYPE_CHECKING:
    from sapper.boards.lattices import Shape

_ROW, _OFFSET, _TARGET, _GAME = 2, 8, 4, 40
_NO_MATTER = 64_000_000


def check_memory(kind: str, shape: Shape) -> None:
    """Raise BoardError unless a board and a game on it fit into free memory.

    >>> check_memory("grid", (16, 30))
    """
    rule = KINDS[kind].rule
    board = _ROW if shares_rows(rule, shape) else 2 * _lists(kind, shape)
    _check(kind, shape, board + _GAME, "to play")


def check_lists(kind: str, shape: Shape) -> None:
    """Raise BoardError unless lists of all neighbours fit into free memory.

    >>> check_lists("grid", (16, 30))
    """
    _check(kind, shape, _lists(kind, shape), "for lists of its neighbours")


def _lists(kind: str, shape: Shape) -> int:
    return _OFFSET + _TARGET * KINDS[kind].rule.width(shape)


def _check(kind: str, shape: Shape, a_cell: int, purpose: str) -> None:
    needed = prod(shape) * a_cell
    if needed < _NO_MATTER:
        return
    free = memory.available()
    if free is not None and needed > free:
        fits = spec_text(kind, fitting(shape, free // a_cell))
        raise BoardError(
            f"{spec_text(kind, shape)} takes about {memory.format_bytes(needed)} of memory {purpose}, and "
            f"{memory.format_bytes(free)} are free; {fits} would fit"
        )


def games_at_once(cells: int, wanted: int) -> int:
    """Return how many games of the wanted ones can be played at once in free memory, at least one.

    >>> games_at_once(480, 8)
    8
    """
    if cells * wanted * _GAME < _NO_MATTER:
        return wanted
    free = memory.available()
    return wanted if free is None else max(1, min(wanted, free // (cells * _GAME)))
