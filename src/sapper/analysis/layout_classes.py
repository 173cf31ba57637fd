"""Classes of layouts that no player can tell apart without a guess.

The compiled core explores them (``core/theory/layout_classes.hpp``); ``sapper.theory.upper_bound``
explains what they prove.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sapper import _core

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.games import Deal


class LayoutClasses:
    """The classes of the layouts of a deal; swaps move at most ``most_moved`` mines."""

    def __init__(self, deal: Deal, most_moved: int) -> None:
        self._deal = deal
        self._core = _core.LayoutClasses(deal.board.graph, sorted(deal.kept_free), most_moved)

    def mean_of_all(self) -> Fraction:
        """Return the share of all layouts that can be won by a player who knows the class."""
        allowed = self._deal.allowed
        return _mean(self._core.all(allowed, self._deal.mines))

    def mean_of_games(self, seed: int, first_game: int, games: int) -> Fraction:
        """Return the mean share of the class that can be won, over the layouts of some games."""
        return _mean(self._core.sample(self._deal.core, seed, first_game, games))


def _mean(counts: Iterable[tuple[tuple[int, int], int]]) -> Fraction:
    """The mean of fractions, each given with the number of its occurrences."""
    total, layouts = Fraction(), 0
    for (won, size), count in counts:
        total += Fraction(won, size) * count
        layouts += count
    return total / layouts
