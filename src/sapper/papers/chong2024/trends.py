"""Sections 9.1 to 9.3: how the critical density P changes with the board.

The text derives its trends from table B.2. They are judged by our own table of the same boards and
by the critical densities of our study on larger boards; the printed table is another reading. The
least-squares fit is that of the printed table.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from scipy.stats import spearmanr

from sapper.data.published_densities import (
    ASYMPTOTE,
    CRITICAL_DENSITIES,
    SQUARES_A,
    SQUARES_B,
    SQUARES_C,
)
from sapper.intervals import Z95
from sapper.lab.fits.scaling import POWER, compare_scaling
from sapper.lab.fits.trends import HYPERBOLA, fit_trend, limit_interval, partial_sums
from sapper.lab.study import PUBLISHED
from sapper.papers.chong2024 import PAPER
from sapper.papers.chong2024.hyperbola import Hyperbola
from sapper.papers.claims import Effort, Finding, Reading, rounded
from sapper.papers.shipped import patterns, study_boards, study_row
from sapper.theory import density_bound, refuted_from

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from decimal import Decimal

    from sapper.lab.study import StudyRow


# -- the table, ours and the printed one ----------------------------------------------------------

Values = dict[tuple[int, int], float]
"""Critical densities by board."""


def _printed() -> Values:
    return {board: float(density) for board, density in CRITICAL_DENSITIES.items()}


def _ours(effort: Effort) -> Values:
    return {
        (p, q): study_row(effort, "table", f"{p}x{q}", PUBLISHED, "paper").value or 0.0
        for p, q in CRITICAL_DENSITIES
    }


def _both(effort: Effort, judge: Callable[[Values], Finding]) -> Finding:
    """Judge a statement by our table; the printed table is another reading."""
    own, printed = judge(_ours(effort)), judge(_printed())
    return Finding(
        own.ours,
        own.agrees,
        own.note,
        (Reading("by the printed table", printed.ours, printed.agrees),),
    )


@PAPER.claim(
    "9.3",
    "P for p > 2, in table B.2",
    "approximately 0.20",
    slip="the values of the smallest boards are well above 0.20",
)
def _(effort: Effort) -> Finding:
    def judge(values: Values) -> Finding:
        densities = {board: value for board, value in values.items() if board[0] > 2}
        above = [f"{p}x{q}" for (p, q), value in densities.items() if round(value, 1) != 0.2]
        least, most = min(densities.values()), max(densities.values())
        mean = sum(densities.values()) / len(densities)
        shown = f"{least:.3f} to {most:.3f}, on average {mean:.3f}"
        return Finding(f"{shown}; not 0.2 to a digit for {', '.join(above) or 'none'}", not above)

    return _both(effort, judge)


@PAPER.claim(
    "9.3",
    "P decreases as q increases for p > 2, in table B.2",
    "always",
    slip="the values increase in some places",
)
def _(effort: Effort) -> Finding:
    def judge(values: Values) -> Finding:
        steps = [((p, q), (p, q + 1)) for p in range(3, 10) for q in range(p, 10)]
        rises = [
            f"{after[0]}x{after[1]}" for before, after in steps if values[after] > values[before]
        ]
        return Finding(
            f"rises to {', '.join(rises) or 'none'}: {len(rises)} of {len(steps)} steps", not rises
        )

    return _both(effort, judge)


@PAPER.claim(
    "9.3",
    'P decreases as q increases for square boards, in table B.2 ("especially obvious")',
    "always",
    slip="the values increase in some places",
)
def _(effort: Effort) -> Finding:
    def judge(values: Values) -> Finding:
        rises = [f"{q}x{q}" for q in range(4, 11) if values[q, q] > values[q - 1, q - 1]]
        return Finding(f"rises to {', '.join(rises) or 'none'}", not rises)

    return _both(effort, judge)


def fitted_squares(least: int) -> Hyperbola:
    """Fit a / (q - b) + c to the q x q boards of table B.2 from a side up."""
    return Hyperbola.fitted({q: CRITICAL_DENSITIES[q, q] for q in range(least, 11)})


for _index, (_name, _value) in enumerate((("a", SQUARES_A), ("b", SQUARES_B), ("c", SQUARES_C))):

    @PAPER.claim(
        "9.3", f"{_name} of a / (q - b) + c, fitted to the squares of table B.2", str(_value)
    )
    def _(
        _effort: Effort, index: int = _index, name: str = _name, value: Decimal = _value
    ) -> Finding:
        fit = fitted_squares(3)
        own: Decimal = getattr(fit, name)
        error = f"the standard error of the fit is {fit.errors[index]:.3f}"
        finding = rounded(float(own), str(value), note=f"fitted to 3x3 to 10x10; {error}")
        others = [(least, getattr(fitted_squares(least), name)) for least in (2, 4)]
        readings = (
            Reading(
                f"from {least}x{least} up", f"{other:.3f}", rounded(float(other), str(value)).agrees
            )
            for least, other in others
        )
        return replace(finding, readings=tuple(readings))


# -- from the study -------------------------------------------------------------------------------


@PAPER.claim("9.1", "P falls as q grows for p = 1, up to q = 50", "inversely related")
def _(effort: Effort) -> Finding:
    values = [row.value or 0.0 for row in _long_rows(effort)]
    printed = [value for (p, _), value in _printed().items() if p == 1]

    def judge(row: list[float]) -> Finding:
        falls = sum(after < before for before, after in pairwise(row))
        rank = float(spearmanr(range(len(row)), row).statistic)
        return Finding(
            f"{row[0]:.3f} to {row[-1]:.3f}, falls at {falls} of {len(row) - 1} steps, rank "
            f"correlation {rank:.2f}",
            rank < -0.9,
        )

    own, theirs = judge(values), judge(printed)
    return Finding(
        f"1x5 to 1x50: {own.ours}",
        own.agrees,
        "agrees if the rank correlation of q and P is below -0.9",
        (Reading("1x2 to 1x10 by the printed table", theirs.ours, theirs.agrees),),
    )


@PAPER.claim(
    "9.1, 10",
    "limit of P for p = 1, as a_0 of series in 1/q with an increasing number of terms",
    "tends to 0",
    slip="the limit 0 is right, but P falls like sqrt(ln 2 / q), which is not a series in 1/q, so "
    "the fitted a_0 do not converge",
)
def _(effort: Effort) -> Finding:
    rows = _long_rows(effort)
    values = [row.value or 0.0 for row in rows]
    errors = [((row.high or 0.0) - (row.low or 0.0)) / (2 * Z95) for row in rows]
    trends = partial_sums(range(5, 51), values, errors, most=8)
    limits = [(trend.limit or 0.0, Z95 * trend.errors[0]) for trend in trends]
    shown = ", ".join(f"{limit:.3f} ± {error:.3f}" for limit, error in limits)
    last, error = limits[-1]
    power = fit_trend(POWER, range(5, 51), values, errors).parameters[1]
    return Finding(
        f"{shown} with 1 to {len(limits)} terms",
        abs(last) <= error,
        f"the best exponent of q is {-2 * power:.2f}, which does not occur in a series in 1/q",
    )


def _long_rows(effort: Effort) -> list[StudyRow]:
    """Return the rows of 1x5 to 1x50, played by the published program."""
    return [
        study_row(effort, "table" if q <= 10 else "rows", f"1x{q}", PUBLISHED, "paper")
        for q in range(5, 51)
    ]


@PAPER.claim("9.2, 10", "P for p = 2, up to q = 50", "0 for almost all q")
def _(effort: Effort) -> Finding:
    values = {
        q: study_row(effort, "table" if q <= 10 else "pairs", f"2x{q}", PUBLISHED, "paper").value
        for q in range(3, 51)
    }
    printed = {q: value for (p, q), value in _printed().items() if p == 2}

    def judge(row: Mapping[int, float | None]) -> Finding:
        others = [f"2x{q}" for q, value in row.items() if value != 0]
        shown = f"0 for {len(row) - len(others)} of {len(row)}, not {', '.join(others) or 'none'}"
        return Finding(shown, len(others) < 0.1 * len(row))

    own, theirs = judge(values), judge(printed)
    return Finding(
        own.ours,
        own.agrees,
        "agrees if it is not 0 for fewer than a tenth",
        (Reading("by the printed table", theirs.ours, theirs.agrees),),
    )


@PAPER.claim(
    "9.3, 10",
    "limit of P on large squares",
    str(ASYMPTOTE),
    slip="there is no positive limit: the threshold on n cells falls like n^(-1/6) (Louf, arXiv "
    "2506.01634); a / (q - b) + c fitted to 3x3 to 10x10 only allows any c below 0.21",
)
def _(effort: Effort) -> Finding:
    published = float(ASYMPTOTE)
    sides, values, errors = _study_squares(effort, "half")
    comparison = compare_scaling(sides, values, errors)
    hyperbola = fit_trend(HYPERBOLA, sides, values, errors)
    low, high = limit_interval(hyperbola, values, errors)
    power = comparison.trend("power")
    largest = f"{sides[-1]}x{sides[-1]}"
    least = refuted_from(published)
    bound = density_bound(f"{least}x{least}", published).bound
    return Finding(
        f"{values[-1]:.4f} on {largest}, still falling; c = {hyperbola.limit:.3f} "
        f"[{low:.3f}, {high:.3f}] with squares up to it",
        abs(values[-1] - published) < 0.005 and low <= published <= high,
        "density at which pseq wins half of the games; the best exponent of n is "
        f"{-power.parameters[1]:.3f}",
        (
            *(_half_on(effort, f"{side}x{side}") for side in LARGE),
            Reading(
                f"proved bound on the win rate of any player at {ASYMPTOTE}, for independent mines",
                f"{bound:.3f} on {least}x{least}, below one half from there on",
                bound >= 0.5,
            ),
        ),
        confirmed=values[-1] < published and high < published and bound < 0.5,
    )


LARGE = (500, 1000, 2000, 4000)
"""Sides of squares on which the density of the half is measured with a zero as the first click."""


def _half_on(effort: Effort, board: str) -> Reading:
    """Return the density at which half of the games are won with a zero as the first click."""
    row = study_row(effort, "open-squares", board, "pseq", "half")
    assert row.value is not None
    assert row.low is not None
    assert row.high is not None
    predicted = patterns(effort).density(board)
    return Reading(
        f"on {board}",
        f"{row.value:.4f} [{row.low:.4f}, {row.high:.4f}], {row.games:,} games; theory without "
        f"fitted parameters predicts {predicted:.4f}",
        row.low <= float(ASYMPTOTE) <= row.high,
    )


def _study_squares(effort: Effort, method: str) -> tuple[list[int], list[float], list[float]]:
    """Return sides, critical densities and standard errors of squares played by pseq."""
    found = (
        study_row(effort, "squares", board, "pseq", method) for board in study_boards("squares")
    )
    rows = [
        row
        for row in found
        if row.value is not None and row.low is not None and row.high is not None
    ]
    sides = [int(row.board.split("x")[0]) for row in rows]
    return (
        sides,
        [row.value for row in rows if row.value is not None],
        [(row.high - row.low) / (2 * Z95) for row in rows if row.high and row.low is not None],
    )
