"""Boards of every kind by name: what ``sapper.grid``, ``sapper.torus`` and the others build."""

from __future__ import annotations

from sapper.boards.boards import Board, lattice
from sapper.boards.specs import Spec, read_board
from sapper.errors import BoardError

NEIGHBORHOODS = {"king": "grid", "rook": "rook", "knight": "knight", "reach2": "reach2"}
"""The neighbourhoods a grid can have, with the kind of board each one makes."""


def board(spec: str | Spec | Board) -> Board:
    """Build the board of a spec; the mines of the spec, if any, play no part.

    >>> board("16x30/99") == grid(16, 30)
    True
    """
    found = read_board(spec)
    return found if isinstance(found, Board) else found.board()


def grid(rows: int, cols: int, neighborhood: str = "king") -> Board:
    """Build a flat grid; neighbourhoods are king (8), rook (4), knight (8) and reach2 (24).

    >>> grid(3, 3).neighbors(4), grid(3, 3, "rook").neighbors(4)
    ([0, 1, 2, 3, 5, 6, 7, 8], [1, 3, 5, 7])
    """
    if neighborhood not in NEIGHBORHOODS:
        raise BoardError(
            f"unknown neighborhood {neighborhood!r}: known are {', '.join(NEIGHBORHOODS)}"
        )
    return lattice(NEIGHBORHOODS[neighborhood], (rows, cols))


def torus(rows: int, cols: int) -> Board:
    """Build a grid whose opposite edges meet; 8 neighbours, fewer where they would coincide.

    >>> torus(3, 4).degree(0), torus(2, 2).neighbors(0)
    (8, [1, 2, 3])
    """
    return lattice("torus", (rows, cols))


def hexagonal(rows: int, cols: int) -> Board:
    """Build hexagons in rows, the odd rows shifted right by half a cell; 6 neighbours.

    >>> hexagonal(3, 3).neighbors((1, 1))
    [1, 2, 3, 5, 7, 8]
    """
    return lattice("hex", (rows, cols))


def triangular(rows: int, cols: int) -> Board:
    """Build triangles in rows, pointing up where row + column is even; 12 share a corner.

    >>> triangular(3, 5).neighbors((1, 2))
    [0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13]
    """
    return lattice("tri", (rows, cols))


def box(*dims: int) -> Board:
    """Build a box of any number of dimensions; 3^d - 1 neighbours inside.

    >>> box(3, 3, 3).degree((1, 1, 1)), box(5).neighbors(2)
    (26, [1, 3])
    """
    return lattice("box", dims)
