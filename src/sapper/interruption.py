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

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        while not ended.wait(_POLL_SECONDS):
            pass
    except BaseException:
        _end(thread, ended, cancel)
        raise
    if failure:
        raise failure[0]
    return result[0]


def _end(thread: threading.Thread, ended: threading.Event, cancel: Callable[[], None]) -> None:
    """Tell the work to end and wait for it, whatever interrupts come meanwhile."""
    while True:
        try:
            cancel()
            while thread.is_alive() and not ended.wait(_POLL_SECONDS):
                pass
            return
        except KeyboardInterrupt:
            continue
