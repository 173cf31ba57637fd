"""Positions: the information that a player has, without the true layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.boards import Board, Cell, Permutation
from sapper.boards.specs import own_mines, read_board
from sapper.errors import PositionError
from sapper.positions.clue_lists import check_clue, encode, shown, with_flags
from sapper.positions.states import (
    COVERED,
    FLAGGED,
    MAX_CLUE,
    MAX_PER_CELL,
    OUTSIDE,
    STATE,
    UNREAD,
    WORDS,
    States,
)
from sapper.positions.totals import MineTotals, mines_in_words, read_totals
from sapper.positions.writing import format_position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.types import BoardLike

Density = Fraction | float
Mines = int | range | Mapping[int, Fraction | float] | MineTotals
"""A number of mines, or a prior over an unknown one (see ``MineTotals``)."""

_NO_SYMBOLS: Mapping[str, str] = MappingProxyType({})
_MOST_MINES = 10**30  # a limit on the length of messages, which repeat the number
_LEAST_DENSITY = 1e-15
"""The smallest density, and the smallest distance of a density from 1, which floats resolve."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An inconsistency of a position that is visible without analysis."""

    kind: str
    """``clue-above-room``, ``clue-below-flags``, ``clue-above-mines``, ``mines-above-room`` or
    ``mines-below-flags``."""

    cell: int | None
    """The cell with the wrong clue; None if the number of mines is wrong."""

    message: str
    """The inconsistency in words."""


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Position:
    """The information that a player has: board, clues, flags and number of mines; immutable.

    ``board`` is a Board or a spec; its number of mines is used if neither ``mines`` nor ``density``
    is given. ``clues`` has an entry for each cell, flat or nested by rows: None for a covered cell,
    the number for a revealed one, and UNREAD or ``"?"`` for an open cell whose number is unknown:
    such a cell is safe, but constrains nothing. It may be a mapping from cells (indices,
    coordinates or nodes of a graph) to these entries instead; missing cells are covered. ``mines``
    is the number of mines on the whole board, flagged ones included. If it is unknown, ``mines`` is
    a range of numbers, of which all layouts are equally likely, or a mapping from numbers to their
    probabilities, which sum to 1; layouts of one number are then equally likely. ``density`` is
    instead the probability, above 0 and below 1, that a cell holds a mine independently of the
    others. ``max_per_cell`` (1 to 100) is the most mines that a cell can hold. ``flags`` are cells
    that are taken as mines.

    Raises PositionError if the arguments are malformed. A well-formed position may still be
    inconsistent: ``faults`` lists what is visible, and ``sapper.analyze`` raises
    ContradictionError.

    >>> p = Position("2x2", [1, None, None, None], mines=1)
    >>> p.covered, p.clue((0, 0)), print(p)
    1#
    ##
    ([1, 2, 3], 1, None)
    >>> Position("2x2", [1, None, None, None], mines=range(1, 3)).totals
    MineTotals(1-2)
    """

    board: Board
    """The board."""

    states: States
    """For each cell its clue (0 or more), COVERED, FLAGGED, UNREAD or OUTSIDE; read-only."""

    mines: int | None
    """The number of mines on the whole board, flagged ones included; None if it is unknown."""

    totals: MineTotals | None
    """The prior over an unknown number of mines; None if it is known, and with a density."""

    density: Density | None
    """P(a cell holds a mine), independently for each cell; None with a number of mines."""

    max_per_cell: int
    """The most mines that a cell can hold, 1 to 100."""

    symbols: Mapping[str, str]
    """How each symbol was read if the position comes from a text that is not in the standard
    notation, such as ``{"■": "covered"}``; otherwise empty. Equal positions may differ in it."""

    def __init__(
        self,
        board: BoardLike,
        clues: Sequence[Any] | npt.NDArray[Any] | Mapping[Any, Any],
        mines: Mines | None = None,
        *,
        density: Density | None = None,
        max_per_cell: int = 1,
        flags: Iterable[Cell] = (),
    ) -> None:
        limit = _check_max_per_cell(max_per_cell)
        source = board if isinstance(board, Board) else read_board(board, limit)
        if mines is None and density is None:
            mines = own_mines(source)
        states = encode(clues, source)
        where = source if isinstance(source, Board) else source.board()
        if not isinstance(flags, tuple) or flags:
            states = with_flags(states, flags, where)
        self._fill(where, states, mines, density, limit)

    @classmethod
    def from_states(
        cls,
        board: Board,
        states: npt.NDArray[Any],
        mines: Mines | None = None,
        *,
        density: Density | None = None,
        max_per_cell: int = 1,
    ) -> Position:
        """Return the position with the given states, one integer per cell; the array is copied.

        States are clues from 0, COVERED, FLAGGED, UNREAD or OUTSIDE. Raises PositionError if they
        are malformed.

        >>> from sapper.boards import grid
        >>> print(Position.from_states(grid(1, 3), np.array([COVERED, 2, FLAGGED]), mines=2))
        #2F
        """
        states = np.asarray(states)
        if states.shape != (board.size,) or states.dtype.kind not in "iu":
            raise PositionError(
                f"states are {board.size} integers, not {states.dtype} of shape {states.shape}"
            )
        if int(states.min()) < OUTSIDE or int(states.max()) > MAX_CLUE:
            raise PositionError(
                f"states from {states.min()} to {states.max()}, outside {OUTSIDE} to {MAX_CLUE}"
            )
        return cls._make(board, states.astype(STATE), mines, density, max_per_cell)

    @classmethod
    def covered_board(
        cls,
        board: BoardLike,
        mines: Mines | None = None,
        *,
        density: Density | None = None,
        max_per_cell: int = 1,
    ) -> Position:
        """Return the position before the first click: all cells are covered.

        >>> Position.covered_board("expert").mines
        99
        """
        source = read_board(board, _check_max_per_cell(max_per_cell))
        if mines is None and density is None:
            mines = own_mines(source)
        where = source if isinstance(source, Board) else source.board()
        states = np.full(where.size, COVERED, dtype=STATE)
        return cls._make(where, states, mines, density, max_per_cell)

    @classmethod
    def window(
        cls,
        board: BoardLike | None,
        view: Any,
        mines: Mines | None = None,
        *,
        at: Cell | None = None,
        density: Density | None = None,
        max_per_cell: int = 1,
        flags: Iterable[Cell] = (),
    ) -> Position:
        r"""Return a position of which only a part is in view.

        ``board`` is the whole board or its spec. ``view`` holds the clues of the cells in view, as
        nested rows or as a mapping from cells (on any board, graphs included) to clues; the entries
        are those of ``Position``, COVERED or FLAGGED. ``at`` is the place of the first cell of the
        rows; without it the window touches no edge of the board. Cells out of view may hold mines,
        so that a clue at the edge of the window may count mines out of view. They are never in
        ``covered``, ``Analysis.safe`` or ``Analysis.best``.

        ``mines`` is the number of mines on the whole board or a prior over it, ``density`` the
        probability of a mine in each cell. With a density, ``board`` can be None: the window is
        then a part of an unknown, larger grid. ``flags`` are cells of the whole board. The result
        is a position on the whole board, and so are its cells.

        >>> import sapper
        >>> view = Position.window("9x9", [[None, 1], [None, 1]], 10, at=(0, 2))
        >>> sapper.analyze(view).exact()[2], sapper.analyze(view).exact()[4], view.covered
        (Fraction(1, 4), Fraction(1, 4), [2, 11])
        """
        from sapper.positions.window import place_window, window_clues

        if board is None and density is None:
            raise PositionError("a window without its whole board needs a density of mines")
        where, spec, entries = place_window(board, view, at, _check_max_per_cell(max_per_cell))
        if mines is None and density is None and spec is not None:
            mines = spec.mines
        clues, flagged = window_clues(where, entries)
        return cls(
            where,
            clues,
            mines,
            density=density,
            max_per_cell=max_per_cell,
            flags=[*flags, *flagged],
        )

    @classmethod
    def _make(
        cls,
        board: Board,
        states: States,
        mines: Mines | None,
        density: Density | None,
        max_per_cell: int,
    ) -> Position:
        """Return a position that owns an array of valid states, which becomes read-only."""
        states.flags.writeable = False
        return cls._take(board, states, mines, density, max_per_cell)

    @classmethod
    def _take(
        cls,
        board: Board,
        states: States,
        mines: Mines | None,
        density: Density | None,
        max_per_cell: int,
    ) -> Position:
        """Return a position that shares a read-only array of valid states."""
        position = object.__new__(cls)
        position._fill(board, states, mines, density, _check_max_per_cell(max_per_cell))
        return position

    def _fill(
        self,
        board: Board,
        states: States,
        mines: Mines | None,
        density: Density | None,
        max_per_cell: int,
    ) -> None:
        put = object.__setattr__
        put(self, "board", board)
        put(self, "states", states)
        known, totals = _check_mines(mines, density)
        put(self, "mines", known)
        put(self, "totals", totals)
        if totals is not None and totals.probabilities is not None:
            _check_room(totals, board.size * max_per_cell)
        put(self, "density", None if density is None else _check_density(density))
        put(self, "max_per_cell", max_per_cell)
        put(self, "symbols", _NO_SYMBOLS)

    def read_from(self, symbols: Mapping[str, str]) -> Position:
        """Return the same position with the meanings of the symbols of its text."""
        if not symbols:
            return self
        same = self._with_states(self.states)
        object.__setattr__(same, "symbols", MappingProxyType(dict(symbols)))
        return same

    @property
    def mine_count(self) -> int | MineTotals | None:
        """The number of mines or the prior over it, as ``mines=`` takes it; None with a density."""
        return self.mines if self.totals is None else self.totals

    @property
    def least_mines(self) -> int | None:
        """The least possible number of mines on the whole board; None with a density."""
        return self.mines if self.totals is None else self.totals.least

    @property
    def most_mines(self) -> int | None:
        """The greatest possible number of mines on the whole board; None with a density."""
        return self.mines if self.totals is None else self.totals.most

    def clue(self, cell: Cell) -> int | None:
        """Return the number that a cell shows; None if it is covered, unread or out of view."""
        state = int(self.states[self.board.cell(cell)])
        return state if state >= 0 else None

    @property
    def clues(self) -> list[int | None]:
        """For each cell the number it shows, UNREAD or OUTSIDE; None if it is covered."""
        return [None if FLAGGED <= state < 0 else state for state in self.states.tolist()]

    @property
    def covered(self) -> list[int]:
        """The covered cells, flagged ones included, as sorted indices."""
        return np.flatnonzero(self._is_covered()).tolist()

    @property
    def flags(self) -> list[int]:
        """The flagged cells, as sorted indices."""
        return np.flatnonzero(self.states == FLAGGED).tolist()

    @property
    def revealed(self) -> list[int]:
        """The cells that show a known number, as sorted indices."""
        return np.flatnonzero(self.states >= 0).tolist()

    @property
    def unread(self) -> list[int]:
        """The open cells whose number is unknown, as sorted indices."""
        return np.flatnonzero(self.states == UNREAD).tolist()

    @property
    def outside(self) -> list[int]:
        """The cells that are out of view (see ``window``), as sorted indices."""
        return np.flatnonzero(self.states == OUTSIDE).tolist()

    @property
    def frontier(self) -> list[int]:
        """The covered cells next to a clue, flagged ones included, as sorted indices."""
        return np.flatnonzero(self._is_covered() & (self._around(self.states >= 0) > 0)).tolist()

    @property
    def floating(self) -> list[int]:
        """The covered cells next to no clue, flagged ones included, as sorted indices."""
        return np.flatnonzero(self._is_covered() & (self._around(self.states >= 0) == 0)).tolist()

    def reveal(self, cell: Cell, number: int) -> Position:
        """Return the position after a covered, unflagged cell is revealed to show ``number``.

        The number may be UNREAD, and the cell one whose number is unread so far. Raises
        PositionError if the cell is not covered or is flagged.

        >>> print(Position.covered_board("1x3/1").reveal(1, 1))
        #1#
        """
        state = check_clue(number)
        before = UNREAD if self.states[self.board.cell(cell)] == UNREAD else COVERED
        return self._with_state(cell, state, before)

    def flag(self, cell: Cell) -> Position:
        """Return the position with a flag on a covered cell, which is then taken as a mine.

        Raises PositionError if the cell is not covered or already flagged.
        """
        return self._with_state(cell, FLAGGED, COVERED)

    def unflag(self, cell: Cell) -> Position:
        """Return the position without the flag of a cell; PositionError if it has none."""
        return self._with_state(cell, COVERED, FLAGGED)

    def without_flags(self) -> Position:
        """Return the position with its flagged cells as covered cells.

        >>> print(Position("1x3/1", [1, None, None], flags=[1]).without_flags())
        1##
        """
        flagged = self.states == FLAGGED
        if not flagged.any():
            return self
        return self._with_states(np.where(flagged, np.int16(COVERED), self.states))

    def without_window(self) -> Position:
        """Return the position with the cells out of view as covered cells.

        Both have the same layouts.

        >>> print(Position.window("1x4/1", [[1, None]], at=(0, 1)).without_window())
        #1##
        """
        outside = self.states == OUTSIDE
        if not outside.any():
            return self
        return self._with_states(np.where(outside, np.int16(COVERED), self.states))

    def transform(self, permutation: Permutation | Sequence[int]) -> Position:
        """Return the position with the state of cell i moved to cell ``permutation[i]``.

        The result is equivalent only if the permutation is a symmetry of the board (see
        ``sapper.symmetries``). Raises PositionError if it is not a permutation of the cells.

        >>> print(Position("1x3/1", [1, None, None]).transform([2, 1, 0]))
        ##1
        """
        size = self.board.size
        try:
            moved = np.asarray(permutation)
        except ValueError:
            raise PositionError(f"not a permutation: {permutation!r}") from None
        fits = moved.shape == (size,) and moved.dtype.kind in "iu"
        if not fits or not np.array_equal(np.sort(moved), np.arange(size)):
            raise PositionError(f"not a permutation of the {size} cells: {moved}")
        states = np.empty_like(self.states)
        states[moved] = self.states
        return self._with_states(states)

    def faults(self) -> list[Fault]:
        """Return all visible inconsistencies: those of single clues, then of the number of mines.

        >>> [fault.message for fault in Position("1x3", [2, None, None], mines=5).faults()]
        ['the 2 at (0, 0) has room for only 1', '5 mines, but the 2 covered cells hold only 2']
        """
        least, most = self.least_mines, self.most_mines
        largest = self.board.size * self.max_per_cell + MAX_CLUE  # above any room, flags and clue
        mines = None
        if least is not None and most is not None:
            mines = min(least, largest), min(most, largest)
        found = _core.faults(
            self.board.graph,
            self.states,
            self.max_per_cell,
            mines,
            self.board.names,
            mines_in_words(self),
        )
        return [Fault(*fault) for fault in found]

    def to_text(self, header: bool = False) -> str:
        """Return the position in text notation, after a line with its board spec if ``header``."""
        return format_position(self, header)

    def _is_covered(self) -> npt.NDArray[np.bool_]:
        """Return for each cell whether it is covered or flagged."""
        return (self.states < 0) & (self.states >= FLAGGED)

    def _around(self, marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Return for each cell the number of its neighbours that are marked."""
        running = np.zeros(len(self.board.targets) + 1, dtype=np.int64)
        np.cumsum(marked[self.board.targets], out=running[1:])
        return np.diff(running[self.board.offsets])

    def _with_state(self, cell: Cell, state: int, before: int) -> Position:
        index = self.board.cell(cell)
        if self.states[index] != before:
            is_now = {**WORDS, COVERED: "covered without a flag"}
            wanted = is_now[before]
            now = is_now.get(int(self.states[index]), f"a revealed {self.states[index]}")
            raise PositionError(
                f"cell {self.board.name(index)} must be {wanted} for this, but is {now}"
            )
        states = self.states.copy()
        states[index] = state
        return self._with_states(states)

    def _with_states(self, states: States) -> Position:
        return self._make(self.board, states, self.mine_count, self.density, self.max_per_cell)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        known = f"mines={self.mine_count}"
        if self.density is not None:
            known = f"density={self.density}"
        many = f", max_per_cell={self.max_per_cell}" if self.max_per_cell > 1 else ""
        counted = [(self.unread, "unread"), (self.outside, "out of view")]
        more = "".join(f", {len(cells)} {what}" for cells, what in counted if cells)
        return f"<Position {self.board.spec} {known}{many}, {len(self.covered)} covered{more}>"

    def _repr_svg_(self) -> str | None:
        """Return an SVG for a notebook; None if the board is too large to draw."""
        from sapper.positions.drawing import position_svg

        return position_svg(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.mines == other.mines
            and self.totals == other.totals
            and self.density == other.density
            and self.max_per_cell == other.max_per_cell
            and np.array_equal(self.states, other.states)
            and self.board == other.board
        )

    def __hash__(self) -> int:
        known = (self.mine_count, self.density, self.max_per_cell)
        return hash((self.board, self.states.tobytes(), known))

    def __reduce__(self) -> tuple[Any, ...]:
        known = (self.mine_count, self.density, self.max_per_cell)
        return _remade, (self.board, self.states, *known, dict(self.symbols))


def _remade(
    board: Board,
    states: States,
    mines: Mines | None,
    density: Density | None,
    max_per_cell: int,
    symbols: dict[str, str],
) -> Position:
    made = Position._make(board, states, mines, density, max_per_cell)
    return made.read_from(symbols)


def _check_mines(mines: Any, density: Any) -> tuple[int | None, MineTotals | None]:
    """Return the number of mines, or the prior over it; neither with a density."""
    if type(mines) is int and 0 <= mines <= _MOST_MINES and density is None:
        return mines, None
    if (mines is None) == (density is None):
        both = "not both" if mines is not None else "but neither was given"
        raise PositionError(f"a position needs its number of mines or a density, {both}")
    if mines is None:
        return None, None
    if isinstance(mines, (range, Mapping, MineTotals)):
        totals = read_totals(mines)
        return (totals, None) if isinstance(totals, int) else (None, totals)
    if isinstance(mines, bool) or not isinstance(mines, (int, np.integer)):
        raise PositionError(
            f"the number of mines is an integer, not {shown(mines)}; an unknown one is a range or "
            "a mapping from numbers to probabilities"
        )
    if mines < 0:
        raise PositionError(f"the number of mines cannot be negative: {shown(mines)}")
    if mines > _MOST_MINES:
        raise PositionError(f"no board has room for that number of mines: {shown(mines)}")
    return int(mines), None


def _check_room(totals: MineTotals, room: int) -> None:
    """Raise PositionError if a number of mines with a probability has no layout at all."""
    if totals.most > room:
        chance = totals.by_number[totals.most]
        raise PositionError(
            f"{totals.most} mines have probability {chance}, but the board holds at most {room}"
        )


def _check_density(density: Any) -> Density | None:
    if density is None:
        return None
    if not isinstance(density, (Fraction, float, np.floating)) or not 0 < density < 1:
        raise PositionError(
            f"a density is a Fraction or float between 0 and 1, not {shown(density)}"
        )
    least = Fraction(1, 10**15) if isinstance(density, Fraction) else _LEAST_DENSITY
    if not least <= density <= 1 - least:
        raise PositionError(f"a density is from {_LEAST_DENSITY} to 1 - {_LEAST_DENSITY}")
    return density if isinstance(density, Fraction) else float(density)


def _check_max_per_cell(limit: Any) -> int:
    if type(limit) is int and 1 <= limit <= MAX_PER_CELL:
        return limit
    if isinstance(limit, bool) or not isinstance(limit, (int, np.integer)):
        raise PositionError(f"max_per_cell is an integer, not {limit!r}")
    if not 1 <= limit <= MAX_PER_CELL:
        raise PositionError(f"max_per_cell is from 1 to {MAX_PER_CELL}, not {shown(limit)}")
    return int(limit)
