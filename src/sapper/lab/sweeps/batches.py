"""Playing blocks, and batches of blocks within a limit of time.

A worker plays a batch in chunks of games and stops when the next chunk would exceed the limit. It
returns the blocks as far as they were played; the sender sends the rest again. The counters of a
block are sums over its games, so they do not depend on where blocks are cut. On request the outcome
of each game is returned, too.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from sapper.errors import StrategyError
from sapper.games import simulate
from sapper.games.counts import Counts
from sapper.lab.store.blocks import Block, Point
from sapper.strategies.move_limits import move_limit
from sapper.strategies.registry import Entry, find, made

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sapper.boards import Board
    from sapper.games import SimulationResult
    from sapper.lab.store.outcomes import Outcomes

Played: TypeAlias = list[tuple[Block, Counts]]

_FIRST_CHUNK_SECONDS = 0.01
"""Expected time of the first chunk of a block. Wrong by a factor of 100, it is still a second."""

_GROWTH = 4
"""Upper limit on the ratio of the games of a chunk to those of the one before."""

_MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class Batch:
    """Blocks for one worker."""

    blocks: tuple[Block, ...]
    """The blocks, in the order of play."""

    speeds: tuple[float | None, ...]
    """Expected seconds per game of each block; None if unknown."""

    limit: float
    """Seconds after which no further chunk of games is started; the first one always is."""

    run: str = ""
    """The sweep that it belongs to. Strategy objects are kept between the batches of a sweep."""

    outcomes: bool = False
    """Whether the result holds the outcome of each game."""

    threads: int = 1
    """Threads of the core; strategies written in Python play on one thread."""

    move_seconds: float | None = None
    """Upper limit on the seconds that a strategy written in Python takes for a move."""
    boards: Mapping[str, Board] = field(default_factory=dict)
    """The boards that their specs do not describe, by spec: a worker may not know them, or know
    others by the same names."""


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The part of a batch that was played."""

    played: Played
    """Blocks of the batch in order, the last of them possibly cut short."""

    seconds: list[float]
    """Wall time of each of these blocks, in seconds."""

    outcomes: list[Outcomes] = field(default_factory=list)
    """The outcomes of each of these blocks; empty unless the batch asks for them."""

    failed: dict[Point, StrategyError] = field(default_factory=dict)
    """The points at which the strategy failed; their games before the failure are played."""


def play(block: Block, strategy: Entry | None = None) -> Counts:
    """Play a block on this thread, with the strategy of its point; ``strategy`` is its entry.

    >>> from sapper.lab.store.blocks import Point
    >>> play(Block(Point.read("8x8", 10), 0, 200)).wins
    158
    """
    return simulated(block, strategy).counts


def simulated(
    block: Block,
    strategy: Entry | None = None,
    threads: int = 1,
    *,
    records: bool = False,
    board: Board | None = None,
) -> SimulationResult:
    """Play a block and return the result of its simulation.

    ``board`` is the board of its point, if it is not the one that the spec names here.
    """
    point = block.point
    player: Any = point.strategy if strategy is None else strategy
    result = simulate(
        point.board if board is None else board,
        player,
        block.games,
        point.seed,
        point.first,
        point.start,
        threads,
        mines=point.mines,
        max_per_cell=point.max_per_cell,
        index=block.first_game,
        records=records,
    )
    if result.interrupted:
        raise KeyboardInterrupt
    return result


def play_batch(batch: Batch, clock: Callable[[], float] = perf_counter) -> BatchResult:
    """Play a batch as far as its limit allows, at least one game."""
    result = BatchResult([], [])
    end = None
    for block, speed in zip(batch.blocks, batch.speeds, strict=True):
        if block.point in result.failed:
            continue
        try:
            strategy = _PLAYERS.find(batch.run, block.point)
        except StrategyError as error:
            result.failed[block.point] = _portable(error)
            continue
        if end is None:  # a strategy that is slow to create must not use up the time to play
            end = clock() + batch.limit
        elif clock() + (speed or 0.0) >= end:
            break
        with move_limit(batch.move_seconds):
            part = _play_until(end, block, speed, strategy, batch, clock)
        if part.counts.games:
            played = Block(block.point, block.first_game, part.counts.games)
            result.played.append((played, part.counts))
            result.seconds.append(part.seconds)
            if batch.outcomes:
                result.outcomes.append(np.concatenate(part.won))
        if part.failure is not None:
            result.failed[block.point] = part.failure
            _PLAYERS.forget(batch.run, block.point)
        elif part.counts.games < block.games:
            break
    return result


@dataclass(slots=True)
class _Part:
    """The part of a block that was played."""

    counts: Counts
    seconds: float
    won: list[Outcomes]
    failure: StrategyError | None = None


def _play_until(
    end: float,
    block: Block,
    speed: float | None,
    strategy: Entry,
    batch: Batch,
    clock: Callable[[], float],
) -> _Part:
    """Play a block until the clock shows ``end``, or until the strategy fails."""
    started, counts = clock(), Counts()
    won: list[Outcomes] = []
    size = 1 if speed is None else max(1, int(_FIRST_CHUNK_SECONDS / speed))
    while True:
        size = min(size, block.games - counts.games)
        chunk = Block(block.point, block.first_game + counts.games, size)
        failure = None
        try:
            result = simulated(
                chunk,
                strategy,
                batch.threads,
                records=batch.outcomes,
                board=batch.boards.get(block.point.board),
            )
        except StrategyError as error:
            if error.result is None or batch.threads > 1:  # threads finish games in any order
                return _Part(counts, clock() - started, won, _portable(error))
            result, failure = error.result, _portable(error)
        counts += result.counts
        if result.records is not None:
            won.append(result.records.won)
        now = clock()
        if failure is not None:
            return _Part(counts, now - started, won, failure)
        speed = max((now - started) / counts.games, 1e-9)
        size = min(_GROWTH * size, int((end - now) / speed))
        if size < 1 or counts.games == block.games:
            return _Part(counts, now - started, won)


class _Players(threading.local):
    """The strategy objects of the latest points of a sweep, one set per thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Point], Entry] = OrderedDict()

    def find(self, run: str, point: Point) -> Entry:
        """Return the entry of the strategy of a point, already created within this sweep."""
        entry = self._kept.pop((run, point), None)
        if entry is None:
            entry = made(find(point.strategy))
        self._kept[run, point] = entry
        if len(self._kept) > _MOST_PLAYERS:
            self._kept.popitem(last=False)
        return entry

    def forget(self, run: str, point: Point) -> None:
        """Create the strategy of a point anew when it is played next."""
        self._kept.pop((run, point), None)


def _portable(error: StrategyError) -> StrategyError:
    """Return an error without the games and the cause, which need not be sent."""
    return StrategyError(
        str(error),
        strategy=error.strategy,
        game=error.game,
        move=error.move,
        position=error.position,
    )


_PLAYERS = _Players()
