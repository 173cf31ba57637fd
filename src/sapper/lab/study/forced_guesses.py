"""Forced guesses: the prediction of the census of patterns compared with the games of the study.

A player that guesses only if no cell is certain plays without a guess if no pattern forces one. If
patterns are independent rare events with mean M (a Poisson approximation), a share exp(-M) of the
games is guess-free, so -log of the measured share estimates M without fitted parameters. This
estimate also contains guesses that the census omits: those of larger patterns and of walls.
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
"""Fewest guess-free games, and fewest games with guesses, of a point."""


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
    """The mean per game by the census of patterns, without fitted parameters."""

    measured: float
    """The mean per game estimated from the share of guess-free games."""

    low: float
    """The lower end of the 95 % interval of ``measured``."""

    high: float
    """The upper end of this interval."""

    win_rate: float
    """The share of games won."""

    predicted_win_rate: float
    """The win rate predicted by the census."""

    games: int
    """The number of games."""

    @property
    def ratio(self) -> float:
        """The measured mean divided by the predicted one."""
        return self.measured / self.predicted


def forced_guesses(points: Iterable[StudyPoint]) -> list[ForcedGuesses]:
    """Compare the points of grids and tori with the census; uninformative points are omitted."""
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
