"""Ctrl-C while the core works: the work is told to end, and waited for."""

from __future__ import annotations

import _thread
import threading

import pytest

from sapper.interruption import interruptible


@pytest.mark.parametrize("times", [1, 3])
def test_an_interrupt_cancels_and_waits_for_the_end(times: int) -> None:
    cancelled, left, done = threading.Event(), threading.Semaphore(0), []

    def work() -> None:
        _thread.interrupt_main()
        assert cancelled.wait(60)
        for _ in range(times - 1):
            _thread.interrupt_main()
            assert left.acquire(timeout=60)
        done.append(True)

    def cancel() -> None:
        cancelled.set()
        left.release()

    with pytest.raises(KeyboardInterrupt):
        interruptible(work, cancel)
    assert done == [True]


def test_what_the_work_raises_is_raised() -> None:
    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        interruptible(fail, lambda: None)
    assert interruptible(lambda: 5, lambda: None) == 5
