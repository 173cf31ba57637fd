"""Coverage of 95 % intervals: the scatter of estimates equals their stated errors.

There are two questions. Is the stated error of an estimator correct if games are independent? That
needs many games per point for ``likelihood``, so wins are drawn from the binomial distribution. And
are the games of one seed independent between numbers of mines, as every estimator assumes? A board
is swept repeatedly, each time with a new seed for all numbers of mines, like ``sapper density``. If
points shared layouts, estimates would scatter by 1.2 to 1.4 times their stated error.

The true value of each estimator is its result in a far larger run with a separate seed for every
number of mines (``data/coverage_truth.json``: 200,000 games each).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import DensityMethod

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom, chi2

from sapper import simulate
from sapper.intervals import Z95
from sapper.lab.fits.curve import Curve
from sapper.lab.fits.definitions import critical_density

SWEEPS = 100
GAMES = 1_000
"""Games for each number of mines where wins are drawn."""

PLAYED = {"6x6": 60, "9x9": 40}
"""Games per number of mines if games are played: few, so that many sweeps are fast."""

DOUBT = 0.001
"""The chance at which a right estimator fails one of these tests, were the seeds drawn anew."""

TRUTH = json.loads((Path(__file__).parents[1] / "data" / "coverage_truth.json").read_text())


def large_run(board: str) -> Curve:
    rows, columns = map(int, board.split("x"))
    run = TRUTH[board]
    return Curve(rows * columns, run["mines"], run["wins"], run["games"], spec=board)


def seed_of(sweep: int, mines: int) -> int:
    """One seed for all numbers of mines of a sweep."""
    return 1_000 + sweep


def drawn(board: str, sweep: int) -> Curve:
    large = large_run(board)
    games = np.full(len(large), GAMES)
    wins = np.random.default_rng(sweep).binomial(games, large.win_rates)
    return Curve(large.cells, large.mines, wins, games, spec=board)


def played(board: str, sweep: int) -> Curve:
    large, games = large_run(board), PLAYED[board]
    wins = [
        simulate(f"{board}/{mines}", "perimeter", games, seed_of(sweep, mines), threads=1).wins
        for mines in large.mines.tolist()
    ]
    return Curve(large.cells, large.mines, np.array(wins), np.full(len(large), games), spec=board)


@pytest.fixture(scope="module", params=PLAYED)
def played_sweeps(request: pytest.FixtureRequest) -> tuple[str, list[Curve]]:
    return request.param, [played(request.param, sweep) for sweep in range(SWEEPS)]


@pytest.mark.parametrize("method", ["paper", "half", "likelihood"])
@pytest.mark.parametrize("board", PLAYED)
def test_the_stated_error_is_the_error(board: str, method: DensityMethod) -> None:
    check([drawn(board, sweep) for sweep in range(SWEEPS)], method)


@pytest.mark.parametrize("method", ["paper", "half"])
def test_games_of_one_seed_are_independent_between_numbers_of_mines(
    played_sweeps: tuple[str, list[Curve]], method: DensityMethod
) -> None:
    _, curves = played_sweeps
    check(curves, method)


def check(curves: list[Curve], method: DensityMethod) -> None:
    board = curves[0].spec
    truth = critical_density(large_run(board), method).value
    assert truth is not None
    errors = np.array([stated_errors(curve, method, truth) for curve in curves])
    # Were the estimates normal with the error they state, the sum of the squares of these numbers
    # would have the chi-square distribution with as many degrees as there are sweeps. With 100 its
    # root mean square is then within 0.77 and 1.24, but for one time in a thousand.
    low, high = (sqrt(chi2.ppf(side, SWEEPS) / SWEEPS) for side in (DOUBT / 2, 1 - DOUBT / 2))
    spread = sqrt(float(np.mean(errors**2)))
    assert low < spread < high, f"{method} on {board}: {spread:.3f} of the stated error"
    # The truth is inside 95 % of the intervals: in 100 of them 87 to 100 times, by the same doubt.
    inside = int(np.sum(np.abs(errors) <= Z95))
    fewest, most = (binom.ppf(side, SWEEPS, 0.95) for side in (DOUBT / 2, 1 - DOUBT / 2))
    assert fewest <= inside <= most, f"{method} on {board}: the truth is in {inside} of {SWEEPS}"


def stated_errors(curve: Curve, method: DensityMethod, truth: float) -> float:
    """Return how many stated standard errors an estimate is off.

    An interval need not be symmetric: what counts is the side on which the truth is.
    """
    found = critical_density(curve, method)
    assert found.value is not None
    assert found.interval is not None
    end = found.interval[0] if truth < found.value else found.interval[1]
    return Z95 * (found.value - truth) / abs(found.value - end)
