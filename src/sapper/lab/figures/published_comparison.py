"""Critical densities compared with table B.2 of Chong et al. 2024 by a two-sample test.

Both values of a board have sampling noise. The paper prints no errors, but its method and ours are
the same, so its standard error is ours, scaled by the square root of the games. Boards whose value
is clamped to 0 or 1 have no error, and the three points of 2x2 do not determine the curve; they
cannot be compared. ``Agreement`` corrects the p-values of single boards for multiple testing.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from sapper.data.published_densities import CRITICAL_DENSITIES, GAMES
from sapper.intervals import Z95
from sapper.lab.figures.estimate import Estimate
from sapper.lab.fits.agreement import Agreement, compare_tables
from sapper.lab.fits.curve import CurveError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sapper.lab.figures.estimate import Found
    from sapper.lab.sweeps.densities import BoardDensity

UNFIXED = "decided by chance: three points do not determine the curve"
CLAMPED = {
    0: "clamped to 0, so it has no error: the fitted drop is steepest below density 0",
    1: "clamped to 1, so it has no error: the fitted drop is steepest above density 1",
}
UNDEFINED = "no value: no game was lost, or none was played"
ERRORLESS = "no error: the fit has no interval"


def compare_with_table(results: Iterable[Found], games: int = GAMES) -> Agreement:
    """Compare critical densities, from ``games`` games per point, with those of table B.2.

    Boards outside the table are ignored.
    """
    published = {f"{p}x{q}": float(value) for (p, q), value in CRITICAL_DENSITIES.items()}
    ours: dict[str, tuple[float, float]] = {}
    left_out: dict[str, str] = {}
    for found in map(Estimate.of, results):
        reason = _reason(found)
        if reason:
            left_out[found.board] = reason
        elif found.value is not None and found.interval is not None:
            low, high = found.interval
            ours[found.board] = (found.value, (high - low) / (2 * Z95))
    share = sqrt(games / GAMES)
    theirs = {
        board: (published[board], share * error)
        for board, (_, error) in ours.items()
        if board in published
    }
    return compare_tables(ours, theirs, left_out)


def comparison_by_paper(results: Sequence[BoardDensity]) -> Agreement | None:
    """Compare critical densities found by the method of the paper; None if that is not possible.

    The boards need a common number of games per point, so that the errors of the paper are known.
    """
    games = {int(count) for found in results for count in found.curve.games}
    if len(games) != 1 or any(found.critical.method != "paper" for found in results):
        return None
    try:
        return compare_with_table(results, games.pop())
    except CurveError:  # no board is in the table
        return None


def _reason(found: Estimate) -> str:
    """Return why a board cannot be compared; empty if it can."""
    if found.board == "2x2":
        return UNFIXED
    if found.value is None:
        return UNDEFINED
    if found.value in CLAMPED:
        return CLAMPED[int(found.value)]
    return ERRORLESS if found.interval is None else ""
