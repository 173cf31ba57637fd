"""The store of a laboratory: all played blocks in one SQLite file.

The blocks of a batch are written in one transaction, so a process may be killed at any moment
without losing a written batch. Stored games are never played again. If two processes play the same
games at the same time, they are stored once.
"""

from __future__ import annotations

import os
import re
import sqlite3
import struct
import time
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from sapper import files
from sapper.boards import parse_spec
from sapper.errors import LabError, SpecError
from sapper.games.counts import Counted, Counts
from sapper.lab.store import outcomes as outcomes_table
from sapper.lab.store.blocks import Block, Point
from sapper.version import OTHER_ADDRESS, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from types import TracebackType

    from sapper.lab.store.outcomes import Outcomes
    from sapper.types import FirstClickRule

FORMAT = 2
"""The version of the tables and of the address of the games in them.

Format 1 had the same tables, but its games were dealt by another address.
"""

_APPLICATION = 0x53415050  # "SAPP"
_BUSY_SECONDS = 20.0
_SEED = re.compile("[0-9]{1,20}")
_COLUMNS = ("games", "wins", "guess_free", "guesses", "moves", "bbbv", "processor")
"""The columns of blocks that hold the fields of ``Counts``, in their order."""

_TABLES = """
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
"""


_SELECTED = "board = ? AND mines = ? AND strategy = ? AND first = ? AND start = ? AND seed = ?"
"""Selects a point by ``_values``."""


@dataclass(frozen=True)
class Tally(Counted):
    """The sum of the blocks of a point; the counters of ``counts`` are attributes of it, too."""

    point: Point
    """The point."""

    counts: Counts
    """The counters of its games."""


class Store:
    """The played blocks, in a file; ``":memory:"`` keeps them only as long as the process.

    >>> from sapper.lab.sweeps.batches import play
    >>> with Store(":memory:") as store:
    ...     point = Point.read("4x4", 3)
    ...     block = Block(point, 0, 100)
    ...     store.add([(block, play(block))])
    ...     store.missing(point, 250)
    [Block(point=Point(board='4x4', mines=3, strategy='perimeter', first='safe', start=0, seed=1), \
first_game=100, games=150)]
    """

    def __init__(self, path: str | Path = ":memory:") -> None:
        self.path = str(path)
        """The file."""
        self._ids: dict[Point, int] = {}
        self._refuse_format(_format_on_disk(self.path))
        with self._explained():
            try:
                self._connect(self.path)
            except sqlite3.OperationalError:
                unchanging = _unchanging(self.path)
                if unchanging is None:
                    raise
                self._connect(unchanging)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def add(
        self, played: Iterable[tuple[Block, Counts]], outcomes: Sequence[Outcomes] = ()
    ) -> None:
        """Store blocks in one transaction, and the outcomes of their games if given.

        A block that overlaps a stored one is left out: two processes that play the same games may
        cut them differently.
        """
        with self._explained():
            if outcomes:
                self._database.execute(outcomes_table.TABLE)
            batch = list(zip_longest(played, outcomes))
            with self._transaction():
                for (block, counts), won in batch:
                    assert counts.games == block.games
                    number = self._id(block.point)
                    if not self._overlaps("blocks", number, block):
                        self._database.execute(
                            "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            (number, block.first_game, *astuple(counts)),
                        )
                    if won is not None and not self._overlaps("outcomes", number, block):
                        assert len(won) == block.games
                        self._database.execute(
                            "INSERT INTO outcomes VALUES (?, ?, ?, ?)",
                            (number, block.first_game, block.games, outcomes_table.pack(won)),
                        )

    def _overlaps(self, table: str, number: int, block: Block) -> bool:
        """Return whether a table has games of a block; its blocks do not overlap each other."""
        before = self._database.execute(
            f"SELECT first_game + games FROM {table} WHERE point = ? AND first_game < ?"
            " ORDER BY first_game DESC LIMIT 1",
            (number, block.first_game + block.games),
        ).fetchone()
        return before is not None and before[0] > block.first_game

    def missing(self, point: Point, games: int) -> list[Block]:
        """Return the gaps in games 0 to ``games - 1`` of a point, each as one block."""
        return self._gaps("blocks", point, 0, games)

    def missing_outcomes(self, point: Point, begin: int, end: int) -> list[Block]:
        """Return the gaps in the outcomes of games ``begin`` to ``end - 1``, as ``missing``."""
        if not self._has_outcomes:
            return _gap(point, begin, end)
        return self._gaps("outcomes", point, begin, end)

    def outcomes(self, point: Point, begin: int, end: int) -> Outcomes:
        """Return the outcomes of games from ``begin`` on, up to ``end`` or the first gap."""
        gaps = self.missing_outcomes(point, begin, end)
        end = gaps[0].first_game if gaps else end
        found = np.zeros(end - begin, np.bool_)
        if not len(found):
            return found
        with self._explained():
            rows = self._database.execute(
                "SELECT first_game, games, won FROM outcomes JOIN points ON point = id"
                f" WHERE {_SELECTED} AND first_game < ? AND first_game + games > ?",
                (*_values(point), end, begin),
            ).fetchall()
        for first_game, games, won in rows:
            if not isinstance(won, bytes) or len(won) != -(-games // 8):
                raise self._damaged((first_game, games))
            first, last = max(first_game, begin), min(first_game + games, end)
            some = outcomes_table.unpack(won, games)[first - first_game : last - first_game]
            found[first - begin : last - begin] = some
        return found

    @property
    def _has_outcomes(self) -> bool:
        with self._explained():
            (found,) = self._database.execute(
                "SELECT COUNT(*) FROM sqlite_master WHERE name = 'outcomes'"
            ).fetchone()
        return bool(found)

    def _gaps(self, table: str, point: Point, begin: int, end: int) -> list[Block]:
        """Return the games ``begin`` to ``end - 1`` that are not in a table."""
        with self._explained():
            rows = self._database.execute(
                f"SELECT first_game, games FROM {table} JOIN points ON point = id"
                f" WHERE {_SELECTED} AND first_game < ? ORDER BY first_game",
                (*_values(point), end),
            ).fetchall()
        blocks: list[Block] = []
        next_game = begin
        stored = 0
        for first_game, count in rows:
            self._check_whole(first_game, count)
            if first_game < stored:
                raise LabError(
                    f"the store {self.path!r} holds game {first_game} of "
                    f"{point.board}/{point.mines} twice: it was changed by another program; use "
                    "another file"
                )
            blocks += _gap(point, next_game, first_game)
            stored = first_game + count
            next_game = max(next_game, stored)
        return blocks + _gap(point, next_game, end)

    def tally(self, point: Point, games: int) -> Tally | None:
        """Return the sum of the blocks of a point within its first ``games``; None if none."""
        sums = ", ".join(f"SUM(blocks.{name})" for name in _COLUMNS)
        with self._explained():
            row = self._database.execute(
                f"SELECT {sums} FROM blocks JOIN points ON point = id"
                f" WHERE {_SELECTED} AND first_game + blocks.games <= ?",
                (*_values(point), games),
            ).fetchone()
        return None if row[0] is None else self._tally(point, row)

    def cut_block(self, point: Point, games: int) -> Block | None:
        """Return the part within the first ``games`` of a block that extends beyond them."""
        with self._explained():
            row = self._database.execute(
                "SELECT first_game FROM blocks JOIN points ON point = id"
                f" WHERE {_SELECTED} AND first_game < ? AND first_game + blocks.games > ?",
                (*_values(point), games, games),
            ).fetchone()
        return None if row is None else Block(point, row[0], games - row[0])

    def tallies(
        self,
        *,
        boards: Iterable[str] | None = None,
        strategies: Iterable[str] | None = None,
        first: FirstClickRule | None = None,
        start: int | None = None,
        seed: int | None = None,
    ) -> list[Tally]:
        """Return the sums of all points, in order, or of those selected.

        Points with different first cells are different points of a board; for a curve select one
        ``start`` (see ``sapper.lab.store.stored_curves``).
        """
        asked = {
            "board": boards,
            "strategy": strategies,
            "first": None if first is None else [first],
            "start": None if start is None else [start],
            "seed": None if seed is None else [str(seed)],
        }
        allowed = {name: list(some) for name, some in asked.items() if some is not None}
        chosen = [f"{name} IN ({', '.join('?' * len(some))})" for name, some in allowed.items()]
        where = f" WHERE {' AND '.join(chosen)}" if chosen else ""
        sums = ", ".join(f"SUM({name})" for name in _COLUMNS)
        with self._explained():
            rows = self._database.execute(
                f"SELECT board, mines, strategy, first, start, seed, {sums}"
                f" FROM points JOIN blocks ON point = id{where} GROUP BY id",
                [value for some in allowed.values() for value in some],
            ).fetchall()
        tallies = [self._tally(self._point(row[:6]), row[6:]) for row in rows]
        return sorted(tallies, key=lambda tally: tally.point)

    def games(self, points: Iterable[Point], most: int) -> int:
        """Return how many of the games 0 to ``most - 1`` of the points are stored."""
        missing = 0
        count = 0
        for point in points:
            count += 1
            missing += sum(block.games for block in self.missing(point, most))
        return count * most - missing

    def _connect(self, place: str) -> None:
        self._database = sqlite3.connect(
            place,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            uri=place.startswith("file:"),
        )
        try:
            self._open_with_retry()
        except BaseException:
            self._database.close()
            raise

    def _open_with_retry(self) -> None:
        """Open the file; retry while another process creates it.

        SQLite waits for locks of other processes, except while the journal mode changes.
        """
        end = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                self._open()
                return
            except sqlite3.OperationalError as error:
                name = getattr(error, "sqlite_errorname", "")
                if not name.startswith("SQLITE_BUSY") or time.monotonic() > end:
                    raise
            if self._database.in_transaction:
                self._database.rollback()
            time.sleep(0.01)

    def _open(self) -> None:
        run = self._database.execute
        run("BEGIN")  # one snapshot: another process may be creating the store
        (kind,) = run("PRAGMA application_id").fetchone()
        (version,) = run("PRAGMA user_version").fetchone()
        (tables,) = run("SELECT COUNT(*) FROM sqlite_master").fetchone()
        run("COMMIT")
        if kind == 0 and tables == 0:
            run("PRAGMA journal_mode = WAL")
            with self._transaction():
                if run("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0:
                    for statement in _TABLES.split(";"):
                        run(statement)
                    run("INSERT INTO engine VALUES (?)", (VERSION,))
                    run(f"PRAGMA application_id = {_APPLICATION}")
                    run(f"PRAGMA user_version = {FORMAT}")
        elif kind != _APPLICATION:
            raise LabError(f"{self.path!r} is a database, but not a store of Sapper")
        else:
            self._refuse_format(version)
        engine = run("SELECT version FROM engine").fetchone()
        if engine is None:
            raise self._damaged("it does not record the version that made it")
        (made_by,) = engine
        if made_by != VERSION:
            raise LabError(
                f"the store {self.path!r} was made by Sapper {made_by}, and this is {VERSION}, "
                "which may play differently: use another file"
            )
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA foreign_keys = ON")

    def _refuse_format(self, version: int | None) -> None:
        if version == 1:
            raise LabError(
                f"the store {self.path!r} is of an older Sapper: {OTHER_ADDRESS}; use another file"
            )
        if version not in (None, FORMAT):
            raise LabError(
                f"the store {self.path!r} has format {version}, and this Sapper reads format "
                f"{FORMAT}: use another file"
            )

    def _id(self, point: Point) -> int:
        known = self._ids.get(point)
        if known is not None:
            return known
        self._database.execute(
            "INSERT OR IGNORE INTO points (board, mines, strategy, first, start, seed)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            _values(point),
        )
        (found,) = self._database.execute(
            "SELECT id FROM points WHERE board = ? AND mines = ? AND strategy = ? AND first = ?"
            " AND start = ? AND seed = ?",
            _values(point),
        ).fetchone()
        self._ids[point] = found
        return int(found)

    # A damaged file may hold anything, even if SQLite reports no fault.

    def _point(self, row: tuple[Any, ...]) -> Point:
        board, mines, strategy, first, start, seed = row
        self._check_whole(mines, start)
        texts = all(isinstance(text, str) for text in (board, strategy, first, seed))
        if not texts or not _SEED.fullmatch(seed):
            raise self._damaged(row)
        try:
            parse_spec(board)
        except SpecError as error:
            raise self._damaged(error) from None
        return Point(board, mines, strategy, first, start, int(seed))

    def _tally(self, point: Point, row: tuple[Any, ...]) -> Tally:
        counts = Counts(*row)
        self._check_whole(*row[:-1])
        timed = isinstance(counts.cpu_seconds, (int, float))
        if not timed or counts.wins > counts.games or not counts.games:
            raise self._damaged(row)
        return Tally(point, counts)

    def _check_whole(self, *values: object) -> None:
        if not all(isinstance(value, int) and value >= 0 for value in values):
            raise self._damaged(values)

    def _damaged(self, what: object) -> LabError:
        return LabError(
            f"the store {self.path!r} is damaged ({str(what)[:80]!r}): use another file"
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._ids.clear()  # the rollback may remove a point
            if self._database.in_transaction:  # SQLite may have rolled back already
                self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Convert an error of SQLite to a LabError of one sentence."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # UnicodeDecodeError: damaged text
            raise LabError(f"{_reason(error)}: the store {self.path!r}; {_ADVICE}") from error


def _format_on_disk(path: str) -> int | None:
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
    return version if application == _APPLICATION else None


_ADVICE = "everything written to it before is kept"


def _reason(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "this file is damaged (it contains invalid text)"
    text = " ".join(str(error).split())
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"another process has held the file for {_BUSY_SECONDS:.0f} seconds"
    if name.startswith("SQLITE_FULL"):
        return "the disk is full"
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return f"this file is not a database or is damaged ({text})"
    if name.startswith("SQLITE_CANTOPEN"):
        return "the file cannot be opened or created"
    if name.startswith("SQLITE_READONLY"):
        return "the file cannot be written"
    return f"SQLite says {text!r}"


def _values(point: Point) -> tuple[str, int, str, str, int, str]:
    # Seeds go up to 2^64, which SQLite's integers do not.
    return (
        point.board,
        point.mines,
        point.strategy,
        point.first,
        point.start,
        str(point.seed),
    )


def _unchanging(path: str) -> str | None:
    """Return the URI of a store that cannot change, as on a read-only disk.

    None if it can change, or if its write-ahead log holds changes that would be missed.
    """
    place = Path(path)
    waiting = Path(f"{path}-wal")
    if not files.is_file(place) or (files.exists(waiting) and waiting.stat().st_size > 0):
        return None
    if os.access(place, os.W_OK) and os.access(place.parent, os.W_OK):
        return None
    return f"{place.resolve().as_uri()}?mode=ro&immutable=1"


def _gap(point: Point, begin: int, end: int) -> list[Block]:
    """Return games ``begin`` to ``end - 1`` as a block, if there are any."""
    return [Block(point, begin, end - begin)] if begin < end else []
