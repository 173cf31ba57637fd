"""The processors of the machine, and the number of threads of work in the core."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sapper.errors import SapperError

MAX_THREADS = 1024
"""The most threads of one call."""


def available_cores() -> int:
    """Return the number of processor cores that this process may use.

    >>> available_cores() >= 1
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def read_threads(threads: Any, error: type[SapperError]) -> int:
    """Return the number of threads to use: the given one, or one per processor for None.

    Raises ``error`` if it is not an integer from 1 to 1024.

    >>> read_threads(4, ValueError)
    4
    """
    if threads is None:
        return min(available_cores(), MAX_THREADS)
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)):
        raise error(f"the number of threads is a whole number, not {threads!r}")
    if not 1 <= threads <= MAX_THREADS:
        bounds = "at least 1" if threads < 1 else f"at most {MAX_THREADS}"
        raise error(f"the number of threads is {bounds}, not {threads}")
    return int(threads)
