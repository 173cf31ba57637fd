"""The tests of the critical law: they accept games of the law and reject others."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sapper.errors import LabError
from sapper.lab.figures.collapse import collapse_figure
from sapper.lab.study import PARTS, StudyPoint, board_collapse, collapses, part, study_points
from sapper.lab.study.collapse import (
    fit_exponent,
    homogeneity,
    limit_win_rate,
    power_of_cells,
    scale_of,
)
from sapper.lab.study.points import read_points
from sapper.theory import critical_law
from sapper.version import VERSION

if TYPE_CHECKING:
    from pathlib import Path


def drawn(board: str, cells: int, power: float = 6, seed: int = 3) -> list[StudyPoint]:
    """Games whose win rate is exp(-c^power), drawn at random."""
    random = np.random.default_rng(seed)
    found = []
    for mines in part("law-squares").scaled_mines(cells):
        rate = exp(-((mines / cells * cells ** (1 / 6)) ** power))
        wins, free = random.binomial(2_000, [rate, rate**2]).tolist()
        counts = mines, 2_000, wins, free, 0, 0.0, VERSION
        found.append(StudyPoint("law-squares", board, cells, "pseq", "open", *counts))
    return found


def test_games_of_the_law_are_accepted_and_others_rejected() -> None:
    found = board_collapse(drawn("torus:1000x1000", 1_000_000))
    assert found.limit.degrees == 10
    assert found.limit.p_value > 0.001
    assert found.free_limit.p_value > 0.001
    assert abs(found.exponent - 6) < 2 * found.exponent_error
    assert abs(10 * found.half - 0.9407) < 20 * found.half_error
    other = board_collapse(drawn("torus:1000x1000", 1_000_000, power=5))
    assert other.limit.p_value < 1e-6
    assert other.exponent + other.exponent_error < 6


def test_sizes_that_collapse_and_sizes_that_do_not() -> None:
    large = drawn("torus:1000x1000", 1_000_000)
    small = drawn("torus:500x500", 250_000, seed=4)
    assert homogeneity([*large, *small], lambda point: point.wins).p_value > 0.001
    steeper = drawn("torus:500x500", 250_000, power=8, seed=4)
    assert homogeneity([*large, *steeper], lambda point: point.wins).p_value < 1e-6
    power, error = power_of_cells(*collapses([*small, *large]))
    assert abs(power + 1 / 6) < 2 * error


def test_the_exponent_of_a_curve_without_noise() -> None:
    points = [
        replace(point, games=10**6, wins=round(10**6 * limit_win_rate(critical_law("grid"), point)))
        for point in drawn("torus:1000x1000", 1_000_000)
    ]
    half, half_error, exponent, exponent_error = fit_exponent(points)
    assert exponent == pytest.approx(6, abs=0.001)
    assert half == pytest.approx(critical_law("grid").half(1_000_000), rel=1e-4)
    assert 0 < half_error < 0.001
    assert 0 < exponent_error < 0.1
    assert scale_of(points[0]) == pytest.approx(0.6)


def test_the_games_of_the_package() -> None:
    """Large tori collapse; the census of rook boards is not rejected."""
    squares = study_points("law-squares")
    large = [point for point in squares if point.cells >= 40_000]
    largest = [point for point in squares if point.cells >= 250_000]
    assert homogeneity(largest, lambda point: point.wins).p_value > 0.01
    for found in collapses(large):
        assert found.finite.p_value > 0.01
        assert abs(found.exponent - found.predicted_exponent) < 1.5 * found.exponent_error
    for found in collapses(study_points("law-rook")):
        assert found.finite.p_value > 0.01
        assert abs(found.half / found.predicted_half - 1) < 0.01
        assert found.to_dict()["finite"]["degrees"] == 10
    assert {each.seed_step for each in PARTS if each.plan == "scaled"} == {2506}


def test_the_figure() -> None:
    drawing = collapse_figure(study_points("law-squares"))
    assert len(drawing.axes) == 2
    assert drawing.axes[0].get_xlabel().endswith("$n^{1/6}$")
    with pytest.raises(LabError, match="needs at least one point"):
        collapse_figure([])
    with pytest.raises(LabError, match="boards of one lattice"):
        collapse_figure([*study_points("law-squares"), *study_points("law-rook")])


def test_bad_points(tmp_path: Path) -> None:
    points = study_points("law-rook")
    with pytest.raises(LabError, match="of one board"):
        board_collapse(points)
    with pytest.raises(LabError, match="needs 3 densities with wins and losses"):
        board_collapse(points[:2])
    with pytest.raises(LabError, match="cannot read"):
        read_points(tmp_path / "missing.csv")
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("a,b\n1,2\n")
    with pytest.raises(LabError, match="is not a table of points of the study"):
        read_points(wrong)
