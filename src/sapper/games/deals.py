"""Deals: one kind of game, whose games are addressed by seed and number.

A deal is a board with its mines, the first-click rule and the first cell. Game i of seed s is a
pure function of the deal, s and i, independent of all others; the compiled core deals it.

Every function of Sapper takes the first cell, ``start``, as a cell index or as coordinates; without
it the strategy or ``default_start`` decides. Results contain it as an index (``start``) and as
coordinates (``place``); JSON of the command line has coordinates, and JSON of the web API an index.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from sapper import _core, defaults
from sapper.boards import Board, Cell
from sapper.boards.specs import own_mines, read_board
from sapper.errors import BoardError, GameError
from sapper.layouts import Layout
from sapper.positions import Position, States
from sapper.positions.states import MAX_PER_CELL
from sapper.strategies.protocol import wanted_start
from sapper.strategies.registry import resolve
from sapper.types import FirstClickRule

if TYPE_CHECKING:
    from sapper.strategies.registry import Entry
    from sapper.types import BoardLike, StrategyLike

FIRST_CLICKS: tuple[FirstClickRule, ...] = get_args(FirstClickRule)
"""The first-click rules: it may hit a mine; it is safe; it and its neighbours are safe."""

MAX_SEED = 2**64 - 1
"""The largest seed, and the largest number of a game."""

DealtGame = _core.Game
"""A game in the core, which is opened cell by cell."""

_OPEN_START = (3, 3)
_NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Deal:
    """One kind of game; made by ``Deal.read``."""

    board: Board
    """The board."""

    mines: int
    """The number of mines."""

    max_per_cell: int
    """The most mines that a cell can hold, 1 to 100."""

    first: FirstClickRule
    """The first-click rule: ``any``, ``safe`` or ``open``."""

    start: int
    """The first cell that is opened, an index."""

    _made: _core.Deal | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def read(
        cls,
        board: BoardLike,
        *,
        mines: int | None = None,
        max_per_cell: int = 1,
        first: FirstClickRule = defaults.FIRST,
        start: Cell | None = None,
        strategy: StrategyLike | Entry | None = None,
    ) -> Deal:
        """Read a deal from arguments; SpecError, BoardError or GameError if they are wrong.

        Without ``start`` the first cell is the one that ``strategy`` asks for, if it does. Else it
        is the corner 0, and under ``open`` (3, 3) if a flat board has that cell, else the middle.

        >>> deal = Deal.read("16x30/99", first="open")
        >>> deal.start, deal.spec, deal.room
        (93, '16x30/99', 471)
        >>> Deal.read("9x9/10", strategy="book004:pseq").start
        40
        """
        limit = check_max_per_cell(max_per_cell)
        where, count = read_game_board(board, mines, limit)
        if first not in FIRST_CLICKS:
            raise GameError(f"the first click is {' or '.join(FIRST_CLICKS)}, not {first!r}")
        if start is None and strategy is not None:
            start = _wanted_start(strategy, where)
        try:
            cell = default_start(where, first) if start is None else where.cell(start)
        except BoardError as error:
            raise BoardError(f"bad first cell: {error}") from None
        deal = cls(where, count, limit, first, cell)
        deal._check_room()
        return deal

    @property
    def spec(self) -> str:
        """The spec of the board with its mines."""
        return f"{self.board.spec}/{self.mines}"

    @property
    def kept_free(self) -> set[int]:
        """The cells that the first-click rule keeps free of mines.

        >>> sorted(Deal.read("4x4/1", first="open", start=0).kept_free)
        [0, 1, 4, 5]
        >>> Deal.read("2x2/4").kept_free  # full
        set()
        """
        if self.first == "any" or self.full:
            return set()
        return {self.start, *(self.board.neighbors(self.start) if self.first == "open" else ())}

    @property
    def allowed(self) -> list[int]:
        """The cells that may hold mines."""
        kept_free = self.kept_free
        return [cell for cell in range(self.board.size) if cell not in kept_free]

    @property
    def room(self) -> int:
        """The most mines that fit on the cells that are not kept free."""
        return (self.board.size - len(self.kept_free)) * self.max_per_cell

    @property
    def full(self) -> bool:
        """Whether every cell is full; such a game is already won (Fowler & Young 2004, V.2)."""
        return self.mines == self.board.size * self.max_per_cell

    @property
    def start_is_safe(self) -> bool:
        """Whether the first click cannot hit a mine."""
        return self.first != "any" or self.mines == 0

    @property
    def core(self) -> _core.Deal:
        """The same deal in the compiled core, made on first use."""
        if self._made is None:
            made = _core.Deal(
                self.board.graph, self.mines, self.max_per_cell, self.first, self.start
            )
            object.__setattr__(self, "_made", made)
        assert self._made is not None
        return self._made

    def __reduce__(self) -> tuple[Any, ...]:
        return Deal, (self.board, self.mines, self.max_per_cell, self.first, self.start)

    def at(self, start: int) -> Deal:
        """Return the deal with another first cell."""
        return Deal.read(
            self.board,
            mines=self.mines,
            max_per_cell=self.max_per_cell,
            first=self.first,
            start=start,
        )

    def game(self, seed: int, index: int) -> _core.Game:
        """Deal game ``index`` of a seed."""
        return _core.Game(self.core, seed, index)

    def layout(self, seed: int, index: int) -> Layout:
        """Return the layout of game ``index`` of a seed."""
        return Layout(self.board, self.game(seed, index).mines)

    def position(self, states: States) -> Position:
        """Return the position with the given states in a game of this kind."""
        return Position.from_states(self.board, states, self.mines, max_per_cell=self.max_per_cell)

    def _check_room(self) -> None:
        if self.mines <= self.room:
            return
        where = self.board.name(self.start)
        whom = {
            "any": "",
            "safe": f" next to the safe first cell {where}",
            "open": f" next to the first cell {where} and its neighbours, which 'open' keeps free",
        }
        raise GameError(
            f"{self.mines} mines do not fit on {self.board.spec}: there is room for {self.room}"
            f"{whom[self.first]}"
        )


def deal(
    board: BoardLike,
    seed: int = defaults.SEED,
    index: int = 0,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    *,
    mines: int | None = None,
    max_per_cell: int = 1,
) -> Layout:
    """Return the layout of game ``index`` of a seed, as simulations and games play it.

    The arguments are those of ``simulate``. Raises SpecError, BoardError or GameError if they are
    invalid.

    >>> print(deal("4x8/6", seed=2, first="open", start=(0, 0)))
    ----*---
    ----*-*-
    --*----*
    ----*---
    """
    check_whole(seed, "the seed", 0)
    check_whole(index, "the number of the game", 0)
    dealt = Deal.read(board, mines=mines, max_per_cell=max_per_cell, first=first, start=start)
    return dealt.layout(seed, index)


def read_game_deal(
    board: BoardLike,
    mines: int | None,
    max_per_cell: int,
    first: FirstClickRule,
    start: Cell | None,
) -> Deal:
    """Read a deal; without ``start``, some cell must be possible as the first cell."""
    if start is not None or first != "open":
        return Deal.read(board, mines=mines, max_per_cell=max_per_cell, first=first, start=start)
    loose = Deal.read(board, mines=mines, max_per_cell=max_per_cell, first="any")
    try:
        return Deal.read(loose.board, mines=loose.mines, max_per_cell=max_per_cell, first=first)
    except GameError:
        fewest_neighbors = int(np.argmin(np.diff(loose.board.offsets)))
        return Deal.read(
            loose.board,
            mines=loose.mines,
            max_per_cell=max_per_cell,
            first=first,
            start=fewest_neighbors,
        )


def _wanted_start(strategy: StrategyLike | Entry, board: Board) -> Cell | None:
    entry = resolve(strategy)
    return None if entry.make is None else wanted_start(entry.make(), board)


def default_start(board: Board, first: FirstClickRule) -> int:
    """Return the first cell if the caller and the strategy give none.

    >>> from sapper.boards import grid
    >>> default_start(grid(9, 9), "safe"), default_start(grid(3, 5), "open")
    (0, 7)
    """
    if first != "open":
        return 0
    if len(board.shape) == 2 and min(board.shape) > max(_OPEN_START):
        return board.cell(_OPEN_START)
    return board.middle


def check_whole(value: Any, what: str, least: int, most: int = MAX_SEED) -> int:
    """Return an integer within bounds as an int; raise GameError for any other value.

    ``what`` names the value in the message.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise GameError(f"{what} is a whole number, not {value!r}")
    if not least <= value <= most:
        bounds = f"at least {least}" if value < least else f"at most {most}"
        raise GameError(f"{what} is {bounds}, not {value}")
    return int(value)


def check_max_per_cell(limit: Any) -> int:
    """Return the most mines that a cell can hold; raise GameError if it is out of range."""
    return check_whole(limit, "max_per_cell", 1, MAX_PER_CELL)


def read_game_board(board: BoardLike, mines: int | None, max_per_cell: int) -> tuple[Board, int]:
    """Return the board and the number of mines of a game; ``mines`` overrides that of a spec."""
    where = read_board(board, max_per_cell)
    wanted = own_mines(where) if mines is None else mines
    if wanted is None:
        name = where.spec if isinstance(where, Board) else where
        raise GameError(f"{name} needs its mines: add their number, as in 16x30/99")
    count = check_whole(wanted, "the number of mines", 0)
    return where if isinstance(where, Board) else where.board(), count
