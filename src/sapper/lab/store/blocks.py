"""Points of a sweep and blocks of games: the addresses of the laboratory.

A point is one kind of game with its strategy and seed; a block is a run of its games. What comes
of a block is a pure function of its address, so it does not matter where or when it is played, and
a table of blocks is the same table on any number of machines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sapper.boards import Spec, parse_spec
from sapper.errors import StrategyError
from sapper.games import Deal, simulate
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from collections.abc import Sequence

_CELLS_A_BLOCK = 250_000
_LARGEST_BLOCK = 1_000
_SMALLEST_BLOCK = 10


@dataclass(frozen=True, slots=True, order=True)
class Point:
    """One kind of game, a strategy and a seed; make one with ``Point.read``."""

    board: str
    """The spec of the board, without mines, in its shortest form."""

    mines: int
    """The number of mines."""

    strategy: str
    """The name of the strategy."""

    first: str
    """The rule of the first click."""

    start: int
    """The first cell."""

    seed: int
    """The seed of the games."""

    @classmethod
    def read(
        cls,
        board: str | Spec,
        mines: int,
        strategy: str = "perimeter",
        first: str = "safe",
        start: int | Sequence[int] | None = None,
        seed: int = 1,
    ) -> Point:
        """Read a point from what a caller gives; errors as in ``simulate``.

        >>> Point.read("grid:8x8", 10, "pseq")
        Point(board='8x8', mines=10, strategy='pseq', first='safe', start=0, seed=1)
        """
        spec = parse_spec(board) if isinstance(board, str) else board
        entry = find(strategy)
        deal = Deal.read(spec, mines=mines, first=first, start=start, strategy=entry)
        return cls(spec.board_text, deal.mines, entry.name, first, deal.start, seed)

    @property
    def begins_by_itself(self) -> bool:
        """Whether its first cell is the one of those who ask for none."""
        return self.start == own_start(self.board, self.strategy, self.first)

    @property
    def block_size(self) -> int:
        """The games of a block: fewer on a larger board, so that a block takes about as long.

        >>> [Point.read(board, 1).block_size for board in ("8x8", "16x30", "100x100")]
        [1000, 520, 25]
        """
        size = _CELLS_A_BLOCK // parse_spec(self.board).size
        return max(_SMALLEST_BLOCK, min(_LARGEST_BLOCK, size))


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """A run of games of one point."""

    point: Point
    """The point."""

    first_game: int
    """The number of the first game."""

    games: int
    """How many games."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a block; all but the time follows from its address."""

    wins: int
    """The games won."""

    guess_free: int
    """The games won without a guess."""

    guesses: int
    """The clicks that were not certain."""

    moves: int
    """All clicks."""

    bbbv: int
    """The 3BV of the layouts."""

    processor: float
    """The processor time it took, in seconds."""


def own_start(board: str, strategy: str, first: str) -> int:
    """Return the first cell of those who ask for none: the strategy's own, else the rule's.

    A store may hold games of a strategy that is not known here; it is taken to have none of its
    own.

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
def _rule_start(board: str, first: str) -> int:
    return Deal.read(parse_spec(board), mines=0, first=first).start


def play(block: Block) -> Outcome:
    """Play a block.

    >>> play(Block(Point.read("8x8", 10), 0, 200)).wins
    158
    """
    point = block.point
    result = simulate(
        f"{point.board}/{point.mines}",
        point.strategy,
        block.games,
        point.seed,
        point.first,
        point.start,
        1,
        first_game=block.first_game,
    )
    if result.interrupted:
        raise KeyboardInterrupt
    return Outcome(
        result.wins,
        result.guess_free,
        result.guesses,
        result.moves,
        result.bbbv,
        result.processor,
    )
