"""Section 9.3 and figure 9.2: the critical density against the aspect ratio p/q.

The text reads off figure 9.2 that P does not depend on p/q for p > 2. That is tested by the slope
of a straight line through the boards of table B.2 with p > 2, fitted by least squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.intervals import Z95
from sapper.lab.fits.trends import LINE, fit_trend
from sapper.lab.study import PUBLISHED
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.shipped import study_boards, study_row

if TYPE_CHECKING:
    from collections.abc import Mapping

Sides = tuple[int, int]


def slope(densities: Mapping[Sides, float]) -> tuple[float, float]:
    """Return the slope of the density against p/q, and half its 95 % interval.

    >>> flat = {(3, q): 0.2 for q in (3, 4, 5, 6)}
    >>> abs(slope(flat)[0]) < 1e-9
    True
    """
    ratios = [p / q for p, q in densities]
    line = fit_trend(LINE, ratios, list(densities.values()))
    return float(line.parameters[1]), Z95 * float(line.errors[1])


def _judged(densities: Mapping[Sides, float]) -> tuple[str, bool]:
    found, error = slope(densities)
    return f"slope {found:+.3f} ± {error:.3f}, {len(densities)} boards", abs(found) <= error


@PAPER.claim(
    "9.3, figure 9.2",
    "slope of P against the aspect ratio p/q for p > 2, on the boards of table B.2",
    "0: stable regardless of the aspect ratio",
    note="holds up to 10x10 only: on boards of 3 to 6 rows P falls with the length",
)
def _(effort: Effort) -> Finding:
    thick = [board for board in CRITICAL_DENSITIES if board[0] > 2]
    own = {
        (p, q): study_row(effort, "table", f"{p}x{q}", PUBLISHED, "paper").value or 0.0
        for p, q in thick
    }
    printed = {board: float(CRITICAL_DENSITIES[board]) for board in thick}
    long_boards = {
        (p, q): study_row(effort, "aspect", f"{p}x{q}", "perimeter", "paper").value or 0.0
        for p, q in (map(int, board.split("x")) for board in study_boards("aspect"))
    }
    readings = (
        Reading("by the printed table", *_judged(printed)),
        Reading("boards of 3 to 6 rows and 12 to 30 columns", *_judged(long_boards)),
    )
    return Finding(*_judged(own), readings=readings)
