"""Classes of layouts that no player can tell apart without a guess.

The compiled core explores them (``core/theory/layout_classes.hpp``); ``sapper.theory.upper_bound``
explains what they prove.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from sapper import _core

if TYPE_CHECKING:
    from sapper.games import Deal


class LayoutTally:
    """Layouts of a deal with a safe first cell, and how many can be won after two clicks.

    Swaps move at most ``most_moved`` mines. Without ``second_clicks`` the player learns the
    class after the first click.
    """

    def __init__(self, deal: Deal, most_moved: int, *, second_clicks: bool) -> None:
        self._deal = deal
        self._core = _core.LayoutTally(
            deal.board.graph, deal.start, sorted(deal.kept_free), most_moved, second_clicks
        )

    def add_all(self) -> None:
        """Add all layouts of the deal."""
        self._core.add_all(self._deal.allowed, self._deal.mines)

    def add_games(self, seed: int, first_game: int, games: int) -> None:
        """Add the layouts of some games."""
        self._core.add_games(self._deal.core, seed, first_game, games)

    def most_won(self) -> Fraction:
        """Return the number of layouts that the best second clicks win.

        The second cell may depend on the number of the first. A player who has opened both
        learns the class of the layout.
        """
        won: dict[int, dict[int, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
        for number, second, wins, size, layouts in self._core.entries():
            won[number][second] += Fraction(wins, size) * layouts
        return sum((max(seconds.values()) for seconds in won.values()), Fraction())
