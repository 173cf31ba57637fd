"""Sections 9.1 to 9.3: how the critical density P changes with the board.

The text derives its trends from table B.2. They are derived from it again, including the
least-squares fit, and compared with the critical densities of our study on larger boards (``sapper
study``).
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

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
from sapper.papers.claims import Effort, Finding, rounded
from sapper.papers.exhaustive import every
from sapper.papers.shipped import study_boards, study_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.lab.study import StudyRow


# -- from table B.2 -------------------------------------------------------------------------------


def _table(p: int) -> list[tuple[int, Decimal]]:
    """Return a row of table B.2 as pairs (q, P), by increasing q."""
    return [(q, density) for (own, q), density in CRITICAL_DENSITIES.items() if own == p]


@PAPER.claim("9.1", "P falls as q grows for p = 1, in table B.2", "always")
def _(_effort: Effort) -> Finding:
    row = _table(1)
    steps = pairwise(row)
    return every(steps, lambda step: step[0][1] >= step[1][1], "steps of q")


@PAPER.claim("9.2", "P = 0 for p = 2, in table B.2", "almost all q")
def _(_effort: Effort) -> Finding:
    row = _table(2)
    others = [f"2x{q}" for q, density in row if density != 0]
    zeros = len(row) - len(others)
    return Finding(f"{zeros} of {len(row)} q, not {' and '.join(others)}", zeros > len(row) / 2)


@PAPER.claim("9.2", "win rate of 2x10 with one mine", "around 0.50")
def _(_effort: Effort) -> Finding:
    from sapper.perfect import optimal

    best = optimal("2x10/1", start=0).probability
    found = abs(best - Fraction(1, 2)) < Fraction(1, 20)
    return Finding(f"{best} = {float(best):.4f}", found, "perfect play from the corner")


@PAPER.claim("9.2", "win rate of 2x10 with 1, 2, 3, ... mines", "decreases at once")
def _(_effort: Effort) -> Finding:
    from sapper.perfect import optimal

    rates = [optimal(f"2x10/{mines}", start=0).probability for mines in range(1, 5)]
    shown = ", ".join(f"{float(rate):.3f}" for rate in rates)
    return Finding(shown, rates == sorted(rates, reverse=True), "perfect play from the corner")


def _thick() -> Iterator[tuple[tuple[int, int], Decimal]]:
    return ((board, density) for board, density in CRITICAL_DENSITIES.items() if board[0] > 2)


@PAPER.claim(
    "9.3",
    "P for p > 2, in table B.2",
    "approximately 0.20",
    slip="the values of the smallest boards are well above 0.20",
)
def _(_effort: Effort) -> Finding:
    densities = dict(_thick())
    above = [f"{p}x{q}" for (p, q), d in densities.items() if round(d, 1) != Decimal("0.2")]
    least, most = min(densities.values()), max(densities.values())
    mean = sum(densities.values()) / len(densities)
    return Finding(
        f"{least:.3f} to {most:.3f}, on average {mean:.3f}; 0.3 to a digit for {', '.join(above)}",
        not above,
    )


@PAPER.claim(
    "9.3",
    "P decreases as q increases for p > 2, in table B.2",
    "always",
    slip="the values of the table increase in some places",
)
def _(_effort: Effort) -> Finding:
    rises = []
    steps = 0
    for p in range(3, 10):
        row = _table(p)
        for (_, before), (q, after) in pairwise(row):
            steps += 1
            rises += [f"{p}x{q}"] if after > before else []
    return Finding(f"rises to {', '.join(rises)}: {len(rises)} of {steps} steps", not rises)


@PAPER.claim(
    "9.3",
    'P decreases as q increases for square boards, in table B.2 ("especially obvious")',
    "always",
    slip="the table rises from 5x5 to 6x6",
)
def _(_effort: Effort) -> Finding:
    rises = [
        f"{q}x{q}"
        for q in range(4, 11)
        if CRITICAL_DENSITIES[q, q] > CRITICAL_DENSITIES[q - 1, q - 1]
    ]
    return Finding(f"rises to {', '.join(rises)}", not rises)


def _squares(least: int) -> Hyperbola:
    """Fit a / (q - b) + c to the q x q boards of table B.2 from a side up."""
    return Hyperbola.fitted({q: CRITICAL_DENSITIES[q, q] for q in range(least, 11)})


for _index, (_name, _value) in enumerate((("a", SQUARES_A), ("b", SQUARES_B), ("c", SQUARES_C))):

    @PAPER.claim(
        "9.3", f"{_name} of a / (q - b) + c, fitted to the squares of table B.2", str(_value)
    )
    def _(
        _effort: Effort, index: int = _index, name: str = _name, value: Decimal = _value
    ) -> Finding:
        fit = _squares(3)
        own: Decimal = getattr(fit, name)
        error = f"the standard error of the fit is {fit.errors[index]:.3f}"
        return rounded(float(own), str(value), note=f"fitted to 3x3 to 10x10; {error}")


@PAPER.claim(
    "9.3",
    "the asymptote c, fitted to all squares of table B.2",
    str(ASYMPTOTE),
    slip="the printed value is fitted without 2x2; without 3x3 it changes again",
)
def _(_effort: Effort) -> Finding:
    by_least = {least: _squares(least).c for least in (2, 3, 4)}
    shown = ", ".join(f"{c:.3f} from {least}x{least} up" for least, c in by_least.items())
    return Finding(shown, round(by_least[2], 3) == ASYMPTOTE)


# -- from the study -------------------------------------------------------------------------------


@PAPER.claim("9.1", "P falls as q grows for p = 1, up to q = 50", "inversely related")
def _(effort: Effort) -> Finding:
    values = [row.value or 0.0 for row in _long_rows(effort)]
    falls = sum(after < before for before, after in pairwise(values))
    pairs = len(values) - 1
    return Finding(
        f"{values[0]:.3f} at 1x5 to {values[-1]:.3f} at 1x50; falls at {falls} of {pairs} steps",
        falls > 0.75 * pairs and values[-1] < values[0] / 2,
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
    values = [
        study_row(effort, "table" if q <= 10 else "pairs", f"2x{q}", PUBLISHED, "paper").value
        for q in range(3, 51)
    ]
    none = sum(value == 0 for value in values)
    return Finding(f"0 for {none} of {len(values)}", none > 0.8 * len(values))


@PAPER.claim(
    "9.3, 10",
    "limit of P on large squares",
    str(ASYMPTOTE),
    slip="there is no positive limit: the threshold on n cells falls like n^(-1/6) (Louf, arXiv "
    "2506.01634); a / (q - b) + c fitted to 3x3 to 10x10 only allows any c below 0.21",
)
def _(effort: Effort) -> Finding:
    sides, values, errors = _study_squares(effort, "half")
    comparison = compare_scaling(sides, values, errors)
    hyperbola = fit_trend(HYPERBOLA, sides, values, errors)
    low, high = limit_interval(hyperbola, values, errors)
    power = comparison.trend("power")
    largest = f"{sides[-1]}x{sides[-1]}"
    return Finding(
        f"{values[-1]:.4f} on {largest}, still falling; c = {hyperbola.limit:.3f} "
        f"[{low:.3f}, {high:.3f}] with squares up to it",
        abs(values[-1] - float(ASYMPTOTE)) < 0.005 and low <= float(ASYMPTOTE) <= high,
        "density at which pseq wins half of the games; the best exponent of n is "
        f"{-power.parameters[1]:.3f}",
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
