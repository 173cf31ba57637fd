"""SIGTERM, the signal of service managers and batch systems, ends a command as Ctrl-C does.

Its handler raises KeyboardInterrupt, so that all code that stops at Ctrl-C also stops at SIGTERM:
finished games are stored, and the result so far is printed. Only the exit code differs.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

INTERRUPTED = 128 + signal.SIGINT
"""The exit code after Ctrl-C, as shells report it."""

TERMINATED = 128 + signal.SIGTERM
"""The exit code after SIGTERM, as shells report it."""

_received: list[int] = []


def handle_sigterm() -> None:
    """Handle SIGTERM as Ctrl-C from now on, unless the process was started with it ignored."""
    if signal.getsignal(signal.SIGTERM) is not signal.SIG_IGN:
        signal.signal(signal.SIGTERM, _interrupt)


def restore() -> None:
    """End the process at once at either signal, because its output is complete."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if signal.getsignal(signal.SIGTERM) is _interrupt:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def interrupted() -> int:
    """Return the exit code of a command that was stopped."""
    return TERMINATED if _received else INTERRUPTED


def _interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    _received.append(number)
    raise KeyboardInterrupt
