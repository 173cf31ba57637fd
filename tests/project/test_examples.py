"""The examples run and print the known numbers."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sapper

EXAMPLES = Path(__file__).parents[2] / "examples"
FAMOUS = EXAMPLES / "famous_positions.py"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_every_example_runs(path: Path) -> None:
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    assert done.stderr == ""


@pytest.fixture(scope="module")
def printed() -> str:
    done = subprocess.run([sys.executable, str(FAMOUS)], capture_output=True, text=True)
    return " ".join(done.stdout.split())


@pytest.mark.parametrize(
    "words",
    [
        "19 arrangements, 4 of 3 mines and 15 of 4 mines",
        "2,558,160 layouts",
        "a mine in 1/22",
        "alone 0.054525, next to both 0.209106, next to the 2 alone 0.387858",
        "exactly 42881678336065955215794417826399623115046668059279360 layouts, that is 4.29e52",
        "a mine in 1/8 of them, a cell next to none in 1/3",
        "no layout fits: the 1 at (1, 2) and the 4 at (2, 2) cannot hold together",
        "10 positions in",
    ],
)
def test_famous_numbers(printed: str, words: str) -> None:
    assert words in printed


@pytest.fixture(scope="module")
def famous() -> dict[str, Any]:
    return {known.title: known for known in runpy.run_path(str(FAMOUS))["FAMOUS"]}


def test_every_cell_of_the_second_column_is_settled(famous: dict[str, Any]) -> None:
    position = famous["Fowler and Young 2004, figures II.5 and III.3"].position()
    analysis = sapper.analyze(position)
    column = [int(analysis.mine_probability[9 * row + 1]) for row in range(9)]
    assert column == [0, 1, 0, 1, 0, 0, 1, 1, 0]
    assert len(position.flags) == 5
    assert not [reason for reason in analysis.reasons().values() if reason.kind == "one clue"]


@pytest.mark.parametrize(
    ("title", "mines"), [("1-2-1", [1, 3]), ("1-2-2-1", [1, 2]), ("Fifty-fifty", [])]
)
def test_patterns(famous: dict[str, Any], title: str, mines: list[int]) -> None:
    assert sapper.analyze(famous[title].position()).mines == mines
