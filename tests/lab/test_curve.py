"""Win-rate curves: validation, cuts, and the two corrections of Chong et al. 2024."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import simulate
from sapper.errors import SapperError
from sapper.intervals import wilson
from sapper.lab.fits.curve import Curve, CurveError, UndefinedError
from sapper.lab.fits.half import falling_rates
from sapper.lab.fits.logistic import w_correction
from sapper.lab.study import study_points


def curve(cells: int, mines: list[int], wins: list[int], games: int = 100) -> Curve:
    return Curve(cells, np.array(mines), np.array(wins), np.full(len(mines), games))


def test_densities_rates_and_intervals() -> None:
    points = curve(16, [2, 4, 8], [100, 60, 0])
    assert points.densities.tolist() == [0.125, 0.25, 0.5]
    assert points.win_rates.tolist() == [1.0, 0.6, 0.0]
    assert points.intervals.tolist() == [list(wilson(wins, 100)) for wins in (100, 60, 0)]
    assert len(points) == 3


@pytest.mark.parametrize(
    ("cells", "mines", "wins", "games", "message"),
    [
        (0, [1], [1], [1], "at least one cell, not 0"),
        (2.5, [1], [1], [1], "whole number, not 2.5"),
        (True, [1], [1], [1], "whole number, not True"),
        (9, [], [], [], "at least one point"),
        (9, [1, 2], [1], [1, 1], "1 wins for 2 numbers of mines"),
        (9, [1, 2], [1, 1], [1], "1 games for 2 numbers of mines"),
        (9, [1], [2], [1], "2 wins in 1 games with 1 mines"),
        (9, [1], [0], [0], "at least one game, but 1 mines has none"),
        (9, [10], [1], [1], "10 mines do not fit on 9 cells"),
        (9, [2, 1], [1, 1], [1, 1], "1 comes after 2"),
        (9, [2, 2], [1, 1], [1, 1], "2 comes after 2"),
        (9, [1], [-1], [1], "whole numbers from 0 on, not -1"),
        (9, [1], [0.5], [1], "whole numbers from 0 on, not 0.5"),
        (9, [1], [float("nan")], [1], "whole numbers from 0 on, not nan"),
        (9, [1], [float("inf")], [1], "whole numbers from 0 on, not inf"),
        (9, [1], ["x"], [1], "whole numbers, not"),
        (9, [[1]], [1], [1], "a row of numbers"),
    ],
)
def test_what_cannot_be_is_refused(
    cells: object, mines: object, wins: object, games: object, message: str
) -> None:
    with pytest.raises(CurveError, match=message) as refused:
        Curve(cells, mines, wins, games)  # type: ignore[arg-type]
    assert isinstance(refused.value, SapperError)
    assert isinstance(refused.value, ValueError)


def test_more_counts_are_checked_too() -> None:
    mines, wins, games = np.array([[1, 2], [5, 4], [9, 9]])
    with pytest.raises(CurveError, match="6 of 5 wins without a guess"):
        Curve(9, mines, wins, games, guess_free=np.array([6, 1]))
    with pytest.raises(CurveError, match="1 guesses for 2"):
        Curve(9, mines, wins, games, guesses=np.array([6]))
    with pytest.raises(CurveError, match="seconds must be a row of times"):
        Curve(9, mines, wins, games, cpu_seconds=np.array([-1.0, 1.0]))


def test_a_curve_keeps_its_own_read_only_arrays() -> None:
    wins = np.array([5, 4])
    points = Curve(9, np.array([1, 2]), wins, np.array([9, 9]))
    wins[0] = 0
    assert points.wins.tolist() == [5, 4]
    with pytest.raises(ValueError, match="read-only"):
        points.wins[0] = 1


def test_cpu_time_has_one_name() -> None:
    mines, wins, games, times = np.array([[1, 2], [5, 4], [9, 9], [3, 4]])
    points = Curve(9, mines, wins, games, cpu_seconds=times)
    with pytest.warns(DeprecationWarning, match=r"Curve\.cpu_seconds"):
        assert points.seconds is points.cpu_seconds
    point = study_points("open-boxes")[0]
    with pytest.warns(DeprecationWarning, match=r"StudyPoint\.cpu_seconds"):
        assert point.seconds == point.cpu_seconds > 0
    result = simulate("4x4/3", games=10)
    assert result.to_dict()["processor"] == result.cpu_seconds <= result.seconds + 1
    with pytest.warns(DeprecationWarning, match="cpu_seconds"):
        assert result.processor == result.cpu_seconds


def test_a_curve_of_counts_has_all_their_columns() -> None:
    counts = [simulate(f"4x4/{mines}", games=20).counts for mines in (2, 5)]
    points = Curve.of(16, [2, 5], counts, "4x4")
    for name in ("games", "wins", "guess_free", "guesses", "moves", "cpu_seconds"):
        assert getattr(points, name).tolist() == [getattr(each, name) for each in counts]


def test_the_dip() -> None:
    points = curve(8, [0, 1, 2, 3, 4, 5, 6, 7, 8], [100, 90, 50, 7, 2, 2, 9, 100, 100])
    assert points.inside().mines.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert points.below_dip().mines.tolist() == [1, 2, 3, 4]
    with pytest.raises(UndefinedError, match="a board of 8 cells"):
        curve(8, [0, 8], [1, 1]).inside()


def test_other_counts_stay_with_their_points() -> None:
    mines, wins, games, guesses = np.array([[1, 2, 3], [9, 1, 5], [10] * 3, [7, 8, 9]])
    points = Curve(9, mines, wins, games, guesses=guesses, cpu_seconds=guesses / 2, spec="3x3")
    below = points.below_dip()
    assert below.guesses is not None
    assert below.cpu_seconds is not None
    assert below.guesses.tolist() == [7, 8]
    assert below.cpu_seconds.tolist() == [3.5, 4.0]
    assert below.spec == below.name == "3x3"
    assert Curve(**json.loads(json.dumps(points.to_dict()))).to_dict() == points.to_dict()


# -- W-correction (8.1), by hand ----------------------------------------------------------------


def test_the_4x4_of_the_text() -> None:
    """Its 15 mines are always won and its 14 in about 0.07 of the games: both become 0."""
    mines = np.arange(11, 16)
    rates = np.array([0.032, 0.034, 0.051, 0.07, 1.0])
    assert w_correction(mines / 16, rates).tolist() == [0.032, 0.034, 0, 0, 0]
    # 12 of 16 is not above 0.75, so by the text 13 mines still count; the program counts them not.
    assert w_correction(mines / 16, rates, "text").tolist() == [0.032, 0.034, 0.051, 0, 0]


def test_nothing_counts_after_the_first_zero() -> None:
    densities = np.array([0.1, 0.2, 0.3, 0.4])
    assert w_correction(densities, np.array([0.9, 0.0, 0.2, 1.0])).tolist() == [0.9, 0, 0, 0]


def test_below_three_quarters_a_rise_stays() -> None:
    densities = np.array([0.25, 0.5, 0.75])
    rates = np.array([1 / 3, 0.34, 1.0])
    assert w_correction(densities, rates).tolist() == rates.tolist()


def test_a_corrected_rate_is_what_the_next_is_compared_with() -> None:
    densities = np.array([0.76, 0.8, 0.9])
    assert w_correction(densities, np.array([0.05, 0.06, 0.04])).tolist() == [0.05, 0, 0]


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(CurveError, match="unknown rule 'other'"):
        w_correction(np.array([0.5]), np.array([0.5]), "other")  # type: ignore[arg-type]


@given(st.lists(st.integers(0, 20), min_size=2, max_size=30), st.sampled_from(["program", "text"]))
def test_correction_is_done_once_and_only_lowers(wins: list[int], rule: str) -> None:
    densities = np.arange(1, len(wins) + 1) / (len(wins) + 1)
    rates = np.array(wins) / 20
    corrected = w_correction(densities, rates, rule)  # type: ignore[arg-type]
    assert np.array_equal(w_correction(densities, corrected, rule), corrected)  # type: ignore[arg-type]
    assert np.all((corrected == rates) | (corrected == 0))
    high = corrected[densities > 0.75]
    assert np.all(np.diff(high) <= 0)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 9)), min_size=1, max_size=12))
def test_the_nearest_falling_sequence(pairs: list[tuple[float, int]]) -> None:
    """It falls, keeps the weighted sum, and is the max-min of weighted means (Robertson 1988)."""
    rates, weights = (np.array(column, dtype=float) for column in zip(*pairs, strict=True))
    falling = falling_rates(rates, weights)
    assert np.all(np.diff(falling) <= 1e-12)
    assert np.isclose(falling @ weights, rates @ weights)

    def mean(begin: int, end: int) -> float:
        return float(np.average(rates[begin : end + 1], weights=weights[begin : end + 1]))

    places = range(len(rates))
    expected = [
        min(max(mean(begin, end) for end in places if end >= at) for begin in range(at + 1))
        for at in places
    ]
    assert np.allclose(falling, expected)
