"""Paired comparison of first cells on the same layouts.

With a safe first click the games of two first cells have different layouts: each is uniform over
the layouts in which its own cell is safe. Exchanging the mines of the two cells maps the layouts of
one to those of the other, one to one. So game i from the other cell is game i from the first one
with these two cells exchanged: it has the right distribution, and it is the same layout unless the
other cell holds a mine. Most games are then won or lost from both cells, and the difference of the
win rates has a narrower interval than from independent games (common random numbers).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sapper import _core, defaults
from sapper.errors import GameError
from sapper.games.deals import Deal, check_whole
from sapper.games.simulation import check_threads, met_too_hard, wait_for_games
from sapper.intervals import paired, wilson
from sapper.strategies.registry import find

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

    from sapper.boards import Cell
    from sapper.types import BoardLike


@dataclass(frozen=True, slots=True)
class FirstCell:
    """The games of one first cell, compared with those of the first one."""

    start: int
    """The first cell, an index."""

    games: int
    """Number of games."""

    wins: int
    """Number of games won."""

    only_this: int
    """Number of games won from this first cell and lost from the first one."""

    only_base: int
    """Number of games lost from this first cell and won from the first one."""

    @property
    def win_rate(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the win probability."""
        return wilson(self.wins, self.games)

    @property
    def difference(self) -> float:
        """The win rate minus that of the first cell of the comparison, from -1 to 1."""
        return (self.only_this - self.only_base) / self.games

    @property
    def difference_interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference (Tango 1998)."""
        return paired(self.only_this, self.only_base, self.games)


def compare_first_cells(
    board: BoardLike,
    starts: Iterable[Cell],
    strategy: str = defaults.STRATEGY,
    games: int = defaults.GAMES,
    seed: int = defaults.SEED,
    *,
    mines: int | None = None,
    index: int = 0,
    threads: int | None = None,
) -> list[FirstCell]:
    """Play the same layouts from several first cells, with a safe first click.

    The differences are from the first of ``starts``, whose games are those of ``simulate``. The
    strategy is one of the core; the other arguments are those of ``simulate``. Raises GameError if
    a first cell occurs twice or there is none.

    >>> corner, inner = compare_first_cells("8x8/10", [(0, 0), (4, 4)], "pseq", games=500)
    >>> corner.wins + inner.only_this - inner.only_base == inner.wins
    True
    """
    check_whole(games, "the number of games", 1)
    check_whole(seed, "the seed", 0)
    check_whole(index, "the number of the first game", 0)
    name = find(strategy).name
    deals = [Deal.read(board, mines=mines, first="safe", start=start) for start in starts]
    cells = [deal.start for deal in deals]
    if not cells or len(set(cells)) < len(cells):
        raise GameError(f"the first cells must differ from each other: {cells or 'none'}")
    origin = deals[0]
    cores = check_threads(threads)
    won = [_games_won(origin, cell, name, games, seed, index, cores) for cell in cells]
    return [
        FirstCell(
            cell,
            games,
            int(np.count_nonzero(mine)),
            int(np.count_nonzero(mine & ~won[0])),
            int(np.count_nonzero(won[0] & ~mine)),
        )
        for cell, mine in zip(cells, won, strict=True)
    ]


def _games_won(
    origin: Deal, start: int, strategy: str, games: int, seed: int, index: int, threads: int
) -> npt.NDArray[np.bool_]:
    """Play the games of ``origin`` from another first cell; return which are won."""
    deal = Deal.read(origin.board, mines=origin.mines, first="safe", start=start)
    simulation = _core.Simulation.moved(
        origin.core, deal.core, strategy, seed, index, games, threads, True
    )
    failure, interrupted = wait_for_games(simulation, lambda _: None)
    if failure is not None:
        raise met_too_hard(strategy, failure)
    if interrupted:
        raise KeyboardInterrupt
    return np.array(simulation.records()["won"], bool)
