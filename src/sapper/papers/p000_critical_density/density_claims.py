"""What paper 000 claims about critical densities, beside those of our own study.

The games of a study take an hour, so these findings are read from its results, which come with the
package; ``sapper study`` plays them again. Two sweeps of a thousand games differ by chance, so ours
and the paper's agree within the root of 2 of our interval.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

from sapper.data.published_densities import ASYMPTOTE, CRITICAL_DENSITIES
from sapper.intervals import Z95
from sapper.lab.fits.scaling import POWER, compare_scaling
from sapper.lab.fits.trends import HYPERBOLA, fit_trend, limit_interval, partial_sums
from sapper.lab.study import PUBLISHED, StudyRow, study
from sapper.papers.claims import Effort, Finding, Paper

if TYPE_CHECKING:
    from decimal import Decimal

DENSITIES = Paper("000", "critical densities")
"""Joined to the other claims of the paper."""

_FRESH = {
    (3, 6): "ten fresh sweeps (`sapper density 3x6 --strategy infer-guess-published --seed 2` to "
    "11) average 0.2482, from 0.2452 to 0.2510, and the printed value is 1.3 of its own standard "
    "errors below; ",
    (7, 10): "ten fresh sweeps (`sapper density 7x10 --strategy infer-guess-published --seed 2` to "
    "11) average 0.2038, from 0.2020 to 0.2053, and the printed value is 1.6 of its own standard "
    "errors below; ",
    (8, 8): "ten fresh sweeps (`sapper density 8x8 --strategy infer-guess-published --seed 2` to "
    "11) average 0.2038, from 0.2026 to 0.2054, and the printed value is 1.8 of its own standard "
    "errors below; ",
}
"""What else was tried where our sweep of seed 1 and the printed one part."""

_NOISE = (
    "noise of two sweeps, of the size that three of 42 boards show by chance (see the test of the "
    "whole table): "
)
_VARIANTS = (
    "half of the games won, pseq; read as more neighbours, as no border and as more dimensions, "
    "beginning safe or with an opening, none orders them: triangles (12 neighbours) lie above "
    "hexagons (6), and tori above squares; "
)
_COMMAND = "from `sapper study {}`"
_CHANCE = {
    (2, 2): "nearly half of all sweeps give 1, the others 0.02 to 0.08",
    (2, 4): "the fit has its steepest point left of 0, and is cut to 0",
}


@cache
def _rows() -> dict[tuple[str, str, str, str], StudyRow]:
    return {(row.part, row.board, row.strategy, row.method): row for row in study()}


def _row(part: str, board: str, strategy: str, method: str) -> StudyRow:
    return _rows()[part, board, strategy, method]


def _shown(row: StudyRow) -> str:
    if row.value is None:
        return "undefined"
    if row.low is None or row.high is None:
        return f"{row.value:.4f}"
    return f"{row.value:.4f} [{row.low:.4f}, {row.high:.4f}]"


def _register(p: int, q: int, published: Decimal) -> None:
    @DENSITIES.claim(
        "B.2",
        f"critical density of {p}x{q}",
        f"{published:.4f}",
        note=_CHANCE.get((p, q), ""),
        slip="decided by chance: three points do not fix the curve" if (p, q) == (2, 2) else "",
    )
    def _(_effort: Effort) -> Finding:
        row = _row("table", f"{p}x{q}", PUBLISHED, "paper")
        assert row.value is not None
        margin = 0.0 if row.low is None or row.high is None else (row.high - row.low) / sqrt(2)
        agrees = abs(row.value - float(published)) <= margin
        told = "" if agrees or (p, q) in _CHANCE else _NOISE + _FRESH.get((p, q), "")
        return Finding(_shown(row), agrees, told + _COMMAND.format("table"))


for (_p, _q), _value in CRITICAL_DENSITIES.items():
    _register(_p, _q, _value)


@DENSITIES.claim("9.1", "P falls as q grows for p = 1, up to q = 50", "inversely related")
def _(_effort: Effort) -> Finding:
    values = [row.value or 0.0 for row in _long_rows()]
    falls = sum(after < before for before, after in pairwise(values))
    pairs = len(values) - 1
    return Finding(
        f"{values[0]:.3f} at 1x5 to {values[-1]:.3f} at 1x50; falls at {falls} of {pairs} steps",
        falls > 0.75 * pairs and values[-1] < values[0] / 2,
        _COMMAND.format("table rows"),
    )


@DENSITIES.claim(
    "9.1, 10",
    "the limit of P for p = 1, as a_0 of series in 1/q with more and more terms",
    "tends to 0",
    slip="the limit 0 is right, but P falls like sqrt(ln 2 / q), which no series in 1/q has, so "
    "that its a_0 do not settle",
)
def _(_effort: Effort) -> Finding:
    rows = _long_rows()
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
        f"the best power of q is {-2 * power:.2f}, which a series in 1/q does not have; "
        + _COMMAND.format("table rows"),
    )


def _long_rows() -> list[StudyRow]:
    """1x5 to 1x50 with the published program."""
    return [
        _row("table" if q <= 10 else "rows", f"1x{q}", PUBLISHED, "paper") for q in range(5, 51)
    ]


@DENSITIES.claim("9.2, 10", "P for p = 2, up to q = 50", "0 for almost all q")
def _(_effort: Effort) -> Finding:
    values = [
        _row("table" if q <= 10 else "pairs", f"2x{q}", PUBLISHED, "paper").value
        for q in range(3, 51)
    ]
    none = sum(value == 0 for value in values)
    return Finding(f"0 for {none} of {len(values)}", none > 0.8 * len(values))


@DENSITIES.claim("10.2", "P with a stronger solver, boards with p > 2", "higher on almost all")
def _(_effort: Effort) -> Finding:
    boards = [f"{p}x{q}" for p, q in CRITICAL_DENSITIES if p > 2]
    counts = {}
    for strategy in ("infer-guess", "perimeter", "pseq", "pseq-d256"):
        counts[strategy] = sum(
            (_row("table", board, strategy, "paper").value or 0)
            > (_row("table", board, PUBLISHED, "paper").value or 0)
            for board in boards
        )
    shown = ", ".join(f"{name} {count}" for name, count in counts.items())
    agrees = min(counts.values()) > 0.9 * len(boards)
    return Finding(f"of {len(boards)}: {shown}", agrees, _COMMAND.format("table"))


@DENSITIES.claim(
    "9.3, 10",
    "the limit of P on large squares",
    str(ASYMPTOTE),
    slip="there is no positive limit: the threshold of n cells falls like n^(-1/6) (Louf, arXiv "
    "2506.01634); a / (q - b) + c through 3x3 to 10x10 alone leaves c anywhere below 0.21",
)
def _(_effort: Effort) -> Finding:
    sides, values, errors = _squares("half")
    comparison = compare_scaling(sides, values, errors)
    hyperbola = fit_trend(HYPERBOLA, sides, values, errors)
    low, high = limit_interval(hyperbola, values, errors)
    power = comparison.trend("power")
    largest = f"{sides[-1]}x{sides[-1]}"
    return Finding(
        f"{values[-1]:.4f} on {largest}, still falling; c = {hyperbola.limit:.3f} "
        f"[{low:.3f}, {high:.3f}] with squares up to it",
        abs(values[-1] - float(ASYMPTOTE)) < 0.005 and low <= float(ASYMPTOTE) <= high,
        f"half of the games won, pseq; the best power of n is {-power.parameters[1]:.3f}; "
        + _COMMAND.format("squares"),
    )


@DENSITIES.claim("10.3", "P of variants, the more complex the variant", "lower")
def _(_effort: Effort) -> Finding:
    boards = {
        "hex:8x8, 6 neighbours": ("hex", "hex:8x8"),
        "8x8, 8": ("squares", "8x8"),
        "torus:8x8, 8 without border": ("torus", "torus:8x8"),
        "box:4x4x4, 26 and mostly border": ("box", "box:4x4x4"),
    }
    values = {
        name: _row(part, board, "pseq", "half").value or 0 for name, (part, board) in boards.items()
    }
    shown = ", ".join(f"{name}: {value:.3f}" for name, value in values.items())
    falling = list(values.values())
    agrees = all(b < a for a, b in pairwise(falling))
    return Finding(shown, agrees, _VARIANTS + _COMMAND.format("hex torus box"))


def _squares(method: str) -> tuple[list[int], list[float], list[float]]:
    """Sides, critical densities and their standard errors on squares, pseq."""
    rows = [
        row
        for row in study()
        if (row.part, row.strategy, row.method) == ("squares", "pseq", method)
        and row.value is not None
        and row.low is not None
        and row.high is not None
    ]
    sides = [int(row.board.split("x")[0]) for row in rows]
    return (
        sides,
        [row.value for row in rows if row.value is not None],
        [(row.high - row.low) / (2 * Z95) for row in rows if row.high and row.low is not None],
    )
