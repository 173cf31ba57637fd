"""Jobs of one to two seconds for any strategy, on simulated workers with a simulated clock."""

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper.games.counts import Counts
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.store import Store
from sapper.lab.sweeps import batches, schedule
from sapper.lab.sweeps.batches import Batch, BatchResult, play, play_batch
from sapper.lab.sweeps.jobs import Job, Jobs
from sapper.lab.sweeps.pace import Pace
from sapper.lab.sweeps.schedule import BLOCK_SECONDS, FIRST_SECONDS, LIMIT_SECONDS, Schedule
from sapper.strategies.registry import register, unregister

Seconds = Callable[[Point, int], float]
"""The time of a game of a point."""


def point(mines: int, board: str = "9x9", strategy: str = "pseq") -> Point:
    return Point(board, mines, strategy, "safe", 0, 1)


class Clock:
    """A clock that only playing advances."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: Seconds) -> None:
        self.now = 0.0

        def fake(block: Block, *_: object, **__: object) -> SimpleNamespace:
            games = range(block.first_game, block.first_game + block.games)
            self.now += sum(seconds(block.point, game) for game in games)
            counts = Counts(block.games, moves=sum(games))
            return SimpleNamespace(counts=counts, records=None)

        monkeypatch.setattr(batches, "simulated", fake)

    def __call__(self) -> float:
        return self.now

    def play(self, batch: Batch) -> tuple[BatchResult, float]:
        """Play a batch and return the result and the time it took."""
        started = self.now
        return play_batch(batch, self), self.now - started


@dataclass
class Run:
    """A run of a schedule on simulated workers."""

    jobs: list[tuple[Job, float]] = field(default_factory=list)
    """The finished jobs with the seconds they took."""

    ends: list[float] = field(default_factory=list)
    """When each worker finished its last job."""

    played: dict[Point, list[tuple[int, int]]] = field(default_factory=dict)
    """The ranges of games."""

    moves: int = 0


def run(blocks: Sequence[Block], clock: Clock, workers: int, *, queued: int = 2) -> Run:
    """Run a schedule with a queue of jobs per worker, as the executors do."""
    source, found = Schedule(blocks), Run(ends=[0.0] * workers)
    free = [(0.0, worker) for worker in range(workers)]
    ready: list[Job] = []
    running: list[tuple[float, int, int, Job, BatchResult]] = []
    number = 0
    while True:
        while len(ready) + len(running) < queued * workers:
            job = source.take(workers)
            if job is None:
                break
            ready.append(job)
        while ready and free:
            at, worker = heapq.heappop(free)
            job = ready.pop(0)
            result, took = clock.play(job.arguments[0])
            found.jobs.append((job, took))
            heapq.heappush(running, (at + took, number, worker, job, result))
            number += 1
        if not running:
            assert source.games_left == 0
            return found
        at, _, worker, job, result = heapq.heappop(running)
        source.finish(job, result)
        for block, counts in result.played:
            begin = block.first_game
            found.played.setdefault(block.point, []).append((begin, begin + block.games))
            found.moves += counts.moves
        found.ends[worker] = at
        # A worker that waited starts when the job is handed out, not when it became free.
        free = [(max(at, since), idle) for since, idle in free]
        heapq.heappush(free, (at, worker))


def check_every_game_once(found: Run, blocks: Sequence[Block]) -> None:
    for block in blocks:
        ranges = sorted(found.played[block.point])
        assert ranges[0][0] == block.first_game
        assert ranges[-1][1] == block.first_game + block.games
        assert all(before[1] == after[0] for before, after in pairwise(ranges))


@pytest.mark.parametrize("per_game", [1e-6, 1e-4, 0.01, 0.3, 1.0, 60.0])
def test_jobs_take_one_to_two_seconds(monkeypatch: pytest.MonkeyPatch, per_game: float) -> None:
    clock = Clock(monkeypatch, lambda *_: per_game)
    games = ceil(max(60.0, 40 * per_game) / per_game)
    blocks = [Block(point(10), 0, games)]
    found = run(blocks, clock, workers=2)
    check_every_game_once(found, blocks)
    times = [took for _, took in found.jobs]
    assert max(times) <= max(LIMIT_SECONDS, per_game)
    if per_game <= 0.3:
        assert sorted(times)[-len(times) // 3] >= BLOCK_SECONDS - per_game
        assert sum(times[:2]) <= 4 * FIRST_SECONDS + 2 * per_game
    else:
        assert {len(job.arguments[0].blocks) for job, _ in found.jobs} == {1}
        assert len(times) >= games // 2
    # Both workers work until the end, up to the shortest job or one game.
    assert max(found.ends) - min(found.ends) <= max(3 * schedule.LEAST_SECONDS, per_game)
    assert max(found.ends) <= 1.02 * games * per_game / 2 + per_game


def test_a_job_holds_many_short_points(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, lambda *_: 1e-5)
    blocks = [
        Block(point(mines, f"{rows}x9"), 0, 100) for rows in range(9, 209) for mines in range(50)
    ]
    found = run(blocks, clock, workers=2)
    check_every_game_once(found, blocks)
    assert all(len(ranges) <= 4 for ranges in found.played.values())
    assert len(found.jobs) < 100  # for 10,000 points and ten seconds


@pytest.mark.parametrize(("workers", "seconds"), [(2, 1.5), (700, 1.5), (3_000, 6.0)])
def test_thousands_of_workers_have_longer_jobs(workers: int, seconds: float) -> None:
    pace = Pace()
    pace.add(point(10), games=100, seconds=1.0)
    source = Schedule([Block(point(10), 0, 10**9)], pace)
    first = source.take(workers)
    assert first is not None
    source.finish(first, BatchResult([], []))
    job = source.take(workers)
    assert job is not None
    (batch,) = job.arguments
    assert job.seconds == pytest.approx(seconds)
    assert batch.limit == pytest.approx(seconds * LIMIT_SECONDS / BLOCK_SECONDS)


def test_games_that_become_slow_do_not_make_long_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, lambda at, game: 1e-4 * (1 + 20 * (at.mines // 10)))
    blocks = [Block(point(mines), 0, 3_000) for mines in range(1, 60)]
    found = run(blocks, clock, workers=3)
    check_every_game_once(found, blocks)
    assert max(took for _, took in found.jobs) <= LIMIT_SECONDS + 0.25
    assert max(found.ends) - min(found.ends) < 0.5


def test_one_point_is_spread_over_all_workers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, lambda *_: 60.0)
    found = run([Block(point(10), 0, 12)], clock, workers=4)
    assert found.ends == [180.0] * 4
    assert [took for _, took in found.jobs] == [60.0] * 12


@given(
    sizes=st.lists(st.integers(1, 4_000), min_size=1, max_size=8),
    workers=st.integers(1, 9),
    seed=st.integers(0, 2**32),
    scale=st.sampled_from([1e-6, 1e-3, 0.2, 5.0]),
)
@settings(max_examples=60, deadline=None)
def test_every_game_once_with_random_times(
    sizes: list[int], workers: int, seed: int, scale: float
) -> None:
    """Times of games vary by a factor of a thousand, from game to game and from point to point."""
    blocks = [Block(point(mines), 7 * mines, games) for mines, games in enumerate(sizes)]

    def seconds(at: Point, game: int) -> float:
        return scale * 10 ** (3 * Random(f"{seed} {at.mines} {game}").random() - 2)

    with pytest.MonkeyPatch.context() as monkeypatch:
        found = run(blocks, Clock(monkeypatch, seconds), workers)
    check_every_game_once(found, blocks)
    numbers = [range(block.first_game, block.first_game + block.games) for block in blocks]
    assert found.moves == sum(map(sum, numbers))


@given(st.lists(st.integers(1, 60), min_size=1, max_size=8), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_counters_do_not_depend_on_the_cuts(sizes: list[int], seed: int) -> None:
    at = Point.read("6x6", 6, "perimeter", seed=seed)
    begin, parts = 0, []
    for size in sizes:
        parts.append((Block(at, begin, size), play(Block(at, begin, size))))
        begin += size
    Random(seed).shuffle(parts)
    with Store() as store:
        store.add(parts)
        (tally,) = store.tallies()
    assert replace(tally.counts, cpu_seconds=0.0) == replace(
        play(Block(at, 0, begin)), cpu_seconds=0.0
    )


def test_the_remaining_time_is_that_of_the_games_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, lambda at, _: 0.001 * at.mines)
    source = Schedule(Block(point(mines), 0, 1_000) for mines in (1, 5, 10))
    before = source.seconds_left
    assert before is None
    left: list[tuple[int, float]] = []
    while (job := source.take(1)) is not None:
        source.finish(job, clock.play(job.arguments[0])[0])
        left.append((source.games_left, source.seconds_left or 0.0))
    assert left[-1] == (0, 0.0)
    slow = [(games, seconds) for games, seconds in left if games < 1_000]  # all of ten mines
    assert all(seconds == pytest.approx(0.01 * games, rel=0.3) for games, seconds in slow)


def test_what_a_worker_did_not_play_is_scheduled_again_in_one_piece() -> None:
    source = Schedule([Block(point(10), 0, 1_000)])
    first = source.take(1)
    assert first is not None
    (asked,) = first.arguments[0].blocks
    source.finish(first, BatchResult([(Block(point(10), 0, 1), Counts(1))], [1e-3]))
    assert source.games_left == 999
    source.pace.add(point(10), 1_000, 1e-3)
    games = []
    while (job := source.take(1)) is not None:
        games.append([(block.first_game, block.games) for block in job.arguments[0].blocks])
    assert asked.games < 1_000
    assert games[0][0][0] == 1
    assert sum(count for job_games in games for _, count in job_games) == 999


def test_the_player_is_made_once_for_all_chunks_of_a_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Slow:
        def __init__(self) -> None:
            made.append(self)

        def choose(self, position):  # type: ignore[no-untyped-def]
            return position.covered[-1]

    register("slow-to-make", Slow, "the last covered cell")
    try:
        at = Point.read("3x3", 2, "slow-to-make")
        made.clear()
        clock = iter(range(10_000))
        for _ in range(3):
            batch = Batch((Block(at, 0, 40),), (None,), 1e6, "a sweep")
            result = play_batch(batch, lambda: next(clock))
            assert result.played[0][0].games == 40
        assert len(made) == 1
        play_batch(replace(batch, run="another sweep"), lambda: next(clock))
        assert len(made) == 2
    finally:
        unregister("slow-to-make")


def test_speeds_of_neighbours() -> None:
    pace = Pace()
    pace.add(point(10), 100, 1.0)
    pace.add(point(20), 100, 3.0)
    assert pace.near(point(12)) == 0.01
    assert pace.near(point(17)) == pace.near(point(99)) == 0.03
    assert pace.near(point(10, "8x8")) is None
    assert pace.likely(point(10, "8x8")) == 0.02
    assert pace.likely(point(10, strategy="basic")) == 0.02  # the mean of all games
    for _ in range(20):
        pace.add(point(10), 100, 5.0)
    assert pace.near(point(10)) == pytest.approx(0.05, rel=1e-3)


def test_jobs_of_a_list_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def numbers() -> Iterator[Job]:
        for number in range(4):
            taken.append(number)
            yield Job(abs, (-number,))

    source = Jobs(numbers())
    first = source.take(1)
    assert first is not None
    assert (first(), taken) == (0, [0])


def test_games_are_added_and_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dropped games that wait are never played, nor the rest of a job that is cut short."""
    clock = Clock(monkeypatch, lambda *_: 1.0)
    source = Schedule([Block(point(10), 0, 50)])
    job = source.take(1)
    assert job is not None
    source.extend([Block(point(11), 0, 3), Block(point(10), 50, 20)])
    assert source.games_left == 73
    source.drop(point(10))
    result, _ = clock.play(job.arguments[0])
    (block, _), *more = result.played
    assert (block.point, more) == (point(10), [])
    assert block.games < job.arguments[0].blocks[0].games
    source.finish(job, result)
    assert source.games_left == 3
    played = []
    while (job := source.take(1)) is not None:
        result, _ = clock.play(job.arguments[0])
        source.finish(job, result)
        played += [block.point for block, _ in result.played]
    assert (set(played), source.games_left) == ({point(11)}, 0)
