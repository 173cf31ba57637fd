"""Options about texts on the command line: symbols, windows and flags."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

import sapper
from command_line import Outcome
from sapper.cli import app
from sapper.cli.failures import exit_code

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_sapper(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = exit_code(lambda: app(list(arguments), prog_name="sapper", standalone_mode=False))
        return Outcome(code, *capsys.readouterr())

    return run_sapper


def test_the_reading_of_unusual_symbols_is_noted(run: Run) -> None:
    text = "| ■ | 1️⃣ | ? |\n| ■ | 1 |   |\n"
    found = run("analyze", "-", "--mines", "1", "--json", stdin=text.encode())
    assert found.code == 0
    assert found.err == "sapper: read '■' as covered, an empty field as zero\n"
    assert [cell["exact"] for cell in json.loads(found.out)["cells"]] == ["1/2", "1/2"]
    assert run("analyze", "-", "--mines", "1", stdin=b"1?\n##\n").err == ""


def test_symbols_are_given_as_an_option(run: Run) -> None:
    found = run("choose", "-", "--mines", "1", "--symbols", "o=covered,A=10", stdin=b"o1\n1o")
    assert found.code == 0
    assert "read 'o' as covered" in found.err
    for text, options, message in (
        ("#1x", [], "say which with --symbols 'x=mine' or 'x=covered'"),
        ("o1", [], "--symbols can give it a meaning"),
        ("o1", ["--symbols", "o"], "a symbol is given as o=covered, not 'o'"),
        ("o1", ["--symbols", "o=cover"], "'o' means covered, flag, mine, zero, unread, outside"),
        ("o1", ["--symbols", "oo=covered"], "a symbol is one character, not 'oo'"),
    ):
        failed = run("analyze", "-", "--mines", "1", *options, stdin=text.encode())
        assert failed.code == 2
        assert message in failed.err
        assert failed.err.count("\n") == 1


def test_a_window_is_analysed_on_its_board(run: Run) -> None:
    options = ("--mines", "10", "--window", "9x9", "--at", "3,4")
    found = run("analyze", "-", *options, "--json", stdin=b"1?\n##\n")
    answer = json.loads(found.out)
    window = sapper.parse("1?\n##", 10, window="9x9", at=(3, 4))
    assert answer["cells"][0]["cell"] == [4, 4]
    assert answer["solutions"] == str(sapper.analyze(window).solutions)
    chosen = run("choose", "-", *options, "--json", stdin=b"1?\n##\n")
    assert json.loads(chosen.out)["cell"] in ([4, 4], [4, 5])
    picture = run("analyze", "-", *options, stdin=b"1?\n##\n").out
    assert "1 unread cell, 77 cells out of view" in picture
    assert "? unread  ~ out of view" in picture
    for wrong, message in (
        (("--window", "2x3"), "give the place of its first cell by --at R,C"),
        (("--window", "9x9", "--at", "8,8"), "a window of 2x2 cells at (8, 8) exceeds 9x9"),
        (("--window", "9x9", "--at", "9,9"), "bad place of a window"),
        (("--window", "9y9"), "9y9"),
        (("--at", "1,1"), "--at requires --window"),
    ):
        failed = run("analyze", "-", "--mines", "10", *wrong, stdin=b"1?\n##\n")
        assert failed.code == 2, wrong
        assert message in failed.err
        assert failed.err.count("\n") == 1


def test_options_of_texts_are_refused_for_other_files(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    sapper.write(sapper.parse("1#", 1), path)
    failed = run("analyze", str(path), "--window", "9x9")
    assert failed.code == 2
    assert "is not a position as text: omit --window" in failed.err


def test_flags_are_trusted_or_ignored(run: Run) -> None:
    text = b"1F\n#F\n"
    failed = run("analyze", "-", "--mines", "1", stdin=text)
    assert failed.code == 2
    assert failed.err == (
        "sapper: no layout fits the flags: (0, 1) and (1, 1) cannot both be mines; remove the flag "
        "at (1, 1)\n"
    )
    ignored = run("analyze", "-", "--mines", "1", "--flags", "ignore", "--json", stdin=text)
    assert json.loads(ignored.out)["solutions"] == "3"
    trusting = run("choose", "-", "--mines", "2", "--flags", "trust", "--json", stdin=b"1F#\n###\n")
    assert json.loads(trusting.out)["certain"]
    for command in ("analyze", "choose"):
        failed = run(command, "-", "--mines", "1", "--flags", "maybe", stdin=text)
        assert failed.code == 2
        assert "--flags is trust or ignore, not 'maybe'" in failed.err


@pytest.mark.parametrize(
    "command",
    [
        "analyze none.txt --mines 1",
        "choose none.txt --mines 1",
        "convert none.mbf out.json",
        "replay none.avf",
        "watch none.mbf",
        "play none.mbf",
    ],
)
def test_a_missing_file_is_called_a_missing_file(run: Run, command: str) -> None:
    failed = run(*command.split())
    assert failed.code == 2
    assert "no file" in failed.err or "No such file" in failed.err
    assert "none." in failed.err
