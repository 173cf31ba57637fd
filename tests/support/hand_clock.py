"""A clock that tests move by hand, so that no test depends on the speed of a machine."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sapper.stopping import Stop

if TYPE_CHECKING:
    import pytest


class HandClock:
    """A clock that a test advances, and that advances by ``step`` seconds at every reading."""

    def __init__(self, step: float = 0.0) -> None:
        self.now = 0.0
        self.step = step
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        self.now += self.step
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += seconds

    def govern(self, monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
        """Make the stops of these modules use this clock."""
        for module in modules:
            monkeypatch.setattr(f"sapper.{module}.Stop", partial(Stop, clock=self))
