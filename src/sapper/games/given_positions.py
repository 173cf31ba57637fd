"""Deals that go on from a position: layouts drawn uniformly from all that fit it.

What is open stays open, flags of the position are taken as true, and game i of a seed is layout i
of that seed among those that ``Analysis.sample`` draws. Nothing is kept free for a first click.
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
from sapper.positions import COVERED, FLAGGED

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.positions import Position, States


@dataclass(frozen=True, slots=True)
class PositionDeal(Deal):
    """The games that go on from a position; make one with ``position_deal``."""

    analysis: Analysis = field(kw_only=True, compare=False)
    """The position, analysed."""

    def game(self, seed: int, index: int) -> _core.Game:
        """Deal a layout that fits, with what is open opened."""
        given = self.analysis.position
        states = given.states.copy()
        states[states == FLAGGED] = COVERED
        layout = self.analysis.sample(1, seed, first=index)[0]
        return _core.Game(self.board.graph, states, layout.astype(np.int16))

    def position(self, states: States) -> Position:
        """Return what a player sees, with the flags of the position, which are taken as true."""
        known = states.copy()
        known[self.analysis.position.states == FLAGGED] = FLAGGED
        return super(PositionDeal, self).position(known)

    def __reduce__(self) -> tuple[Any, ...]:
        return position_deal, (self.analysis.position, self.analysis.limits)


def position_deal(position: Position, limits: Limits = DEFAULT_LIMITS) -> PositionDeal:
    """Return the deal of a position.

    ContradictionError where no layout fits, TooHardError where that cannot be told, and GameError
    where the number of mines is not known or nothing is left to open.

    >>> import sapper
    >>> deal = position_deal(sapper.parse("#1#", mines=1))
    >>> sorted({tuple(deal.layout(1, index).mines.tolist()) for index in range(20)})
    [(0, 0, 1), (1, 0, 0)]
    """
    if position.mines is None:
        raise GameError("a game needs the number of mines, not a density")
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
