"""The analysis of many positions of one board, vectorised in the compiled core.

A batch is an array of states with one row per position. The core analyses the rows on several
threads, without Python objects, at the cost per position of its own loop.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lgamma, log, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import memory
from sapper.analysis.question import ask
from sapper.errors import PositionError
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import Position
from sapper.positions.states import COVERED, FLAGGED, MAX_CLUE, OUTSIDE, STATE
from sapper.processors import read_threads

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy.typing as npt

    from sapper.boards import Board
    from sapper.positions.position import Mines
    from sapper.types import BoardLike

_MOST_MINES = 2**40
"""Larger than the mines of any board; a larger number gives the same result."""

_CONSISTENT, _CONTRADICTORY, _TOO_HARD = range(3)
"""The statuses of a row in the core."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class BatchAnalysis:
    """The analyses of many positions of one board, made by ``analyze_many``.

    Every array has one row per position; all are read-only.
    """

    board: Board
    """The board."""

    states: npt.NDArray[np.int16]
    """The positions, shape (n, cells): a clue, ``sapper.COVERED``,
    ``sapper.FLAGGED``, ``sapper.UNREAD`` or ``sapper.OUTSIDE``."""

    mine_probability: npt.NDArray[np.float64]
    """P(the cell holds at least one mine), shape (n, cells).

    It is exactly 0 or 1 for certain cells, and nan for revealed cells and in rows that are
    contradictory or too hard. ``board.shaped(r.mine_probability)`` has the shape of the board.
    """

    log10_solutions: npt.NDArray[np.float64]
    """The decimal logarithm of the number of consistent layouts, shape (n,).

    It is -inf in contradictory rows, and nan in rows that are too hard or have a density.
    """

    best: npt.NDArray[np.int64]
    """The safest cell, shape (n,); -1 if every covered cell is certainly a mine or in rows without
    probabilities. It is the cell of ``Analysis.best``."""

    _status: npt.NDArray[np.uint8]
    _row_mines: npt.NDArray[np.int64] | None
    _shared: Position
    _masks: dict[str, npt.NDArray[np.bool_]] = field(default_factory=dict)

    @property
    def consistent(self) -> npt.NDArray[np.bool_]:
        """Whether at least one layout is consistent with the position, shape (n,).

        It is also false in rows that are too hard.
        """
        return self._mask("consistent", lambda: self._status == _CONSISTENT)

    @property
    def contradictory(self) -> npt.NDArray[np.bool_]:
        """Whether no layout is consistent with the position, shape (n,)."""
        return self._mask("contradictory", lambda: self._status == _CONTRADICTORY)

    @property
    def too_hard(self) -> npt.NDArray[np.bool_]:
        """Whether the position exceeds the work budget, shape (n,)."""
        return self._mask("too_hard", lambda: self._status == _TOO_HARD)

    @property
    def safe(self) -> npt.NDArray[np.bool_]:
        """Whether a covered cell certainly holds no mine, shape (n, cells)."""
        return self._mask("safe", lambda: (self.mine_probability == 0.0) & self._in_view)

    @property
    def mines(self) -> npt.NDArray[np.bool_]:
        """Whether a cell certainly holds a mine, shape (n, cells); flagged cells included."""
        return self._mask("mines", lambda: (self.mine_probability == 1.0) & self._in_view)

    @property
    def _in_view(self) -> npt.NDArray[np.bool_]:
        seen: npt.NDArray[np.bool_] = (self.states == COVERED) | (self.states == FLAGGED)
        return seen

    def _mask(self, name: str, compute: Any) -> npt.NDArray[np.bool_]:
        if name not in self._masks:
            self._masks[name] = _frozen(compute())
        return self._masks[name]

    def position(self, row: int) -> Position:
        """Return the position of a row, for example for ``sapper.analyze`` or ``sapper.choose``.

        Raises IndexError if there is no such row.
        """
        states, shared = self.states[row], self._shared
        if self._row_mines is None:
            return shared._with_states(states)
        mines = int(self._row_mines[row])
        return Position.from_states(self.board, states, mines, max_per_cell=shared.max_per_cell)

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return (
            f"<BatchAnalysis of {len(self)} positions of {self.board.title}: "
            f"{int(self.contradictory.sum())} contradictory, {int(self.too_hard.sum())} too hard>"
        )


def analyze_many(
    board: BoardLike,
    states: npt.ArrayLike,
    mines: Mines | npt.ArrayLike | None = None,
    max_per_cell: int = 1,
    threads: int | None = None,
    *,
    density: Fraction | float | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> BatchAnalysis:
    """Analyse many positions of one board, and return the results as arrays.

    ``states`` is an integer array with one row per position, of shape (n, cells) or (n, rows,
    columns): a clue from 0, ``sapper.COVERED``, ``sapper.FLAGGED``, ``sapper.UNREAD`` or
    ``sapper.OUTSIDE``. ``mines`` is one number of mines for all positions, a range or distribution
    of totals, or a list or array with one number per position; ``density`` replaces it as in
    ``sapper.Position``. ``threads`` is the number of threads, by default one per processor; the
    result does not depend on it. ``limits`` is the work budget of each position.

    A position without a consistent layout, or beyond the work budget, is reported in
    ``contradictory`` or ``too_hard`` and does not affect the others. Raises PositionError if an
    array has the wrong shape or type or holds a wrong value.

    >>> import numpy as np
    >>> import sapper
    >>> states = np.array([[1, -1, -1], [2, -1, -1]])
    >>> r = sapper.analyze_many("1x3", states, mines=1)
    >>> r.mine_probability.tolist()[0], r.best.tolist(), r.consistent.tolist()
    ([nan, 1.0, 0.0], [2, -1], [True, False])
    """
    shared, row_mines = _read_mines(board, mines, density, max_per_cell)
    where = shared.board
    rows = _read_states(states, where)
    if row_mines is not None:
        row_mines = _check_row_mines(row_mines, len(rows))
    workers = read_threads(threads, PositionError)
    _check_memory(len(rows), where.size)
    probability = np.empty((len(rows), where.size))
    bits = np.empty(len(rows))
    best = np.empty(len(rows), np.int32)
    status = np.empty(len(rows), np.uint8)
    own = np.empty(0, np.int64) if row_mines is None else row_mines
    ask(shared, limits).solve_rows(rows, own, workers, probability, bits, best, status)
    return BatchAnalysis(
        where,
        _frozen(rows),
        _frozen(probability),
        _frozen(_log10_solutions(bits, row_mines, shared)),
        _frozen(best.astype(np.int64)),
        _frozen(status),
        row_mines,
        shared,
    )


def _read_mines(
    board: BoardLike, mines: Any, density: Any, max_per_cell: int
) -> tuple[Position, npt.NDArray[Any] | None]:
    """Return a position with what all rows share, and the numbers of mines if they differ by row.

    A sequence of numbers is taken as one number per row.
    """
    if not isinstance(mines, (np.ndarray, list, tuple)) or np.ndim(mines) == 0:
        one = mines.item() if isinstance(mines, np.ndarray) else mines
        return (
            Position.covered_board(board, one, density=density, max_per_cell=max_per_cell),
            None,
        )
    if density is not None:
        raise PositionError("positions need their numbers of mines or a density, not both")
    return Position.covered_board(board, 0, max_per_cell=max_per_cell), np.asarray(mines)


def _check_row_mines(mines: npt.NDArray[Any], rows: int) -> npt.NDArray[np.int64]:
    if mines.dtype.kind not in "iu" or mines.shape != (rows,):
        raise PositionError(
            f"mines are one integer, or integers of shape ({rows},), "
            f"not {mines.dtype} of shape {mines.shape}"
        )
    if rows and int(mines.min()) < 0:
        row = int(np.argmin(mines))
        raise PositionError(f"row {row} has {mines[row]} mines, which cannot be negative")
    return _frozen(np.minimum(mines, _MOST_MINES).astype(np.int64))


def _read_states(states: npt.ArrayLike, board: Board) -> npt.NDArray[np.int16]:
    """Return a copy of the states of shape (n, cells); PositionError quotes what is wrong."""
    try:
        given = np.asarray(states)
    except ValueError:
        raise PositionError("states are an array, not rows of different lengths") from None
    if given.dtype.kind not in "iu" or given.shape[1:] not in ((board.size,), board.shape):
        shapes = dict.fromkeys([f"(n, {board.size})", f"(n, {str(board.shape)[1:]}"])
        wanted = " or ".join(shapes) if len(board.shape) > 1 else next(iter(shapes))
        raise PositionError(
            f"states are integers of shape {wanted}, not {given.dtype} of shape {given.shape}"
        )
    flat = given.reshape(len(given), board.size)
    if flat.size and (int(flat.min()) < OUTSIDE or int(flat.max()) > MAX_CLUE):
        row, cell = np.argwhere((flat < OUTSIDE) | (flat > MAX_CLUE))[0]
        raise PositionError(
            f"row {row} has state {flat[row, cell]} at cell {board.name(int(cell))}, "
            f"which is not from {OUTSIDE} to {MAX_CLUE}"
        )
    return np.array(flat, dtype=STATE, order="C")


def _log10_solutions(
    bits: npt.NDArray[np.float64], row_mines: npt.NDArray[np.int64] | None, shared: Position
) -> npt.NDArray[np.float64]:
    if shared.density is not None:
        return np.where(np.isneginf(bits), bits, np.nan)
    mines = shared.mines if row_mines is None else row_mines
    if shared.max_per_cell > 1 and mines is not None:
        bits = bits + np.vectorize(lgamma, otypes=[float])(np.asarray(mines, float) + 1) / log(2)
    return bits * log10(2)


def _check_memory(rows: int, cells: int) -> None:
    needed = rows * cells * np.dtype(np.float64).itemsize
    free = memory.available() if needed > memory.UNCHECKED_BYTES else None
    if free is not None and needed > free:
        raise PositionError(
            f"the probabilities of {rows} positions of {cells} cells take "
            f"{memory.format_bytes(needed)} of memory, and {memory.format_bytes(free)} are free"
        )


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.flags.writeable = False
    return array
