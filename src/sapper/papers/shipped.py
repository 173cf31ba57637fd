"""The tables that ship with the package, and the values that claims read from them.

Some values take hours, so claims read them from a table of earlier results. Each access records its
table, so that every row of ``sapper reproduce`` names the tables that it rests on. With
``Effort.recompute`` the same accesses compute the values instead; played games are kept in the
store that the effort names, so that an interrupted computation resumes.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.lab.fits.curve import Curve
    from sapper.lab.study import StudyRow
    from sapper.papers.claims import Effort
    from sapper.perfect.corners import CornerLimit
    from sapper.progress import Progress
    from sapper.theory.ambiguous_patterns import Census


@dataclass(frozen=True, slots=True)
class ShippedTable:
    """A table in ``sapper/data``, with the command and the day that made it."""

    file: str
    """Its file name."""

    command: str
    """The command that computes it again."""

    date: str
    """The day on which it was computed, as year-month-day."""

    digest: str
    """The first 12 hexadecimal digits of the SHA-256 of the file made on that day."""


DENSITIES = ShippedTable(
    "critical_densities.csv",
    "sapper study --output critical_densities.csv",
    "2026-11-19",
    "3c09681c4dc7",
)
WIN_RATES = ShippedTable("win_rates.csv", "make win-rates", "2026-11-16", "668430a10389")
SMALL_BOARDS = ShippedTable("small_boards.csv", "make small-boards", "2026-11-19", "4002bf002ca1")
PATTERNS = ShippedTable("ambiguous_patterns.csv", "make patterns", "2026-11-19", "113fa94dad5c")

TABLES = (DENSITIES, WIN_RATES, SMALL_BOARDS, PATTERNS)
"""All tables that claims read."""

_reads: ContextVar[set[ShippedTable] | None] = ContextVar("_reads", default=None)


@contextmanager
def tables_read() -> Iterator[set[ShippedTable]]:
    """Collect the tables that are read in this context."""
    found: set[ShippedTable] = set()
    token = _reads.set(found)
    try:
        yield found
    finally:
        _reads.reset(token)


def _read(table: ShippedTable) -> None:
    found = _reads.get()
    if found is not None:
        found.add(table)


# -- critical densities ---------------------------------------------------------------------------


def study_row(effort: Effort, part: str, board: str, strategy: str, method: str) -> StudyRow:
    """Return a critical density of the study."""
    if effort.recompute:
        return _played(effort, part, board, strategy)[method]
    _read(DENSITIES)
    return _study()[part, board, strategy, method]


def study_boards(part: str) -> tuple[str, ...]:
    """Return the boards of a part of the study."""
    from sapper.lab import study

    return study.part(part).boards


@cache
def _study() -> dict[tuple[str, str, str, str], StudyRow]:
    from sapper.lab.study import study

    return {(row.part, row.board, row.strategy, row.method): row for row in study()}


@cache
def _played(effort: Effort, part: str, board: str, strategy: str) -> dict[str, StudyRow]:
    """Play one board of the study with one strategy; return its rows by method."""
    from sapper.lab import study
    from sapper.lab.store.store import Store

    chosen = replace(study.part(part), boards=(board,), strategies=(strategy,))
    with Store(effort.games_file) as store:
        (found,) = study.play(chosen, store, seed=effort.seed, progress=_progress(effort, board))
    return {row.method: row for row in study.rows_of(chosen, found)}


# -- win rates ------------------------------------------------------------------------------------


def win_rate_curve(effort: Effort, board: str) -> Curve:
    """Return the win rates of the paper's program on a board of table B.2."""
    from sapper.lab.study import win_rate_table

    if effort.recompute:
        return _played_curve(effort, board)
    _read(WIN_RATES)
    return win_rate_table.win_rate_curve(board)


@cache
def _played_curve(effort: Effort, board: str) -> Curve:
    from sapper.data.published_densities import GAMES, STRATEGY
    from sapper.lab.store.store import Store
    from sapper.lab.sweeps.densities import densities

    with Store(effort.games_file) as store:
        (found,) = densities(
            [board],
            store,
            strategy=STRATEGY,
            games=GAMES,
            seed=effort.seed,
            method="paper",
            progress=_progress(effort, board),
        )
    return found.curve


# -- small boards ---------------------------------------------------------------------------------


def corner_limit(effort: Effort, board: str) -> CornerLimit:
    """Return the games of a small board in which the corner is not the best first cell."""
    from sapper.perfect import corner_limits, small_boards
    from sapper.perfect.small_board_table import evaluate

    rows = [row for row in small_boards() if row.board == board]
    if effort.recompute:
        numbers = sorted({row.mines for row in rows})
        progress = _progress(effort, board)
        rows = []
        for done, mines in enumerate(numbers):
            if progress is not None:
                progress(done, len(numbers))
            rows += evaluate(board, mines, strategies=())
    else:
        _read(SMALL_BOARDS)
    (found,) = corner_limits(rows)
    return found


# -- patterns -------------------------------------------------------------------------------------


def patterns(effort: Effort, kind: str = "grid") -> Census:
    """Return the census of patterns that force a guess."""
    from sapper.theory import census

    if effort.recompute:
        return _taken(kind)
    _read(PATTERNS)
    return census(kind)


@cache
def _taken(kind: str) -> Census:
    from sapper.theory.ambiguous_patterns import SIZES, take_census

    return take_census(kind, *SIZES[kind])


def _progress(effort: Effort, what: str) -> Progress | None:
    """Return a progress callback that names the table entry being computed."""
    if effort.progress is None:
        return None
    report = effort.progress
    return lambda done, total: report(what, done, total)
