"""Steps of a paired comparison: some games of each strategy within a limit of time, as counts.

The web server plays a step per request and adds up the counts; ``sapper.compare`` is the comparison
with processes, clusters, stores and sequential stopping. ``sapper.games.comparison`` is the
deprecated name of this module.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, nan
from typing import TYPE_CHECKING

from sapper import defaults
from sapper.deprecation import renamed_keywords
from sapper.errors import StrategyError, TooHardError
from sapper.games.simulation import simulate
from sapper.intervals import paired, wilson
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from sapper.types import BoardLike, FirstClickRule


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of one strategy, and its difference from the first strategy."""

    strategy: str
    """The name of the strategy."""

    wins: int
    """The number of games it won."""

    only_this: int
    """The number of games that it won and the first strategy lost."""

    only_first: int
    """The number of games that the first strategy won and it lost."""

    games: int
    """The number of games that all strategies have finished."""

    @property
    def win_rate(self) -> float:
        """The share of games won, from 0 to 1; nan if no game was finished."""
        return self.wins / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval for the probability of winning."""
        return wilson(self.wins, self.games)

    @property
    def difference(self) -> float:
        """Its win rate minus that of the first strategy, from -1 to 1; nan without games."""
        return (self.only_this - self.only_first) / self.games if self.games else nan

    @property
    def difference_interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference (Tango 1998)."""
        return paired(self.only_this, self.only_first, self.games)

    def __add__(self, other: Compared) -> Compared:
        """Return the combined result with that of other games."""
        return replace(
            self,
            wins=self.wins + other.wins,
            only_this=self.only_this + other.only_this,
            only_first=self.only_first + other.only_first,
            games=self.games + other.games,
        )


@renamed_keywords(first_game="index")
def compare(
    board: BoardLike,
    strategies: Sequence[str],
    games: int = defaults.GAMES,
    seed: int = defaults.SEED,
    first: FirstClickRule = defaults.FIRST,
    *,
    mines: int | None = None,
    index: int = 0,
    threads: int | None = None,
    seconds: float = inf,
) -> list[Compared]:
    """Play a step of a comparison: the same games with each strategy, compared with the first one.

    All start in the first cell that ``simulate`` uses for the first strategy; the other arguments
    are those of ``simulate``. With ``seconds`` play stops soon after that wall time, and only the
    leading games that all strategies have finished are counted. Raises StrategyError if a strategy
    occurs twice or there is none, and TooHardError if one finishes no game in time.

    >>> both = compare("8x8/10", ["pseq", "random"], games=50)
    >>> both[1].only_first - both[1].only_this == both[0].wins - both[1].wins
    True
    """
    entries = [find(name) for name in strategies]
    names = [entry.name for entry in entries]
    if not names or len(set(names)) < len(names):
        raise StrategyError(
            f"the strategies to compare must differ from each other: {', '.join(names) or 'none'}"
        )
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
            # On one thread games finish in order, so that those finished are the leading ones.
            threads=1 if seconds < inf else threads,
            mines=mines,
            index=index,
            records=True,
            seconds=seconds / len(names),
        )
        assert result.records is not None
        if not result.games:
            raise TooHardError(f"too hard: {name} finished no game within the time limit")
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
