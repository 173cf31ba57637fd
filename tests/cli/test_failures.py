"""Failures around the command line: full disks, closed streams, stores changed by others."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from command_line import SAPPER, Run, needs_unix
from sapper.errors import LabError
from sapper.lab import points, sweep
from sapper.lab.store.blocks import Point
from sapper.lab.store.store import Store
from sapper.lab.sweeps.sweep import played

if TYPE_CHECKING:
    from collections.abc import Callable

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no full disk to try")


def sapper(*arguments: str, **streams: Any) -> subprocess.CompletedProcess[str]:
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.run([*SAPPER, *arguments], text=True, timeout=300, **given)


# -- streams ------------------------------------------------------------------------------------


@needs_full
@pytest.mark.parametrize(
    "command",
    [
        ["strategies"],
        ["strategies", "--json"],
        ["optimal", "3x3/2"],
        ["simulate", "8x8/10", "--games", "10"],
        ["deal", "8x8/10"],
        ["formats"],
        ["--help"],
        ["--version"],
    ],
    ids=" ".join,
)
def test_a_full_disk_is_one_sentence(command: list[str]) -> None:
    with FULL.open("w") as full:
        done = sapper(*command, stdout=full)
    assert done.returncode == 1
    assert done.stderr == "sapper: cannot write the output: No space left on device\n"


@needs_full
def test_records_that_cannot_be_written_do_not_lose_the_summary(run: Run) -> None:
    done = run("simulate", "8x8/10", "--games", "20", "--records", str(FULL))
    assert done.code == 2
    assert "games     20 of seed 1" in done.out
    assert done.err == "sapper: cannot write '/dev/full': No space left on device\n"


@needs_full
def test_a_table_is_not_read_from_an_endless_device(run: Run) -> None:
    done = run("values", "--largest", "2x2", "--longer", "", "--output", str(FULL))
    assert (done.code, done.err) == (
        2,
        "sapper: cannot write '/dev/full': No space left on device\n",
    )


@needs_unix
@pytest.mark.parametrize(
    ("closing", "command", "words"),
    [
        ("<&-", "analyze - --mines 1", "cannot read standard input: it is closed"),
        (">&-", "strategies", "standard output is closed"),
        ("<&-", "play", "sapper play needs a terminal"),
    ],
)
def test_a_closed_stream_is_one_sentence(closing: str, command: str, words: str) -> None:
    shell = ["sh", "-c", f'"$0" -c "$1" {command} {closing}', SAPPER[0], SAPPER[2]]
    done = subprocess.run(shell, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


# -- messages ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--mines", "1", "--board", "box"],
            "this kind of board needs its size, as in box:",
        ),
        (["--density", "1e-300"], "written as 0.2 or 1/5, not '1e-300'"),
        (["--density", "2"], "a number between 0 and 1"),
        (["--density", "1/" + "9" * 30], "a density is from 1e-15 to 1 - 1e-15"),
    ],
)
def test_complaints_about_positions(
    run: Run, tmp_path: Path, options: list[str], words: str
) -> None:
    file = tmp_path / "position.txt"
    file.write_text("1#\n##\n")
    done = run("analyze", str(file), *options)
    assert done.code == 2
    assert words in done.err


def test_the_density_is_what_its_help_says(run: Run) -> None:
    assert "the mean number of mines per cell" in " ".join(run("analyze", "-h").out.split())


def test_numbers_of_one(run: Run, tmp_path: Path) -> None:
    store = str(tmp_path / "s.db")
    done = run("sweep", "4x4/3", "--games", "1", "--workers", "1", "--store", store)
    assert done.out.startswith("1 point, 1 game: 0 already stored, 1 played")
    page = str(tmp_path / "page.html")
    out = run("report", "--store", store, "--output", page).out
    assert out == f"{page}: 1 board, 1 game, 0 curves\n"


def test_a_table_is_whole_in_a_narrow_terminal(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    more = ["--games", "50", "--workers", "1", "--store", str(tmp_path / "s.db"), "--no-draw"]
    done = run("density", "4x4", *more)
    assert done.code == 0
    assert "…" not in done.out
    assert "95 % interval" in done.out


def test_an_interruption_says_where_the_games_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from sapper.cli.lab_options import laboratory

    store = tmp_path / "s.db"
    with pytest.raises(KeyboardInterrupt), laboratory(store, 1, None):
        raise KeyboardInterrupt
    err = capsys.readouterr().err
    assert err == (
        f"stopped: finished games are in {store}; the same command continues from there\n"
    )


# -- stores -------------------------------------------------------------------------------------


def test_an_export_is_a_function_of_its_command(run: Run, tmp_path: Path) -> None:
    """Other games in the store make no difference."""

    def export(store: str, games: int) -> str:
        out = tmp_path / "out.csv"
        command = ["sweep", "5x5", "--mines", "3:6", "--workers", "1"]
        done = run(
            *command, "--games", str(games), "--store", str(tmp_path / store), "--export", str(out)
        )
        assert done.code == 0, done.err
        rows = [line.split(",") for line in out.read_text().splitlines()]
        timed = rows[0].index("processor") if "processor" in rows[0] else None
        return "\n".join(",".join(r for i, r in enumerate(row) if i != timed) for row in rows)

    wanted = export("fresh.db", 130)
    for games in (500, 60, 131):
        export("used.db", games)
    assert export("used.db", 130) == wanted


def test_only_the_requested_games_are_returned() -> None:
    chosen = points(["4x4/3"])
    with Store() as store, Store() as fresh:
        sweep(chosen, 150, store)
        sweep(chosen, 100, fresh)
        found, wanted = played(chosen, 100, store), played(chosen, 100, fresh)
        assert found[0].games == 100
        untimed = [replace(tally.counts, cpu_seconds=0.0) for tally in (found[0], wanted[0])]
        assert found[0].point == wanted[0].point
        assert untimed[0] == untimed[1]


def test_a_store_that_was_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "s.db"
    point = Point.read("4x4", 3)
    with Store(file) as store:
        sweep([point], 100, store)
    with sqlite3.connect(file) as database:
        for change in ("wins = -1", "wins = games + 1", "guess_free = wins + 1", "games = 0"):
            with pytest.raises(sqlite3.IntegrityError):
                database.execute(f"UPDATE blocks SET {change}")
        (number,) = database.execute("SELECT id FROM points").fetchone()
        database.execute(f"INSERT INTO blocks VALUES ({number}, 50, 10, 0, 0, 0, 0, 0, 0.0)")
    database.close()
    with Store(file) as store, pytest.raises(LabError, match="holds game 50 of 4x4/3 twice"):
        store.missing(point, 200)


def test_a_store_is_read_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a ? store.db"
    point = Point.read("4x4", 3)
    with Store(file) as store:
        sweep([point], 100, store)
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect
    tried: list[str] = []

    def on_a_disk_that_is_only_read(place: str, **options: Any) -> sqlite3.Connection:
        tried.append(place)
        if "immutable=1" not in place:  # SQLite writes files next to it
            raise sqlite3.OperationalError("unable to open database file")
        return connect(place, **options)

    monkeypatch.setattr(sqlite3, "connect", on_a_disk_that_is_only_read)
    with pytest.raises(LabError):
        Store(file)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Store(file) as store:
        assert store.tallies()[0].games == 100
        with pytest.raises(LabError, match="cannot be written"):
            sweep([point], 200, store)
    Path(f"{file}-wal").write_bytes(b"changes that would be overlooked")
    with pytest.raises(LabError):
        Store(file)


@needs_unix
def test_a_folder_that_was_deleted_is_not_called_the_output(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = f"import os; os.chdir({str(gone)!r}); os.rmdir({str(gone)!r}); "
    command = f"{script}from sapper.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", command, "sweep", "4x4/3", "--games", "1", "--store", "a.db"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "output" not in done.stderr
