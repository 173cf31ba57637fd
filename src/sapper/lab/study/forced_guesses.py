"""Forced guesses, predicted and measured: the census of patterns against the games of the study.

A game of a player who guesses only where nothing is certain is free of guesses if no pattern forced
one. If patterns come as independent rare events of mean M, exp(-M) of the games are free of
guesses: so -log of that share measures M, with nothing fitted. It also holds the guesses that the
census leaves out, those of larger patterns and of walls.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.intervals import wilson
from sapper.theory import census

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.lab.study.points import StudyPoint

FEWEST_FREE = 5
"""Points with fewer games free of guesses, or with guesses, are left out."""


@dataclass(frozen=True, slots=True)
class ForcedGuesses:
    """The mean number of forced guesses on a board with a number of mines."""

    board: str
    """The board."""

    cells: int
    """Its cells."""

    mines: int
    """The number of mines."""

    predicted: float
    """By the census of patterns, with no free parameter."""

    measured: float
    """From the games that were free of guesses."""

    low: float
    """The lower end of its interval of 95 %."""

    high: float
    """The upper end."""

    win_rate: float
    """The share of games won."""

    predicted_win_rate: float
    """The same by the census."""

    games: int
    """The games it rests on."""

    @property
    def ratio(self) -> float:
        """Measured over predicted."""
        return self.measured / self.predicted


def forced_guesses(points: Iterable[StudyPoint]) -> list[ForcedGuesses]:
    """Compare the informative points of grids and tori with the census."""
    found = []
    for point in points:
        spec = parse_spec(point.board)
        if spec.kind not in ("grid", "torus") or min(spec.shape) < 2:
            continue
        free = point.guess_free
        if min(free, point.games - free) < FEWEST_FREE:
            continue
        patterns = census("grid")
        low, high = wilson(free, point.games)
        found.append(
            ForcedGuesses(
                point.board,
                point.cells,
                point.mines,
                patterns.mean(spec, point.density),
                -log(free / point.games),
                -log(high),
                -log(low) if low > 0 else inf,
                point.wins / point.games,
                patterns.win_rate(spec, point.density),
                point.games,
            )
        )
    return found


def nearest_to_half(found: Iterable[ForcedGuesses]) -> list[ForcedGuesses]:
    """Return for each board the point whose win rate is nearest to one half."""
    best: dict[str, ForcedGuesses] = {}
    for each in found:
        known = best.get(each.board)
        if known is None or abs(each.win_rate - 0.5) < abs(known.win_rate - 0.5):
            best[each.board] = each
    return list(best.values())
