"""Moves that take too long are ended, and no exception arrives later."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from functools import partial
from typing import Any

import pytest

import sapper
from command_line import needs_unix
from sapper.strategies.move_limits import MoveTimeoutError, move_limit, within_limit

SHORT = 0.05
"""Seconds after which a call that never ends is ended."""


def loops() -> None:
    while True:
        pass


def catches_errors() -> None:
    while True:
        with contextlib.suppress(Exception):
            loops()


@pytest.mark.parametrize("hang", [loops, catches_errors])
def test_a_loop_is_ended(hang: Any) -> None:
    for _ in range(3):
        with move_limit(SHORT), pytest.raises(MoveTimeoutError):
            within_limit(hang)
    with move_limit(None):
        assert within_limit(lambda: 7) == 7


WAITS = """
import time
from sapper.strategies.move_limits import MoveTimeoutError, move_limit, within_limit
try:
    with move_limit(0.05):
        within_limit(lambda: time.sleep(600))
except MoveTimeoutError:
    print("ended")
"""


@needs_unix
def test_waiting_in_the_main_thread_is_ended() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WAITS], capture_output=True, text=True, check=False, timeout=300
    )
    assert (done.stdout, done.stderr) == ("ended\n", "")


def test_another_thread_is_ended_and_not_this_one() -> None:
    found: list[object] = []

    def play() -> None:
        try:
            with move_limit(SHORT):
                within_limit(loops)
        except MoveTimeoutError as error:
            found.append(error.args[0])

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [SHORT] * 3


def test_a_call_that_ends_at_the_limit_is_ended_or_not_but_nothing_comes_later() -> None:
    ended = 0
    for number in range(200):
        try:
            with move_limit(0.001):
                within_limit(partial(sum, range(100 * number)))
        except MoveTimeoutError:
            ended += 1
    total = sum(range(1_000_000))  # a late exception would arrive here
    assert total == 499_999_500_000
    assert 0 <= ended <= 200


def test_its_own_errors_pass() -> None:
    def fails() -> None:
        raise ValueError("mine")

    with move_limit(10.0), pytest.raises(ValueError, match="mine"):
        within_limit(fails)


class Sleeps:
    """Hangs at its third move."""

    def __init__(self) -> None:
        self.moves = 0

    def begin(self, seed: int, index: int) -> None:
        self.moves = 0

    def choose(self, position: Any) -> int:
        self.moves += 1
        if self.moves == 3:
            loops()
        return int(next(iter(sapper.analyze(position).safe), position.covered[0]))


def test_the_message_names_game_move_and_position() -> None:
    with move_limit(SHORT), pytest.raises(sapper.StrategyError) as failed:
        sapper.simulate("9x9/10", Sleeps, 30, seed=5)
    error = failed.value
    assert error.move == 4
    where = f"in game {error.game} of seed 5, at move 4, in position"
    assert f"took longer than {SHORT} seconds for a move, {where}" in str(error)
    assert error.position is not None
    assert error.result is not None
    assert error.result.games == error.game
