"""Progress on standard error without a terminal: a line at intervals."""

import logging
import re
from pathlib import Path

import pytest
import typer

from command_line import Run
from hand_clock import HandClock
from sapper.cli import app
from sapper.cli.progress import Lines, at_most_every, bar, lines_every


def test_lines_at_intervals(caplog: pytest.LogCaptureFixture) -> None:
    clock = HandClock()
    lines = Lines("pseq", "games", 10.0, clock)
    with caplog.at_level(logging.INFO, "sapper.progress"):
        lines(1_000, 5_000)  # stored before
        for done in (1_200, 2_000, 2_100, 5_000):
            clock.pass_seconds(8)
            lines(done, 5_000)
    assert [record.getMessage() for record in caplog.records] == [
        "pseq: 2,000 of 5,000 games (40.0 %), 62 games/s, 48 s left",
        "pseq: 5,000 of 5,000 games (100.0 %), 125 games/s, 0 s left",
    ]


def test_a_part_that_starts_anew_has_its_own_speed(caplog: pytest.LogCaptureFixture) -> None:
    clock, names = HandClock(), iter(["8x8", "9x9"])
    lines = Lines(lambda: next(names), "games", 10.0, clock)
    with caplog.at_level(logging.INFO, "sapper.progress"):
        lines(0, 100)
        clock.pass_seconds(10)
        lines(100, 100)
        lines(0, 0)
        clock.pass_seconds(10)
        lines(5, 40)
    assert [record.getMessage() for record in caplog.records] == [
        "8x8: 100 of 100 games (100.0 %), 10 games/s, 0 s left",
        "9x9: 5 of 40 games (12.5 %), 0.5 games/s, 1 min 10 s left",
    ]


def test_a_command_can_ask_for_more_frequent_lines_but_not_force_them() -> None:
    def interval() -> float | None:
        with bar("pseq", None, "games") as progress:
            return progress._every if isinstance(progress, Lines) else None

    with lines_every(30.0):
        with at_most_every(10.0):
            assert interval() == 10.0
        assert interval() == 30.0
    with lines_every(2.0), at_most_every(10.0):
        assert interval() == 2.0
    with lines_every(0), at_most_every(10.0):
        assert interval() is None


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "8x8/10", "--games", "2000"],
        ["sweep", "8x8/10", "--games", "2000", "--workers", "1"],
        ["density", "4x4", "--games", "20", "--workers", "1", "--no-draw"],
    ],
)
def test_log_every(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*command, "--log-every", "1e-9")
    assert done.code == 0
    line = r"[-+:\dT]+ INFO sapper\.progress: \w+: [\d,]+ of [\d,]+ games .*"
    assert done.err
    assert all(re.fullmatch(line, text) for text in done.err.splitlines()), done.err
    (tmp_path / "sapper.db").unlink(missing_ok=True)
    assert run(*command, "--log-every", "0").err == ""
    (tmp_path / "sapper.db").unlink(missing_ok=True)
    assert run(*command).err == ""  # shorter than the default interval


def test_log_level(run: Run, tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "s.db"), "--workers", "1"]
    done = run("sweep", "4x4/3", "--games", "10", *store, "--log-level", "INFO")
    assert (done.code, done.out.count("\n")) == (0, 1)
    assert [line.split(" ", 1)[1] for line in done.err.splitlines()] == [
        "INFO sapper.lab.sweeps.sweep: 1 point of 4x4 with perimeter: 10 games, 0 already stored",
        "INFO sapper.lab.sweeps.sweep: 1 point, 10 games: 0 already stored, 10 played",
    ]
    assert run("sweep", "4x4/3", "--games", "20", *store).err == ""


def test_every_command_that_plays_many_games_is_logged() -> None:
    found = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    options = {
        name: {text for parameter in command.params for text in parameter.opts}
        for name, command in found.items()
    }
    plays = {"--games", "--store", "--threads", "--workers", "--cluster"}
    for name, texts in options.items():
        if texts & plays:
            assert {"--log-level", "--log-every"} <= texts, f"add {name} to LOGGED of sapper.cli"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--log-level", "loud"], "a log level is one of debug, info, warning, error, critical"),
        (["--log-every", "-1"], "--log-every is a number of seconds from 0, not -1"),
        (["--log-every", "nan"], "--log-every is a number of seconds from 0, not nan"),
        (["--log-every", "often"], "'--log-every'"),
    ],
)
def test_bad_options(run: Run, options: list[str], words: str) -> None:
    done = run("simulate", "4x4/3", *options)
    assert done.code == 2
    assert words in done.err
    assert done.err.count("\n") == 1
