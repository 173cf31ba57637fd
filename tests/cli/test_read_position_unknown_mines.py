"""``--mines`` with a range or a distribution, wherever a command reads a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import sapper
from sapper.errors import NotationError
from sapper.exchange.own_json import JSON
from sapper.web.position_link import position_link, read_position_link

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Run

TEXT = "1##\n###\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.txt"
    path.write_text(TEXT)
    return str(path)


def test_a_range_and_a_distribution(run: Run, file: str) -> None:
    found = run("analyze", file, "--mines", "1-2", "--json").json
    assert found["solutions"] == "9"
    assert found["mine_count"] == [
        {"mines": 1, "probability": pytest.approx(1 / 3), "exact": "1/3"},
        {"mines": 2, "probability": pytest.approx(2 / 3), "exact": "2/3"},
    ]
    found = run("analyze", file, "--mines", "1:0.5,2:1/2", "--json").json
    assert [one["exact"] for one in found["mine_count"]] == ["5/9", "4/9"]
    assert found["cells"][0]["exact"] == "1/3"
    assert run("analyze", file, "--mines", "1", "--json").json["mine_count"] is None


def test_the_posterior_is_shown(run: Run, file: str) -> None:
    out = run("analyze", file, "--mines", "1-2").out
    assert "2x3, 1 to 2 mines" in out
    assert "number    1: 33.33 %, 2: 66.67 %; 1.67 expected" in out.replace("\u00a0", " ")
    assert "9 with 1 to 2 mines" in out


@pytest.mark.parametrize("command", [["choose"], ["choose", "--strategy", "pseq"]])
def test_choices(run: Run, file: str, command: list[str]) -> None:
    found = run(command[0], file, *command[1:], "--mines", "1-2", "--json").json
    assert found["mine_probability"] == pytest.approx(1 / 3)


def test_win_probabilities_and_inference(run: Run, file: str) -> None:
    found = run("analyze", file, "--mines", "1-2", "--win", "--json").json
    assert found["win_probability"]["exact"] is True
    found = run("infer", "###/121", "--mines", "1-3", "--json").json
    assert found["safe"] == [[0, 1]]


@pytest.mark.parametrize(
    ("mines", "said"),
    [
        ("5-2", "the range of mines 5-2 is empty: 5 is over 2"),
        ("1:0.5,2:0.4", "sum to 0.9, not to 1"),
        ("many", "a range as 8-12"),
        ("7-9", "there cannot be 7 to 9 mines"),
        ("1:0.5,9:0.5", "9 mines have probability 1/2, but the board holds at most 6"),
    ],
)
def test_bad_numbers(run: Run, file: str, mines: str, said: str) -> None:
    done = run("analyze", file, "--mines", mines, "--json")
    assert done.code == 2
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize("mines", [range(1, 4), {1: 0.25, 3: 0.75}])
def test_json_and_links_keep_the_prior(mines: range | dict[int, float]) -> None:
    position = sapper.parse(TEXT, mines=mines)
    assert JSON.writer is not None
    assert sapper.read(JSON.writer(position)) == position
    assert read_position_link(position_link(position)) == position


def test_formats_without_a_prior_refuse_it() -> None:
    position = sapper.parse(TEXT, mines=range(1, 4))
    for form in ("text", "jsminesweeper"):
        with pytest.raises(NotationError, match="a number of mines, not 1 to 3 mines"):
            sapper.write(position, "unused", format=form)
