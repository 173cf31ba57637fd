"""The learning example runs, and the inputs of its network are correct."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sklearn")
FOLDER = Path(__file__).parents[2] / "examples" / "learning"


@pytest.fixture
def patches(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(FOLDER))
    return pytest.importorskip("patches")


def test_it_learns_to_win_some() -> None:
    command = [sys.executable, str(FOLDER / "learn.py"), "4x4/2"]
    command += ["--cells", "20000", "--games", "300"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    rates = {name: float(rate) for name, rate in re.findall(r"(\w+).*? (\d+\.\d+)   ", done.stdout)}
    assert rates["network"] > 80  # clicks at random win 20 of 100, `basic` 78
    assert done.stdout.count("95 % interval") == 3


def test_boards_that_are_no_grids_are_refused() -> None:
    command = [sys.executable, str(FOLDER / "learn.py"), "hex:4x4/2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "hex:4x4/2" in done.stderr


def test_candidates_are_the_frontier_and_one_other(patches: Any) -> None:
    boards = np.full((2, 5, 5), -1, dtype=np.int8)
    boards[0, 0, 0] = 1
    found = patches.candidates(boards)
    assert np.argwhere(found[0]).tolist() == [[0, 1], [0, 2], [1, 0], [1, 1]]
    assert np.argwhere(found[1]).tolist() == [[0, 0]]


def test_features_are_the_cells_around_and_what_clues_leave(patches: Any) -> None:
    board = np.array([[[1, 2, -1], [-1, -1, 8]]], dtype=np.int8)
    chances = patches.even_chances(board, 1)
    assert chances.ravel() == pytest.approx([0, 0, 1 / 3, 1 / 3, 1 / 3, 0])
    seen = patches.features(board, chances, np.array([0]), np.array([4])).toarray()[0]
    # Rows of five from two above and two left of the cell; a column from covered to 8.
    around = {5 + 1: 2, 5 + 2: 3, 5 + 3: 0, 10 + 1: 0, 12: 9}
    codes = seen[:240].reshape(24, 10)
    assert {int(at): int(code) for at, code in np.argwhere(codes)} == around
    # The 1 has one other covered neighbour, the 2 has two, the 8 one.
    left, others, own = seen[240:248], seen[248:256], seen[-1]
    assert left == pytest.approx([2 / 3, 4 / 3, 0, 0, 23 / 3, 0, 0, 0])
    assert others.tolist() == [1, 2, 0, 0, 1, 0, 0, 0]
    assert own == pytest.approx(1 / 3)
