"""Sweeps in the background, each in a thread of the process that received its request.

Compiled strategies play there without the interpreter lock, so that the process keeps answering
requests; strategies written in Python play in a separate process.
"""

from __future__ import annotations

import logging
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.boards import Spec, graph
from sapper.errors import SapperError
from sapper.lab.store.store import Store
from sapper.lab.sweeps.executors import InProcess, Processes
from sapper.lab.sweeps.players import Players
from sapper.lab.sweeps.points import points, spread_points
from sapper.lab.sweeps.sweep import sweep
from sapper.strategies.registry import find
from sapper.web.api.boards.boards import check_size, parse_within_limits
from sapper.web.api.lab.sweep_ledger import Ledger, Row
from sapper.web.errors import TooLargeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sapper.lab.store.blocks import Point
    from sapper.lab.sweeps.executors import Done, Executor
    from sapper.lab.sweeps.jobs import Source
    from sapper.web.api.lab import models

MAX_POINTS = 20_000
MAX_GAMES = 100_000_000
"""The points and the games of a sweep, in all."""

HEARTBEAT_SECONDS = 0.5
"""Seconds between two heartbeats."""

_REPORT_SECONDS = 0.2
_LEAVE_SECONDS = 3.0
_LOG = logging.getLogger("sapper.web")


def plan(request: models.Sweep) -> list[Point]:
    """Return the points of a sweep that is not too large."""
    specs = [_read_board(board, request.max_per_cell) for board in request.boards]
    for spec in specs:
        check_size(spec)
    asked = (request.strategies, [request.first], request.seed)
    most = request.max_per_cell
    if request.mines is None:
        chosen = spread_points(specs, *asked, max_per_cell=most)
    else:
        chosen = points(specs, request.mines, *asked, max_per_cell=most)
    if len(chosen) > MAX_POINTS:
        raise TooLargeError(f"a sweep can have at most {MAX_POINTS:,} points, not {len(chosen):,}")
    if len(chosen) * request.games > MAX_GAMES:
        games = len(chosen) * request.games
        raise TooLargeError(f"a sweep can have at most {MAX_GAMES:,} games, not {games:,}")
    return chosen


def _read_board(given: str | models.NamedGraph, max_per_cell: int) -> Spec:
    if isinstance(given, str):
        return parse_within_limits(given, max_per_cell)
    return Spec.of(graph(given.edges, nodes=range(given.nodes), name=given.name))


def _check_players(path: Path, chosen: Sequence[Point]) -> None:
    """Raise LabError at once if the store is impossible, or has games of other strategies."""
    players = Players.of(point.strategy for point in chosen)
    with Store(path) as store:
        store.claim(chosen, players.identities)


class Sweeps:
    """Starts sweeps, and ends them with the server."""

    def __init__(self, store: Path) -> None:
        self.ledger: Ledger = Ledger(Path(f"{store}.sweeps"))
        """The list of sweeps."""
        self.closing: threading.Event = threading.Event()
        """Set when the server stops; event streams end then, too."""
        self._store = store
        self._running: dict[threading.Thread, threading.Event] = {}
        self._lock = threading.Lock()

    def begin(self, request: models.Sweep) -> Row:
        """Start a sweep."""
        chosen = plan(request)
        _check_players(self._store, chosen)
        row = self.ledger.add(request.model_dump(), len(chosen) * request.games)
        self._start(row, chosen)
        return row

    def resume(self, number: int, request: models.Sweep) -> Row:
        """Resume a sweep."""
        chosen = plan(request)
        _check_players(self._store, chosen)
        row = self.ledger.resume(number)
        self._start(row, chosen)
        return row

    def open(self) -> None:
        """Start, also after ``close``."""
        self.closing.clear()

    def close(self) -> None:
        """End all sweeps of this process; their finished games are in the store."""
        self.closing.set()
        with self._lock:
            running = dict(self._running)
        for stop in running.values():
            stop.set()
        end = time.monotonic() + _LEAVE_SECONDS
        for thread in running:
            thread.join(max(0.0, end - time.monotonic()))

    def _start(self, row: Row, chosen: Sequence[Point]) -> None:
        stop = threading.Event()
        thread = threading.Thread(
            target=self._run, args=(row, chosen, stop), name=f"sweep-{row.id}", daemon=True
        )
        with self._lock:
            self._running = {known: e for known, e in self._running.items() if known.is_alive()}
            self._running[thread] = stop
        thread.start()
        _LOG.info("sweep %s starts: %d points", row.id, len(chosen))

    def _run(self, row: Row, chosen: Sequence[Point], stop: threading.Event) -> None:
        ended = threading.Event()
        watch = threading.Thread(target=self._watch, args=(row, stop, ended), daemon=True)
        watch.start()
        try:
            state, error = self._play(row, chosen, stop), None
        except SapperError as failure:
            state, error = "failed", str(failure)
        except Exception as failure:
            _LOG.exception("sweep %s failed", row.id)
            state, error = "failed", f"a fault of Sapper's own: {type(failure).__name__}"
        _LOG.info("sweep %s is %s%s", row.id, state, f": {error}" if error else "")
        ended.set()
        watch.join()
        try:
            self.ledger.end(row, state, error)
        except SapperError:
            _LOG.exception("sweep %s is %s, but that cannot be written", row.id, state)

    def _play(self, row: Row, chosen: Sequence[Point], stop: threading.Event) -> str:
        compiled = all(find(point.strategy).in_core for point in chosen)
        executor = _Stoppable(InProcess() if compiled else Processes(1), stop)
        progress = _Progress(self.ledger, row)
        with Store(self._store) as store:
            result = sweep(chosen, row.request["games"], store, executor, progress)
        progress.report()
        return "done" if result.kept + result.played == result.games else "stopped"

    def _watch(self, row: Row, stop: threading.Event, ended: threading.Event) -> None:
        """Write heartbeats, and stop the sweep on request."""
        while not ended.wait(HEARTBEAT_SECONDS):
            try:
                if not self.ledger.heartbeat(row):
                    stop.set()
            except SapperError:
                _LOG.exception("no heartbeat of sweep %s", row.id)


class _Stoppable:
    """Wraps an executor so that it can be stopped between two jobs, which take two seconds."""

    def __init__(self, executor: Executor, stop: threading.Event) -> None:
        self._executor = executor
        self._stop = stop

    def run(self, source: Source) -> Iterator[Done]:
        """Do the jobs until the sweep is stopped."""
        running: Any = self._executor.run(source)
        with closing(running):
            while not self._stop.is_set():
                done = next(running, None)
                if done is None:
                    return
                yield done


class _Progress:
    """Writes the progress of a sweep to the list at intervals."""

    def __init__(self, ledger: Ledger, row: Row) -> None:
        self._ledger, self._row = ledger, row
        self._began = time.monotonic()
        self._reported = 0.0
        self._first: int | None = None
        self._done = 0

    def __call__(self, done: int, total: int) -> None:  # noqa: ARG002  (the total is known)
        if self._first is None:
            self._first = done
        self._done = done
        if time.monotonic() - self._reported >= _REPORT_SECONDS:
            self.report()

    def report(self) -> None:
        """Write it to the list now."""
        now = time.monotonic()
        played = self._done - (self._first or 0)
        rate = played / (now - self._began) if played else None
        self._ledger.report(self._row, self._done, rate)
        self._reported = now
