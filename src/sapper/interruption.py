"""Long work of the core, run so that Ctrl-C is answered."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    T = TypeVar("T")

_POLL_SECONDS = 0.05


def interruptible(work: Callable[[], T], cancel: Callable[[], None]) -> T:
    """Run ``work`` in a thread of its own and wait; on an interrupt ``cancel`` must make it end."""
    result: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_POLL_SECONDS)
    except BaseException:
        cancel()
        thread.join()
        raise
    if failure:
        raise failure[0]
    return result[0]
