"""The regret of a click: the win probability that it gives away compared with the best click.

It is exact if few layouts are consistent (``sapper.click_values``), and always if the cell is
certainly safe, because such a click loses nothing. Otherwise the fallback is the difference of the
mine probabilities of the cell and of the safest cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb, log10
from typing import TYPE_CHECKING

import numpy as np

from sapper.analysis import analyze
from sapper.errors import TooHardError
from sapper.perfect.clicks import MOST_LAYOUTS, ClickValues, click_values
from sapper.positions import COVERED

if TYPE_CHECKING:
    from sapper.games.deals import Deal
    from sapper.positions import Position, States


@dataclass(frozen=True, slots=True)
class Regret:
    """The regret of a click."""

    value: float
    """The win probability that the click gives away, from 0 to 1."""

    exact: bool
    """Whether it is exact; otherwise it is the fallback."""


NOTHING = Regret(0.0, True)
"""The regret of a click that loses nothing."""


@dataclass(slots=True)
class RegretMeter:
    """Computes the regret of clicks in games of one kind."""

    deal: Deal
    """The kind of game."""

    most_layouts: int = MOST_LAYOUTS
    """The most consistent layouts with an exact result."""

    _first_clicks: dict[int, float] | None = field(default=None, init=False, repr=False)

    def regret(self, states: States, cell: int) -> Regret:
        """Return the regret of a click in a position given by its states."""
        if states[cell] != COVERED:
            return NOTHING
        position = self.deal.position(states)
        if self.deal.first != "any" and not (states >= 0).any():
            return self._of_first_click(position, cell)
        try:
            analysis = analyze(position)
        except TooHardError:
            return Regret(0.0, False)
        mined = analysis.mine_probability
        if mined[cell] == 0.0:
            return NOTHING
        if len(analysis.mines) == len(position.covered):
            return Regret(1.0, True)
        if analysis.log10_solutions <= log10(self.most_layouts + 0.5):
            values = self._values(position)
            if values is not None:
                return Regret(float(values.regret(cell)), True)
        return Regret(float(mined[cell] - np.nanmin(mined)), False)

    def _values(self, position: Position) -> ClickValues | None:
        if position.max_per_cell > 1:
            return None
        try:
            return click_values(position, most_layouts=self.most_layouts)
        except TooHardError:
            return None

    def _of_first_click(self, position: Position, cell: int) -> Regret:
        """Return the regret of a first click that the rule makes safe."""
        if self._first_clicks is None:
            self._first_clicks = self._value_first_clicks(position)
        if not self._first_clicks:
            return Regret(0.0, False)
        return Regret(max(self._first_clicks.values()) - self._first_clicks[cell], True)

    def _value_first_clicks(self, position: Position) -> dict[int, float]:
        """Return the win probability of each first click; empty if one is not feasible."""
        deal, found = self.deal, {}
        if comb(deal.board.size, deal.mines) > self.most_layouts:
            return {}
        if deal.first == "safe":
            values = self._values(position)
            if values is None:
                return {}
            layouts = comb(deal.board.size - 1, deal.mines)
            return {cell: wins / layouts for cell, wins in values.wins.items()}
        for cell in position.covered:
            values = self._values(position.reveal(cell, 0))
            if values is None:
                return {}
            found[cell] = float(values.value)
        return found
