"""Running the command line in tests: in this process, or as a program of its own."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

SAPPER = [sys.executable, "-c", "from sapper.cli import main; main()"]
needs_unix = pytest.mark.skipif(os.name == "nt", reason="there are no such terminals and signals")


class Outcome:
    """What a run of the command line left behind."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


Run = Callable[..., Outcome]


def wait_until(happened: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something another process does, however busy the machine is."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)
