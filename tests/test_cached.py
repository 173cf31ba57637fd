"""Properties that are computed once, even by several threads at the same time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from sapper.cached import cached_property


class Thing:
    """Something with a property that counts how often it was computed."""

    def __init__(self) -> None:
        self.computed = 0

    @cached_property
    def value(self) -> list[int]:
        """The cached result."""
        self.computed += 1
        return [self.computed]


def test_it_is_computed_once_for_each_object() -> None:
    one, other = Thing(), Thing()
    assert one.value is one.value
    assert (one.computed, other.computed) == (1, 0)
    assert other.value == [1]
    assert vars(Thing)["value"].__doc__ == "The cached result."


def test_no_object_waits_for_another() -> None:
    started, light_done = threading.Event(), threading.Event()

    class Task:
        def __init__(self, hard: bool) -> None:
            self.hard = hard

        @cached_property
        def done(self) -> bool:
            if not self.hard:
                return True
            started.set()
            return light_done.wait()

    with ThreadPoolExecutor(2) as threads:
        hard = threads.submit(lambda: Task(hard=True).done)
        started.wait()
        assert threads.submit(lambda: Task(hard=False).done).result()
        light_done.set()
        assert hard.result()
