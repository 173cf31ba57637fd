"""What an interval of 95 % says is true: estimates scatter as much as they state, and cover.

A board is swept again and again, each time with another seed and from that one seed for all numbers
of mines, as ``sapper density`` does. So two things are tested at once: that games with m and m + 1
mines of one seed are independent, and that every estimator states the error it has. Where numbers
of mines share layouts, estimates of ``paper`` scatter by 1.3 to 1.4 of what they state.

The truth is what each estimator finds in a run that is a thousand times as large and has a seed of
its own for every number of mines (``data/coverage_truth.json``: 200,000 games each).
"""

from __future__ import annotations

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
GAMES = {"6x6": 150, "9x9": 80}
"""Games for each number of mines of a sweep: few, for many sweeps in little time."""

DOUBT = 0.001
"""The chance at which a right estimator fails one of these tests, were the seeds drawn anew."""

TRUTH = json.loads((Path(__file__).parent / "data" / "coverage_truth.json").read_text())


def large_run(board: str) -> Curve:
    rows, columns = map(int, board.split("x"))
    run = TRUTH[board]
    return Curve(rows * columns, run["mines"], run["wins"], run["games"], spec=board)


def seed_of(sweep: int, mines: int) -> int:
    """The seed of a sweep."""
    return 1_000 + sweep


def swept(board: str, sweep: int) -> Curve:
    large, games = large_run(board), GAMES[board]
    wins = [
        simulate(f"{board}/{mines}", "perimeter", games, seed_of(sweep, mines), threads=1).wins
        for mines in large.mines.tolist()
    ]
    return Curve(large.cells, large.mines, np.array(wins), np.full(len(large), games), spec=board)


@pytest.fixture(scope="module", params=GAMES)
def sweeps(request: pytest.FixtureRequest) -> tuple[str, list[Curve]]:
    return request.param, [swept(request.param, sweep) for sweep in range(SWEEPS)]


@pytest.mark.parametrize("method", ["paper", "half", "likelihood"])
def test_the_stated_error_is_the_error(sweeps: tuple[str, list[Curve]], method: str) -> None:
    board, curves = sweeps
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


def stated_errors(curve: Curve, method: str, truth: float) -> float:
    """Return how many stated standard errors an estimate is off.

    An interval need not be symmetric: what counts is the side on which the truth is.
    """
    found = critical_density(curve, method)
    assert found.value is not None
    assert found.interval is not None
    end = found.interval[0] if truth < found.value else found.interval[1]
    return Z95 * (found.value - truth) / abs(found.value - end)
