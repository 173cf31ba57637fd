"""Adaptive sweeps: sequential design of the games until the critical density is precise enough.

The sweep starts with a coarse scan of the whole curve. Then it plays rounds.
The likelihood curve through all games so far gives the Fisher information of one more game at each
number of mines about the critical density (the squared slope over the variance of a game,
S'^2 / S (1 - S)), and the next games are allocated in proportion; a round at most doubles the
games. Games are allocated in units of a fixed number per board. Each round depends only on the
games of earlier rounds, so a sweep that is stopped and resumed plays the same games.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from sapper import defaults
from sapper.boards import parse_spec
from sapper.boards.specs import read_spec
from sapper.errors import LabError
from sapper.games.deals import check_whole
from sapper.lab.fits.curve import Curve, CurveError, Floats, UndefinedError
from sapper.lab.fits.definitions import (
    CriticalDensity,
    check_method,
    critical_density,
)
from sapper.lab.fits.likelihood import LikelihoodFit, fit_likelihood
from sapper.lab.store.stored_curves import curve_of
from sapper.lab.sweeps.executors import InProcess
from sapper.lab.sweeps.pace import Pace
from sapper.lab.sweeps.players import Players
from sapper.lab.sweeps.points import points
from sapper.lab.sweeps.schedule import Schedule
from sapper.lab.sweeps.sweep import play_all

if TYPE_CHECKING:
    from sapper.lab.store.blocks import Block, Point
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.executors import Executor
    from sapper.progress import Progress
    from sapper.types import BoardLike, Cell, DensityMethod, FirstClickRule

ROUND_POINTS = 41
"""Upper limit on the points of the coarse scan, and of a round."""

MOST_ROUNDS = 40
_SCAN_STEP = 6
"""Points of the coarse scan that are played at once."""

_LOST, _LOST_IN_A_ROW = 0.01, 4
"""The coarse scan ends after this many consecutive points with a win rate below this value."""

_CELLS_PER_UNIT = 250_000
_LEAST_UNIT, _MOST_UNIT = 10, 1_000

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class AdaptiveSweep:
    """The result of ``adaptive_sweep``."""

    curve: Curve
    """All games, point by point."""

    critical: CriticalDensity
    """The critical density of that curve."""

    start: int
    """The first cell."""

    games: int
    """The games of the curve."""

    rounds: int
    """The rounds after the coarse scan."""

    reached: bool
    """Whether the interval is as narrow as asked for."""

    interrupted: bool
    """Whether Ctrl-C ended it; the same call resumes it."""

    @property
    def half_width(self) -> float:
        """Half the width of the interval; infinite without one."""
        return _half_width(self.critical)


def adaptive_sweep(
    board: BoardLike,
    store: Store,
    *,
    strategy: str = defaults.STRATEGY,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    seed: int = defaults.SEED,
    max_per_cell: int = 1,
    method: DensityMethod = defaults.METHOD,
    half_width: float = 0.005,
    most_games: int = 200_000,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> AdaptiveSweep:
    """Play until the 95 % interval of the critical density is within ``half_width`` to each side.

    ``method`` is a name in ``METHODS`` whose density has an interval. The steepest point of a curve
    (``likelihood``) takes many games: expect a hundred thousand for 0.005; ``half`` takes a tenth
    of that. ``most_games`` is an upper limit. ``progress`` is called with the games so far and
    those of the present round.

    >>> from sapper.lab import Store
    >>> with Store() as store:
    ...     found = adaptive_sweep("6x6", store, half_width=0.01)
    >>> found.reached, found.half_width < 0.01, round(found.critical.value, 1)
    (True, True, 0.2)
    """
    if not 0 < half_width < 0.5:
        raise CurveError(f"half the width of an interval is between 0 and 0.5, not {half_width}")
    check_whole(most_games, "the most games", 1)
    check_method(method)
    bare = read_spec(board, max_per_cell).with_mines(None)
    chosen = points([bare], None, [strategy], [first], seed, start, max_per_cell)
    rounds = _Rounds(chosen, method, store, executor or InProcess(), progress)
    try:
        rounds.scan()
        while not rounds.within(half_width) and rounds.games < most_games:
            if rounds.number == MOST_ROUNDS:
                break
            rounds.play_next(half_width, most_games)
    except KeyboardInterrupt:
        return rounds.result(half_width, interrupted=True)
    return rounds.result(half_width, interrupted=False)


def unit_games(cells: int) -> int:
    """Return the unit of the allocation in games: larger boards have smaller units.

    The plan of a sweep is in multiples of the unit, at least one unit per point. It depends on
    nothing but the number of cells.

    >>> [unit_games(cells) for cells in (64, 480, 10_000)]
    [1000, 520, 25]
    """
    return max(_LEAST_UNIT, min(_MOST_UNIT, _CELLS_PER_UNIT // cells))


def apportioned(units: int, shares: Floats) -> list[int]:
    """Return whole units in proportion to shares, by the largest remainders.

    >>> apportioned(5, np.array([0.5, 0.3, 0.2]))
    [3, 1, 1]
    """
    exact = units * shares / shares.sum()
    whole = np.floor(exact).astype(int)
    order = np.argsort(whole - exact, kind="stable")
    whole[order[: units - int(whole.sum())]] += 1
    return [int(count) for count in whole]


class _Rounds:
    def __init__(
        self,
        every: list[Point],
        method: DensityMethod,
        store: Store,
        executor: Executor,
        progress: Progress | None,
    ) -> None:
        if len(every) < 3:
            raise LabError(f"{every[0].board} has too few numbers of mines for a curve")
        self._points = {point.mines: point for point in every}
        self._start = every[0].start
        self._cells = parse_spec(every[0].board).size
        self._unit = unit_games(self._cells)
        self._store, self._executor, self._progress = store, executor, progress
        self._pace = Pace()
        self._players = Players.of(point.strategy for point in every)
        store.claim(every, self._players.identities)
        self._planned: dict[int, int] = {}  # games by number of mines
        self._method = method
        self._critical: CriticalDensity | None = None
        self._fit: LikelihoodFit | None = None  # gives the information of a game at each point
        self.number = 0

    @property
    def games(self) -> int:
        return sum(self._planned.values())

    def scan(self) -> None:
        """Play one unit at evenly spread numbers of mines, from few until hardly a game is won."""
        numbers = _spread(sorted(self._points), ROUND_POINTS)
        plan: dict[int, int] = {}
        for begin in range(0, len(numbers), _SCAN_STEP):
            plan.update(dict.fromkeys(numbers[begin : begin + _SCAN_STEP], self._unit))
            self._run(plan)
            tail = self.curve(plan).win_rates[-_LOST_IN_A_ROW:]
            if len(tail) == _LOST_IN_A_ROW and tail.max() < _LOST:
                break
        self._judge(plan)

    def within(self, half_width: float) -> bool:
        return self._critical is not None and _half_width(self._critical) <= half_width

    def play_next(self, half_width: float, most_games: int) -> None:
        """Allocate the next games by their information, and play them."""
        self.number += 1
        factor = inf if self._critical is None else _half_width(self._critical) / half_width
        factor = factor**2 - 1
        wanted = min(self.games * min(max(factor, 0.1), 1.0), most_games - self.games)
        numbers, shares = self._shares()
        units = [round(wanted * share / self._unit) for share in shares.tolist()]
        if not any(units):  # every share is below half a unit
            units = apportioned(max(1, round(wanted / self._unit)), shares)
        plan = dict(self._planned)
        for mines, count in zip(numbers, units, strict=True):
            if count:
                plan[mines] = plan.get(mines, 0) + count * self._unit
        self._play(plan)

    def _shares(self) -> tuple[list[int], Floats]:
        """Return numbers of mines on the slope, and the share of the next games of each."""
        numbers = sorted(self._points)
        if self._fit is None:  # no drop found yet: refine everywhere
            chosen = _spread(numbers, 2 * ROUND_POINTS)
            return chosen, np.full(len(chosen), 1 / len(chosen))
        # The curve is defined only between the points that it was fitted to.
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
        for played in play_all(Schedule(blocks, self._pace, self._players), self._executor):
            self._store.add(played, identities=self._players.identities)
            done += sum(block.games for block, _ in played)
            if self._progress is not None:
                self._progress(done, total)

    def _judge(self, plan: dict[int, int]) -> None:
        """Fit the curve of a plan that was played."""
        self._planned = plan
        curve = self.curve(plan)
        try:
            self._fit = fit_likelihood(curve)
        except UndefinedError:
            self._fit = None
        self._critical = critical_density(curve, self._method)
        _LOG.info(
            "%s, round %d: %d games, half-width %.2g",
            self._points[min(self._points)].board,
            self.number,
            self.games,
            _half_width(self._critical),
        )

    def curve(self, plan: dict[int, int]) -> Curve:
        found = [
            tally
            for mines in sorted(plan)
            if (tally := self._store.tally(self._points[mines], plan[mines])) is not None
        ]
        return curve_of(found)

    def result(self, half_width: float, *, interrupted: bool) -> AdaptiveSweep:
        if self._critical is None:
            raise KeyboardInterrupt  # before the coarse scan has finished
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
    """Return at most ``most`` of the numbers, evenly spread, including the first and the last."""
    if len(numbers) <= most:
        return numbers
    places = np.linspace(0, len(numbers) - 1, most).round().astype(int)
    return [numbers[place] for place in dict.fromkeys(places.tolist())]
