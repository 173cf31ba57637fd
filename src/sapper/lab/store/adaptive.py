"""Adaptive sweeps: games go where the curve is steep, until the critical density is known well.

First a coarse look at the whole curve, one block a point. Then rounds: the likelihood curve through
all games so far says how much one more game at each number of mines would tell of the critical
density (the square of the slope over the variance of a game, S'^2 / S (1 - S)), and the next games
are dealt in proportion, at most as many again as there are. Every round rests on the games of the
rounds before alone, so a sweep that was stopped and begun again plays the same games.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import parse_spec
from sapper.errors import GameError, LabError
from sapper.games.deals import check_whole
from sapper.lab.fits.curve import Curve, Floats, UndefinedError
from sapper.lab.fits.definitions import (
    DEFAULT_METHOD,
    CriticalDensity,
    check_method,
    critical_density,
)
from sapper.lab.fits.likelihood import LikelihoodFit, fit_likelihood
from sapper.lab.store.executors import InProcess
from sapper.lab.store.stored_curves import curve_of
from sapper.lab.store.sweep import points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.lab.store.blocks import Block, Point
    from sapper.lab.store.executors import Executor
    from sapper.lab.store.store import Store
    from sapper.progress import Progress

ROUND_POINTS = 41
"""The most points of the coarse look, and of a round."""

MOST_ROUNDS = 40
_LOOK_STEP = 6
"""Points of the coarse look that are played at once."""

_LOST, _LOST_IN_A_ROW = 0.01, 4
"""A win rate under this at so many points in a row: beyond them there is nothing to see."""


@dataclass(frozen=True, slots=True, eq=False)
class AdaptiveSweep:
    """The result of ``adaptive_sweep``."""

    curve: Curve
    """All games, point by point."""

    critical: CriticalDensity
    """What follows from them."""

    start: int
    """The first cell."""

    games: int
    """The games the result rests on."""

    rounds: int
    """The rounds after the coarse look."""

    reached: bool
    """Whether the interval is as narrow as was wanted."""

    interrupted: bool
    """Whether an interruption ended it; the same call goes on from there."""

    @property
    def half_width(self) -> float:
        """Half the width of the interval; infinite without one."""
        return _half_width(self.critical)


def adaptive_sweep(
    board: str,
    store: Store,
    *,
    strategy: str = "perimeter",
    first: str = "safe",
    start: int | Sequence[int] | None = None,
    seed: int = 1,
    method: str = DEFAULT_METHOD,
    half_width: float = 0.005,
    most_games: int = 200_000,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> AdaptiveSweep:
    """Play until the 95 % interval of the critical density is within ``half_width`` to each side.

    ``method`` is a name in ``METHODS`` whose density has an interval. Where a curve is steepest,
    by ``likelihood``, is hard to tell from games: expect a hundred thousand for 0.005; where half
    of them are won takes a tenth of that. Ends earlier after ``most_games``. ``progress`` is called
    with the games so far and those of the present round.

    >>> from sapper.lab.store.store import Store
    >>> with Store() as store:
    ...     found = adaptive_sweep("6x6", store, half_width=0.01)
    >>> found.reached, found.half_width < 0.01, round(found.critical.value, 1)
    (True, True, 0.2)
    """
    if not 0 < half_width < 0.5:
        raise GameError(f"half the width of an interval is between 0 and 0.5, not {half_width}")
    check_whole(most_games, "the most games", 1)
    check_method(method)
    chosen = points([board], strategies=[strategy], first=[first], seed=seed, start=start)
    rounds = _Rounds(chosen, method, store, executor or InProcess(), progress)
    try:
        rounds.look()
        while not rounds.within(half_width) and rounds.games < most_games:
            if rounds.number == MOST_ROUNDS:
                break
            rounds.go_on(half_width, most_games)
    except KeyboardInterrupt:
        return rounds.result(half_width, interrupted=True)
    return rounds.result(half_width, interrupted=False)


class _Rounds:
    def __init__(
        self,
        every: list[Point],
        method: str,
        store: Store,
        executor: Executor,
        progress: Progress | None,
    ) -> None:
        if len(every) < 3:
            raise LabError(f"{every[0].board} has too few numbers of mines for a curve")
        self._points = {point.mines: point for point in every}
        self._start = every[0].start
        self._cells = parse_spec(every[0].board).size
        self._block = every[0].block_size
        self._store, self._executor, self._progress = store, executor, progress
        self._planned: dict[int, int] = {}  # games by number of mines
        self._method = method
        self._critical: CriticalDensity | None = None
        self._fit: LikelihoodFit | None = None  # where games tell the most follows from it
        self.number = 0

    @property
    def games(self) -> int:
        return sum(self._planned.values())

    def look(self) -> None:
        """One block at numbers of mines spread evenly, from few on until hardly a game is won."""
        numbers = _spread(sorted(self._points), ROUND_POINTS)
        plan: dict[int, int] = {}
        for begin in range(0, len(numbers), _LOOK_STEP):
            plan.update(dict.fromkeys(numbers[begin : begin + _LOOK_STEP], self._block))
            self._run(plan)
            tail = self.curve(plan).win_rates[-_LOST_IN_A_ROW:]
            if len(tail) == _LOST_IN_A_ROW and tail.max() < _LOST:
                break
        self._judge(plan)

    def within(self, half_width: float) -> bool:
        return self._critical is not None and _half_width(self._critical) <= half_width

    def go_on(self, half_width: float, most_games: int) -> None:
        """Deal the next games by what they tell."""
        self.number += 1
        factor = inf if self._critical is None else _half_width(self._critical) / half_width
        factor = factor**2 - 1
        wanted = min(self.games * min(max(factor, 0.1), 1.0), most_games - self.games)
        numbers, shares = self._worth()
        plan = dict(self._planned)
        for mines, share in zip(numbers, shares, strict=True):
            blocks = round(wanted * share / self._block)
            if blocks:
                plan[mines] = plan.get(mines, 0) + blocks * self._block
        if plan == self._planned:
            best = numbers[int(np.argmax(shares))]
            plan[best] = plan.get(best, 0) + self._block
        self._play(plan)

    def _worth(self) -> tuple[list[int], Floats]:
        """Numbers of mines on the slope, and what share of the next games each deserves."""
        numbers = sorted(self._points)
        if self._fit is None:  # no drop was seen yet: look closer everywhere
            chosen = _spread(numbers, 2 * ROUND_POINTS)
            return chosen, np.full(len(chosen), 1 / len(chosen))
        # Beyond the points it was fitted to the curve means nothing.
        low, high = self._fit.densities[0], self._fit.densities[-1]
        numbers = [m for m in numbers if low <= m / self._cells <= high]
        if len(numbers) < 2:
            return numbers, np.ones(len(numbers))
        rate = np.array([self._fit.win_rate(m / self._cells) for m in numbers])
        slope = np.minimum(np.gradient(rate, np.array(numbers) / self._cells), 0.0)
        worth = slope**2 / np.maximum(rate * (1 - rate), 1e-6)
        worth[(rate < 0.01) | (rate > 0.99)] = 0.0
        on_slope = [m for m, w in zip(numbers, worth, strict=True) if w > 0.02 * worth.max()]
        if not on_slope:
            on_slope = numbers[:1]
        chosen = _spread(on_slope, ROUND_POINTS)
        shares = np.array([worth[numbers.index(m)] for m in chosen]) + 1e-12
        return chosen, shares / shares.sum()

    def _play(self, plan: dict[int, int]) -> None:
        self._run(plan)
        self._judge(plan)

    def _run(self, plan: dict[int, int]) -> None:
        blocks: list[Block] = []
        for mines, games in plan.items():
            blocks += self._store.missing(self._points[mines], games)
        total = sum(plan.values())
        done = total - sum(block.games for block in blocks)
        for played in self._executor.run(blocks):
            self._store.add(played)
            done += sum(block.games for block, _ in played)
            if self._progress is not None:
                self._progress(done, total)

    def _judge(self, plan: dict[int, int]) -> None:
        """Take a plan that was played for all there is, and see what follows."""
        self._planned = plan
        curve = self.curve(plan)
        try:
            self._fit = fit_likelihood(curve)
        except UndefinedError:
            self._fit = None
        self._critical = critical_density(curve, self._method)

    def curve(self, plan: dict[int, int]) -> Curve:
        found = [
            tally
            for mines in sorted(plan)
            if (tally := self._store.tally(self._points[mines], plan[mines])) is not None
        ]
        return curve_of(found)

    def result(self, half_width: float, *, interrupted: bool) -> AdaptiveSweep:
        if self._critical is None:
            raise KeyboardInterrupt  # before there was anything to tell
        return AdaptiveSweep(
            self.curve(self._planned),
            self._critical,
            self._start,
            self.games,
            self.number,
            self.within(half_width),
            interrupted,
        )


def _half_width(critical: CriticalDensity) -> float:
    if critical.interval is None:
        return inf
    return (critical.interval[1] - critical.interval[0]) / 2


def _spread(numbers: list[int], most: int) -> list[int]:
    """At most so many of the numbers, evenly spread, the first and last among them."""
    if len(numbers) <= most:
        return numbers
    places = np.linspace(0, len(numbers) - 1, most).round().astype(int)
    return [numbers[place] for place in dict.fromkeys(places.tolist())]
