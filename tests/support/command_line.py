"""Runs the command line in tests: in this process or as a separate program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

SAPPER = [sys.executable, "-c", "from sapper.cli import main; main()"]
needs_unix = pytest.mark.skipif(os.name == "nt", reason="there are no such terminals and signals")


class Outcome:
    """The result of a run of the command line."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


Run = Callable[..., Outcome]


def processor_seconds(process: subprocess.Popen[str]) -> float:
    """Return the processor time of a program, in whole seconds."""
    reported = subprocess.run(
        ["ps", "-o", "time=", "-p", str(process.pid)], capture_output=True, text=True
    ).stdout.strip()
    days, _, clock = reported.rpartition("-")
    parts = [float(part) for part in clock.split(":")] if clock else [0.0]
    total = sum(part * 60**power for power, part in enumerate(reversed(parts)))
    return float(total + 86400 * float(days or 0))


@contextmanager
def program(command: list[str], **variables: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program during the test with these environment variables; wait for its end."""
    pipe, environment = subprocess.PIPE, {**os.environ, **variables}
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait for another process; only the time limit of the test ends the wait."""
    while not happened():
        time.sleep(0.02)
