"""The games of a comparison, in rounds of a fixed schedule, as a source of jobs for an executor.

Rounds end at fixed numbers of games, each a quarter larger than the one before. A sequential
comparison looks at its counts only there, after all games of the round have been played, so that
the games of its result depend neither on the number of workers nor on their speed. A comparison of
fixed size plays the same rounds without a pause between them: an interruption then leaves about the
same number of games of each strategy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.errors import LabError
from sapper.lab.comparison.results import Difference, Inference
from sapper.lab.sweeps.pace import Pace
from sapper.lab.sweeps.schedule import Schedule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sapper.lab.store.blocks import Block, Point
    from sapper.lab.store.outcomes import Outcomes
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.batches import BatchResult
    from sapper.lab.sweeps.jobs import Job
    from sapper.lab.sweeps.players import Players
    from sapper.progress import Progress

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
        progress: Progress | None = None,
    ) -> None:
        self._boards, self._plan, self._store = boards, plan, store
        self._players = players
        self._threads, self._progress = threads, progress
        self._pace = Pace()
        self._ends = iter(rounds(plan.games) if plan.inference.sequential else [plan.games])
        self._schedule = Schedule([], players=players)
        self._asked: list[Block] = []
        self._previous = self._end = 0
        self.played = 0
        """Games played so far."""
        self._advance()
        self._report()

    @property
    def is_complete(self) -> bool:
        """Whether all games have been played."""
        return not self._schedule.games_left

    def take(self, workers: int) -> Job | None:
        """Return the next job; None after the last game, and while others finish a round."""
        return self._schedule.take(workers)

    def finish(self, job: Job, result: BatchResult) -> None:
        """Store the result of a job, and start the next round after the last one of a round."""
        self._schedule.finish(job, result)
        self._store.add(result.played, result.outcomes, identities=self._players.identities)
        self.played += sum(block.games for block, _ in result.played)
        if not self._schedule.games_left:
            self._advance()
        self._report()

    def _advance(self) -> None:
        """Schedule the missing games of this round, or of the next one that has any."""
        while True:
            blocks = list(self._missing())
            if blocks:
                if blocks == self._asked:
                    raise LabError(
                        f"the store {self._store.path!r} does not keep the games that are played"
                    )
                self._asked = blocks
                self._schedule = Schedule(
                    blocks, self._pace, self._players, outcomes=True, threads=self._threads
                )
                return
            if self._plan.inference.sequential and self._end:
                self._look()
            end = next(self._ends, None)
            if end is None or not any(any(board.active) for board in self._boards):
                return
            for board in self._boards:
                board.ends = [
                    end if active else before
                    for active, before in zip(board.active, board.ends, strict=True)
                ]
            self._previous, self._end = self._end, end

    def _missing(self) -> Iterator[Block]:
        """Yield the games that are not stored, by rounds, so that all strategies advance evenly."""
        index = self._plan.index
        for begin, end in pairwise([0, *rounds(self._plan.games)]):
            if begin < self._previous:
                continue
            if begin >= self._end:
                return
            for board in self._boards:
                for point, last in zip(board.points, board.ends, strict=True):
                    if begin < last:
                        yield from self._store.missing_outcomes(point, index + begin, index + end)

    def _look(self) -> None:
        """Count the games of this round, and retire the strategies whose difference is decided."""
        begin, end = (self._plan.index + game for game in (self._previous, self._end))
        for board in self._boards:
            if not any(board.active):
                continue
            base = self._store.outcomes(board.points[0], begin, end)
            for number in range(1, len(board.points)):
                if not board.active[number]:
                    continue
                won = self._store.outcomes(board.points[number], begin, end)
                board.gained[number] += int(np.count_nonzero(won & ~base))
                board.lost[number] += int(np.count_nonzero(base & ~won))
                found = Difference(
                    board.spec,
                    board.points[number].strategy,
                    board.points[0].strategy,
                    self._end,
                    board.gained[number],
                    board.lost[number],
                    self._plan.inference,
                )
                board.active[number] = not found.is_decided(self._plan.half_width)
            board.active[0] = any(board.active[1:])

    def _report(self) -> None:
        if self._progress is None:
            return
        total = sum(
            self._plan.games if active else end
            for board in self._boards
            for active, end in zip(board.active, board.ends, strict=True)
        )
        planned = sum(sum(board.ends) for board in self._boards)
        self._progress(planned - self._schedule.games_left, total)


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
