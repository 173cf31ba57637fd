"""Cuts games into jobs of one to two seconds, by the measured speed of the games before.

The method is guided self-scheduling (Polychronopoulos and Kuck 1987): a job has an equal share of
the remaining work, divided by a constant, but at most ``BLOCK_SECONDS``. Jobs become shorter
towards the end, and all workers finish at about the same time. Work is measured in expected seconds
(``Pace``). A first job is short, because the speed of its games is unknown; a job with many short
blocks is one message. A worker returns what it has played by the limit of its job, and the rest is
scheduled again.
"""

from __future__ import annotations

from collections import deque
from math import ceil
from typing import TYPE_CHECKING
from uuid import uuid4

from sapper import defaults
from sapper.boards.carrying import carried
from sapper.lab.store.blocks import Block, Point
from sapper.lab.sweeps.batches import Batch, BatchResult, play_batch
from sapper.lab.sweeps.jobs import Job
from sapper.lab.sweeps.pace import Pace
from sapper.lab.sweeps.players import Players

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.errors import StrategyError
    from sapper.lab.store.blocks import Point

BLOCK_SECONDS = 1.5
"""The time of a job, in seconds."""

LIMIT_SECONDS = 2.0
"""The time after which a worker returns what it has played, in seconds."""

FIRST_SECONDS = 0.1
"""The time of the first jobs, while the speed of the games is unknown, in seconds."""

LEAST_SECONDS = 0.05
"""The shortest time that a job is cut to, in seconds."""

MOST_JOBS_PER_SECOND = 500
"""Jobs per second that one scheduler and one client can handle, with all workers busy. With more
than ``BLOCK_SECONDS`` times as many workers, jobs take longer."""

MOST_BLOCKS = 2_000
"""Upper limit on the blocks of a job."""

_SHARES = 3
"""Jobs per worker into which the remaining work is divided."""

_UPDATES = 100
"""How often the remaining time is computed anew while the queue is worked off; more often at the
start, after 1, 2, 4, ... jobs."""


class Schedule:
    """The source of jobs for games, given as ranges of any length.

    >>> from sapper.lab.store.blocks import Point
    >>> schedule = Schedule([Block(Point.read("8x8", 10), 0, 100)])
    >>> while (job := schedule.take(workers=2)) is not None:
    ...     schedule.finish(job, job())
    >>> schedule.games_left
    0

    With ``outcomes`` the results hold the outcome of each game; ``threads`` are those of the core
    in each job, and ``move_seconds`` is the longest time of a move. If a strategy fails at a point,
    ``finish`` raises its StrategyError; with ``keeps_going`` the other points are played instead.
    """

    def __init__(
        self,
        blocks: Iterable[Block],
        pace: Pace | None = None,
        players: Players | None = None,
        *,
        outcomes: bool = False,
        threads: int = 1,
        move_seconds: float | None = defaults.MOVE_SECONDS,
        keeps_going: bool = False,
    ) -> None:
        self.pace: Pace = pace or Pace()
        """The speeds measured so far."""
        self._waiting = deque(blocks)
        self._waiting_games = sum(block.games for block in self._waiting)
        self._dropped: set[Point] = set()
        self._given: dict[int, tuple[Job, float]] = {}  # expected seconds of unfinished jobs
        self.players: Players = players or Players.of(
            {block.point.strategy for block in self._waiting}
        )
        """The strategies that play."""
        self._players_of: dict[frozenset[str], Players] = {}
        self._boards = carried(block.point.board for block in self._waiting)
        self._run = uuid4().hex
        self._outcomes, self._threads = outcomes, threads
        self._move_seconds, self._keeps_going = move_seconds, keeps_going
        self.failed: dict[Point, StrategyError] = {}
        """The points at which the strategy has failed; their other games are left out."""
        self._seconds = 0.0  # of the waiting blocks
        self._finished, self._next_update = 0, 1  # jobs
        self.games_left: int = self._waiting_games
        """Games without a result, in jobs or not."""

    @property
    def seconds_left(self) -> float | None:
        """Expected seconds of work without a result, of one worker; None if unknown."""
        if not self._finished:
            return None
        return self._seconds + sum(seconds for _, seconds in self._given.values())

    def extend(self, blocks: Iterable[Block]) -> None:
        """Add games after those that wait."""
        added = list(blocks)
        self._boards |= carried({block.point.board for block in added} - self._boards.keys())
        games = sum(block.games for block in added)
        self._waiting.extend(added)
        self._waiting_games += games
        self.games_left += games
        self._update()

    def drop(self, point: Point) -> None:
        """Remove the games of a point that wait; those of unfinished jobs may still be played."""
        self._dropped.add(point)
        dropped = [block for block in self._waiting if block.point == point]
        if dropped:
            self._waiting = deque(block for block in self._waiting if block.point != point)
            games = sum(block.games for block in dropped)
            self._waiting_games -= games
            self.games_left -= games
            self._update()

    def take(self, workers: int) -> Job | None:
        """Return a job of ``BLOCK_SECONDS``, or a share of the remaining work if that is less.

        With more than 750 workers, jobs are longer (``MOST_JOBS_PER_SECOND``).
        """
        blocks: list[Block] = []
        speeds: list[float | None] = []
        seconds, aim = 0.0, self._aim(workers)
        share = ceil(self._waiting_games / (_SHARES * workers))
        unknown = False
        while self._waiting and len(blocks) < MOST_BLOCKS and not unknown:
            point = self._waiting[0].point
            speed = self.pace.likely(point)
            if speed is None:
                if blocks:
                    break
                games, unknown = share, True
            else:
                games = int((aim - seconds) / speed)
                if games < 1 and blocks:
                    break
            block = self._cut(max(games, 1))
            blocks.append(block)
            speeds.append(self.pace.near(point))
            seconds += block.games * (speed or 0.0)
        if not blocks:
            return None
        self._seconds = max(0.0, self._seconds - seconds)
        limit = FIRST_SECONDS
        if not unknown:
            longest = LIMIT_SECONDS / BLOCK_SECONDS * _longest(workers)
            limit = min(longest, 2 * max(seconds, LEAST_SECONDS))
        used = {block.point.board for block in blocks} & self._boards.keys()
        batch = Batch(
            tuple(blocks),
            tuple(speeds),
            limit,
            self._run,
            outcomes=self._outcomes,
            threads=self._threads,
            boards={spec: self._boards[spec] for spec in used},
            move_seconds=self._move_seconds,
        )
        names = frozenset(block.point.strategy for block in blocks)
        players = self._players_of.get(names)
        if players is None:
            players = self._players_of[names] = self.players.only(names)
        job = Job(play_batch, (batch,), None if unknown else seconds, players)
        self._given[id(job)] = job, seconds
        return job

    def finish(self, job: Job, result: BatchResult) -> None:
        """Learn the speeds from the result of a job, and schedule again what it did not play."""
        del self._given[id(job)]
        (batch,) = job.arguments
        played: dict[tuple[Point, int], int] = {}
        for (block, _), seconds in zip(result.played, result.seconds, strict=True):
            self.pace.add(block.point, block.games, seconds)
            self.games_left -= block.games
            played[block.point, block.first_game] = block.games
        for point, error in result.failed.items():
            if not self._keeps_going:
                raise error
            self.failed.setdefault(point, error)
            self.drop(point)
        for asked in reversed(batch.blocks):
            games = played.get((asked.point, asked.first_game), 0)
            if asked.point in self._dropped:
                self.games_left -= asked.games - games
            elif games < asked.games:
                self._put_back(Block(asked.point, asked.first_game + games, asked.games - games))
        self._finished += 1
        if self._finished >= self._next_update:
            self._update()

    def _update(self) -> None:
        """Compute the seconds of the waiting blocks from the present speeds."""
        self._seconds = sum(
            block.games * (self.pace.likely(block.point) or 0.0) for block in self._waiting
        )
        step = max(1, min(self._finished, len(self._waiting) // _UPDATES))
        self._next_update = self._finished + step

    def _aim(self, workers: int) -> float:
        """Return the seconds of the next job."""
        return max(LEAST_SECONDS, min(_longest(workers), self._seconds / (_SHARES * workers)))

    def _cut(self, games: int) -> Block:
        """Remove up to ``games`` of the first block that waits."""
        block = self._waiting.popleft()
        if games < block.games:
            rest = Block(block.point, block.first_game + games, block.games - games)
            self._waiting.appendleft(rest)
            block = Block(block.point, block.first_game, games)
        self._waiting_games -= block.games
        return block

    def _put_back(self, block: Block) -> None:
        """Schedule a block first, in one piece with the block after it."""
        self._waiting_games += block.games
        if self._waiting:
            after = self._waiting[0]
            end = block.first_game + block.games
            if after.point == block.point and after.first_game == end:
                self._waiting.popleft()
                block = Block(block.point, block.first_game, block.games + after.games)
        self._waiting.appendleft(block)


def _longest(workers: int) -> float:
    """Return the seconds of a job if much work is left."""
    return max(BLOCK_SECONDS, workers / MOST_JOBS_PER_SECOND)
