"""Work ends by Ctrl-C, by a stop that is set, and by a budget of time or memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import sapper
from command_line import SAPPER, needs_unix, program, wait_until
from sapper import Position, _core
from sapper.lab.sweeps import executors
from sapper.limits import Limits
from sapper.stopping import Cancelled, Stop, check_stop
from sapper.strategies.perfect_search import PerfectSearch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def wide(size: int) -> Position:
    """A square with a clue in every other row and column, which is expensive to count."""
    clues = [4 if row % 2 and col % 2 else None for row in range(size) for col in range(size)]
    return Position(f"{size}x{size}", clues, mines=size * size // 2)


def test_counting_ends_when_it_is_stopped() -> None:
    position = wide(13)
    stop = Stop()
    with stop:
        before = sapper.analyze(position).mine_probability
    stop.set()
    with stop, pytest.raises(Cancelled):
        sapper.analyze(position)
    again = sapper.analyze(position).mine_probability
    assert np.array_equal(again, before, equal_nan=True)


def test_a_stop_holds_for_its_own_thread_alone() -> None:
    stop = Stop()
    stop.set()
    found: list[float] = []
    with stop:
        other = threading.Thread(
            target=lambda: found.append(sapper.analyze(wide(13)).mine_probability[0])
        )
        other.start()
        other.join()
    assert len(found) == 1


def test_tables_keep_within_their_memory() -> None:
    """The limit covers their total memory, including temporary memory."""
    position = wide(13)
    sapper.analyze(position, limits=Limits(memory=32_000_000))
    with pytest.raises(sapper.TooHardError):
        sapper.analyze(position, limits=Limits(memory=16_000_000))


def test_many_short_counts_end_too() -> None:
    """None of them is long enough to be stopped while it runs."""
    position = Position("5x5", [1] + [None] * 24, mines=5)
    stop = Stop()
    with stop:
        sapper.analyze(position)
        stop.set()
        with pytest.raises(Cancelled):
            sapper.analyze(position)
    sapper.analyze(position)


def test_every_stop_that_was_entered_is_obeyed() -> None:
    outer, inner = Stop(), Stop()
    with outer, inner:
        check_stop()
        outer.set()
        with pytest.raises(Cancelled):
            check_stop()
        with pytest.raises(Cancelled):
            sapper.analyze(wide(5))
    with inner:
        check_stop()
        sapper.analyze(wide(5))


def test_a_stop_ends_by_its_clock() -> None:
    now = [0.0]
    stop = Stop(seconds=2, clock=lambda: now[0])
    assert (stop.expired, stop.seconds_left) == (False, 2)
    with stop:
        check_stop()
        now[0] = 2.0
        with pytest.raises(sapper.TooHardError, match="longer than is allowed"):
            check_stop()
    assert (stop.expired, stop.seconds_left, stop.is_set) == (True, 0, False)


@pytest.mark.parametrize(
    "work",
    [
        lambda: sapper.optimal("5x6/7", memory=1 << 34),
        lambda: sapper.simulate("16x30/99", "pseq", 10**9),
        lambda: sapper.no_guess("16x30/160", uniform=True, tries=10**12),
    ],
    ids=["optimal", "simulate", "no_guess"],
)
def test_the_time_of_a_stop_ends_work_of_the_core(work: Callable[[], object]) -> None:
    """Each takes hours or years without it."""
    with pytest.raises(sapper.TooHardError, match="longer than is allowed"), Stop(seconds=0.02):
        work()
    outer = Stop()
    outer.set()
    with pytest.raises(Cancelled), outer, Stop(seconds=0):
        work()
    check_stop()


def test_a_stop_bounds_memory() -> None:
    """Limits of tables, lists of layouts and boards; the smallest of those entered applies."""
    position = wide(13)
    with Stop(memory=32_000_000), Stop(memory=10**15):
        sapper.analyze(position)
    with Stop(memory=16_000_000), pytest.raises(sapper.TooHardError):
        sapper.analyze(position)
    analysis = sapper.analyze(position)
    with Stop(memory=1_000_000), pytest.raises(sapper.PositionError, match=r"1\.0 MB are free"):
        analysis.sample(1_000_000)


@needs_unix
def test_ctrl_c_ends_a_search_of_the_core_and_progress_is_reported() -> None:
    """Hardly any layout of this density needs no guess: only the signal ends the search."""
    reported: list[tuple[int, int]] = []

    def report(tried: int, tries: int) -> None:
        reported.append((tried, tries))
        if len(reported) == 3:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        sapper.no_guess("16x30/140", uniform=True, tries=1_000_000, progress=report)
    assert len(reported) >= 3
    assert reported[0] == (0, 1_000_000)
    assert 0 < reported[-1][0] < 1_000_000


def test_what_progress_raises_ends_the_search() -> None:
    def fail(tried: int, tries: int) -> None:
        if tried:
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        sapper.no_guess("16x30/140", uniform=True, tries=1_000_000, progress=fail)


def test_perfect_advice_leaves_the_interpreter_free() -> None:
    """Work ends if its caller no longer waits."""
    search = PerfectSearch(sapper.grid(5, 5), 8)
    states = Position("5x5", [None] * 25, mines=8).states
    stop = Stop()
    running = threading.Event()
    failures: list[BaseException] = []

    def advise() -> None:
        running.set()
        try:
            with stop:
                search.advise(states)
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=advise, daemon=True)
    thread.start()
    running.wait()
    stop.set()
    thread.join()
    assert [type(failure) for failure in failures] == [Cancelled]


@needs_unix
def test_rollouts_on_all_layouts_poll_for_signals() -> None:
    """Several signals in one call: they are handled during the rollouts, not only after them."""
    position = Position("5x5", [1] + [None] * 24, mines=6)
    received: list[int] = []
    done: list[object] = []

    def handle(number: int, _frame: object) -> None:
        received.append(number)
        if len(received) == 2:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGVTALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.01, 0.01)
        with pytest.raises(KeyboardInterrupt):
            done.append(_core.nearly_perfect(position.board.graph, position.states, 6))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert not done


SLOW_SWEEP = ["sweep", "box:5x5x5", "--mines", "29:36", "--strategy", "pseq", "--games", "2000"]


@needs_unix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_a_sweep(tmp_path: Path, number: signal.Signals) -> None:
    """Neither if it is stopped during slow games nor if it is killed."""
    command = [*SAPPER, *SLOW_SWEEP, "--workers", "2", "--store", str(tmp_path / "s.db")]
    with program(command) as sweep:
        wait_until(lambda: len(_workers(sweep.pid)) == 2)
        workers = _workers(sweep.pid)
        sweep.send_signal(number)
        wait_until(lambda: sweep.poll() is not None)
        wait_until(lambda: not any(map(_lives, workers)))
        if number is signal.SIGINT:
            assert sweep.returncode == 130
            assert "Traceback" not in sweep.communicate()[1]


STUCK = """
import os, sys, time
parent = os.getppid()
while any("spawn_main" in word for word in sys.orig_argv) and os.getppid() == parent:
    time.sleep(0.05)
"""
"""Starts workers that live as long as their parent process."""


@needs_unix
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize(
    "command",
    [
        ["sweep", "9x9", "--mines", "5:30"],
        ["density", "9x9"],
        ["density", "9x9", "--half-width", "0.01"],
        ["study", "rows"],
    ],
)
def test_starting_workers_do_not_delay_the_end(
    tmp_path: Path, command: list[str], times: int
) -> None:
    (tmp_path / "sitecustomize.py").write_text(STUCK)
    store = ["--workers", "2", "--store", str(tmp_path / "s.db")]
    with program([*SAPPER, *command, *store], PYTHONPATH=str(tmp_path)) as started:
        wait_until(lambda: len(_workers(started.pid)) > 0)
        workers = _workers(started.pid)
        for _ in range(times):
            started.send_signal(signal.SIGINT)
        wait_until(lambda: started.poll() is not None)
        assert not any(map(_lives, workers))
        assert started.returncode == 130
        assert "Traceback" not in started.communicate()[1]


def _workers(pid: int) -> list[int]:
    listed = ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(pid)]
    listing = subprocess.run(listed, capture_output=True, text=True).stdout
    return [int(line.split()[0]) for line in listing.splitlines() if "spawn_main" in line]


def _lives(pid: int) -> bool:
    listing = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return listing.stdout.strip() not in ("", "Z", "Zl")


class FirstCovered:
    def choose(self, position: Position) -> int:
        return position.covered[0]


@pytest.mark.parametrize("strategy", ["pseq", FirstCovered], ids=["core", "python"])
def test_an_interruption_with_the_last_game_is_not_lost(strategy: Any) -> None:
    """A process that runs many simulations one after the other, such as a sweep, ends, too."""

    def press(done: int, games: int) -> None:
        if done == games:
            raise KeyboardInterrupt

    result = sapper.simulate("2x3/2", strategy, 5, progress=press)
    assert result.games == 5
    assert result.interrupted


PRESSED_AT_THE_START = """
import os, runpy, signal, sys

class Presses:
    def find_spec(self, name, *_):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Presses())
runpy.run_module("sapper", run_name="__main__")
"""


@needs_unix
def test_ctrl_c_while_the_command_line_is_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_AT_THE_START], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "")


class Ending:
    """A process pool that receives Ctrl-C while it shuts down."""

    def __init__(self) -> None:
        self.ended = 0

    def shutdown(self, *, wait: bool, cancel_futures: bool) -> None:
        assert wait
        assert cancel_futures
        self.ended += 1
        if self.ended == 1:
            os.kill(os.getpid(), signal.SIGINT)


@needs_unix
def test_ctrl_c_while_workers_end_is_answered_when_they_have() -> None:
    pool: Any = Ending()
    with pytest.raises(KeyboardInterrupt):
        executors._shut_down(pool)
    assert pool.ended >= 1
