"""The exact win probability of every click under perfect play, if few layouts remain.

All consistent layouts are listed, and an exhaustive expectimax over information sets finds how many
of them are won after each click (core/endgame/click_values.hpp). This is level 3 of Fowler & Young
2004 from a given position. The cost is exponential in the layouts, so it is limited; ``best`` and
``think`` estimate win probabilities beyond the limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core
from sapper.analysis.question import ask
from sapper.errors import BoardError, ContradictionError, PositionError, TooHardError
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import OUTSIDE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.boards import Cell
    from sapper.positions import Position

MOST_LAYOUTS = 1_000
"""Default for the largest number of consistent layouts."""

MAX_LAYOUTS = 100_000
"""Largest value of ``most_layouts``."""

_MOST_STEPS = 1 << 30
"""Limit on the steps of the search; about 0.2 seconds."""


@dataclass(frozen=True, slots=True)
class ClickValues:
    """The value of every click in a position, made by ``click_values``."""

    position: Position
    """The position."""

    layouts: int
    """The number of consistent layouts, all equally likely."""

    wins: Mapping[int, int]
    """The layouts that are won after opening a cell and then playing perfectly, by covered cell."""

    @property
    def best(self) -> int | None:
        """The cell that wins most layouts, the first of equals; None if all are mines."""
        best = max(self.wins, key=lambda cell: self.wins[cell], default=None)
        return None if best is None or not self.wins[best] else best

    @property
    def value(self) -> Fraction:
        """The win probability of perfect play; 1 if there is no safe cell left to open."""
        most = max(self.wins.values(), default=0)
        return Fraction(most, self.layouts) if most else Fraction(1)

    def probability(self, cell: Cell) -> Fraction:
        """Return the win probability after opening a cell; BoardError if it is not covered."""
        index = self.position.board.cell(cell)
        if index not in self.wins:
            name = self.position.board.name(index)
            raise BoardError(f"cell {name} cannot be opened: it is revealed or flagged")
        return Fraction(self.wins[index], self.layouts)

    def regret(self, cell: Cell) -> Fraction:
        """Return the win probability that a click gives away: ``value`` minus ``probability``."""
        return self.value - self.probability(cell)


def click_values(
    position: Position, *, most_layouts: int = MOST_LAYOUTS, limits: Limits = DEFAULT_LIMITS
) -> ClickValues:
    r"""Return the exact win probability of every click, if perfect play follows.

    The position needs a number of mines and at most one mine per cell. Flags count as mines. Raises
    TooHardError if it has more than ``most_layouts`` consistent layouts (at most 100,000), more
    than 128 cells that may be safe, or needs too long a search (about 0.2 s); ContradictionError if
    no layout is consistent.

    >>> import sapper
    >>> values = sapper.click_values(sapper.parse("1##\n###\n##1", mines=2))
    >>> values.layouts, values.best, values.value, values.regret((1, 1))
    (6, 1, Fraction(2, 3), Fraction(1, 6))
    """
    question = ask(position, limits)
    if position.max_per_cell != 1 or not isinstance(position.mines, int):
        raise PositionError(
            "exact win probabilities take a position with a known number of mines and at most one "
            f"per cell, not {position!r}"
        )
    if (position.states == OUTSIDE).any():
        raise PositionError("exact win probabilities take a whole board, not a window")
    most = _check_most(most_layouts)
    try:
        found = question.click_values(most, _MOST_STEPS)
    except _core.Contradiction:
        from sapper.analysis import analyze

        analyze(position, limits=limits)  # raises the error with its clues
        raise ContradictionError("no layout is consistent with the position") from None
    except _core.BudgetExceeded:
        raise TooHardError(
            f"too hard: exact win probabilities take at most {most} layouts and a limited search, "
            f"and {position!r} exceeds that"
        ) from None
    wins = dict.fromkeys(np.flatnonzero(position.states == _core.COVERED).tolist(), 0)
    wins.update(zip(found.cells, found.wins, strict=True))
    return ClickValues(position, found.layouts, wins)


def _check_most(most: Any) -> int:
    if isinstance(most, bool) or not isinstance(most, (int, np.integer)):
        raise PositionError(f"most_layouts is a whole number, not {most!r}")
    if not 1 <= most <= MAX_LAYOUTS:
        raise PositionError(f"most_layouts is from 1 to {MAX_LAYOUTS}, not {most}")
    return int(most)
