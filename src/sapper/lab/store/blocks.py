"""Points and blocks: the addresses of games.

A point is one kind of game with a strategy and a seed; a block is a range of its games. The
counters of a block are a pure function of its address: the table of a store is the same on any
number of machines, in any order of play and however blocks are cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sapper import defaults
from sapper.boards import parse_spec
from sapper.boards.carrying import adopt, is_built_in
from sapper.boards.specs import read_spec
from sapper.errors import StrategyError
from sapper.games import Deal
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from sapper.types import BoardLike, Cell, FirstClickRule


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """One kind of game, a strategy and a seed; make one with ``Point.read``."""

    board: str
    """The spec of the board, without mines, in its shortest form."""

    mines: int
    """The number of mines."""

    strategy: str
    """The name of the strategy."""

    first: FirstClickRule
    """The rule of the first click."""

    start: int
    """The first cell."""

    seed: int
    """The seed of the games."""

    max_per_cell: int = 1
    """The most mines that a cell can hold."""

    @classmethod
    def read(
        cls,
        board: BoardLike,
        mines: int,
        strategy: str = defaults.STRATEGY,
        first: FirstClickRule = defaults.FIRST,
        start: Cell | None = None,
        seed: int = defaults.SEED,
        max_per_cell: int = 1,
    ) -> Point:
        """Check the arguments and return the point; errors as in ``simulate``.

        >>> Point.read("grid:8x8", 10, "pseq")
        Point(board='8x8', mines=10, strategy='pseq', first='safe', start=0, seed=1, max_per_cell=1)
        """
        spec = read_spec(board, max_per_cell)
        if not is_built_in(spec.board_text):
            adopt([spec.board()])
        entry = find(strategy)
        deal = Deal.read(
            spec,
            mines=mines,
            max_per_cell=max_per_cell,
            first=first,
            start=start,
            strategy=entry,
        )
        return cls(spec.board_text, deal.mines, entry.name, first, deal.start, seed, max_per_cell)

    @property
    def spec(self) -> str:
        """The spec of the board with its mines."""
        return f"{self.board}/{self.mines}"

    @property
    def room(self) -> int:
        """The most mines that fit next to the cells that the first-click rule keeps free.

        >>> Point.read("4x4", 1, first="safe").room, Point.read("4x4", 1, first="open").room
        (15, 12)
        """
        return Deal.read(
            parse_spec(self.board),
            mines=0,
            max_per_cell=self.max_per_cell,
            first=self.first,
            start=self.start,
        ).room

    @property
    def has_default_start(self) -> bool:
        """Whether its first cell is the default of its strategy and rule."""
        return self.start == own_start(self.board, self.strategy, self.first)


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A range of games of one point."""

    point: Point
    """The point."""

    first_game: int
    """The number of the first game."""

    games: int
    """The number of games."""


def own_start(board: str, strategy: str, first: FirstClickRule) -> int:
    """Return the default first cell: the strategy's own, else the rule's.

    A store may hold games of a strategy that is not registered here; it is taken to have no first
    cell of its own.

    >>> own_start("9x9", "pseq", "safe"), own_start("9x9", "book004:pseq", "safe")
    (0, 40)
    """
    try:
        entry = find(strategy)
    except StrategyError:
        return _rule_start(board, first)
    if entry.in_core:
        return _rule_start(board, first)
    return Deal.read(parse_spec(board), mines=0, first=first, strategy=entry).start


@lru_cache(maxsize=1024)
def _rule_start(board: str, first: FirstClickRule) -> int:
    return Deal.read(parse_spec(board), mines=0, first=first).start
