"""``sapper compare``: its output, its store, Ctrl-C, figures and refusals."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import sapper
from command_line import needs_unix, wait_until
from sapper.lab import Store, points

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


MEASURED = ("seconds", "kept", "played")


def test_json_is_that_of_the_library(run: Run) -> None:
    found = run("compare", "8x8/12", "perimeter", "pseq", "--games", "200", "--seed", "3", "--json")
    wanted = json.loads(sapper.compare("8x8/12", ["perimeter", "pseq"], 200, 3).to_json())
    assert (found.code, found.err) == (0, "")
    assert {k: v for k, v in found.json.items() if k not in MEASURED} == {
        k: v for k, v in wanted.items() if k not in MEASURED
    }
    assert (found.json["kept"], found.json["played"]) == (0, 400)


def test_boards_before_or_as_options(run: Run) -> None:
    first = run("compare", "6x6/6", "random", "basic", "--games", "60", "--json")
    boards = ["--board", "6x6/6", "--board", "hex:5x5/4"]
    both = run("compare", "random", "basic", *boards, "--games", "60", "--workers", "2", "--json")
    assert both.json["boards"] == ["6x6/6", "hex:5x5/4"]
    assert both.json["pairs"][0] == first.json["pairs"][0]
    assert both.json["kept"] == 120


def test_text_and_figure(run: Run, folder: Path) -> None:
    asked = ["compare", "6x6/6", "random", "pseq", "--sequential", "--store", "lab.db"]
    found = run(*asked, "--figure", "a.svg")
    assert found.code == 0
    for part in ("pseq - random", "any stopping time", "200 played; in lab.db", "figure a.svg"):
        assert part in found.out
    assert "<svg" in (folder / "a.svg").read_text()
    assert run(*asked, "--figure", "b.png", "--json").json["played"] == 0
    assert (folder / "b.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["8x8/10", "pseq"], "a comparison needs two or more strategies, not pseq"),
        (["8x8/10"], "a comparison needs two or more strategies, not none"),
        (["pseq", "basic"], "'pseq' is a strategy, not a board: give a board first"),
        (["8x8/10", "pseq", "pseqq"], "unknown strategy 'pseqq': did you mean 'pseq'?"),
        (["nonsense", "pseq", "basic"], "nonsense"),
        (["8x8", "pseq", "basic"], "8x8 needs its mines"),
        (["8x8/70", "pseq", "basic"], "70 mines"),
        (["8x8/10", "pseq", "basic", "--games", "0"], "the number of games is at least 1, not 0"),
        (["8x8/10", "pseq", "basic", "--half-width", "0.1"], "sequential"),
        (["8x8/10", "pseq", "basic", "--figure", "a.pdf"], ".svg or .png"),
        (["8x8/10", "pseq", "basic", "--figure", "no/a.svg"], "no/a.svg"),
        (["8x8/10", "pseq", "basic", "--workers", "0"], "the number of workers is 1 to"),
        (["8x8/10", "pseq", "basic", "--cluster", "nowhere"], "no Dask scheduler answers"),
    ],
)
def test_bad_input_is_one_line(run: Run, asked: list[str], said: str) -> None:
    found = run("compare", *asked)
    assert (found.code, found.out) == (2, "")
    assert len(found.err.splitlines()) == 1
    assert said in found.err


@needs_unix
@pytest.mark.parametrize("workers", [[], ["--workers", "2"]], ids=["threads", "processes"])
def test_ctrl_c_keeps_what_was_played(folder: Path, workers: list[str]) -> None:
    asked = ["compare", "9x9/12", "pseq", "best", "--games", "1000000", "--store", "lab.db"]
    command = [sys.executable, "-m", "sapper", *asked, "--json", *workers]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def stored() -> bool:
        if not (folder / "lab.db").exists():
            return False
        with Store("lab.db") as store:
            both = points(["9x9/12"], strategies=["pseq", "best"])
            return all(len(store.outcomes(point, 0, 1)) for point in both)

    wait_until(stored)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    found = json.loads(out)
    assert (process.returncode, found["interrupted"]) == (130, True)
    assert "Traceback" not in err
    one = found["differences"][0]
    assert found["results"][0]["games"] == one["games"] > 0
    again = sapper.compare("9x9/12", ["pseq", "best"], one["games"], store="lab.db")
    assert again.played == 0
    assert again.differences[0].to_dict() == one
