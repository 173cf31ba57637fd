"""Deals: one kind of game, from which every game of it follows by seed and number.

A deal is a board with its mines, the rule of the first click and the first cell. Game i of seed s
is a pure function of the deal, s and i; the compiled core deals it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core
from sapper.boards import Board, Spec, parse_spec
from sapper.errors import BoardError, GameError, SpecError
from sapper.positions import Position, States
from sapper.positions.states import MAX_PER_CELL
from sapper.strategies.protocol import first_cell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.strategies.registry import Entry

FIRST_CLICKS = ("any", "safe", "open")
"""The rules of the first click: it may hit a mine; it is safe; it and its neighbours are safe."""

MAX_SEED = 2**64 - 1
"""The largest seed, and the largest number of a game."""

_OPEN_START = (3, 3)
_NUMBER = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Deal:
    """One kind of game; make one with ``Deal.read``."""

    board: Board
    """The board."""

    mines: int
    """The number of mines."""

    max_per_cell: int
    """The most mines that a cell can hold."""

    first: str
    """The rule of the first click: any, safe or open."""

    start: int
    """The first cell that is opened."""

    @classmethod
    def read(
        cls,
        board: str | Spec | Board,
        *,
        mines: int | None = None,
        max_per_cell: int = 1,
        first: str = "safe",
        start: int | Sequence[int] | None = None,
        strategy: Entry | None = None,
    ) -> Deal:
        """Read a deal from what a caller gives; SpecError, BoardError or GameError if it is wrong.

        Without ``start`` the first cell is the one that ``strategy`` asks for, if one is given and
        does; else the corner 0, and under ``open`` (3, 3) where a flat board has that cell, else
        the middle one.

        >>> deal = Deal.read("16x30/99", first="open")
        >>> deal.start, deal.spec, deal.room
        (93, '16x30/99', 471)
        >>> from sapper.strategies import find
        >>> Deal.read("9x9/10", strategy=find("book004:pseq")).start
        40
        """
        limit = _check_max_per_cell(max_per_cell)
        where, count = read_board(board, mines, limit)
        if first not in FIRST_CLICKS:
            raise GameError(f"the first click is {' or '.join(FIRST_CLICKS)}, not {first!r}")
        if start is None and strategy is not None and strategy.make is not None:
            start = first_cell(strategy.make(), where)
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
    def room(self) -> int:
        """The most mines that the rule of the first click leaves room for."""
        kept_free = {"any": 0, "safe": 1, "open": 1 + self.board.degree(self.start)}
        return (self.board.size - kept_free[self.first]) * self.max_per_cell

    @property
    def full(self) -> bool:
        """Whether every cell is full, so that the game is won before the first click (001, V.2)."""
        return self.mines == self.board.size * self.max_per_cell

    @property
    def start_is_safe(self) -> bool:
        """Whether the first click cannot hit a mine."""
        return self.first != "any" or self.mines == 0

    def game(self, seed: int, index: int) -> _core.Game:
        """Deal a game."""
        return _core.Game(
            self.board.graph,
            self.mines,
            self.max_per_cell,
            self.first,
            self.start,
            seed,
            index,
        )

    def position(self, states: States) -> Position:
        """Return what a player of such a game sees."""
        return Position.from_states(self.board, states, self.mines, max_per_cell=self.max_per_cell)

    def _check_room(self) -> None:
        if self.mines <= self.room or self.full:
            return
        where = self.board.coordinates(self.start)
        whom = {
            "any": "",
            "safe": f" beside the safe first cell {where}",
            "open": f" beside the first cell {where} and its neighbours, which 'open' keeps free",
        }
        raise GameError(
            f"{self.mines} mines do not fit on {self.board.spec}: there is room for {self.room}"
            f"{whom[self.first]}"
        )


def default_start(board: Board, first: str) -> int:
    """Return the first cell where none is asked for.

    >>> from sapper.boards import grid
    >>> default_start(grid(9, 9), "safe"), default_start(grid(3, 5), "open")
    (0, 7)
    """
    if first != "open":
        return 0
    if len(board.shape) == 2 and min(board.shape) > max(_OPEN_START):
        return board.cell(_OPEN_START)
    return middle(board)


def middle(board: Board) -> int:
    """Return the middle cell of a board, the later one where two are as good.

    >>> from sapper.boards import grid
    >>> middle(grid(3, 3)), middle(grid(4, 4))
    (4, 10)
    """
    return board.cell([length // 2 for length in board.shape])


def check_whole(value: Any, what: str, least: int, most: int = MAX_SEED) -> int:
    """Return a number that must be whole and within bounds; GameError otherwise."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise GameError(f"{what} is a whole number, not {value!r}")
    if not least <= value <= most:
        bounds = f"at least {least}" if value < least else f"at most {most}"
        raise GameError(f"{what} is {bounds}, not {value}")
    return int(value)


def _check_max_per_cell(limit: Any) -> int:
    return check_whole(limit, "max_per_cell", 1, MAX_PER_CELL)


def read_board(board: Any, mines: Any, max_per_cell: int) -> tuple[Board, int]:
    """Return the board and the mines of a spec or a Board, explicit mines before a spec's own."""
    own: int | None = None
    where: Board | Spec
    if isinstance(board, Board):
        where = board
    elif isinstance(board, Spec):
        where, own = board, board.mines
    elif isinstance(board, str):
        where, own = read_spec(board, max_per_cell)
    else:
        raise SpecError(f"a board is a spec such as '16x30/99' or a Board, not {board!r}")
    if mines is None:
        mines = own
    if mines is None:
        name = where.spec if isinstance(where, Board) else where
        raise GameError(f"{name} needs its mines: write them as in '16x30/99', or give mines=99")
    count = check_whole(mines, "the number of mines", 0)
    built = where.board() if isinstance(where, Spec) else where
    return built, count


def read_spec(text: str, max_per_cell: int) -> tuple[Spec, int | None]:
    """Return a spec and its mines; with several mines a cell they may be more than its cells.

    >>> str(read_spec("2x2/5", 2)[0]), read_spec("2x2/5", 2)[1]
    ('2x2', 5)
    """
    if max_per_cell == 1:
        spec = parse_spec(text)
        return spec, spec.mines
    board_part, slash, mines_part = text.partition("/")
    spec = parse_spec(board_part)
    if not slash:
        return spec, spec.mines
    if not _NUMBER.fullmatch(mines_part.strip()):
        raise SpecError(f"bad number of mines {mines_part!r} in board spec {text!r}")
    return spec, int(mines_part)
