"""A limit on the time that a strategy written in Python takes for a move.

A watchdog thread raises an exception in the thread of a strategy that is late. It ends loops of
Python code. In the main thread it also ends waiting, such as ``time.sleep``, by a signal; in other
threads such a call ends first. Code of extension modules cannot be ended.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_T = TypeVar("_T")
_LIMIT: ContextVar[float] = ContextVar("seconds per move", default=inf)
_NEVER = 3600.0


class MoveTimeoutError(BaseException):
    """Ends a call that is late; a strategy does not catch it by ``except Exception``."""


@contextmanager
def move_limit(seconds: float | None) -> Iterator[None]:
    """Limit the calls of strategies within the context; None is no limit."""
    token = _LIMIT.set(inf if seconds is None else seconds)
    try:
        yield
    finally:
        _LIMIT.reset(token)


def within_limit(call: Callable[[], _T]) -> _T:
    """Return ``call()``; raise MoveTimeoutError if it takes longer than ``move_limit`` allows.

    >>> def hang():
    ...     while True:
    ...         pass
    >>> with move_limit(0.05):
    ...     within_limit(hang)
    Traceback (most recent call last):
    sapper.strategies.move_limits.MoveTimeoutError: 0.05
    """
    limit = _LIMIT.get()
    if limit == inf:
        return call()
    watched = _Watched(limit)
    try:
        _WATCHDOG.enter(watched)
        try:
            result = call()
        except MoveTimeoutError:
            raise
        except BaseException:
            _WATCHDOG.leave(watched)
            raise
        _WATCHDOG.leave(watched)
        return result
    except MoveTimeoutError:
        raise MoveTimeoutError(limit) from None


class _Watched:
    """A call with its end."""

    def __init__(self, limit: float) -> None:
        self.end = time.monotonic() + limit
        self.thread = threading.get_ident()
        self.is_late = False


class _Watchdog:
    """The thread that ends late calls; started when the first limited call is made."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._calls: set[_Watched] = set()
        self._wakes_at = inf
        self._thread: threading.Thread | None = None

    def enter(self, watched: _Watched) -> None:
        """Watch a call."""
        with self._condition:
            self._calls.add(watched)
            if self._thread is None or not self._thread.is_alive():
                self._start()
            if watched.end < self._wakes_at:
                self._condition.notify()

    def leave(self, watched: _Watched) -> None:
        """Stop watching a call that has ended; if it was late, wait for the exception."""
        with self._condition:
            self._calls.discard(watched)
        while watched.is_late:
            time.sleep(0.001)

    def _start(self) -> None:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and _alarm_handler() == signal.SIG_DFL:
            signal.signal(signal.SIGALRM, _wake)
        self._thread = threading.Thread(target=self._watch, name="move limits", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        with self._condition:
            while True:
                now = time.monotonic()
                for watched in [each for each in self._calls if each.end <= now]:
                    self._calls.discard(watched)
                    watched.is_late = True
                    _raise_in(watched.thread)
                self._wakes_at = min((each.end for each in self._calls), default=now + _NEVER)
                self._condition.wait(max(0.0, self._wakes_at - now))


def _raise_in(thread: int) -> None:
    """Raise MoveTimeoutError in a thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(MoveTimeoutError)
    )
    if thread == threading.main_thread().ident and _alarm_handler() is _wake:
        signal.pthread_kill(thread, signal.SIGALRM)


def _alarm_handler() -> object:
    """Return the handler of the alarm signal; None if the system has no such signal."""
    return signal.getsignal(signal.SIGALRM) if hasattr(signal, "SIGALRM") else None


def _wake(*_: object) -> None:
    """Do nothing: a signal ends a system call, and the exception arrives."""


_WATCHDOG = _Watchdog()
