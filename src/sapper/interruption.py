"""Long work of the core, run so that Ctrl-C is answered."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    T = TypeVar("T")

_POLL_SECONDS = 0.05


def interruptible(work: Callable[[], T], cancel: Callable[[], None]) -> T:
    """Run ``work`` in a thread of its own and wait; on an interrupt ``cancel`` must make it end.

    An event tells the end, not the thread: once an interrupt has hit ``Thread.join``, some versions
    of Python take the thread for ended while it still runs.
    """
    result: list[T] = []
    failure: list[BaseException] = []
    ended = threading.Event()

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            ended.set()

    threading.Thread(target=run, daemon=True).start()
    interruption = None
    while not ended.is_set():
        try:
            ended.wait(_POLL_SECONDS)
        except BaseException as error:
            interruption = error
            cancel()
    if interruption is not None:
        raise interruption
    if failure:
        raise failure[0]
    return result[0]
