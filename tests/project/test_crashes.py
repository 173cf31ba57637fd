"""A part of ``make crash``: disturbed commands, whose final result must be unchanged."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

sys.path.insert(0, str(Path(__file__).parents[2] / "robustness"))

import crash

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("cc") is None,
    reason="the faulty disk is for Linux, and a compiler makes it",
)


@pytest.fixture(scope="module", name="server")
def started() -> Iterator[crash.Server]:
    with crash.server() as found:
        yield found


SLICES = {
    "sweep": ("full", "broken", "killed", "torn", "read-only"),
    "adaptive sweep": ("full", "killed"),
    "export": ("full", "torn", "read-only"),
    "report": ("full",),
}


@pytest.mark.parametrize("scenario", crash.SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_same_is_left_after_a_fault(
    scenario: crash.Scenario, server: crash.Server, tmp_path: Path
) -> None:
    trials = crash.Trials(scenario, server.run, tmp_path)
    assert not scenario.files or trials.old != trials.new
    count = crash.Count()
    for number, kind in enumerate(SLICES[scenario.name]):
        # Near the end, when most data is written and a file is replaced. A sweep is cut by measured
        # time, so this run may make fewer changes than the one before.
        at = max(1, trials.changes - 1 - 3 * number)
        while not trials.disturb(count, kind, kind=crash.KINDS[kind], at=at):
            assert at > 1
            at = at * 3 // 4


def test_killed_at_any_moment(server: crash.Server, tmp_path: Path) -> None:
    trials = crash.Trials(crash.SCENARIOS[0], server.run, tmp_path)
    assert crash.at_random_moments(trials, 2, seed=1).tried >= 2
    with crash.server() as second:
        assert crash.at_random_moments(trials, 1, seed=2, rival=second.run).tried >= 1
