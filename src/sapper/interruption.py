"""Long work of the core, run so that Ctrl-C and whoever gives it up are answered.

Counting looks up from its tables every few milliseconds: in the main thread for Ctrl-C, in every
thread for a ``Stop`` that it obeys. Work with a cancel of its own runs in a thread beside.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from sapper import _core
from sapper._core import Stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    T = TypeVar("T")

__all__ = ["Cancelled", "Stop", "check_stop", "interruptible", "obeying"]

Cancelled = _core.Cancelled
"""Raised out of work that was stopped."""

_POLL_SECONDS = 0.05


class _Obeyed(threading.local):
    """What this thread obeys."""

    stop: Stop | None = None


_OBEYED = _Obeyed()


@contextmanager
def obeying(stop: Stop) -> Iterator[None]:
    """Let the core's work of this thread end, with ``Cancelled``, soon after the stop is set."""
    before = _OBEYED.stop
    _obey(stop)
    try:
        yield
    finally:
        _obey(before)


def _obey(stop: Stop | None) -> None:
    _core.obey(stop)
    _OBEYED.stop = stop


def interruptible(
    work: Callable[[], T], cancel: Callable[[], None], tell: Callable[[], None] = lambda: None
) -> T:
    """Run ``work`` in a thread of its own and wait; on an interrupt ``cancel`` must make it end.

    It also ends, with ``Cancelled``, when the stop is set that this thread obeys.
    ``tell`` is called about twenty times a second meanwhile.

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
            check_stop()
            tell()
    except BaseException:
        _end(thread, ended, cancel)
        raise
    if failure:
        raise failure[0]
    return result[0]


def check_stop() -> None:
    """Raise ``Cancelled`` where the stop is set that this thread obeys; between steps of work."""
    if _OBEYED.stop is not None and _OBEYED.stop.is_set:
        raise Cancelled


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
