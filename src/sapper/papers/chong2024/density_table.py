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

from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np

from sapper.data.published_densities import CRITICAL_DENSITIES, GAMES
from sapper.intervals import Z95
from sapper.lab.figures.published_comparison import UNFIXED, compare_with_table
from sapper.lab.fits.agreement import LEVEL, Agreement
from sapper.lab.fits.curve import Curve
from sapper.lab.fits.definitions import critical_density
from sapper.lab.study import PUBLISHED
from sapper.papers.chong2024 import PAPER
from sapper.papers.chong2024.study_results import row_text
from sapper.papers.claims import Effort, Finding
from sapper.papers.played import play
from sapper.papers.shipped import study_row

if TYPE_CHECKING:
    from decimal import Decimal


_CHANCE = {
    (2, 2): "nearly half of all sweeps give 1, the others 0.02 to 0.08",
    (2, 4): "the steepest point of the fitted curve is below 0, so it is clamped to 0",
}


@PAPER.claim("9, B.2", "table B.2 lists boards with p, q <= 10 and at least two cells", "all")
def _(_effort: Effort) -> Finding:
    boards = {(p, q) for p in range(1, 11) for q in range(p, 11)} - {(1, 1)}
    found = set(CRITICAL_DENSITIES)
    return Finding(f"{len(found & boards)} of {len(boards)} in table B.2", found == boards)


def _register(p: int, q: int, published: Decimal) -> None:
    @PAPER.claim(
        "B.2",
        f"critical density of {p}x{q}",
        f"{published:.4f}",
        note=_CHANCE.get((p, q), ""),
        slip=UNFIXED if (p, q) == (2, 2) else "",
    )
    def _(effort: Effort) -> Finding:
        row = study_row(effort, "table", f"{p}x{q}", PUBLISHED, "paper")
        assert row.value is not None
        margin = 0.0 if row.low is None or row.high is None else (row.high - row.low) / sqrt(2)
        agrees = abs(row.value - float(published)) <= margin
        return Finding(row_text(row), agrees)


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
    without = ", ".join(found.left_out)
    return Finding(found.summary(), found.p_value >= LEVEL, f"without {without}")


@PAPER.claim("B.2", "boards that differ, with p-values adjusted for multiple testing", "none")
def _(effort: Effort) -> Finding:
    found = table_agreement(effort)
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
    )


@PAPER.claim("B.2", "boards on which our value is larger", "half of them, if by chance")
def _(effort: Effort) -> Finding:
    scores = table_agreement(effort).scores
    larger = sum(score > 0 for score in scores.values())
    pairs = len(scores)
    tail = sum(comb(pairs, k) for k in range(max(larger, pairs - larger), pairs + 1))
    p = min(1.0, 2 * tail / 2**pairs)
    return Finding(f"{larger} of {pairs}, p = {p:.2f}", p >= LEVEL)


@PAPER.claim(
    "B.2",
    "critical density of 2x2 in repeated sweeps of 1,000 games",
    "1.0000",
    note="three points, two end points and four parameters: chance decides which of two solutions "
    "the fit finds",
    slip="the value is arbitrary: neither solution is a property of the board",
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


@PAPER.claim(
    "B.2",
    "critical density of 3x6, mean of ten independent sweeps",
    f"{CRITICAL_DENSITIES[3, 6]:.4f}",
    note="the row for 3x6 above is one sweep; this row uses ten sweeps on other layouts",
    quick=False,
)
def _(effort: Effort) -> Finding:
    found = np.array(fresh_densities("3x6", 10, effort.seed + 1))
    spread, mean = float(found.std(ddof=1)), float(found.mean())
    score = (float(CRITICAL_DENSITIES[3, 6]) - mean) / (spread * sqrt(1 + 1 / len(found)))
    return Finding(
        f"{mean:.4f}, from {found.min():.4f} to {found.max():.4f}",
        abs(score) < Z95,
        f"the printed value is {abs(score):.1f} standard deviations of a sweep from the mean",
    )
