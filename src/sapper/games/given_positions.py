"""Deals that continue from a position, on random consistent layouts.

Revealed cells stay revealed, unread cells stay open and unread, and flags of the position are taken
as true. The layout of game i of a seed is row i of ``Analysis.sample`` with that seed. The
first-click rule is ``any``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core
from sapper.analysis import analyze
from sapper.errors import GameError
from sapper.games.deals import Deal
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import FLAGGED, OUTSIDE

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.positions import Position, States


@dataclass(frozen=True, slots=True)
class PositionDeal(Deal):
    """The games that continue from a position; made by ``position_deal``."""

    analysis: Analysis = field(kw_only=True, compare=False)
    """The analysis of the position."""

    def game(self, seed: int, index: int) -> _core.Game:
        """Deal a random consistent layout with the revealed cells open."""
        states = self.analysis.position.without_flags().states
        layout = self.analysis.sample(1, seed, index=index)[0]
        return _core.Game(self.board.graph, states, layout.astype(np.int16))

    def position(self, states: States) -> Position:
        """Return the position with the given states and the flags of the original position."""
        known = states.copy()
        known[self.analysis.position.states == FLAGGED] = FLAGGED
        return super(PositionDeal, self).position(known)

    def __reduce__(self) -> tuple[Any, ...]:
        return position_deal, (self.analysis.position, self.analysis.limits)


def position_deal(position: Position, limits: Limits = DEFAULT_LIMITS) -> PositionDeal:
    """Return the deal of a position.

    Raises ContradictionError if no layout is consistent with it, TooHardError if the analysis
    exceeds the work budget, and GameError if the number of mines is unknown or every covered cell
    is a mine.

    >>> import sapper
    >>> deal = position_deal(sapper.parse("#1#", mines=1))
    >>> sorted({tuple(deal.layout(1, index).mines.tolist()) for index in range(20)})
    [(0, 0, 1), (1, 0, 0)]
    """
    if position.mines is None:
        raise GameError(f"a game needs the number of mines, which is unknown in {position!r}")
    if OUTSIDE in position.states:
        raise GameError("a game needs the whole board, not a window")
    analysis = analyze(position, limits=limits)
    candidates = np.flatnonzero(analysis.mine_probability < 1)
    if not len(candidates):
        raise GameError("no safe cell is left to open in this position")
    return PositionDeal(
        position.board,
        position.mines,
        position.max_per_cell,
        "any",
        int(candidates[0]),
        analysis=analysis,
    )
