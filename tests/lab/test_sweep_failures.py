"""A strategy that fails at some points: the others are played, and the failures are reported."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from command_line import SAPPER
from sapper.errors import FailedPointsError, StrategyError
from sapper.lab import Store, densities, points, sweep
from sapper.lab.sweeps.executors import Processes
from sapper.strategies.registry import register, unregister

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Fragile:
    """Fails on 4x4 with 3 mines in game 7 and on 5x5 at once."""

    def begin(self, seed: int, index: int) -> None:
        self.index = index

    def choose(self, position: Any) -> Any:
        if position.board.spec == "4x4" and position.mines == 3 and self.index == 7:
            raise RuntimeError("no idea")
        if position.board.spec == "5x5":
            return 10**6
        return position.covered[0]


@pytest.fixture(autouse=True)
def fragile() -> Iterator[None]:
    register("fragile", Fragile, "fails sometimes")
    yield
    unregister("fragile")


@pytest.mark.parametrize("workers", [1, 2])
def test_the_other_points_go_on(workers: int) -> None:
    chosen = points(["4x4", "5x5/2", "3x3"], mine_counts=[2, 3], strategies=["fragile", "pseq"])
    executor = None if workers == 1 else Processes(workers)
    with Store() as store:
        with pytest.raises(FailedPointsError) as failed:
            sweep(chosen, 40, store, executor)
        found = {tally.point: tally for tally in store.tallies()}
    error = failed.value
    broken = {point for point in chosen if point.strategy == "fragile" and point.board == "5x5"}
    (at_seven,) = (point for point in chosen if point.board == "4x4" and point.mines == 3
                   and point.strategy == "fragile")  # fmt: skip
    assert set(error.failures) == broken | {at_seven}
    assert error.sweep is not None
    assert error.sweep.failed == 3
    assert "3 points failed" in error.sweep.summary()
    assert "3 of 12 points failed: " in str(error)
    one = error.failures[at_seven]
    assert (one.game, one.strategy) == (7, "fragile")
    assert one.move is not None
    assert (
        f"raised RuntimeError: no idea, in game 7 of seed 1, at move {one.move}, in position"
        in (str(one))
    )
    for point in broken:
        assert "chose cell 1000000, which does not exist" in str(error.failures[point])
    for point in chosen:
        if point not in broken | {at_seven}:
            assert found[point].games == 40
            alone = sapper.simulate(point.spec, point.strategy, 40, first=point.first)
            assert found[point].wins == alone.wins
    assert found[at_seven].games >= 7  # the games before the failure are kept
    again = pickle.loads(pickle.dumps(one))
    assert (str(again), again.game, again.move) == (str(one), 7, one.move)


def test_one_point_that_fails_has_the_whole_message() -> None:
    with Store() as store, pytest.raises(StrategyError) as failed:
        sweep(points(["4x4/3"], strategies=["fragile"]), 20, store)
    text = "strategy 'fragile' raised RuntimeError: no idea, in game 7"
    assert str(failed.value).startswith(text)
    assert failed.value.game == 7


def test_densities_do_not_leave_out_a_point() -> None:
    with Store() as store, pytest.raises(StrategyError, match="no idea"):
        densities(["4x4"], store, strategy="fragile", games=20)


class Hangs:
    """Never chooses a cell on 4x4."""

    def choose(self, position: Any) -> int:
        while position.board.spec == "4x4":
            pass
        return int(position.covered[0])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_strategy_that_hangs(workers: int) -> None:
    register("hangs", Hangs, "hangs on 4x4")
    try:
        chosen = points(["4x4/3", "3x3/2"], strategies=["hangs"])
        executor = None if workers == 1 else Processes(workers)
        with Store() as store:
            with pytest.raises(FailedPointsError) as failed:
                sweep(chosen, 10, store, executor, move_seconds=0.2)
            assert [tally.games for tally in store.tallies()] == [10]
        text = str(failed.value)
        assert "took longer than 0.2 seconds for a move, in game " in text
        assert "at move 2, in position" in text
    finally:
        unregister("hangs")


PACKAGE = """
class Broken:
    def choose(self, position):
        if position.mines == 3:
            raise ValueError("three")
        return position.covered[0]
"""


def test_the_command_goes_on_and_ends_with_a_summary(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(PACKAGE)
    about = tmp_path / "broken-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[sapper.strategies]\nbroken = broken:Broken\n")
    words = [*SAPPER, "sweep", "4x4", "--mine-counts", "2:4", "--strategies", "broken"]
    words += ["--games", "20", "--workers", "2", "--store", str(tmp_path / "lab.db")]
    done = {
        kind: subprocess.run(
            [*words, *options], capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
        )
        for kind, options in (("text", []), ("json", ["--json"]))
    }  # fmt: skip
    assert [each.returncode for each in done.values()] == [3, 3]
    assert "3 points, 60 games: 0 already stored, 40 played; 1 point failed" in done["text"].stdout
    (line,) = (line for line in done["text"].stderr.splitlines() if "three" in line)
    # Which game fails first depends on the workers.
    said = r"sapper: 4x4/3: strategy 'broken' raised ValueError: three, in game \d+ of seed 1, at "
    assert re.match(said, line)
    found = json.loads(done["json"].stdout)
    assert [(each["board"], each["mines"]) for each in found["failed"]] == [("4x4", 3)]
    assert [row["mines"] for row in found["points"]] == [2, 4]
