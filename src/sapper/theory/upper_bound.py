"""A proved upper bound on the win probability of every player, on any board.

Two layouts are indistinguishable if every cell that is safe in both shows the same number. A swap
changes a layout into an indistinguishable one: it makes some mines safe and equally many safe cells
mines. Layouts that are connected by swaps form a class, and the classes are a partition of all
layouts of a game. The player makes the first click, sees its number and makes a second click, which
loses the layouts with a mine there. Then let the player know the class of the layout, which can
only help. The player wins at most w of the s layouts of the class in which the second cell is safe,
where w is found by searching all ways to play. So no player wins more than the mean over all
layouts of w / s, or 0 where the second click loses, for the best choice of the second cell by the
number of the first.

Most classes are small, and a class is a product: sets of cells that change independently of each
other contribute factors w / s of their own, because a player who knows everything outside such a
set cannot do better than in each set alone. The core finds the classes
(``core/theory/layout_classes.hpp``). A layout whose class is too large to explore counts as 1.
Swaps that move more than ``most_moved`` mines are left out, which makes classes smaller and the
bound larger, so it stays valid. Under the first-click rule ``any`` the layouts with a mine in the
first cell are lost, and those without one are those of the rule ``safe``.

On boards of more than 2,000 cells the class is given after the first click.

The mean is exact if all layouts can be examined. Otherwise it is estimated from random layouts, and
the bound is an upper confidence limit by the inequality of Hoeffding (1963, theorem 1), which holds
for every number of layouts and every distribution of values between 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, inf, log, nextafter
from typing import TYPE_CHECKING, Any

from sapper import defaults
from sapper.analysis.layout_classes import LayoutTally
from sapper.errors import TheoryError
from sapper.games import Deal
from sapper.stopping import check_stop

if TYPE_CHECKING:
    from sapper.boards import Cell
    from sapper.progress import Progress
    from sapper.types import BoardLike, FirstClickRule

LAYOUTS = 20_000
"""Number of layouts that ``upper_bound`` examines by default."""

MOST_MOVED = 2
"""The most mines that a swap moves, by default. With more the bound falls a little and the time
grows by a factor of about five for each."""

_LARGEST_MOVED = 6
_LARGEST_SECOND = 2_000  # cells of a board on which the second click counts
_BATCH = 64


@dataclass(frozen=True, slots=True)
class UpperBound:
    """An upper bound on the win probability of every player."""

    spec: str
    """The board with its mines."""

    first: FirstClickRule
    """The first-click rule."""

    start: int
    """The first cell, an index."""

    place: tuple[int, ...]
    """The coordinates of the first cell."""

    value: float
    """The upper bound on the win probability of every player."""

    estimate: float
    """The bound without its margin for chance; equal to it if all layouts were examined."""

    exact: Fraction | None
    """The bound as a fraction, if all layouts were examined."""

    layouts: int
    """Number of layouts examined, all with a safe first cell."""

    confidence: float
    """Probability that the bound holds, before the layouts are drawn; 1 if all were examined."""

    most_moved: int
    """The most mines that a swap moves."""

    @property
    def method(self) -> str:
        """How the bound was found, in a few words."""
        if self.exact is not None:
            return f"all {self.layouts:,} layouts"
        return f"{self.layouts:,} random layouts, upper limit at {self.confidence:.10g} confidence"

    def summary(self) -> str:
        """Return the bound as one line."""
        return (
            f"{self.spec}, first click {self.first} at {self.place}: no player wins more than "
            f"{self.value:.6g} ({self.method})"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the bound as JSON values."""
        return {
            "spec": self.spec,
            "first": self.first,
            "start": self.start,
            "place": list(self.place),
            "value": self.value,
            "estimate": self.estimate,
            "exact": None if self.exact is None else str(self.exact),
            "layouts": self.layouts,
            "confidence": self.confidence,
            "most_moved": self.most_moved,
            "method": self.method,
        }


def upper_bound(
    board: BoardLike,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    *,
    mines: int | None = None,
    max_per_cell: int = 1,
    layouts: int = LAYOUTS,
    seed: int = defaults.SEED,
    confidence: float = 0.9999,
    most_moved: int = MOST_MOVED,
    progress: Progress | None = None,
) -> UpperBound:
    """Bound the win probability of every player who makes this first click.

    If the game has at most ``layouts`` layouts, all are examined and the bound is exact; else the
    layouts of the games 0 to ``layouts`` - 1 of the seed. ``confidence`` is the probability that
    the bound holds in that case. ``progress(done, total)`` is called after every few layouts.

    It covers all boards with at most one mine per cell; TheoryError for others.

    >>> bound = upper_bound("4x4/5")
    >>> bound.exact, bound.method
    (Fraction(90, 143), 'all 3,003 layouts')
    """
    _check(layouts, confidence, most_moved, max_per_cell)
    deal = Deal.read(board, mines=mines, first=first, start=start)

    def bound(value: float, estimate: float, exact: Fraction | None, examined: int) -> UpperBound:
        holds = 1.0 if exact is not None else confidence
        place = deal.board.coordinates(deal.start)
        return UpperBound(
            deal.spec,
            first,
            deal.start,
            place,
            value,
            estimate,
            exact,
            examined,
            holds,
            most_moved,
        )

    if deal.full:  # won before the first click
        return bound(1.0, 1.0, Fraction(1), 1)
    # Under `any` the first click may lose; if it does not, the layouts are those of `safe`.
    safe, safe_deal = Fraction(1), deal
    if first == "any":
        safe = 1 - Fraction(deal.mines, deal.board.size)
        safe_deal = Deal.read(deal.board, mines=deal.mines, first="safe", start=deal.start)
    if deal.mines == deal.board.size - 1:  # won by the first click, if it is safe
        return bound(_at_least(safe), float(safe), safe, 1)
    second_clicks = first != "open" and deal.board.size <= _LARGEST_SECOND
    tally = LayoutTally(safe_deal, most_moved, second_clicks=second_clicks)
    every = comb(len(safe_deal.allowed), deal.mines)
    if every <= layouts:
        tally.add_all()
        exact = safe * tally.most_won() / every
        return bound(_at_least(exact), float(exact), exact, every)
    _add_games(tally, seed, layouts, progress)
    mean = float(tally.most_won() / layouts)
    # One limit for every choice of the second cell by the number of the first. At a zero the best
    # second cell is known: a neighbour, which is safe.
    numbers = max(deal.board.degree(deal.start), 1) if second_clicks else 0
    limit = upper_limit(mean, layouts, 1 - confidence, numbers * log(deal.board.size))
    return bound(float(safe) * limit, float(safe) * mean, None, layouts)


def _check(layouts: int, confidence: float, most_moved: int, max_per_cell: int) -> None:
    if layouts < 1:
        raise TheoryError(f"the number of layouts is at least 1, not {layouts}")
    if not 0 < confidence < 1:
        raise TheoryError(f"a confidence is between 0 and 1, not {confidence!r}")
    if not 1 <= most_moved <= _LARGEST_MOVED:
        raise TheoryError(f"a swap moves 1 to {_LARGEST_MOVED} mines, not {most_moved}")
    if max_per_cell != 1:
        raise TheoryError(
            "the bound covers all boards with at most one mine per cell, "
            f"not with up to {max_per_cell}"
        )


def _at_least(exact: Fraction) -> float:
    """The fraction as a float, rounded up."""
    value = float(exact)
    return value if Fraction(value) >= exact else nextafter(value, inf)


def _add_games(tally: LayoutTally, seed: int, games: int, progress: Progress | None) -> None:
    """Add the layouts of games 0 to ``games`` - 1."""
    done = 0
    while done < games:
        check_stop()
        count = min(_BATCH, games - done)
        tally.add_games(seed, done, count)
        done += count
        if progress is not None:
            progress(done, games)


def upper_limit(mean: float, count: int, error: float, choices: float = 0.0) -> float:
    """Return an upper limit for an expectation, from a mean of independent values from 0 to 1.

    The limit is too low with probability at most ``error`` (Hoeffding 1963, theorem 1). If the mean
    is the largest of several, ``choices`` is the logarithm of their number.

    >>> round(upper_limit(0.5, 1000, 1e-4), 4)
    0.5676
    """
    if mean >= 1.0:
        return 1.0
    wanted = (log(1 / error) + choices) / count

    def divergence(limit: float) -> float:
        found = (1 - mean) * log((1 - mean) / (1 - limit))
        return found + (mean * log(mean / limit) if mean > 0 else 0.0)

    low, high = mean, 1.0
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return high
        low, high = (middle, high) if divergence(middle) < wanted else (low, middle)
