"""The list of sweeps, in a small SQLite file next to the store.

All processes of a server share the list. A sweep runs in the process that started it, which writes
its progress at intervals and polls whether it was asked to stop. A sweep without a heartbeat for a
while has ended with its process; any process can resume it, as all finished blocks are in the
store.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from sapper.boards.kinds import GRAPH_KIND
from sapper.errors import LabError
from sapper.web.api.lab.answers import SweepRow, SweepState
from sapper.web.errors import ConflictError, NotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MOST_RUNNING = 2
"""Sweeps that run at once, in all processes together."""

MOST_KEPT = 200
"""Sweeps that stay in the list after their end."""

LOST_SECONDS = 10.0
"""Seconds without a heartbeat after which a sweep counts as ended with its process."""

_LOG = logging.getLogger("sapper.web")

_CHECKED = TypeAdapter(SweepRow)
"""Checks the types of a row as the API publishes them."""

_TABLE = """
CREATE TABLE IF NOT EXISTS sweeps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    rate REAL,
    began REAL NOT NULL,
    seen REAL NOT NULL,
    run INTEGER NOT NULL,
    stop INTEGER NOT NULL,
    error TEXT
)
"""
_COLUMNS = "id, request, state, done, total, rate, began, seen, run, stop, error"


@dataclass(frozen=True, slots=True)
class Row:
    """A sweep."""

    id: int
    """Its number."""

    request: dict[str, Any]
    """The request."""

    state: SweepState
    """The state of the sweep."""

    done: int
    """Games in the store."""

    total: int
    """Games requested."""

    rate: float | None
    """Games per second."""

    began: float
    """The time it was started or resumed, in seconds since 1970."""

    run: int
    """The number of starts, including resumptions."""

    error: str | None
    """The reason of a failure."""

    def answer(self) -> SweepRow:
        """Return the sweep as an answer of the API."""
        request = {
            "max_per_cell": 1,  # of a sweep in an older list
            "mines": None,
            **self.request,
            "boards": [_shown(board) for board in self.request["boards"]],
            "seed": str(self.request["seed"]),
        }
        own: dict[str, Any] = {
            "id": self.id,
            "state": self.state,
            "error": self.error,
            "began": self.began,
        }
        # The request of a later version may have fields that this one does not know.
        known = {
            field.name: request[field.name] for field in fields(SweepRow) if field.name in request
        }
        return SweepRow(**known, **own, **self.progress())

    def progress(self) -> dict[str, Any]:
        """Return the progress of the sweep."""
        running = self.state == "running" and bool(self.rate)
        left = (self.total - self.done) / self.rate if running and self.rate else None
        return {"done": self.done, "total": self.total, "rate": self.rate, "left": left}


def _shown(board: str | dict[str, Any]) -> str:
    """Return the board of a request for people; a graph by its name or its number of nodes."""
    if isinstance(board, str):
        return board
    return f"{GRAPH_KIND}:{board.get('name') or board['nodes']}"


class Ledger:
    """The list of sweeps."""

    def __init__(self, path: Path) -> None:
        self.path = path
        """The file."""

    def rows(self) -> list[Row]:
        """Return all sweeps, the newest first."""
        if not self.path.exists():
            return []
        with self._database() as database:
            if _is_new(database):
                return []
            found = database.execute(f"SELECT {_COLUMNS} FROM sweeps ORDER BY id DESC")
            rows = [self._readable(values) for values in found.fetchall()]
            return [row for row in rows if row is not None]

    def row(self, number: int) -> Row:
        """Return a sweep; NotFoundError if there is none of that number."""
        if not self.path.exists():
            raise NotFoundError(f"there is no sweep {number}")
        with self._database() as database:
            return self._find(database, number)

    def add(self, request: dict[str, Any], total: int) -> Row:
        """Add a sweep that starts now; ConflictError if too many are running."""
        with self._writing() as database:
            self._check_room(database)
            now = time.time()
            cursor = database.execute(
                "INSERT INTO sweeps (request, state, done, total, began, seen, run, stop)"
                " VALUES (?, 'running', 0, ?, ?, ?, 1, 0)",
                (json.dumps(request), total, now, now),
            )
            database.execute(
                "DELETE FROM sweeps WHERE state != 'running' AND id <= ?",
                ((cursor.lastrowid or 0) - MOST_KEPT,),
            )
            return self._find(database, cursor.lastrowid or 0)

    def resume(self, number: int) -> Row:
        """Mark a sweep as resumed; ConflictError if it is running or done."""
        with self._writing() as database:
            row = self._find(database, number)
            if row.state in ("running", "done"):
                state = "is running already" if row.state == "running" else "is done"
                raise ConflictError(f"sweep {number} {state}")
            self._check_room(database)
            now = time.time()
            database.execute(
                "UPDATE sweeps SET state = 'running', began = ?, seen = ?, run = run + 1,"
                " stop = 0, rate = NULL, error = NULL WHERE id = ?",
                (now, now, number),
            )
            return self._find(database, number)

    def ask_to_stop(self, number: int) -> Row:
        """Ask the process of a sweep to stop it; ConflictError if it is not running."""
        with self._writing() as database:
            row = self._find(database, number)
            if row.state != "running":
                raise ConflictError(f"sweep {number} is not running: it is {row.state}")
            database.execute("UPDATE sweeps SET stop = 1 WHERE id = ?", (number,))
            return row

    def report(self, row: Row, done: int, rate: float | None) -> None:
        """Write the progress of a sweep."""
        with self._writing() as database:
            database.execute(
                "UPDATE sweeps SET done = ?, rate = ?, seen = ? WHERE id = ? AND run = ?",
                (done, rate, time.time(), row.id, row.run),
            )

    def heartbeat(self, row: Row) -> bool:
        """Write a heartbeat of a sweep, and return whether it is to continue."""
        with self._writing() as database:
            database.execute(
                "UPDATE sweeps SET seen = ? WHERE id = ? AND run = ?",
                (time.time(), row.id, row.run),
            )
            found = database.execute(
                "SELECT stop, run FROM sweeps WHERE id = ?", (row.id,)
            ).fetchone()
        return bool(found) and not found[0] and bool(found[1] == row.run)

    def end(self, row: Row, state: str, error: str | None = None) -> None:
        """Write the end of a sweep."""
        with self._writing() as database:
            database.execute(
                "UPDATE sweeps SET state = ?, error = ?, stop = 0 WHERE id = ? AND run = ?",
                (state, error, row.id, row.run),
            )

    def _check_room(self, database: sqlite3.Connection) -> None:
        now = time.time()
        (running,) = database.execute(
            "SELECT COUNT(*) FROM sweeps WHERE state = 'running' AND seen BETWEEN ? AND ?",
            (now - LOST_SECONDS, now + LOST_SECONDS),
        ).fetchone()
        if running >= MOST_RUNNING:
            raise ConflictError(
                f"{running} sweeps are already running: stop one or wait until it ends"
            )

    def _find(self, database: sqlite3.Connection, number: int) -> Row:
        values = None
        if not _is_new(database):
            values = database.execute(
                f"SELECT {_COLUMNS} FROM sweeps WHERE id = ?", (number,)
            ).fetchone()
        if values is None:
            raise NotFoundError(f"there is no sweep {number}")
        row = self._readable(values)
        if row is None:
            raise NotFoundError(f"sweep {number} cannot be read: its entry is damaged")
        return row

    def _readable(self, values: tuple[Any, ...]) -> Row | None:
        """Return a row of the table; None, with a warning, if it is damaged."""
        try:
            row = _row(values)
            _CHECKED.validate_json(json.dumps(asdict(row.answer())), strict=True)
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            _LOG.warning("sweep %s in %s is left out: %s", values[0], self.path, error)
            return None
        return row

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._database() as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("BEGIN IMMEDIATE")
            try:
                database.execute(_TABLE)
                yield database
            except BaseException:
                if database.in_transaction:
                    database.execute("ROLLBACK")
                raise
            database.execute("COMMIT")

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one query, so that any thread can make it."""
        try:
            database = sqlite3.connect(self.path, timeout=5.0, isolation_level=None)
            try:
                yield database
            finally:
                database.close()
        except sqlite3.Error as error:
            raise LabError(f"the list of sweeps in {str(self.path)!r}: {error}") from error


def _is_new(database: sqlite3.Connection) -> bool:
    """Return whether the table is missing."""
    (tables,) = database.execute(
        "SELECT COUNT(*) FROM sqlite_master WHERE name = 'sweeps'"
    ).fetchone()
    return bool(tables == 0)


def _row(values: tuple[Any, ...]) -> Row:
    number, request, state, done, total, rate, began, seen, run, _, error = values
    # A heartbeat in the future is from before the clock was set back.
    if state == "running" and abs(time.time() - seen) > LOST_SECONDS:
        state = "stopped"
    return Row(number, json.loads(request), state, done, total, rate, began, run, error)
