"""The tables of a store, and the reading of stores of an earlier format.

A store of format 2 is read through a temporary view of its points. It is brought to the present
format when games are first added to it, in one transaction.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.errors import LabError
from sapper.version import OTHER_ADDRESS, VERSION

if TYPE_CHECKING:
    import sqlite3

FORMAT = 3
"""The version of the tables and of the address of the games in them.

Format 2 recorded no identities, no boards and at most one mine per cell. Format 1 had the tables of
format 2, but its games were dealt by another address.
"""

OLDEST = 2
"""The oldest format that is read."""

APPLICATION = 0x53415050  # "SAPP"

_POINTS = """(
    id INTEGER PRIMARY KEY,
    board TEXT NOT NULL,
    mines INTEGER NOT NULL,
    strategy TEXT NOT NULL,
    first TEXT NOT NULL,
    start INTEGER NOT NULL,
    seed TEXT NOT NULL,
    max_per_cell INTEGER NOT NULL DEFAULT 1 CHECK (max_per_cell > 0),
    identity TEXT,
    version TEXT NOT NULL,
    UNIQUE (board, mines, strategy, first, start, seed, max_per_cell)
)"""
"""The columns of points: their address, the identity of the strategy and the version of Sapper that
played their first games. Points of format 2 have no identity."""

_BOARDS = """
CREATE TABLE boards (
    spec TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    content BLOB NOT NULL
)
"""
"""The boards that no spec can describe, with their neighbours (``sapper.boards.carrying``)."""

_RESULTS = """
CREATE VIEW results AS SELECT board, mines, max_per_cell, strategy, identity, version, first, start,
    seed, first_game, games, wins, guess_free, guesses, moves, bbbv, processor AS cpu_seconds
FROM points JOIN blocks ON point = id
"""
"""For other programs (docs/how-to/store.md). Columns without expressions keep their types there."""

_TABLES = f"""
CREATE TABLE engine (version TEXT NOT NULL);
CREATE TABLE points {_POINTS};
{_BOARDS};
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
{_RESULTS}
"""

_OLD_COLUMNS = "id, board, mines, strategy, first, start, seed"
_VIEW = f"""
CREATE TEMP VIEW points AS SELECT {_OLD_COLUMNS}, 1 AS max_per_cell, NULL AS identity,
    (SELECT version FROM main.engine) AS version FROM main.points
"""
_NO_BOARDS = """
CREATE TEMP VIEW boards AS SELECT NULL AS spec, NULL AS address, NULL AS content WHERE 0
"""


def create(database: sqlite3.Connection) -> None:
    """Create the tables, within a transaction."""
    for statement in _TABLES.split(";"):
        database.execute(statement)
    database.execute("INSERT INTO engine VALUES (?)", (VERSION,))
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {FORMAT}")


def show_old_format(database: sqlite3.Connection) -> None:
    """Let a store of format 2 be read as one of the present format."""
    database.execute(_VIEW)
    database.execute(_NO_BOARDS)


def hide_old_format(database: sqlite3.Connection) -> None:
    """Remove the views of ``show_old_format``."""
    database.execute("DROP VIEW IF EXISTS temp.points")
    database.execute("DROP VIEW IF EXISTS temp.boards")


def bring_up_to_date(database: sqlite3.Connection) -> None:
    """Bring a store of format 2 to the present one, within a transaction without foreign keys."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    hide_old_format(database)
    if version == FORMAT:  # another process was faster
        return
    database.execute(f"CREATE TABLE newer_points {_POINTS}")
    database.execute(
        f"INSERT INTO newer_points ({_OLD_COLUMNS}, version)"
        f" SELECT {_OLD_COLUMNS}, (SELECT version FROM engine) FROM points"
    )
    database.execute("DROP TABLE points")
    database.execute("ALTER TABLE newer_points RENAME TO points")
    database.execute(_BOARDS)
    database.execute(_RESULTS)
    database.execute(f"PRAGMA user_version = {FORMAT}")


def refuse_format(path: str, version: int | None) -> None:
    """Raise LabError if stores of a format cannot be read; None is no store."""
    if version == 1:
        raise LabError(
            f"the store {path!r} is of an older Sapper: {OTHER_ADDRESS}; use another file"
        )
    if version is not None and not OLDEST <= version <= FORMAT:
        raise LabError(
            f"the store {path!r} has format {version}, and this Sapper {VERSION} reads formats "
            f"{OLDEST} to {FORMAT}: use a newer Sapper or another file"
        )


def format_on_disk(path: str) -> int | None:
    """Return the format in the header of a store; None if the file is no store.

    SQLite may change a file that it opens, so a store of another format is refused before that.
    """
    try:
        with Path(path).open("rb") as stream:
            head = stream.read(100)
    except (OSError, ValueError):
        return None
    if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
        return None
    version, _, application = struct.unpack(">III", head[60:72])
    return version if application == APPLICATION else None
