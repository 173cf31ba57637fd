"""Estimates of seconds per game, from measured blocks.

The latest blocks of a kind of game count most (exponential smoothing). A kind that was not played
yet is expected to take as long as its nearest number of mines on the same board, or else as long as
the mean game of the strategy.
"""

from __future__ import annotations

from bisect import bisect, insort
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from sapper.lab.store.blocks import Point

_DECAY = 0.5
"""Weight of the earlier blocks of a kind compared with the next one."""

_Kind: TypeAlias = tuple[str, str, str, int]


@dataclass(slots=True)
class _Rate:
    games: float = 0.0
    seconds: float = 0.0

    def add(self, games: int, seconds: float, decay: float) -> None:
        self.games = decay * self.games + games
        self.seconds = decay * self.seconds + seconds

    @property
    def seconds_per_game(self) -> float:
        return max(self.seconds / self.games, 1e-9)


@dataclass(slots=True)
class _Board:
    """The rates of a board, strategy and rule."""

    numbers: list[int] = field(default_factory=list)
    """The numbers of mines with a rate, in order."""

    rates: dict[int, _Rate] = field(default_factory=dict)
    """The rates by number of mines."""

    def nearest(self, mines: int) -> _Rate:
        place = bisect(self.numbers, mines)
        around = self.numbers[max(0, place - 1) : place + 1]
        return self.rates[min(around, key=lambda number: abs(number - mines))]


class Pace:
    """Seconds per game of points, as far as they are known.

    >>> from sapper.lab.store.blocks import Point
    >>> pace, ten, twenty = Pace(), Point.read("9x9", 10), Point.read("9x9", 20)
    >>> pace.near(ten), pace.likely(ten)
    (None, None)
    >>> pace.add(ten, games=100, seconds=2.0)
    >>> pace.near(twenty), pace.near(Point.read("8x8", 10)), pace.likely(Point.read("8x8", 10))
    (0.02, None, 0.02)
    """

    def __init__(self) -> None:
        self._boards: dict[_Kind, _Board] = {}
        self._strategies: dict[str, _Rate] = {}
        self._all = _Rate()

    def add(self, point: Point, games: int, seconds: float) -> None:
        """Take a block into account that was played in ``seconds`` of wall time."""
        board = self._boards.setdefault(_kind(point), _Board())
        rate = board.rates.get(point.mines)
        if rate is None:
            rate = board.rates[point.mines] = _Rate()
            insort(board.numbers, point.mines)
        rate.add(games, seconds, _DECAY)
        self._strategies.setdefault(point.strategy, _Rate()).add(games, seconds, 1.0)
        self._all.add(games, seconds, 1.0)

    def near(self, point: Point) -> float | None:
        """Return the seconds per game of a point or of its neighbour; None if unknown."""
        board = self._boards.get(_kind(point))
        return None if board is None else board.nearest(point.mines).seconds_per_game

    def likely(self, point: Point) -> float | None:
        """Like ``near``, or else the mean of its strategy or of all games; None if unknown."""
        near = self.near(point)
        if near is not None:
            return near
        rate = self._strategies.get(point.strategy, self._all)
        return rate.seconds_per_game if rate.games else None


def _kind(point: Point) -> _Kind:
    return point.board, point.strategy, point.first, point.max_per_cell
