"""The memory that this process may still allocate; work that needs more is refused in advance."""

from __future__ import annotations

import os
from pathlib import Path

from sapper.stopping import memory_budget

UNCHECKED_BYTES = 64_000_000
"""The largest allocation for which callers need not check the free memory."""

_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def available() -> int | None:
    """Return the bytes that the calling thread may allocate; None if that is unknown.

    This is the minimum of the free memory of the machine (its total memory if the system does not
    report free memory), the rest of the container's limit, and the memory budgets of the stops that
    the thread has entered.

    >>> found = available()
    >>> found is None or found > 0
    True
    """
    bounds = (_free_in_machine(), _free_in_container(), memory_budget())
    free = [bound for bound in bounds if bound is not None]
    return max(0, min(free)) if free else None


def format_bytes(size: float) -> str:
    """Return a number of bytes with a decimal unit.

    >>> format_bytes(2_048_000_000), format_bytes(700)
    ('2.0 GB', '700 bytes')
    """
    unit = 0
    while size >= 1000 and unit < len(_UNITS) - 1:
        size, unit = size / 1000, unit + 1
    return f"{size:.1f} {_UNITS[unit]}" if unit else f"{size:.0f} bytes"


def _free_in_machine() -> int | None:
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


def _free_in_container() -> int | None:
    """Return the rest of the memory limit of the control group (version 2); None without one."""
    try:
        limit = (_GROUP / "memory.max").read_text(encoding="ascii").strip()
        used = int((_GROUP / "memory.current").read_text(encoding="ascii"))
        return None if limit == "max" else int(limit) - used
    except (OSError, ValueError):
        return None
