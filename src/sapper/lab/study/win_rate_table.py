"""The win rates behind table B.2 of Chong et al. 2024: boards up to 10x10, all numbers of mines.

The paper does not print them "due to the size of the win rate data" (B.1). This table contains our
own: 1,000 games of the paper's strategy per point, as in section 8.2, with seed 1 and a safe first
click in the corner. ``make win-rates`` plays them again; they are the games of ``sapper study
table``.
"""

from __future__ import annotations

import csv
import io
from dataclasses import astuple, dataclass, fields
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from sapper import defaults, files
from sapper.boards import parse_spec
from sapper.data.published_densities import CRITICAL_DENSITIES, GAMES, STRATEGY
from sapper.errors import LabError
from sapper.lab.fits.curve import Curve
from sapper.lab.store.store import Store
from sapper.lab.sweeps.points import points
from sapper.lab.sweeps.sweep import sweep
from sapper.version import OTHER_ADDRESS, same_address

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.progress import Progress

FILE = "win_rates.csv"
BOARDS = tuple(f"{p}x{q}" for p, q in CRITICAL_DENSITIES)
"""The boards of table B.2."""

_COUNTERS = ("games", "wins", "guess_free", "guesses", "moves")
"""The fields of ``Counts`` in the table."""


@dataclass(frozen=True, slots=True)
class WinRate:
    """One point of the table."""

    board: str
    """The board."""

    mines: int
    """Its mines."""

    games: int
    """The games played."""

    wins: int
    """The games won."""

    guess_free: int
    """The games won without a guess."""

    guesses: int
    """The guesses in all games."""

    moves: int
    """The clicks in all games."""

    version: str
    """The version of Sapper that played them."""

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games


@cache
def win_rates() -> tuple[WinRate, ...]:
    """Return the table that ships with the package, board by board.

    >>> found = win_rates()
    >>> len(found), found[0].board, found[0].win_rate
    (1650, '1x2', 1.0)
    """
    text = resources.files("sapper").joinpath("data", FILE).read_text(encoding="utf-8")
    return from_csv(text)


def win_rate_curve(board: str) -> Curve:
    """Return the points of one board as a curve.

    >>> float(win_rate_curve("4x4").win_rates[-1])
    1.0
    """
    rows = [row for row in win_rates() if row.board == board]
    if not rows:
        raise LabError(f"the table of win rates has the boards of table B.2, not {board!r}")
    mines, games, wins, guess_free, guesses, moves = (
        np.array([getattr(row, name) for row in rows]) for name in ("mines", *_COUNTERS)
    )
    return Curve(parse_spec(board).size, mines, wins, games, guess_free, guesses, moves, spec=board)


def play_win_rates(
    store: Store, *, games: int = GAMES, seed: int = defaults.SEED, progress: Progress | None = None
) -> list[WinRate]:
    """Play the games of the table that the store does not contain, and return the table."""
    result = sweep(points(BOARDS, strategies=[STRATEGY], seed=seed), games, store, None, progress)
    if result.interrupted:
        raise KeyboardInterrupt
    tallies = store.tallies(boards=BOARDS, strategies=[STRATEGY], first="safe", start=0, seed=seed)
    order = {board: number for number, board in enumerate(BOARDS)}
    return [
        WinRate(
            board=tally.point.board,
            mines=tally.point.mines,
            **{name: getattr(tally, name) for name in _COUNTERS},
            version=tally.version,
        )
        for tally in sorted(tallies, key=lambda t: (order[t.point.board], t.point.mines))
    ]


def write_win_rates(
    path: str | Path, store: str | Path = ":memory:", *, progress: Progress | None = None
) -> None:
    """Play the table and write it as CSV, in about a quarter of an hour on one core."""
    files.check_writable(path)
    with Store(store) as opened:
        rows = play_win_rates(opened, progress=progress)
    files.write(path, to_csv(rows))


def to_csv(rows: list[WinRate]) -> str:
    """Return the table as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([field.name for field in fields(WinRate)])
    writer.writerows(astuple(row) for row in rows)
    return stream.getvalue()


def from_csv(text: str) -> tuple[WinRate, ...]:
    """Read the table from CSV; raise LabError if it is invalid or of an incompatible version."""
    table = csv.DictReader(text.splitlines())
    names = [field.name for field in fields(WinRate)]
    if table.fieldnames != names:
        raise LabError(f"a table of win rates has the columns {', '.join(names)}")
    try:
        rows = tuple(
            WinRate(
                board=row["board"],
                mines=int(row["mines"]),
                **{name: int(row[name]) for name in _COUNTERS},
                version=row["version"],
            )
            for row in table
        )
    except (TypeError, ValueError):
        raise LabError("the table of win rates has an invalid row") from None
    if not all(same_address(row.version) for row in rows):
        raise LabError(f"these win rates are of an older Sapper: {OTHER_ADDRESS}")
    return rows
