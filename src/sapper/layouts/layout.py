"""Layouts: where the mines truly are, what every cell shows, and how few clicks it takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.boards import Board, Permutation, Spec
from sapper.boards import board as build_board
from sapper.boards.kinds import GRAPH_KIND
from sapper.boards.specs import own_mines, read_board
from sapper.errors import BoardError, LayoutError
from sapper.layouts.orders import eight_orders, usual_order
from sapper.positions.states import MAX_CLUE, MAX_PER_CELL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Mines = npt.NDArray[np.int16]
"""By cell: the mines it holds."""

Numbers = npt.NDArray[np.int16]
"""By cell: the mines around it."""


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Layout:
    """Where the mines are on a board.

    ``mines`` has a whole number for each cell, flat or in the board's shape; a cell may hold
    several. Where ``board`` is a spec with mines, they must be as many. LayoutError otherwise.

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
    """For each cell the mines it holds; read-only."""

    numbers: Numbers
    """For each cell the mines around it, which is what it shows if it is safe; read-only."""

    _measured: _core.MeasuredLayout | None = field(default=None)

    def __init__(
        self, board: Board | Spec | str, mines: Sequence[Any] | npt.NDArray[np.integer[Any]]
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
        put(self, "numbers", _frozen(_count_numbers(where, laid)))
        put(self, "_measured", None)

    @classmethod
    def from_cells(cls, board: Board | Spec | str, mined: Iterable[int | Sequence[int]]) -> Layout:
        """Make a layout from its cells with a mine, each named once.

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
                raise LayoutError(f"the mine at {where.name(cell)} is named twice")
            mines[cell] = 1
        return cls(where, mines)

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
        """The cells that hold a mine."""
        return np.flatnonzero(self.mines).tolist()

    @property
    def spec(self) -> str:
        """The spec of the board with its mines."""
        return f"{self.board.spec}/{self.mine_count}"

    @property
    def bbbv(self) -> int:
        """3BV: the clicks without flags, one an opening and one a number next to none."""
        return self._measure().bbbv

    @property
    def openings(self) -> int:
        """The connected parts of the cells that show zero."""
        return self._measure().openings

    @property
    def islands(self) -> int:
        """The connected parts of the numbers next to no opening."""
        return self._measure().islands

    @property
    def zini(self) -> int:
        """ZiNi: the clicks, flags and chords of a greedy player who knows the mines.

        Of equally good chords the leftmost is taken, and of those in a column the topmost; on a
        board without rows and columns the one with the least index. LayoutError where a cell holds
        several mines, as there are no chords then.

        >>> Layout("3x3", [0, 0, 0, 0, 1, 0, 0, 0, 0]).zini
        5
        """
        return self._with_chords().zini(usual_order(self.board))

    @property
    def zini8(self) -> int:
        """The least ZiNi over the eight orders in which equally good chords can be looked for.

        By columns or rows, from the left or right, from the top or bottom. On a grid that is ZiNi
        under the symmetries of the square; other boards with rows and columns (tori, hexagons) are
        looked through in the same orders, whatever symmetry they have. LayoutError on a board
        without rows and columns.
        """
        if len(self.board.shape) != 2:
            raise LayoutError(
                f"zini8 is of boards with rows and columns, not of {self.board.spec}: use zini"
            )
        measured = self._with_chords()
        return min(measured.zini(order) for order in eight_orders(self.board))

    @property
    def human_zini(self) -> int:
        """Human ZiNi: the same greed with all openings first and chords at open cells only.

        Where no chord at an open cell is worth it, the first covered cell is clicked, and the
        player looks again. Orders and errors are those of ``zini``.
        """
        return self._with_chords().human_zini(usual_order(self.board))

    def bbbv_solved(self, opened: npt.NDArray[np.bool_]) -> int:
        """Return how much of the 3BV is done where these cells are open, one truth value a cell.

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
        """Write the layout as text; its board spec comes first if ``header``."""
        from sapper.layouts.writing import format_layout

        return format_layout(self, header)

    def summary(self) -> str:
        """Return what there is to say of the layout in a line or two.

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
        """Return the layout as ``sapper deal --json`` prints it.

        A metric that the layout does not have is None; a graph comes with its edges.
        """
        chords = self.max_per_cell == 1
        edges = {"edges": self.board.edges()} if self.board.kind == GRAPH_KIND else {}
        return {
            "type": "layout",
            "spec": self.spec,
            "board": self.board.spec,
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
                f"there are no chords where a cell holds several mines, as "
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
    """Return the mines as an array of its own; LayoutError names what is wrong with them."""
    if isinstance(mines, (str, bytes)):
        raise LayoutError("mines are a sequence of numbers; sapper.read reads text")
    try:
        found = np.asarray(mines)
    except (ValueError, OverflowError):
        raise LayoutError("mines are whole numbers, one a cell, in equal rows") from None
    if found.shape not in ((size,), shape):
        raise LayoutError(f"mines of shape {found.shape} for a board of {size} cells")
    if found.dtype.kind not in "iub":
        raise LayoutError(f"mines are whole numbers, one a cell, not {found.dtype}")
    flat = found.reshape(-1).astype(np.int16) if found.dtype.kind == "b" else found.reshape(-1)
    wrong = (flat < 0) | (flat > MAX_PER_CELL)
    if wrong.any():
        cell = int(np.argmax(wrong))
        raise LayoutError(f"a cell holds 0 to {MAX_PER_CELL} mines, but cell {cell} {flat[cell]}")
    return flat.astype(np.int16)


def _count_numbers(board: Board, mines: Mines) -> Numbers:
    running = np.zeros(len(board.targets) + 1, dtype=np.int64)
    np.cumsum(mines[board.targets], out=running[1:])
    numbers = np.diff(running[board.offsets])
    if int(numbers.max()) > MAX_CLUE:
        cell = int(np.argmax(numbers))
        raise LayoutError(
            f"{numbers[cell]} mines around {board.name(cell)}, and a cell shows at most {MAX_CLUE}"
        )
    return numbers.astype(np.int16)


def _frozen(values: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    values.flags.writeable = False
    return values
