"""The store of a laboratory: all played blocks in one SQLite file.

The blocks of a batch are written in one transaction, so a process may be killed at any moment
without losing a written batch. Stored games are never played again. If two processes play the same
games at the same time, they are stored once. Every point records the identity of the strategy that
played it, and a strategy of another identity cannot add games to it.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from itertools import zip_longest
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from sapper import files
from sapper.boards import parse_spec
from sapper.errors import IdentityError, LabError, SpecError
from sapper.formatting import amount
from sapper.games.counts import Counted, Counts
from sapper.lab.store import outcomes as outcomes_table
from sapper.lab.store import schema
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.identities import identity_of
from sapper.lab.store.sqlite_failures import failure
from sapper.lab.store.stored_boards import StoredBoards, damaged
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import TracebackType

    from sapper.lab.store.outcomes import Outcomes
    from sapper.types import FirstClickRule

_BUSY_SECONDS = 20.0
_SEED = re.compile("[0-9]{1,20}")
_LARGEST = 2**63 - 1  # the largest integer of SQLite
_COLUMNS = ("games", "wins", "guess_free", "guesses", "moves", "bbbv", "processor")
"""The columns of blocks that hold the fields of ``Counts``, in their order."""

_ADDRESS = "board, mines, strategy, first, start, seed, max_per_cell"
_AT = " AND ".join(f"{name} = ?" for name in _ADDRESS.split(", "))
"""Selects a point by ``_values``."""


@dataclass(frozen=True)
class Tally(Counted):
    """The sum of the blocks of a point; the counters of ``counts`` are attributes of it, too."""

    point: Point
    """The point."""

    counts: Counts
    """The counters of its games."""

    identity: str | None = None
    """The identity of the strategy that played them; None in a store that did not record it."""

    version: str = VERSION
    """The version of Sapper that played the first of them."""


class Store:
    """The played blocks, in a file; ``":memory:"`` keeps them only as long as the process.

    >>> from sapper.lab.sweeps.batches import play
    >>> with Store(":memory:") as store:
    ...     point = Point.read("4x4", 3)
    ...     block = Block(point, 0, 100)
    ...     store.add([(block, play(block))])
    ...     store.missing(point, 250)
    [Block(point=Point(board='4x4', mines=3, strategy='perimeter', first='safe', start=0, seed=1, \
max_per_cell=1), first_game=100, games=150)]
    """

    def __init__(self, path: str | Path = ":memory:", *, replace: bool = False) -> None:
        self.path: str = str(path)
        """The file."""
        self.replace = replace
        """Whether games of another strategy of the same name are replaced, not refused."""
        self._boards = StoredBoards(self.path)
        self._is_old = False
        _refuse_special_file(self.path)
        schema.refuse_format(self.path, schema.format_on_disk(self.path))
        with self._explained():
            try:
                self._connect(self.path)
            except sqlite3.OperationalError:
                unchanging = _unchanging(self.path)
                if unchanging is None:
                    raise
                self._connect(unchanging, uri=True)

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
        self,
        played: Iterable[tuple[Block, Counts]],
        outcomes: Sequence[Outcomes] = (),
        *,
        identities: Mapping[str, str] | None = None,
    ) -> None:
        """Store blocks in one transaction, and the outcomes of their games if given.

        ``identities`` are those of the strategies that played them, by name; by default those of
        the strategies of this process. Raises LabError if a strategy of another identity played the
        stored games of a point. A block that overlaps a stored one is left out: two processes that
        play the same games may cut them differently.
        """
        known = dict(identities or {})
        with self._explained():
            if outcomes:
                self._database.execute(outcomes_table.TABLE)
            batch = list(zip_longest(played, outcomes))
            for name in {block.point.strategy for (block, _), _ in batch} - known.keys():
                known[name] = identity_of(name)
            with self._transaction():
                for (block, counts), won in batch:
                    assert counts.games == block.games
                    number = self._id(block.point, known[block.point.strategy])
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

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Make all changes within the context one transaction."""
        with self._explained(), self._transaction():
            yield

    def take(self, tally: Tally, played: Iterable[tuple[Block, Counts]]) -> None:
        """Add blocks of a point of another store, which overlap no others; for ``changing``."""
        number = self._id(tally.point, tally.identity, tally.version)
        self._database.executemany(
            "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((number, block.first_game, *astuple(counts)) for block, counts in played),
        )

    def take_outcomes(self, block: Block, won: Outcomes) -> bool:
        """Add those outcomes of another store that are missing; return False if others differ."""
        self._database.execute(outcomes_table.TABLE)
        point, begin, end = block.point, block.first_game, block.first_game + block.games
        (number,) = self._database.execute(
            f"SELECT id FROM points WHERE {_AT}", _values(point)
        ).fetchone()
        for gap in [*self.missing_outcomes(point, begin, end), Block(point, end, 0)]:
            known = self.outcomes(point, begin, gap.first_game)
            start = gap.first_game - block.first_game
            if not np.array_equal(known, won[begin - block.first_game : start]):
                return False
            begin = gap.first_game + gap.games
            if gap.games:
                bitmap = outcomes_table.pack(won[start : start + gap.games])
                self._database.execute(
                    "INSERT INTO outcomes VALUES (?, ?, ?, ?)",
                    (number, gap.first_game, gap.games, bitmap),
                )
        return True

    def blocks(self, point: Point) -> list[tuple[Block, Counts]]:
        """Return all blocks of a point with their counters, in order of the games."""
        with self._explained():
            rows = self._database.execute(
                f"SELECT first_game, {', '.join(_COLUMNS)} FROM blocks JOIN points ON point = id"
                f" WHERE {_AT} ORDER BY first_game",
                _values(point),
            ).fetchall()
        for row in rows:
            self._check_whole(*row[:-1])
        return [(Block(point, row[0], row[1]), Counts(*row[1:])) for row in rows]

    def outcome_blocks(self, point: Point) -> list[tuple[Block, Outcomes]]:
        """Return all outcomes of a point as they are stored, in order of the games."""
        if not self._has_outcomes:
            return []
        with self._explained():
            rows = self._database.execute(
                "SELECT first_game, games FROM outcomes JOIN points ON point = id"
                f" WHERE {_AT} ORDER BY first_game",
                _values(point),
            ).fetchall()
        return [
            (Block(point, first_game, games), self.outcomes(point, first_game, first_game + games))
            for first_game, games in rows
        ]

    def claim(
        self, points: Iterable[Point], identities: Mapping[str, str], *, replace: bool = False
    ) -> None:
        """Raise LabError unless games of strategies with these identities may be added to points.

        With ``replace``, here or of the store, the games that another strategy left at these points
        are deleted instead.
        """
        with self._explained():
            others = [
                (point, number, identity)
                for point in points
                for number, identity in self._players(point)
                if identity != identities[point.strategy]
            ]
            if others and not (replace or self.replace):
                point, _, identity = others[0]
                raise self._other_player(point, identity, identities[point.strategy], len(others))
            if others:
                self._replace(others, identities)

    def _players(self, point: Point) -> list[tuple[int, str | None]]:
        """Return the row of a point and the identity of its strategy, if it has games."""
        self._boards.load(self._database, point.board)
        rows: list[tuple[int, str | None]] = self._database.execute(
            f"SELECT id, identity FROM points WHERE {_AT}"
            " AND EXISTS (SELECT 1 FROM blocks WHERE point = id)",
            _values(point),
        ).fetchall()
        return rows

    def _replace(
        self, others: list[tuple[Point, int, str | None]], identities: Mapping[str, str]
    ) -> None:
        tables = ("blocks", "outcomes") if self._has_outcomes else ("blocks",)
        with self._transaction():
            for point, number, _ in others:
                for table in tables:
                    self._database.execute(f"DELETE FROM {table} WHERE point = ?", (number,))
                self._database.execute(
                    "UPDATE points SET identity = ?, version = ? WHERE id = ?",
                    (identities[point.strategy], VERSION, number),
                )

    def _other_player(
        self, point: Point, old: str | None, new: str | None, points: int = 1
    ) -> IdentityError:
        was = "was not recorded" if old is None else f"was {old!r}"
        more = f" and at {amount(points - 1, 'other point')}" if points > 1 else ""
        return IdentityError(
            f"the store {self.path!r} holds games of another strategy {point.strategy!r} on "
            f"{point.spec}{more}: its identity {was} and is now {new!r}; give it another name or "
            "use another file, or replace its games (--replace, or replace=True)"
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
                f" WHERE {_AT} AND first_game < ? AND first_game + games > ?",
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
                f" WHERE {_AT} AND first_game < ? ORDER BY first_game",
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
                f"SELECT identity, version, {sums} FROM blocks JOIN points ON point = id"
                f" WHERE {_AT} AND first_game + blocks.games <= ?",
                (*_values(point), games),
            ).fetchone()
        return None if row[2] is None else self._tally(point, row)

    def cut_block(self, point: Point, games: int) -> Block | None:
        """Return the part within the first ``games`` of a block that extends beyond them."""
        with self._explained():
            row = self._database.execute(
                "SELECT first_game FROM blocks JOIN points ON point = id"
                f" WHERE {_AT} AND first_game < ? AND first_game + blocks.games > ?",
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
        if start is not None and not 0 <= start <= _LARGEST:
            return []  # no board has this cell
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
                f"SELECT {_ADDRESS}, identity, version, {sums}"
                f" FROM points JOIN blocks ON point = id{where} GROUP BY id",
                [value for some in allowed.values() for value in some],
            ).fetchall()
        tallies = [self._tally(self._point(row[:7]), row[7:]) for row in rows]
        return sorted(tallies, key=lambda tally: tally.point)

    def know_boards(self) -> None:
        """Make the boards of the store known by their specs, as ``graph:ring``.

        Boards that are others by the same specs here stay unknown; their games cannot be read.
        """
        with self._explained():
            self._boards.load_all(self._database)

    def games(self, points: Iterable[Point], most: int) -> int:
        """Return how many of the games 0 to ``most - 1`` of the points are stored."""
        missing = 0
        count = 0
        for point in points:
            count += 1
            missing += sum(block.games for block in self.missing(point, most))
        return count * most - missing

    def _connect(self, place: str, *, uri: bool = False) -> None:
        # SQLite may be built to read every name that starts with "file:" as a URI.
        is_path = not uri and place.startswith("file:")
        self._database = sqlite3.connect(
            f"./{place}" if is_path else place,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            uri=uri,
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
                    schema.create(self._database)
            version = schema.FORMAT
        elif kind != schema.APPLICATION:
            raise LabError(f"{self.path!r} is a database, but not a store of Sapper")
        else:
            schema.refuse_format(self.path, version)
        self._is_old = version < schema.FORMAT
        if self._is_old:
            schema.show_old_format(self._database)
        if run("SELECT version FROM engine").fetchone() is None:
            raise self._damaged("it does not record the version that made it")
        run("PRAGMA synchronous = NORMAL")
        run("PRAGMA foreign_keys = ON")

    def _id(self, point: Point, identity: str | None, version: str = VERSION) -> int:
        """Return the row of a point, created if it is missing, within a transaction."""
        find = f"SELECT id, identity FROM points WHERE {_AT}"
        found = self._database.execute(find, _values(point)).fetchone()
        if found is None:
            self._boards.keep(self._database, point.board)
            places = ", ".join("?" * 9)
            self._database.execute(
                f"INSERT INTO points ({_ADDRESS}, identity, version) VALUES ({places})",
                (*_values(point), identity, version),
            )
            found = self._database.execute(find, _values(point)).fetchone()
        elif found[1] != identity:
            raise self._other_player(point, found[1], identity)
        return int(found[0])

    # A damaged file may hold anything, even if SQLite reports no fault.

    def _point(self, row: tuple[Any, ...]) -> Point:
        board, mines, strategy, first, start, seed, max_per_cell = row
        self._check_whole(mines, start, max_per_cell)
        texts = all(isinstance(text, str) for text in (board, strategy, first, seed))
        if not texts or not _SEED.fullmatch(seed):
            raise self._damaged(row)
        self._boards.load(self._database, board)
        try:
            parse_spec(board)
        except SpecError as error:
            raise self._damaged(error) from None
        return Point(board, mines, strategy, first, start, int(seed), max_per_cell)

    def _tally(self, point: Point, row: tuple[Any, ...]) -> Tally:
        identity, version, *sums = row
        counts = Counts(*sums)
        self._check_whole(*sums[:-1])
        if not isinstance(identity, (str, NoneType)) or not isinstance(version, str):
            raise self._damaged((identity, version))
        timed = isinstance(counts.cpu_seconds, (int, float))
        if not timed or counts.wins > counts.games or not counts.games:
            raise self._damaged(row)
        return Tally(point, counts, identity, version)

    def _check_whole(self, *values: object) -> None:
        if not all(isinstance(value, int) and value >= 0 for value in values):
            raise self._damaged(values)

    def _damaged(self, what: object) -> LabError:
        return damaged(self.path, what)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._is_old:
            self._bring_up_to_date()
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._database.in_transaction:  # SQLite may have rolled back already
                self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    def _bring_up_to_date(self) -> None:
        self._is_old = False
        self._database.execute("PRAGMA foreign_keys = OFF")
        try:
            with self._transaction():
                schema.bring_up_to_date(self._database)
        except BaseException:
            self._is_old = True
            raise
        self._database.execute("PRAGMA foreign_keys = ON")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Convert an error of SQLite to a LabError of one sentence."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError) as error:  # UnicodeDecodeError: damaged text
            raise failure(self.path, error, _BUSY_SECONDS) from error


def _values(point: Point) -> tuple[str, int, str, str, int, str, int]:
    # Seeds go up to 2^64, which SQLite's integers do not.
    return (
        point.board,
        point.mines,
        point.strategy,
        point.first,
        point.start,
        str(point.seed),
        point.max_per_cell,
    )


def _refuse_special_file(path: str) -> None:
    """Raise LabError for a pipe or a device, from which SQLite would wait for ever."""
    if path != ":memory:" and files.exists(path) and not files.is_file(Path(path)):
        raise LabError(f"{path!r} is not a file: a store is a file of its own")


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
