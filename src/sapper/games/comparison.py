"""Paired comparison of strategies on the same games.

Game i of a seed has one layout for all strategies that start in the same cell. The difference of
two win rates depends only on the few games that one strategy wins and the other loses, so its
interval is far narrower than those of the rates.
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
    """The result of a strategy, compared with the first one."""

    strategy: str
    """Its name."""

    wins: int
    """The games it won."""

    only_this: int
    """The games that it won and the first one lost."""

    only_first: int
    """The games that the first one won and it lost."""

    games: int
    """The games that all strategies have finished."""

    @property
    def win_rate(self) -> float:
        """Share of games won; nan if no game was finished."""
        return self.wins / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for the probability of winning."""
        return wilson(self.wins, self.games)

    @property
    def difference(self) -> float:
        """Its win rate minus that of the first one."""
        return (self.only_this - self.only_first) / self.games if self.games else nan

    @property
    def difference_interval(self) -> tuple[float, float]:
        """The 95 % interval of that difference."""
        return paired(self.only_this, self.only_first, self.games)

    def __add__(self, other: Compared) -> Compared:
        """Return the sum with the result of other games."""
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
    """Play the same games with several strategies and compare each with the first one.

    All start in the first cell that ``simulate`` uses for the first strategy. With ``seconds`` they
    stop soon after that wall time, and only the leading games that all have finished count.

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
            # On one thread games finish in order.
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
