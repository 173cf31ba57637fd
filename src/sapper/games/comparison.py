"""Strategies on the same games: who wins more, and how sure that is.

Game i of a seed is one layout for all strategies that begin in the same cell. So the difference of
two win rates is that of the games on which they part, which are few: its interval is far narrower
than those of the rates.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, nan
from typing import TYPE_CHECKING

from sapper.errors import StrategyError, TooHardError
from sapper.games.simulation import simulate
from sapper.intervals import paired, wilson
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from sapper.boards import Board, Spec


@dataclass(frozen=True, slots=True)
class Compared:
    """How a strategy did, beside the first one."""

    strategy: str
    """Its name."""

    wins: int
    """The games it won."""

    only_this: int
    """The games that it won and the first one lost."""

    only_first: int
    """The games that the first one won and it lost."""

    games: int
    """The games that all have played."""

    @property
    def win_rate(self) -> float:
        """The share of games won; nan where none was played."""
        return self.wins / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 % for the chance of winning."""
        return wilson(self.wins, self.games)

    @property
    def difference(self) -> float:
        """Its win rate less that of the first one."""
        return (self.only_this - self.only_first) / self.games if self.games else nan

    @property
    def difference_interval(self) -> tuple[float, float]:
        """The interval of 95 % for that difference."""
        return paired(self.only_this, self.only_first, self.games)

    def __add__(self, other: Compared) -> Compared:
        """Return both together, of other games."""
        return replace(
            self,
            wins=self.wins + other.wins,
            only_this=self.only_this + other.only_this,
            only_first=self.only_first + other.only_first,
            games=self.games + other.games,
        )


def compare(
    board: str | Spec | Board,
    strategies: Sequence[str],
    games: int = 10_000,
    seed: int = 1,
    first: str = "safe",
    *,
    mines: int | None = None,
    first_game: int = 0,
    threads: int | None = None,
    seconds: float = inf,
) -> list[Compared]:
    """Let strategies play the same games, and return how each did beside the first one.

    All begin where ``simulate`` would let the first one begin. With ``seconds`` they stop soon
    after that time: what counts are the games that all of them have finished, in order.

    >>> both = compare("8x8/10", ["pseq", "random"], games=50)
    >>> both[1].only_first - both[1].only_this == both[0].wins - both[1].wins
    True
    """
    entries = [find(name) for name in strategies]
    names = [entry.name for entry in entries]
    if not names or len(set(names)) < len(names):
        raise StrategyError(f"strategies to compare differ: {', '.join(names) or 'none'}")
    start: int | None = None
    won: list[np.ndarray] = []
    for name in names:
        result = simulate(
            board,
            name,
            games,
            seed,
            first,
            start,
            # On one thread games end in order.
            threads=1 if seconds < inf else threads,
            mines=mines,
            first_game=first_game,
            records=True,
            seconds=seconds / len(names),
        )
        assert result.records is not None
        if not result.games:
            raise TooHardError(f"too hard: {name} is too slow here to finish a game")
        games, start = result.games, result.start
        won.append(result.records.won)
    base = won[0][:games]
    return [
        Compared(
            name,
            int(mine[:games].sum()),
            int((mine[:games] & ~base).sum()),
            int((base & ~mine[:games]).sum()),
            games,
        )
        for name, mine in zip(names, won, strict=True)
    ]
