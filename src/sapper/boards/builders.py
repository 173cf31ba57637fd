"""Builders of boards: ``sapper.board``, ``sapper.grid``, ``sapper.torus`` and others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import BoardLike

from sapper.boards.boards import Board, lattice
from sapper.boards.specs import read_board
from sapper.errors import BoardError

NEIGHBORHOODS = {"king": "grid", "rook": "rook", "knight": "knight", "reach2": "reach2"}
"""The neighbourhoods of a grid, each with its kind of board."""


def board(spec: BoardLike) -> Board:
    """Build the board of a spec such as ``"16x30"``; mines in the spec are ignored.

    A Board is returned unchanged. Raises SpecError if the spec is invalid, and BoardError if the
    board does not fit into free memory.

    >>> board("16x30/99") == grid(16, 30)
    True
    """
    found = read_board(spec)
    return found if isinstance(found, Board) else found.board()


def grid(rows: int, cols: int, neighborhood: str = "king") -> Board:
    """Build a flat grid of ``rows`` times ``cols`` squares.

    ``neighborhood`` is ``king`` (8 neighbours), ``rook`` (4), ``knight`` (8) or ``reach2`` (24, all
    cells at most two steps away). Raises BoardError if an argument is invalid.

    >>> grid(3, 3).neighbors(4), grid(3, 3, "rook").neighbors(4)
    ([0, 1, 2, 3, 5, 6, 7, 8], [1, 3, 5, 7])
    """
    if neighborhood not in NEIGHBORHOODS:
        raise BoardError(
            f"unknown neighborhood {neighborhood!r}: the known ones are {', '.join(NEIGHBORHOODS)}"
        )
    return lattice(NEIGHBORHOODS[neighborhood], (rows, cols))


def torus(rows: int, cols: int, *more: int) -> Board:
    """Build a grid, or a box of more dimensions, whose opposite edges are joined.

    A cell has 3^d - 1 neighbours in d dimensions, 8 on a flat torus, or fewer if some coincide.

    >>> torus(3, 4).degree(0), torus(2, 2).neighbors(0), torus(4, 4, 4).degree(0)
    (8, [1, 2, 3], 26)
    """
    return lattice("torus", (rows, cols, *more))


def hexagonal(rows: int, cols: int, wrapped: bool = False) -> Board:
    """Build hexagons in rows, the odd rows shifted right by half a cell; 6 neighbours.

    With ``wrapped`` opposite edges are joined; this takes an even number of rows, at least 4, and
    at least 3 columns.

    >>> hexagonal(3, 3).neighbors((1, 1)), hexagonal(4, 3, wrapped=True).neighbors((0, 0))
    ([1, 2, 3, 5, 7, 8], [1, 2, 3, 5, 9, 11])
    """
    return lattice("hexwrap" if wrapped else "hex", (rows, cols))


def triangular(rows: int, cols: int) -> Board:
    """Build rows of triangles; those with an even row + column point up.

    All cells with a common corner are neighbours, up to 12.

    >>> triangular(3, 5).neighbors((1, 2))
    [0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 12, 13]
    """
    return lattice("tri", (rows, cols))


def box(*dims: int) -> Board:
    """Build a box of d dimensions; inner cells have 3^d - 1 neighbours.

    >>> box(3, 3, 3).degree((1, 1, 1)), box(5).neighbors(2)
    (26, [1, 3])
    """
    return lattice("box", dims)
