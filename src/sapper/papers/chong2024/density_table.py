"""Table B.2, the critical densities: board by board, then all boards in one test.

The games of a study take an hour, so these findings rest on its results that ship with the package
(``sapper.papers.shipped``). Both tables use 1,000 games per point, so both have the same standard
error, which the paper does not print. A board agrees if the values differ by at most sqrt(2) times
half our 95 % interval; about one board in twenty exceeds that by chance. The whole table is tested
by a chi-square statistic, and the p-values of single boards are adjusted for multiple testing (Holm
1979; Benjamini & Hochberg 1995). The boards that differ are swept again, ten times on other
layouts.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from sapper.data.published_densities import CRITICAL_DENSITIES, GAMES
from sapper.intervals import Z95
from sapper.lab.figures.published_comparison import compare_with_table
from sapper.lab.fits.agreement import LEVEL, Agreement
from sapper.lab.fits.curve import Curve
from sapper.lab.fits.definitions import critical_density
from sapper.lab.study import PUBLISHED
from sapper.papers.chong2024 import PAPER
from sapper.papers.chong2024.study_results import row_text
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.played import play
from sapper.papers.shipped import study_row

if TYPE_CHECKING:
    from decimal import Decimal


ARBITRARY = {
    "2x2": "three points, two end points and four parameters: chance decides which of two "
    "solutions the fit finds",
    "2x4": "the steepest point of the fitted curve is near or below 0, the least value allowed",
}
"""Boards whose value is decided by chance, which repeated sweeps show."""

SWEPT_AGAIN = "3x6"
"""A board on which our sweep and the printed one disagree, swept again by a full run."""


def _register(p: int, q: int, published: Decimal) -> None:
    board = f"{p}x{q}"
    if board in ARBITRARY:
        _register_arbitrary(board, published)
        return

    @PAPER.claim("B.2", f"critical density of {board}", f"{published:.4f}")
    def _(effort: Effort) -> Finding:
        row = study_row(effort, "table", board, PUBLISHED, "paper")
        assert row.value is not None
        margin = 0.0 if row.low is None or row.high is None else (row.high - row.low) / sqrt(2)
        difference = abs(row.value - float(published))
        note = ""
        if difference > margin > 0:
            note = f"{Z95 * difference / margin:.1f} standard errors from the printed value"
        readings: tuple[Reading, ...] = ()
        if board == SWEPT_AGAIN and not effort.quick:
            readings = (_of_ten_sweeps(effort, board, float(published)),)
        return Finding(row_text(row), difference <= margin, note, readings)


def _of_ten_sweeps(effort: Effort, board: str, published: float) -> Reading:
    """Return the mean of ten sweeps on other layouts, and whether the printed value fits it."""
    found = np.array(fresh_densities(board, 10, effort.seed + 1))
    spread, mean = float(found.std(ddof=1)), float(found.mean())
    score = (published - mean) / (spread * sqrt(1 + 1 / len(found)))
    shown = (
        f"{mean:.4f}, from {found.min():.4f} to {found.max():.4f}; the printed value is "
        f"{abs(score):.1f} standard deviations of a sweep from the mean"
    )
    return Reading("mean of ten sweeps on other layouts", shown, abs(score) < Z95)


def _register_arbitrary(board: str, published: Decimal) -> None:
    @PAPER.claim(
        "B.2",
        f"critical density of {board}, in repeated sweeps of 1,000 games",
        f"{published:.4f}",
        slip="the value is arbitrary: it changes from sweep to sweep",
        note=ARBITRARY[board],
    )
    def _(effort: Effort) -> Finding:
        found = np.array(fresh_densities(board, 14 if effort.quick else 60, effort.seed))
        near = np.abs(found - float(published)) < 0.01
        others = found[~near]
        shown = f"{near.sum()} of {len(found)} sweeps within 0.01 of it"
        if len(others):
            shown += f", the others from {others.min():.3f} to {others.max():.3f}"
        return Finding(shown, bool(near.mean() > 0.95), confirmed=bool(found.std() > 0.01))


for (_p, _q), _value in CRITICAL_DENSITIES.items():
    _register(_p, _q, _value)


def table_agreement(effort: Effort | None = None) -> Agreement:
    """Compare the table of the study with table B.2.

    >>> found = table_agreement()
    >>> found.degrees, len(found.left_out)
    (42, 12)
    """
    own = effort or Effort()
    return compare_with_table(
        study_row(own, "table", f"{p}x{q}", PUBLISHED, "paper") for p, q in CRITICAL_DENSITIES
    )


def fresh_densities(board: str, sweeps: int, seed: int) -> list[float]:
    """Return the critical densities of a board from independent sweeps, by the paper's method.

    Each sweep plays 1,000 games per number of mines, as in the paper, on different layouts.
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


@PAPER.claim(
    "B.2",
    "critical densities of all boards with an error, compared with the printed ones",
    "the same",
)
def _(effort: Effort) -> Finding:
    found = table_agreement(effort)
    by_holm, single = found.holm, found.p_values
    nearest = sorted(single, key=lambda board: single[board])[:3]
    farthest = ", ".join(
        f"{board} p = {single[board]:.4f}, {by_holm[board]:.2f} by Holm" for board in nearest
    )
    alarms = sum(p < LEVEL for p in found.benjamini_hochberg.values())
    larger = sum(score > 0 for score in found.scores.values())
    return Finding(
        found.summary(),
        found.p_value >= LEVEL,
        f"without {', '.join(found.left_out)}; {alarms} boards differ with p-values adjusted by "
        f"Benjamini and Hochberg; the farthest are {farthest}; our value is larger on {larger} of "
        f"{found.degrees}",
    )
