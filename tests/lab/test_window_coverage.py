"""Coverage of the intervals of the study's windows, with few games and with other seeds.

Large boards have ten or twenty games at each density of a window. Wins are drawn from curves of
known half density, and games are played on a small board with seeds that the study does not use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import DensityMethod

import numpy as np
import pytest
from scipy.stats import binom

from sapper import simulate
from sapper.lab.fits.curve import Curve
from sapper.lab.fits.definitions import critical_density
from sapper.lab.study import study, study_points
from sapper.lab.sweeps.window import WINDOW

DOUBT = 0.001
"""The chance at which a right interval fails one of these tests, were the seeds drawn anew."""


def fewest(intervals: int) -> int:
    return int(binom.ppf(DOUBT, intervals, 0.95))


@pytest.mark.parametrize("power", [2.0, 4.0, 6.0])
@pytest.mark.parametrize("games", [10, 40])
def test_windows_of_few_games(power: float, games: int) -> None:
    random = np.random.default_rng([int(power), games])
    cells, truth, inside, windows = 1_000_000, 0.08, 0, 100
    for _ in range(windows):
        middle = truth * float(np.exp(random.normal(0, 0.04)))
        mines = np.round(middle * np.array(WINDOW) * cells).astype(np.int64)
        rates = 0.5 ** ((mines / cells / truth) ** power)
        wins = random.binomial(games, rates)
        found = critical_density(Curve(cells, mines, wins, np.full(len(mines), games)), "half")
        assert found.interval is not None
        inside += found.interval[0] <= truth <= found.interval[1]
    assert inside >= fewest(windows), f"the half is in {inside} of {windows}"


@pytest.mark.parametrize("method", ["half", "guess-free"])
def test_windows_of_other_seeds_hold_what_the_study_found(method: DensityMethod) -> None:
    board, games, windows = "20x20", 40, 40
    rows = [row for row in study() if (row.part, row.board) == ("open-squares", board)]
    (truth,) = (row.value for row in rows if row.method == method)
    mines = [point.mines for point in study_points("open-squares") if point.board == board]
    assert truth is not None
    inside = 0
    for seed in range(9_000, 9_000 + windows):
        played = [
            simulate(board, "pseq", games, seed, "open", mines=count, threads=1) for count in mines
        ]
        curve = Curve(
            400,
            np.array(mines),
            np.array([each.wins for each in played]),
            np.full(len(mines), games),
            np.array([each.guess_free for each in played]),
        )
        found = critical_density(curve, method)
        assert found.interval is not None
        inside += found.interval[0] <= truth <= found.interval[1]
    assert inside >= fewest(windows), f"what the study found is in {inside} of {windows}"
