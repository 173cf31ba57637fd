"""How much memory this process may still take, so that work that does not fit is refused first."""

from __future__ import annotations

import os
from pathlib import Path

from sapper.stopping import memory_budget

_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def available() -> int | None:
    """Return the bytes that the calling thread may take; None if that is unknown.

    The least of the free memory of the machine (all its memory if the system does not report what
    is free), the rest of the container's limit, and the budgets of the stops that the thread obeys.

    >>> found = available()
    >>> found is None or found > 0
    True
    """
    bounds = (_of_the_machine(), _of_the_group(), memory_budget())
    free = [bound for bound in bounds if bound is not None]
    return max(0, min(free)) if free else None


def told(size: float) -> str:
    """Write a number of bytes for people.

    >>> told(2_048_000_000), told(700)
    ('2.0 GB', '700 bytes')
    """
    unit = 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:.1f} {_UNITS[unit]}" if unit else f"{size:.0f} bytes"


def _of_the_machine() -> int | None:
    try:
        for line in _MEMINFO.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _of_the_group() -> int | None:
    """What a container leaves, where it has a limit (control groups of version 2)."""
    try:
        limit = (_GROUP / "memory.max").read_text(encoding="ascii").strip()
        used = int((_GROUP / "memory.current").read_text(encoding="ascii"))
        return None if limit == "max" else int(limit) - used
    except (OSError, ValueError):
        return None
