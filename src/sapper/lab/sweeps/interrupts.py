"""Deferral of Ctrl-C and SIGTERM while a process starts or ends."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTS = (signal.SIGINT, signal.SIGTERM)
"""The signals that end a sweep."""


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C and SIGTERM, so that they cannot hit a process that is starting.

    The signal may be delivered to another thread, such as one of numpy, so its Python handler is
    deferred, too.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    with _handlers_deferred():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _handlers_deferred() -> Iterator[None]:
    """Call the handlers of signals that arrive meanwhile at the end; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handlers: dict[signal.Signals, Any] = {
        number: handler for number in INTERRUPTS if callable(handler := signal.getsignal(number))
    }
    for number in handlers:
        signal.signal(number, lambda received, _: came.append(received))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
