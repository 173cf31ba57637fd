"""Stores of the earlier format, boards in stores, and what is refused about both."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import sapper
from command_line import SAPPER, needs_unix
from sapper.boards import Board, graph, register_board, unregister_board
from sapper.errors import IdentityError, LabError
from sapper.games.counts import Counts
from sapper.lab import points, sweep
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.export import to_csv
from sapper.lab.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

FORMAT_2 = """
CREATE TABLE engine (version TEXT NOT NULL);
CREATE TABLE points (
    id INTEGER PRIMARY KEY,
    board TEXT NOT NULL,
    mines INTEGER NOT NULL,
    strategy TEXT NOT NULL,
    first TEXT NOT NULL,
    start INTEGER NOT NULL,
    seed TEXT NOT NULL,
    UNIQUE (board, mines, strategy, first, start, seed)
);
CREATE TABLE blocks (
    point INTEGER NOT NULL REFERENCES points (id),
    first_game INTEGER NOT NULL CHECK (first_game >= 0),
    games INTEGER NOT NULL CHECK (games > 0),
    wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND games),
    guess_free INTEGER NOT NULL CHECK (guess_free BETWEEN 0 AND wins),
    guesses INTEGER NOT NULL CHECK (guesses >= 0),
    moves INTEGER NOT NULL CHECK (moves >= 0),
    bbbv INTEGER NOT NULL CHECK (bbbv >= 0),
    processor REAL NOT NULL CHECK (processor >= 0),
    PRIMARY KEY (point, first_game)
) WITHOUT ROWID;
INSERT INTO engine VALUES ('0.2.0');
INSERT INTO points VALUES (1, '4x4', 3, 'pseq', 'safe', 0, '1');
INSERT INTO points VALUES (7, '4x4', 4, 'lost', 'safe', 0, '18446744073709551615');
INSERT INTO blocks VALUES (1, 0, 100, 60, 20, 150, 600, 400, 0.5);
INSERT INTO blocks VALUES (1, 100, 50, 30, 10, 70, 300, 200, 0.25);
INSERT INTO blocks VALUES (7, 0, 10, 1, 0, 20, 60, 40, 0.125);
PRAGMA application_id = 1396789328;
PRAGMA user_version = 2;
"""

OLD = Point("4x4", 3, "pseq", "safe", 0, 1)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store of format 2, as version 0.2.0 made it."""
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(FORMAT_2)
    return path


def format_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
    return int(version)


def read_all(store: Store) -> list[Any]:
    return [(tally.point, tally.counts, tally.identity, tally.version) for tally in store.tallies()]


LOST = Point("4x4", 4, "lost", "safe", 0, 2**64 - 1)
EXPECTED = [
    (OLD, Counts(150, 90, 30, 220, 900, 600, 0.75), None, "0.2.0"),
    (LOST, Counts(10, 1, 0, 20, 60, 40, 0.125), None, "0.2.0"),
]


def test_a_store_of_format_2_is_read_and_not_changed(old: Path) -> None:
    with Store(old) as store:
        assert read_all(store) == EXPECTED
        assert store.missing(OLD, 200) == [Block(OLD, 150, 50)]
        assert store.tally(OLD, 100) is not None
        assert to_csv(store.tallies()).count("0.2.0") == 2
    assert format_of(old) == 2


def test_nothing_is_added_to_its_points(old: Path) -> None:
    for games in (150, 200):
        with Store(old) as store, pytest.raises(IdentityError) as refused:
            sweep([OLD], games, store)
        assert "its identity was not recorded and is now 'engine " in str(refused.value)
    assert format_of(old) == 2
    with Store(old) as store:
        assert read_all(store) == EXPECTED


def test_new_points_bring_it_to_the_present_format(old: Path) -> None:
    with Store(old) as reader, Store(old) as store:
        assert sweep(points(["4x4/5"], strategies=["pseq"]), 20, store).played == 20
        assert [row for row in read_all(store) if row[2] is None] == EXPECTED
        assert len(reader.tallies()) == 3  # it was opened before
        assert sweep(points(["4x4/6"], strategies=["pseq"]), 20, reader).played == 20
    assert format_of(old) == 3
    with Store(old) as store:
        assert len(read_all(store)) == 4
        assert sweep([OLD], 50, store, replace=True).played == 50
        (tally,) = (tally for tally in store.tallies() if tally.point == OLD)
        assert tally.wins == sapper.simulate("4x4/3", "pseq", 50).wins
        database = store._database
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


RESULTS = {
    "board": "TEXT",
    "mines": "INTEGER",
    "max_per_cell": "INTEGER",
    "strategy": "TEXT",
    "identity": "TEXT",
    "version": "TEXT",
    "first": "TEXT",
    "start": "INTEGER",
    "seed": "TEXT",
    "first_game": "INTEGER",
    "games": "INTEGER",
    "wins": "INTEGER",
    "guess_free": "INTEGER",
    "guesses": "INTEGER",
    "moves": "INTEGER",
    "bbbv": "INTEGER",
    "cpu_seconds": "REAL",
}


def test_other_programs_read_the_view_of_results(old: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "new.db") as store:
        sweep(points(["4x4", "5x5"], [3, 4], ["pseq"]), 30, store)
        tallies = store.tallies()
        with closing(sqlite3.connect(tmp_path / "new.db")) as database:
            found = database.execute("PRAGMA table_info(results)").fetchall()
            frame = pl.read_database("SELECT * FROM results ORDER BY board, mines", database)
    assert {name: kind for _, name, kind, *_ in found} == RESULTS
    sums = frame.group_by("board", "mines", maintain_order=True).agg(pl.sum("games", "wins"))
    assert sums.rows() == [(t.point.board, t.point.mines, t.games, t.wins) for t in tallies]
    with Store(old) as store:
        sweep(points(["5x5/3"]), 10, store)
    with closing(sqlite3.connect(old)) as database:
        (games,) = database.execute("SELECT SUM(games) FROM results").fetchone()
    assert games == 170


@needs_unix
def test_a_store_of_format_2_on_a_read_only_disk(old: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    old.chmod(0o444)
    old.parent.chmod(0o555)
    try:
        with Store(old) as store:
            assert read_all(store) == EXPECTED
    finally:
        old.parent.chmod(0o755)


def test_engines_that_play_differently_do_not_mix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = points(["4x4/3"], strategies=["pseq"])
    with Store(tmp_path / "lab.db") as store:
        sweep(chosen, 20, store)
    monkeypatch.setattr(
        "sapper.lab.sweeps.players.identity_of", lambda name: "engine 0123456789abcdef"
    )
    with Store(tmp_path / "lab.db") as store:
        with pytest.raises(IdentityError, match="is now 'engine 0123456789abcdef'"):
            sweep(chosen, 40, store)
        assert [tally.games for tally in store.tallies()] == [20]


def test_a_cell_may_hold_several_mines() -> None:
    many = Point.read("3x3", 12, "pseq", max_per_cell=3)
    one = Point.read("3x3", 5, "pseq")
    with Store() as store:
        sweep([many, one, Point.read("3x3", 5, "pseq", max_per_cell=2)], 40, store)
        found = {tally.point: tally.wins for tally in store.tallies()}
    assert len(found) == 3
    alone = sapper.simulate("3x3", "pseq", 40, mines=12, max_per_cell=3)
    assert found[many] == alone.wins


READER = """
import sys
from sapper.lab import Store, points, sweep
with Store(sys.argv[1]) as store:
    (tally,) = store.tallies()
    print(tally.point.board, tally.games, sweep([tally.point], 30, store).played)
"""


def test_a_store_contains_its_graphs(tmp_path: Path) -> None:
    """A process that never built the graph continues the sweep."""
    path = tmp_path / "lab.db"
    board = graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a"), ("a", "c")], name="kite")
    with Store(path) as store:
        sweep([Point.read(board, 1, "pseq")], 20, store)
        (tally,) = store.tallies()
    done = subprocess.run(
        [sys.executable, "-c", READER, str(path)], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"{board.spec} 20 10\n", done.stderr
    assert tally.point.board == board.spec


def ladder(rungs: int) -> Board:
    rails = [(cell, cell + 2) for cell in range(2 * rungs - 2)]
    return graph([*rails, *((2 * rung, 2 * rung + 1) for rung in range(rungs))])


def other_ladder(rungs: int) -> Board:
    return graph([(cell, cell + 1) for cell in range(2 * rungs - 1)])


def test_a_builder_that_has_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    register_board("ladder", ladder)
    try:
        with Store(path) as store:
            sweep([Point.read("ladder:4", 2, "pseq")], 20, store)
        register_board("ladder", other_ladder, replace=True)
        with Store(path) as store:
            for use in (
                store.tallies,
                lambda: sweep([Point.read("ladder:4", 2, "pseq")], 40, store),
            ):
                with pytest.raises(LabError) as refused:
                    use()
                assert "holds games on another board 'ladder:4', of 8 cells" in str(refused.value)
                assert "give one of them another name" in str(refused.value)
        register_board("ladder", ladder, replace=True)
        with Store(path) as store:
            assert sweep([Point.read("ladder:4", 2, "pseq")], 40, store).played == 20
    finally:
        unregister_board("ladder")
    listed = subprocess.run(
        [*SAPPER, "report", "--store", str(path), "--output", str(tmp_path / "page.html")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert listed.returncode == 0, listed.stderr


def test_a_damaged_board_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    with Store(path) as store:
        sweep([Point.read(graph([(0, 1), (1, 2)]), 1, "pseq")], 5, store)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE boards SET content = x'00'")
    with Store(path) as store, pytest.raises(LabError, match="is damaged"):
        store.tallies()
