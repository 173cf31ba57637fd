"""Table B.2 of paper 000 as a whole, beside ours: one test for all boards, and what one board says.

The 54 rows of ``density_claims`` compare board by board, where one in twenty is expected to lie
beyond an interval of 95 % by chance. Here all boards are tested at once, and single boards with
p-values adjusted for their number. The paper's table rests on as many games as ours, so both have
the same error; its own is not printed.
"""

from __future__ import annotations

from functools import cache
from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sapper.data.published_densities import CRITICAL_DENSITIES, GAMES
from sapper.intervals import Z95
from sapper.lab.figures.estimate import Estimate
from sapper.lab.fits.agreement import LEVEL, Agreement, compare_tables
from sapper.lab.fits.curve import Curve
from sapper.lab.fits.definitions import critical_density
from sapper.lab.study import PUBLISHED, study
from sapper.papers.claims import Effort, Finding, Paper
from sapper.papers.played import play

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.lab.figures.estimate import Found

TABLE = Paper("000", "table B.2 as a whole")
"""Joined to the other claims of the paper."""

CUT = "cut to 0 or 1, which has no error"
UNFIXED = "decided by chance: three points do not fix the curve"


@cache
def table_agreement() -> Agreement:
    """Compare the table of the study with table B.2.

    >>> found = table_agreement()
    >>> found.degrees, len(found.left_out)
    (42, 12)
    """
    return beside_table(
        row
        for row in study()
        if (row.part, row.strategy, row.method) == ("table", PUBLISHED, "paper")
    )


def beside_table(results: Iterable[Found], games: int = GAMES) -> Agreement:
    """Compare critical densities of boards, of so many games a point, with those of table B.2."""
    ours: dict[str, tuple[float, float]] = {}
    left_out: dict[str, str] = {}
    published = {f"{p}x{q}": float(value) for (p, q), value in CRITICAL_DENSITIES.items()}
    for found in map(Estimate.of, results):
        if found.board == "2x2":
            left_out[found.board] = UNFIXED
        elif found.value is None or found.interval is None or found.value in (0, 1):
            left_out[found.board] = CUT
        else:
            low, high = found.interval
            ours[found.board] = (found.value, (high - low) / (2 * Z95))
    share = sqrt(games / GAMES)
    theirs = {board: (published[board], share * error) for board, (_, error) in ours.items()}
    return compare_tables(ours, theirs, left_out)


def fresh_densities(board: str, sweeps: int, seed: int) -> list[float]:
    """Return the critical density of a small board by the paper's method, sweep after sweep.

    A sweep is a thousand games for each number of mines, as in the paper, on layouts of its own.
    """
    rows, columns = map(int, board.split("x"))
    cells = rows * columns
    wins = np.empty((sweeps, cells - 1), dtype=np.int64)
    for mines in range(1, cells):
        games = sweeps * GAMES
        effort = Effort(seed=seed)
        records = play(effort, f"{board}/{mines}", PUBLISHED, games, games, records=True).records
        assert records is not None
        wins[:, mines - 1] = records.won.reshape(sweeps, GAMES).sum(axis=1)
    mines_of, games_of = np.arange(1, cells), np.full(cells - 1, GAMES)
    found = (critical_density(Curve(cells, mines_of, w, games_of), "paper").value for w in wins)
    return [value for value in found if value is not None]


@TABLE.claim("B.2", "all boards with an error, ours beside the printed ones", "the same")
def _(_effort: Effort) -> Finding:
    found = table_agreement()
    without = ", ".join(found.left_out)
    return Finding(
        found.summary(), found.p_value >= LEVEL, f"without {without}; from `sapper study table`"
    )


@TABLE.claim("B.2", "boards that differ, with p-values adjusted for their number", "none")
def _(_effort: Effort) -> Finding:
    found = table_agreement()
    by_holm, by_share = found.holm, found.benjamini_hochberg
    alarms = [board for board, p in by_share.items() if p < LEVEL]
    single = found.p_values
    nearest = sorted(single, key=lambda board: single[board])[:3]
    shown = ", ".join(
        f"{board} p = {single[board]:.4f}, {by_holm[board]:.2f} by Holm, "
        f"{by_share[board]:.2f} by Benjamini and Hochberg"
        for board in nearest
    )
    return Finding(
        f"{len(alarms)} of {found.degrees}; the farthest are {shown}",
        not alarms,
        "from `sapper study table`",
    )


@TABLE.claim("B.2", "boards on which ours is the larger", "half of them, if by chance")
def _(_effort: Effort) -> Finding:
    scores = table_agreement().scores
    larger = sum(score > 0 for score in scores.values())
    pairs = len(scores)
    tail = sum(comb(pairs, k) for k in range(max(larger, pairs - larger), pairs + 1))
    p = min(1.0, 2 * tail / 2**pairs)
    return Finding(f"{larger} of {pairs}, p = {p:.2f}", p >= LEVEL)


@TABLE.claim(
    "B.2",
    "critical density of 2x2, in sweep after sweep of 1,000 games",
    "1.0000",
    note="three points, two end points and four parameters: which branch the fit takes is chance",
    slip="a draw: neither outcome says anything about the board",
)
def _(effort: Effort) -> Finding:
    found = fresh_densities("2x2", 14 if effort.quick else 60, effort.seed)
    ones = sum(value == 1 for value in found)
    others = [value for value in found if value != 1]
    low, high = min(others, default=1.0), max(others, default=1.0)
    share = ones / len(found)
    return Finding(
        f"1 for {ones} of {len(found)} sweeps, else {low:.3f} to {high:.3f}", share > 0.95
    )


@TABLE.claim(
    "B.2",
    "critical density of 3x6, the mean of ten fresh sweeps",
    f"{CRITICAL_DENSITIES[3, 6]:.4f}",
    note="the row above is one sweep, this one ten on other layouts",
    quick=False,
)
def _(effort: Effort) -> Finding:
    found = np.array(fresh_densities("3x6", 10, effort.seed + 1))
    spread, mean = float(found.std(ddof=1)), float(found.mean())
    score = (float(CRITICAL_DENSITIES[3, 6]) - mean) / (spread * sqrt(1 + 1 / len(found)))
    return Finding(
        f"{mean:.4f}, from {found.min():.4f} to {found.max():.4f}",
        abs(score) < Z95,
        f"the printed value is {abs(score):.1f} standard deviations of a sweep from it",
    )
