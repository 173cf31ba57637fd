"""Windows: positions of which only a part is in view.

A window is a position on the whole board in which the cells out of view have the state OUTSIDE. A
clue at the edge of the window counts mines out of view, too, so these cells are part of the
analysis. Nothing is known about the other cells out of view; with a number of mines they only share
in it. So the analysis is exact, and no larger than the window and its border, apart from one number
per cell of the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.boards import Board, Spec
from sapper.boards.boards import is_int
from sapper.boards.kinds import GRAPH_KIND
from sapper.boards.specs import parse_spec
from sapper.errors import BoardError, PositionError
from sapper.positions.states import COVERED, FLAGGED, OUTSIDE

if TYPE_CHECKING:
    from sapper.boards import Cell
    from sapper.types import BoardLike

_MARGINS = {"grid": 1, "box": 1, "rook": 1}
"""Cells between a window and the edges of its board that make its place irrelevant: by kind the
reach of a neighbour; for all other kinds 2, which also keeps the parity of rows and columns."""


def place_window(
    board: BoardLike | None, view: Any, at: Cell | None, max_per_cell: int = 1
) -> tuple[Board, Spec | None, dict[int, Any]]:
    """Return the board, its spec if that was given, and the entries of the cells in view.

    The arguments are those of ``Position.window``.

    >>> board, _, entries = place_window("5x5", [[1, None]], (2, 3))
    >>> board.spec, entries
    ('5x5', {13: 1, 14: None})
    """
    if isinstance(view, Mapping):
        if board is None or at is not None:
            raise PositionError("a mapping of cells in view needs the whole board, and no `at`")
        where, spec = _built(board, max_per_cell)
        return where, spec, _by_cell(view, where)
    rows, shape = _read_view(view)
    if board is None:
        board = "box:" * (len(shape) != 2) + _sides(tuple(side + 2 for side in shape))
    where, spec = _built(board, max_per_cell)
    if where.kind == GRAPH_KIND or len(where.shape) != len(shape):
        raise PositionError(
            f"a window of {_sides(shape)} cells does not fit {where.title}: a window of that board "
            + ("is a mapping of cells" if where.kind == GRAPH_KIND else "has as many axes")
        )
    corner = _default_corner(where, shape) if at is None else _read_corner(at, where)
    return where, spec, _entries(where, shape, corner, rows)


def window_clues(board: Board, entries: dict[int, Any]) -> tuple[list[Any], list[int]]:
    """Return the clue of every cell, OUTSIDE if it is out of view, and the flagged cells."""
    found: list[Any] = [OUTSIDE] * board.size
    flags = []
    for cell, entry in entries.items():
        hidden = is_int(entry) and entry in (COVERED, FLAGGED)
        found[cell] = None if hidden else entry
        if hidden and entry == FLAGGED:
            flags.append(cell)
    return found, flags


def _built(board: BoardLike, max_per_cell: int) -> tuple[Board, Spec | None]:
    if isinstance(board, Board):
        return board, None
    spec = parse_spec(board, max_per_cell) if isinstance(board, str) else board
    if not isinstance(spec, Spec):
        raise PositionError(f"a board is a Board or a spec, not {board!r:.60}")
    return spec.board(), spec


def _by_cell(view: Mapping[Any, Any], board: Board) -> dict[int, Any]:
    entries: dict[int, Any] = {}
    for where, entry in view.items():
        try:
            cell = board.cell(where)
        except BoardError as error:
            raise PositionError(f"bad cell of a window: {error}") from None
        if cell in entries:
            raise PositionError(f"cell {board.name(cell)} is given twice in a window")
        entries[cell] = entry
    if not entries:
        raise PositionError("a window shows at least one cell")
    return entries


def _read_view(view: Any) -> tuple[list[Any], tuple[int, ...]]:
    """Return the entries in order and the shape of nested rows."""
    if isinstance(view, (str, bytes)):
        raise PositionError("a window is rows of clues; sapper.parse(text, window=...) reads text")
    if isinstance(view, np.ndarray):
        view = view.tolist()
    if not isinstance(view, (list, tuple)) or not view:
        raise PositionError(f"a window is rows of clues, not {view!r:.60}")
    flat, shape = list(view), [len(view)]
    while isinstance(flat[0], (list, tuple, np.ndarray)):
        side = len(flat[0])
        for row in flat:
            if not isinstance(row, (list, tuple, np.ndarray)) or len(row) != side or not side:
                raise PositionError(f"the rows of a window have equal lengths, not {row!r:.60}")
        flat = [entry for row in flat for entry in row]
        shape.append(side)
    return flat, tuple(shape)


def _default_corner(board: Board, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return a place off the edges of the board, any of which is as good as any other.

    Along an axis that is in view as a whole there is only one place.
    """
    margin = 0 if _wraps(board) else _MARGINS.get(board.kind, 2)
    corner = []
    for side, whole in zip(shape, board.shape, strict=True):
        if side != whole and side + 2 * margin > whole:
            raise PositionError(
                f"a window of {_sides(shape)} cells touches an edge of {board.title}: give the "
                "place of its first cell as `at`"
            )
        corner.append(0 if side == whole else margin)
    return tuple(corner)


def _read_corner(at: Cell, board: Board) -> tuple[int, ...]:
    try:
        return board.coordinates(board.cell(at))
    except BoardError as error:
        raise PositionError(f"bad place of a window: {error}") from None


def _entries(
    board: Board, shape: tuple[int, ...], corner: tuple[int, ...], flat: list[Any]
) -> dict[int, Any]:
    wraps = _wraps(board)
    for side, first, whole in zip(shape, corner, board.shape, strict=True):
        if side > whole or (not wraps and first + side > whole):
            raise PositionError(
                f"a window of {_sides(shape)} cells at {tuple(corner)} exceeds {board.title}"
            )
    entries = {}
    for offset, entry in zip(product(*map(range, shape)), flat, strict=True):
        place = tuple(
            (first + step) % whole
            for first, step, whole in zip(corner, offset, board.shape, strict=True)
        )
        entries[board.cell(place)] = entry
    return entries


def _wraps(board: Board) -> bool:
    return board.described is not None and board.described.wraps


def _sides(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))
