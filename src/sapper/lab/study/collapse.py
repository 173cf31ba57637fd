"""Tests of the critical law: the games of the scaled parts, compared with the limit and the census.

Each board has the same values of c; the density is c n^(-1/k). If the law holds, the win
rates of all boards fall on the curve exp(-a c^k). The tests are Pearson's chi-square tests of the
numbers of games won, and of games without a guess, without a fitted parameter: against the limit,
against the census at the size of the board, and of the boards against each other (homogeneity).
The exponent is that of W = 2^(-(density / h)^κ), by maximum likelihood, compared with the slope of
log(-log W) of the census.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import exp, hypot, log
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.boards import parse_spec
from sapper.errors import LabError
from sapper.intervals import Z95
from sapper.lab.fits.survival import FittedPoints, fit_survival
from sapper.theory import census
from sapper.theory.critical_law import CriticalLaw, critical_law

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sapper.lab.study.points import StudyPoint

FEWEST_EXPECTED = 5
"""Fewest expected games won, and lost, of a point in a chi-square test."""

_FEWEST_UNDECIDED = 3
_STEP = 1.001


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """A chi-square test."""

    statistic: float
    """The sum of the squared scores."""

    degrees: int
    """The degrees of freedom."""

    @property
    def p_value(self) -> float:
        """The probability of a statistic at least as large if the law holds."""
        from scipy.special import chdtrc

        return float(chdtrc(self.degrees, self.statistic)) if self.degrees else 1.0

    def to_dict(self) -> dict[str, Any]:
        """Return the test as JSON values."""
        return {**asdict(self), "p_value": self.p_value}


@dataclass(frozen=True, slots=True)
class BoardCollapse:
    """The games of one board, compared with the law and the census."""

    board: str
    """The board."""

    cells: int
    """Its cells."""

    games: int
    """The games of all its points."""

    limit: ChiSquare
    """The win rates against exp(-a c^k)."""

    finite: ChiSquare
    """The win rates against the census at this size."""

    free_limit: ChiSquare
    """The shares of games without a guess against exp(-b c^k)."""

    free_finite: ChiSquare
    """The shares of games without a guess against the census."""

    half: float
    """The density h at which half of the games are won."""

    half_error: float
    """The half width of its 95 % interval."""

    predicted_half: float
    """The density at which the census puts it."""

    exponent: float
    """The exponent κ of the transition."""

    exponent_error: float
    """The half width of its 95 % interval."""

    predicted_exponent: float
    """The slope of log(-log W) by the logarithm of the density at the half, by the census."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        return asdict(self)


def board_collapse(points: Sequence[StudyPoint]) -> BoardCollapse:
    """Compare the points of one board with the critical law of its lattice and its census."""
    if len({point.board for point in points}) != 1:
        raise LabError("the points of a collapse are of one board")
    if sum(0 < point.wins < point.games for point in points) < _FEWEST_UNDECIDED:
        raise LabError(f"a collapse needs {_FEWEST_UNDECIDED} densities with wins and losses")
    board = points[0].board
    law, patterns = critical_law(board), census(parse_spec(board).kind)
    half, half_error, exponent, exponent_error = fit_exponent(points)
    return BoardCollapse(
        board=board,
        cells=points[0].cells,
        games=sum(point.games for point in points),
        limit=_test(points, _wins, lambda point: limit_win_rate(law, point)),
        finite=_test(points, _wins, lambda point: patterns.win_rate(board, point.density)),
        free_limit=_test(points, _free, lambda point: limit_guess_free(law, point)),
        free_finite=_test(points, _free, lambda point: patterns.guess_free(board, point.density)),
        half=half,
        half_error=half_error,
        predicted_half=patterns.density(board),
        exponent=exponent,
        exponent_error=exponent_error,
        predicted_exponent=_slope(
            lambda density: -log(patterns.win_rate(board, density)), patterns.density(board)
        ),
    )


def collapses(points: Iterable[StudyPoint]) -> list[BoardCollapse]:
    """Compare each board with the law; boards in the order of the points."""
    boards: dict[str, list[StudyPoint]] = {}
    for point in points:
        boards.setdefault(point.board, []).append(point)
    return [board_collapse(of_board) for of_board in boards.values()]


def power_of_cells(smaller: BoardCollapse, larger: BoardCollapse) -> tuple[float, float]:
    """Return the power of n in the half between two boards, with the half width of its interval."""
    span = log(larger.cells / smaller.cells)
    error = hypot(smaller.half_error / smaller.half, larger.half_error / larger.half)
    return log(larger.half / smaller.half) / span, error / span


def homogeneity(points: Iterable[StudyPoint], counter: Callable[[StudyPoint], int]) -> ChiSquare:
    """Test whether the rates of all boards are equal at each value of c.

    ``counter`` gives the successes of a point, for instance its wins.
    """
    by_scale: dict[float, list[StudyPoint]] = {}
    for point in points:
        by_scale.setdefault(round(scale_of(point), 3), []).append(point)
    statistic, degrees = 0.0, 0
    for group in by_scale.values():
        games = sum(point.games for point in group)
        rate = sum(counter(point) for point in group) / games
        tested = [point for point in group if _enough(point, rate)]
        if len(tested) < 2:
            continue
        statistic += sum(_score(point, counter(point), rate) ** 2 for point in tested)
        degrees += len(tested) - 1
    return ChiSquare(statistic, degrees)


def scale_of(point: StudyPoint) -> float:
    """Return the number c of a point: its density divided by n^(-1/k)."""
    return float(point.density * point.cells ** (1 / critical_law(point.board).mines))


def limit_win_rate(law: CriticalLaw, point: StudyPoint) -> float:
    """Return exp(-a c^k) at a point."""
    return exp(-float(law.amplitude) * scale_of(point) ** law.mines)


def limit_guess_free(law: CriticalLaw, point: StudyPoint) -> float:
    """Return exp(-b c^k) at a point."""
    return exp(-float(law.guess_free_amplitude) * scale_of(point) ** law.mines)


def fit_exponent(points: Sequence[StudyPoint]) -> tuple[float, float, float, float]:
    """Fit W = 2^(-(density / h)^κ); return h and κ, each with the half width of its interval.

    By maximum likelihood; the 95 % intervals are from the Fisher information, widened if the curve
    does not fit.
    """
    densities = np.array([point.density for point in points])
    last = float(densities[-1])
    fit = fit_survival(
        FittedPoints(
            densities / last,
            np.array([float(point.wins) for point in points]),
            np.array([float(point.games) for point in points]),
        ),
        2,
    )
    level, exponent = (float(value) for value in fit.coefficients)
    covariance = np.linalg.inv(fit.information) * fit.dispersion
    half = last * exp((log(log(2)) - level) / exponent)
    # The derivatives of log h by the two coefficients.
    slopes = np.array([-1 / exponent, -(log(log(2)) - level) / exponent**2])
    half_error = half * float(slopes @ covariance @ slopes) ** 0.5
    return half, Z95 * half_error, exponent, Z95 * float(covariance[1, 1]) ** 0.5


def _slope(loss: Callable[[float], float], density: float) -> float:
    return log(loss(density * _STEP) / loss(density / _STEP)) / (2 * log(_STEP))


def _wins(point: StudyPoint) -> int:
    return point.wins


def _free(point: StudyPoint) -> int:
    return point.guess_free


def _enough(point: StudyPoint, rate: float) -> bool:
    return point.games * min(rate, 1 - rate) >= FEWEST_EXPECTED


def _score(point: StudyPoint, count: int, rate: float) -> float:
    return float((count - point.games * rate) / (point.games * rate * (1 - rate)) ** 0.5)


def _test(
    points: Sequence[StudyPoint],
    counter: Callable[[StudyPoint], int],
    rate: Callable[[StudyPoint], float],
) -> ChiSquare:
    """Test the counts of points with enough expected games against these rates."""
    scores = [
        _score(point, counter(point), rate(point))
        for point in points
        if _enough(point, rate(point))
    ]
    return ChiSquare(sum(score**2 for score in scores), len(scores))
