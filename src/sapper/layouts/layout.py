"""Layouts: the true places of the mines, the resulting clue values, and the click metrics.

3BV, openings and islands are computed by the core in linear time, on first use. ZiNi is the usual
greedy heuristic for the least number of clicks with flags and chords.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.boards import Board, Cell, Permutation
from sapper.boards import board as build_board
from sapper.boards.kinds import GRAPH_KIND
from sapper.boards.specs import own_mines, read_board
from sapper.errors import BoardError, LayoutError
from sapper.layouts.orders import eight_orders, usual_order
from sapper.positions.states import MAX_CLUE, MAX_PER_CELL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.types import BoardLike

Mines = npt.NDArray[np.int16]
"""For each cell the number of mines it holds."""

Numbers = npt.NDArray[np.int16]
"""For each cell the number of mines around it."""


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Layout:
    """The true places of the mines on a board; immutable.

    ``mines`` has the number of mines of each cell (0 to 100), flat or in the shape of the board. If
    ``board`` is a spec with a number of mines, they must add up to it. Raises LayoutError if the
    mines are malformed.

    >>> layout = Layout("2x4", [0, 0, 0, 1, 0, 0, 0, 0])
    >>> print(layout)
    ---*
    ----
    >>> layout.numbers.tolist()
    [0, 0, 1, 0, 0, 0, 1, 1]
    >>> layout.bbbv, layout.openings, layout.islands
    (2, 1, 1)
    """

    board: Board
    """The board."""

    mines: Mines
    """The number of mines of each cell; read-only."""

    _numbers: Numbers | None = field(default=None)
    _measured: _core.MeasuredLayout | None = field(default=None)

    def __init__(
        self, board: BoardLike, mines: Sequence[Any] | npt.NDArray[np.integer[Any]]
    ) -> None:
        source = read_board(board, MAX_PER_CELL)
        laid = _read_mines(mines, source.shape, source.size)
        wanted, count = own_mines(source), int(laid.sum(dtype=np.int64))
        if wanted is not None and wanted != count:
            raise LayoutError(f"{count} mines in a layout of {source}")
        where = build_board(source)
        put = object.__setattr__
        put(self, "board", where)
        put(self, "mines", _frozen(laid))
        put(self, "_numbers", _frozen(_count_numbers(where, laid)))
        put(self, "_measured", None)

    @classmethod
    def _take(cls, board: Board, mines: Mines) -> Layout:
        """Return a layout that owns an array of valid mines, which becomes read-only."""
        layout = object.__new__(cls)
        put = object.__setattr__
        put(layout, "board", board)
        put(layout, "mines", _frozen(mines))
        put(layout, "_numbers", None)
        put(layout, "_measured", None)
        return layout

    @classmethod
    def from_cells(cls, board: BoardLike, mined: Iterable[Cell]) -> Layout:
        """Return the layout with one mine in each of the given cells.

        Raises LayoutError if a cell is not on the board or occurs twice.

        >>> Layout.from_cells("1x4", [(0, 1), 3]).mines.tolist()
        [0, 1, 0, 1]
        """
        where = build_board(board)
        mines = np.zeros(where.size, dtype=np.int16)
        for given in mined:
            try:
                cell = where.cell(given)
            except BoardError as error:
                raise LayoutError(f"bad mine: {error}") from None
            if mines[cell]:
                raise LayoutError(f"the mine at {where.name(cell)} is given twice")
            mines[cell] = 1
        return cls(where, mines)

    @property
    def mines_per_cell(self) -> Mines:
        """The number of mines of each cell; ``mines`` is the older name and stays."""
        return self.mines

    @property
    def numbers(self) -> Numbers:
        """The number of mines around each cell, which it shows if it is safe; read-only."""
        if self._numbers is None:
            counted = _frozen(_count_numbers(self.board, self.mines))
            object.__setattr__(self, "_numbers", counted)
        assert self._numbers is not None
        return self._numbers

    @property
    def mine_count(self) -> int:
        """The number of mines on the whole board."""
        return int(self.mines.sum(dtype=np.int64))

    @property
    def max_per_cell(self) -> int:
        """The most mines that a cell holds, at least 1."""
        return max(1, int(self.mines.max()))

    @property
    def mined(self) -> list[int]:
        """The cells that hold a mine, as sorted indices."""
        return np.flatnonzero(self.mines).tolist()

    @property
    def spec(self) -> str:
        """The spec of the board with the number of mines."""
        return f"{self.board.spec}/{self.mine_count}"

    @property
    def bbbv(self) -> int:
        """3BV: the least number of clicks without flags and chords.

        It is the number of openings plus the number of safe cells next to no opening.
        """
        return self._measure().bbbv

    @property
    def openings(self) -> int:
        """The number of openings: connected sets of cells that show 0."""
        return self._measure().openings

    @property
    def islands(self) -> int:
        """The number of islands: connected sets of safe cells that no opening reveals."""
        return self._measure().islands

    @property
    def zini(self) -> int:
        """ZiNi: the clicks, flags and chords of a greedy player who knows the layout.

        Among chords of equal gain the leftmost is chosen, and in a column the topmost; on a board
        without rows and columns, the one with the smallest index. Raises LayoutError if a cell
        holds several mines, because there are no chords then.

        >>> Layout("3x3", [0, 0, 0, 0, 1, 0, 0, 0, 0]).zini
        5
        """
        return self._with_chords().zini(usual_order(self.board))

    @property
    def zini8(self) -> int:
        """The smallest ZiNi over eight orders of preference among chords of equal gain.

        The orders are by columns or rows, from the left or right, and from the top or bottom. On a
        grid they correspond to the symmetries of the square; other boards with rows and columns use
        the same orders. Raises LayoutError on a board without rows and columns, and as ``zini``
        does.
        """
        if len(self.board.shape) != 2:
            raise LayoutError(
                f"zini8 is for boards with rows and columns, not for {self.board.spec}: use zini"
            )
        measured = self._with_chords()
        return min(measured.zini(order) for order in eight_orders(self.board))

    @property
    def human_zini(self) -> int:
        """Human ZiNi: as ``zini``, but openings come first and chords need an open cell.

        If no chord at an open cell has a gain, the first covered safe cell is clicked. The order of
        preference and the errors are those of ``zini``.
        """
        return self._with_chords().human_zini(usual_order(self.board))

    def bbbv_solved(self, opened: npt.NDArray[np.bool_]) -> int:
        """Return the part of the 3BV that is solved if the given cells are open.

        ``opened`` has one bool per cell; LayoutError otherwise.

        >>> layout = Layout("1x4", [0, 0, 1, 0])
        >>> layout.bbbv_solved(np.array([True, True, False, False])), layout.bbbv
        (1, 2)
        """
        mask = np.ascontiguousarray(opened, dtype=np.bool_)
        if mask.shape != (self.board.size,):
            raise LayoutError(f"{mask.shape} truth values for {self.board.size} cells")
        return self._measure().solved(mask)

    def transform(self, permutation: Permutation | Sequence[int]) -> Layout:
        """Return the layout with the mines of cell i moved to cell ``permutation[i]``.

        Raises LayoutError if it is not a permutation of the cells.

        >>> Layout("1x3", [1, 0, 0]).transform([2, 1, 0]).mines.tolist()
        [0, 0, 1]
        """
        moved = np.asarray(permutation)
        size = self.board.size
        fits = moved.shape == (size,) and moved.dtype.kind in "iu"
        if not fits or not np.array_equal(np.sort(moved), np.arange(size)):
            raise LayoutError(f"not a permutation of the {size} cells: {moved}")
        mines = np.empty_like(self.mines)
        mines[moved] = self.mines
        return Layout(self.board, mines)

    def to_text(self, header: bool = False) -> str:
        """Return the layout in text notation, after a line with its board spec if ``header``."""
        from sapper.layouts.writing import format_layout

        return format_layout(self, header)

    def summary(self) -> str:
        """Return the spec and the metrics of the layout in one or two lines.

        >>> print(Layout("2x4", [0, 0, 0, 1, 0, 0, 0, 0]).summary())
        2x4/1: 3BV 2, 1 opening, 1 island
        ZiNi 2, over eight orders 2, human 2
        """
        openings = "1 opening" if self.openings == 1 else f"{self.openings} openings"
        islands = "1 island" if self.islands == 1 else f"{self.islands} islands"
        lines = [f"{self.spec}: 3BV {self.bbbv}, {openings}, {islands}"]
        if self.max_per_cell == 1:
            eight = f", over eight orders {self.zini8}" if len(self.board.shape) == 2 else ""
            lines.append(f"ZiNi {self.zini}{eight}, human {self.human_zini}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that ``sapper deal --json`` prints.

        Metrics that are not defined for the layout are None; a graph includes its edges.
        """
        chords = self.max_per_cell == 1
        edges = {"edges": self.board.edges()} if self.board.kind == GRAPH_KIND else {}
        return {
            "type": "layout",
            "spec": self.spec,
            "board": self.board.form,
            **edges,
            "mine_count": self.mine_count,
            "mines": self.mines.tolist(),
            "bbbv": self.bbbv,
            "openings": self.openings,
            "islands": self.islands,
            "zini": self.zini if chords else None,
            "zini8": self.zini8 if chords and len(self.board.shape) == 2 else None,
            "human_zini": self.human_zini if chords else None,
        }

    def _measure(self) -> _core.MeasuredLayout:
        if self._measured is None:
            made = _core.MeasuredLayout(self.board.graph, self.mines)
            object.__setattr__(self, "_measured", made)
        assert self._measured is not None
        return self._measured

    def _with_chords(self) -> _core.MeasuredLayout:
        if self.max_per_cell > 1:
            cell = int(np.argmax(self.mines))
            raise LayoutError(
                f"there are no chords if a cell holds several mines: "
                f"{self.board.name(cell)} holds {self.mines[cell]}"
            )
        return self._measure()

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Layout {self.spec}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self.board == other.board and np.array_equal(self.mines, other.mines)

    def __hash__(self) -> int:
        return hash((self.board, self.mines.tobytes()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (self.board, self.mines)


def _read_mines(mines: Any, shape: tuple[int, ...], size: int) -> Mines:
    """Return a copy of the mines as a flat array; raise LayoutError if they are malformed."""
    if isinstance(mines, (str, bytes)):
        raise LayoutError("mines are a sequence of numbers; sapper.read reads text")
    try:
        found = np.asarray(mines)
    except (ValueError, OverflowError):
        raise LayoutError("mines are whole numbers, one per cell, in equal rows") from None
    if found.shape not in ((size,), shape):
        raise LayoutError(f"mines of shape {found.shape} for a board of {size} cells")
    if found.dtype.kind not in "iub":
        raise LayoutError(f"mines are whole numbers, one per cell, not {found.dtype}")
    flat = found.reshape(-1).astype(np.int16) if found.dtype.kind == "b" else found.reshape(-1)
    wrong = (flat < 0) | (flat > MAX_PER_CELL)
    if wrong.any():
        cell = int(np.argmax(wrong))
        raise LayoutError(
            f"a cell holds 0 to {MAX_PER_CELL} mines, but cell {cell} holds {flat[cell]}"
        )
    return flat.astype(np.int16)


def _count_numbers(board: Board, mines: Mines) -> Numbers:
    running = np.zeros(len(board.targets) + 1, dtype=np.int64)
    np.cumsum(mines[board.targets], out=running[1:])
    numbers = np.diff(running[board.offsets])
    if int(numbers.max()) > MAX_CLUE:
        cell = int(np.argmax(numbers))
        raise LayoutError(
            f"{numbers[cell]} mines around {board.name(cell)}, but a cell shows at most {MAX_CLUE}"
        )
    return numbers.astype(np.int16)


def _frozen(values: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    values.flags.writeable = False
    return values
