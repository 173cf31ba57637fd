"""The boards of a store that no spec can describe: graphs and boards of registered kinds.

A store contains them with their neighbours, so that a process that never built them can read it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.boards.carrying import adopt, board_bytes, board_from_bytes, is_built_in
from sapper.boards.known import kept
from sapper.errors import BoardError, LabError, SpecError

if TYPE_CHECKING:
    import sqlite3

    from sapper.boards import Board


class StoredBoards:
    """The table of boards of a store."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._loaded: set[str] = set()

    def keep(self, database: sqlite3.Connection, spec: str) -> None:
        """Store the board of a spec if it needs to be, within a transaction."""
        if is_built_in(spec) or self._stored(database, spec) is not None:
            return
        board = parse_spec(spec).board()
        database.execute(
            "INSERT INTO boards VALUES (?, ?, ?)", (spec, board.address, board_bytes(board))
        )

    def load(self, database: sqlite3.Connection, spec: str) -> None:
        """Make a stored board known by its spec; raise LabError if that is another one here."""
        if is_built_in(spec) or spec in self._loaded:
            return
        if self._stored(database, spec) is not None:
            self._loaded.add(spec)

    def load_all(self, database: sqlite3.Connection) -> None:
        """Make all boards known by their specs, except those that are others here."""
        for spec, address in database.execute("SELECT spec, address FROM boards").fetchall():
            board = kept(spec)
            if board is None or board.address != address:
                with suppress(LabError):
                    self.load(database, spec)

    def _stored(self, database: sqlite3.Connection, spec: str) -> Board | None:
        row = database.execute(
            "SELECT address, content FROM boards WHERE spec = ?", (spec,)
        ).fetchone()
        if row is None:
            return None
        try:
            stored = board_from_bytes(row[1])
        except (BoardError, AttributeError) as error:  # it may be no bytes at all
            raise damaged(self._path, error) from None
        if stored.address != row[0] or stored.spec != spec:
            raise damaged(self._path, f"board {spec}")
        try:
            adopt([stored])
            here = parse_spec(spec).board()
        except (BoardError, SpecError) as error:
            raise LabError(f"the board {spec!r} of the store {self._path!r}: {error}") from None
        if here.address != stored.address:
            raise LabError(
                f"the store {self._path!r} holds games on another board {spec!r}, of {stored.size} "
                f"cells and address {stored.address}, not the one of {here.size} cells and address "
                f"{here.address} that is registered here: give one of them another name"
            )
        return stored


def damaged(path: str, what: object) -> LabError:
    """Return the error about a store that contains something invalid."""
    return LabError(f"the store {path!r} is damaged ({str(what)[:80]!r}): use another file")
