"""Fuzzing the C++ core with its own programs, which compare it with the slow oracle.

``make fuzz`` builds them with AddressSanitizer and UBSan, with ThreadSanitizer for code that runs
on several threads, and without sanitizers for as many positions as possible.
"""

from __future__ import annotations

import subprocess
from functools import partial
from typing import TYPE_CHECKING

from targets import FaultError, Target

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random

_PROGRAMS = (
    # name, build, program, cases per run, further arguments
    ("core:oracle", "oracle", "sapper_fuzz", 5_000, ("small",)),
    ("core:sanitized", "sanitize", "sapper_fuzz", 100, ()),
    ("core:threads", "threads", "sapper_threads", 18, ()),
)


def _inputs(random: Random) -> Iterator[tuple[int, int]]:
    while True:
        yield random.randrange(2**32), random.randrange(2**40)


def _attempt(given: tuple[int, int], program: Path, cases: int, further: tuple[str, ...]) -> bool:
    seed, first = given
    command = [str(program), str(cases), str(seed), str(first), *further]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        reported = f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}".strip()
        raise FaultError(f"{' '.join(command)} ended with {done.returncode}: {reported}")
    return True


def targets(builds: Path) -> list[Target]:
    """Return the programs that have been built."""
    found = []
    for name, build, program, cases, further in _PROGRAMS:
        path = builds / build / program
        if path.exists():
            attempt = partial(_attempt, program=path.resolve(), cases=cases, further=further)
            found.append(Target(name, _inputs, attempt, cost=1_000, each=cases))
    return found
