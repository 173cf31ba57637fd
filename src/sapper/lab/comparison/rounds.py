"""The games of a comparison, in rounds of a fixed schedule, as a source of jobs for an executor.

Rounds end at fixed numbers of games, each a quarter larger than the one before. A sequential
comparison looks at its counts only there, in order and after all games of the round have been
played, so that the games of its result depend neither on the number of workers nor on their speed.
A comparison of fixed size plays the same rounds without looking: an interruption then leaves about
the same number of games of each strategy.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import defaults
from sapper.errors import LabError
from sapper.lab.comparison.results import Difference, Inference
from sapper.lab.sweeps.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sapper.lab.store.blocks import Block, Point
    from sapper.lab.store.outcomes import Outcomes
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.batches import BatchResult
    from sapper.lab.sweeps.jobs import Job
    from sapper.lab.sweeps.players import Players
    from sapper.progress import Progress

_LOG = logging.getLogger(__name__)

FIRST_ROUND = 100
"""The games of the first round."""


def rounds(games: int) -> list[int]:
    """Return the numbers of games after which rounds end.

    >>> rounds(300), rounds(50)
    ([100, 125, 156, 195, 243, 300], [50])
    """
    found, end = [], FIRST_ROUND
    while end < games:
        found.append(end)
        end += end // 4
    return [*found, games]


@dataclass(slots=True)
class BoardGames:
    """A board of a comparison, with a point for each strategy; the first one is the baseline."""

    points: Sequence[Point]
    """The points, which differ only in the strategy."""

    spec: str
    """The board with its mines."""

    start: tuple[int, ...]
    """The coordinates of the first cell."""

    active: list[bool] = field(init=False)
    """Whether each strategy plays the next round."""

    ends: list[int] = field(init=False)
    """The number of games that each strategy is to play so far."""

    gained: list[int] = field(init=False)
    """The games that each strategy won and the baseline lost, up to the last look."""

    lost: list[int] = field(init=False)
    """The games that the baseline won and each strategy lost, up to the last look."""

    def __post_init__(self) -> None:
        size = len(self.points)
        self.active = [True] * size
        self.ends, self.gained, self.lost = [0] * size, [0] * size, [0] * size


@dataclass(frozen=True, slots=True)
class Plan:
    """The number of games, and when a sequential comparison stops."""

    index: int
    """The number of the first game."""

    games: int
    """The number of games, or their upper limit."""

    inference: Inference
    """How intervals are computed."""

    half_width: float | None = None
    """The half-width at which a difference is decided."""


class Rounds:
    """Hands out the games of a comparison and stores their outcomes."""

    def __init__(
        self,
        boards: Sequence[BoardGames],
        plan: Plan,
        store: Store,
        players: Players,
        *,
        threads: int = 1,
        move_seconds: float | None = defaults.MOVE_SECONDS,
        progress: Progress | None = None,
    ) -> None:
        self._boards, self._plan, self._store = boards, plan, store
        self._players, self._progress = players, progress
        self._schedule = Schedule(
            [], players=players, outcomes=True, threads=threads, move_seconds=move_seconds
        )
        self._ends = [0, *rounds(plan.games)]
        self._scheduled = self._looked = 0  # rounds
        self._stored = {point: _Stored() for board in boards for point in board.points}
        self._lost = False
        self._retried: list[Block] = []
        self.played = 0
        """Games played so far."""
        if not plan.inference.sequential:
            while self._schedule_round():
                pass
        self._report()

    @property
    def is_complete(self) -> bool:
        """Whether all games have been played."""
        return not self._schedule.games_left and not self.has_more_rounds

    def take(self, workers: int) -> Job | None:
        """Return the next job; None after the last one.

        If workers are free before all games of a round are finished, they start the next one; its
        games are unused if the round is the last.
        """
        while (job := self._schedule.take(workers)) is None:
            if (self._lost or not self._schedule_round()) and not self._schedule_lost():
                return None
        return job

    def finish(self, job: Job, result: BatchResult) -> None:
        """Store the result of a job, and look at the rounds that it completes."""
        self._store.add(result.played, result.outcomes, identities=self._players.identities)
        for block, _ in result.played:
            first = block.first_game - self._plan.index
            self._stored[block.point].add(first, first + block.games)
            self.played += block.games
        self._schedule.finish(job, result)  # raises the error of a strategy that fails
        self._look()
        self._report()

    @property
    def has_more_rounds(self) -> bool:
        """Whether a strategy is undecided and has not all its games scheduled."""
        return self._scheduled + 1 < len(self._ends) and any(
            any(board.active) for board in self._boards
        )

    def _schedule_round(self) -> bool:
        """Schedule the missing games of the next round; return whether there is one."""
        if not self.has_more_rounds:
            return False
        begin, end = self._ends[self._scheduled : self._scheduled + 2]
        for board in self._boards:
            for number, point in enumerate(board.points):
                if board.active[number]:
                    board.ends[number] = end
                    self._schedule_gaps(point, begin, end)
        self._scheduled += 1
        self._look()
        return True

    def _schedule_gaps(self, point: Point, begin: int, end: int) -> list[Block]:
        """Schedule the games of a range that are not stored, and note those that are."""
        index, done = self._plan.index, begin
        gaps = self._store.missing_outcomes(point, index + begin, index + end)
        for gap in gaps:
            first = gap.first_game - index
            self._stored[point].add(done, first)
            done = first + gap.games
        self._stored[point].add(done, end)
        self._schedule.extend(gaps)
        return gaps

    def _schedule_lost(self) -> bool:
        """Schedule games again that were not stored; return whether to ask for jobs again.

        Another process may have stored a shorter block in place of one of these.
        """
        if self._schedule.games_left:
            return False
        looks_again, self._lost = self._lost, False
        lost: list[Block] = []
        for board in self._boards:
            for point, end in zip(board.points, board.ends, strict=True):
                found = self._store.missing_outcomes(
                    point, self._plan.index, self._plan.index + end
                )
                if found:
                    self._stored[point] = _Stored()
                    lost += self._schedule_gaps(point, 0, end)
        if lost and lost == self._retried:
            raise LabError(
                f"the store {self._store.path!r} does not keep the games that are played"
            )
        self._retried = lost
        self._look()
        return looks_again or bool(lost)

    def _look(self) -> None:
        """Look at the complete rounds of a sequential comparison, in order."""
        while self._plan.inference.sequential and self._looked < self._scheduled:
            begin, end = self._ends[self._looked : self._looked + 2]
            waiting = any(
                active and self._stored[point].leading < end
                for board in self._boards
                for active, point in zip(board.active, board.points, strict=True)
            )
            if waiting:
                return
            outcomes = {
                point: self._store.outcomes(point, self._plan.index + begin, self._plan.index + end)
                for board in self._boards
                for active, point in zip(board.active, board.points, strict=True)
                if active
            }
            if any(len(won) < end - begin for won in outcomes.values()):
                self._lost = True
                return
            for board in self._boards:
                if any(board.active):
                    self._decide(board, outcomes, end)
            self._looked += 1

    def _decide(self, board: BoardGames, outcomes: Mapping[Point, Outcomes], end: int) -> None:
        """Count the games of a round, and retire the strategies whose difference is decided."""
        base, *others = board.points
        for number, point in enumerate(others, 1):
            if not board.active[number]:
                continue
            won, lost = outcomes[point], outcomes[base]
            board.gained[number] += int(np.count_nonzero(won & ~lost))
            board.lost[number] += int(np.count_nonzero(lost & ~won))
            counts = end, board.gained[number], board.lost[number]
            found = Difference(
                board.spec, point.strategy, base.strategy, *counts, self._plan.inference
            )
            if found.is_decided(self._plan.half_width):
                _LOG.debug("decided: %r", found)
                self._retire(board, number, end)
        if not any(board.active[1:]):
            self._retire(board, 0, end)

    def _retire(self, board: BoardGames, number: int, end: int) -> None:
        board.active[number], board.ends[number] = False, end
        self._schedule.drop(board.points[number])

    def _report(self) -> None:
        if self._progress is None:
            return
        done = total = 0
        for board in self._boards:
            for active, end, point in zip(board.active, board.ends, board.points, strict=True):
                most = self._plan.games if active else end
                done += min(self._stored[point].games, most)
                total += most
        self._progress(done, total)


@dataclass(slots=True)
class _Stored:
    """The games of a point that are stored, counted from the first one of the comparison."""

    games: int = 0
    """Their number."""

    leading: int = 0
    """The number of the first game that is missing."""

    later: dict[int, int] = field(default_factory=dict)
    """Ranges after a gap: their ends by their first games."""

    def add(self, begin: int, end: int) -> None:
        """Add a range; ranges do not overlap each other."""
        if begin < end:
            self.games += end - begin
            self.later[begin] = end
            while self.leading in self.later:
                self.leading = self.later.pop(self.leading)


def leading(board: BoardGames, plan: Plan, store: Store) -> list[Outcomes]:
    """Return the outcomes of the leading games of each strategy on a board.

    After an interruption, no strategy has more games than any one that had games left to play.
    """
    won: list[Any] = [
        store.outcomes(point, plan.index, plan.index + end)
        for point, end in zip(board.points, board.ends, strict=True)
    ]
    unfinished = [
        len(found) for found, end in zip(won, board.ends, strict=True) if len(found) < end
    ]
    fewest = min(unfinished, default=plan.games)
    return [found[:fewest] for found in won]
