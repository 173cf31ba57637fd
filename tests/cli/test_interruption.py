"""SIGTERM ends a command as Ctrl-C does, with the exit code 143."""

import re
import signal
import sqlite3
from pathlib import Path

import pytest

from command_line import SAPPER, needs_unix, program, wait_until

ENDLESS = ["--games", "1000000000"]


def stored_games(store: Path) -> int:
    """Return the games in a store that another process may be creating."""
    if not store.exists():
        return 0
    database = sqlite3.connect(f"{store.as_uri()}?mode=ro", uri=True, timeout=60)
    try:
        return int(database.execute("SELECT COALESCE(SUM(games), 0) FROM blocks").fetchone()[0])
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0
    finally:
        database.close()


@needs_unix
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["sweep", "8x8/10", "--strategy", "pseq", *ENDLESS], "; interrupted; in "),
        (["compare", "8x8/10", "pseq", "basic", "--games", "100000000"], "interrupted"),
        (["density", "8x8", *ENDLESS], "stopped: finished games are in "),
        (["study", "rows", *ENDLESS], "stopped: finished games are in "),
    ],
)
def test_played_games_are_stored(
    tmp_path: Path, command: list[str], words: str, workers: str
) -> None:
    store = tmp_path / "s.db"
    with program([*SAPPER, *command, "--workers", workers, "--store", str(store)]) as started:
        wait_until(lambda: stored_games(store) > 0 or started.poll() is not None)
        seen = stored_games(store)
        started.send_signal(signal.SIGTERM)
        out, err = started.communicate()
    assert started.returncode == 143, err
    assert words in out + err
    assert "Traceback" not in err
    assert stored_games(store) >= seen > 0
    if command[0] == "sweep":
        played = re.search(r"([\d,]+) played", out)
        assert played is not None
        assert int(played[1].replace(",", "")) == stored_games(store)


@needs_unix
def test_a_simulation_shows_its_result() -> None:
    command = ["simulate", "8x8/10", "--games", "1000000000", "--log-every", "0.001"]
    with program([*SAPPER, *command]) as started:
        assert started.stderr is not None
        while " 0 of " in (line := started.stderr.readline()):
            pass
        assert "INFO sapper.progress" in line
        started.send_signal(signal.SIGTERM)
        out, err = started.communicate()
    assert started.returncode == 143, err
    assert "games were not played" in out
    assert "Traceback" not in err
