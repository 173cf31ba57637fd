"""Awaitable calls: the same results, and a cancelled call stops its work.

Each work of ``ENDLESS`` takes hours or years: if its test ends, the cancellation has stopped it.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper import aio
from sapper.lab import Store, points, sweep

if TYPE_CHECKING:
    from collections.abc import Callable

EXPERT = sapper.Position("16x30", [None] * 480, mines=99)
SMALL = sapper.parse("1##\n###\n##1", mines=2)
STUCK = sapper.Position("9x9", [None] * 40 + [3] + [None] * 40, mines=20)
FOREVER = 10**9


class FirstCovered:
    def choose(self, position: sapper.Position) -> int:
        return position.covered[0]


def repeat(work: Callable[[], object]) -> None:
    while True:
        work()


def sweep_forever() -> None:
    with Store() as store:
        sweep(points(["8x8/10"]), FOREVER, store)


ENDLESS: dict[str, Callable[[], object]] = {
    "simulate": partial(sapper.simulate, "16x30/99", "pseq", FOREVER),
    "simulate in Python": partial(sapper.simulate, "4x4/3", FirstCovered, FOREVER),
    "compare": partial(sapper.compare, "16x30/99", ["deep:60", "pseq"], 1000),
    "win_probability": partial(sapper.win_probability, EXPERT, FOREVER, strategy="pseq"),
    "win_probability in Python": partial(
        sapper.win_probability, STUCK, FOREVER, strategy=FirstCovered
    ),
    "think": partial(sapper.think, STUCK, layouts=FOREVER),
    "choose": partial(sapper.choose, STUCK, strategy="deep:86400"),
    "no_guess": partial(sapper.no_guess, "16x30/160", uniform=True, tries=10**12),
    "optimal": partial(sapper.optimal, "5x6/7", memory=1 << 34),
    "sweep": sweep_forever,
    "strategy_value, again and again": partial(
        repeat, partial(sapper.strategy_value, "4x4/4", "pseq")
    ),
    "analyze, again and again": partial(repeat, partial(sapper.analyze, SMALL)),
    "analyze_many, again and again": partial(
        repeat, partial(sapper.analyze_many, SMALL.board, [SMALL.states], 2)
    ),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_cancelled_call_stops_its_work(name: str) -> None:
    ended: list[BaseException] = []

    async def main() -> None:
        loop, started = asyncio.get_running_loop(), asyncio.Event()

        def work() -> None:
            loop.call_soon_threadsafe(started.set)
            try:
                ENDLESS[name]()
            except BaseException as end:
                ended.append(end)
                raise

        task = asyncio.create_task(aio.run(work))
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [type(end) for end in ended] == [sapper.Cancelled]  # it ended before the call did

    asyncio.run(main())


def test_results_and_errors_are_those_of_the_functions() -> None:
    async def main() -> None:
        analysis, choice, result = await asyncio.gather(
            aio.analyze(SMALL), aio.choose(SMALL), aio.simulate("4x4/3", games=50, threads=1)
        )
        assert analysis.exact() == sapper.analyze(SMALL).exact()
        assert choice.cell == sapper.choose(SMALL).cell
        assert result.counts.wins == sapper.simulate("4x4/3", games=50).counts.wins
        with pytest.raises(sapper.ContradictionError):
            await aio.analyze(sapper.parse("11\n1#", mines=0))
        with pytest.raises(sapper.SpecError):
            await aio.simulate("nonsense")

    asyncio.run(main())


def test_every_awaitable_function_is_documented_as_the_original() -> None:
    for name in set(aio.__all__) - {"run"}:
        original = getattr(sapper, name)
        wrapped: Any = getattr(aio, name)
        assert wrapped.__wrapped__ is original
        assert f"sapper.{name}" in wrapped.__doc__


def test_a_call_that_waits_for_a_thread_never_starts() -> None:
    started: list[str] = []

    async def main() -> None:
        loop, holding, release = asyncio.get_running_loop(), asyncio.Event(), threading.Event()
        from concurrent.futures import ThreadPoolExecutor

        loop.set_default_executor(ThreadPoolExecutor(1))

        def hold() -> None:
            loop.call_soon_threadsafe(holding.set)
            release.wait()

        first = asyncio.create_task(aio.run(hold))
        await holding.wait()
        second = asyncio.create_task(aio.run(started.append, "second"))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        release.set()
        await first

    asyncio.run(main())
    assert started == []


def test_a_second_cancellation_does_not_wait() -> None:
    async def main() -> None:
        loop, started, release = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

        def deaf() -> None:
            loop.call_soon_threadsafe(started.set)
            release.wait()

        task = asyncio.create_task(aio.run(deaf))
        await started.wait()
        task.cancel()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        release.set()

    asyncio.run(main())


def test_an_error_of_cancelled_work_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        loop, started, release = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

        def fail() -> None:
            loop.call_soon_threadsafe(started.set)
            release.wait()
            raise ValueError("late")

        task = asyncio.create_task(aio.run(fail))
        await started.wait()
        task.cancel()
        loop.call_soon(release.set)
        with pytest.raises(asyncio.CancelledError):
            await task
        gc.collect()

    asyncio.run(main())
    assert not caplog.records
