"""The study of large boards: forced guesses, figures and the paper."""

import json
import runpy
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Rectangle

from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.errors import LabError
from sapper.lab.figures.board_sides import is_square, side_of
from sapper.lab.figures.coin_flips import coin_flips_figure
from sapper.lab.figures.fixed_density import fixed_density
from sapper.lab.figures.forced_guesses import forced_guesses_figure
from sapper.lab.figures.large_boards import PlayedShare, large_boards
from sapper.lab.figures.long_rows import half_of_row, long_rows
from sapper.lab.figures.transition import transition
from sapper.lab.study import StudyPoint, study, study_points
from sapper.lab.study.forced_guesses import forced_guesses, nearest_to_half
from sapper.theory import bound_density, census, density_bound, row_win_rate
from sapper.theory.win_bound import CORNER, EDGE, INTERIOR, packing
from sapper.version import VERSION

PAPER = Path(__file__).parents[2] / "docs" / "paper"


def point(board: str, cells: int, mines: int, free: int, wins: int = 50) -> StudyPoint:
    return StudyPoint(
        "open-squares", board, cells, "pseq", "open", mines, 100, wins, free, 90, 1.0, VERSION
    )


def test_forced_guesses_are_minus_the_logarithm_of_the_games_without() -> None:
    (found,) = forced_guesses([point("100x100", 10_000, 1_500, 25)])
    assert found.measured == pytest.approx(log(4))
    assert found.low < found.measured < found.high
    assert found.predicted == pytest.approx(census("grid").mean("100x100", 0.15))
    assert found.predicted_win_rate == census("grid").win_rate("100x100", 0.15)
    assert found.predicted_win_rate == pytest.approx(exp(-found.predicted / 2), rel=0.01)
    assert found.ratio == pytest.approx(found.measured / found.predicted)


def test_points_without_information_are_left_out() -> None:
    assert forced_guesses([point("100x100", 10_000, 900, 97), point("9x9", 81, 10, 2)]) == []
    assert forced_guesses([point("1x100", 100, 9, 50), point("hex:9x9", 81, 9, 50)]) == []


def test_the_point_nearest_to_the_half() -> None:
    found = forced_guesses([point("50x50", 2_500, 400, 40, 70), point("50x50", 2_500, 450, 20, 48)])
    assert [each.mines for each in nearest_to_half(found)] == [450]


def test_large_squares_follow_the_census_and_obey_the_bound() -> None:
    halves = {row.board: row for row in study() if row.method == "half" and row.first == "open"}
    for board in ("500x500", "1000x1000", "2000x2000", "torus:1000x1000", "torus:2000x2000"):
        row = halves[board]
        assert row.value is not None
        assert row.low is not None
        assert row.high is not None
        predicted = census("grid").density(board)
        # within four standard errors and the 5 % that the census may leave out
        reach = (row.high - row.low) + 0.05 * predicted
        assert abs(row.value - predicted) < reach
        bound = bound_density(board)
        assert bound is not None
        assert row.low < bound


def test_the_density_of_the_bound() -> None:
    found = bound_density("500x500")
    assert found is not None
    assert density_bound("500x500", found).bound == pytest.approx(0.5, abs=1e-4)
    assert bound_density("10x10") is None
    larger = bound_density("1000x1000")
    assert larger is not None
    assert larger < found


def test_the_figure_of_coin_flips_draws_every_one() -> None:
    *examples, packed = coin_flips_figure().axes
    marks = [[each for each in axes.patches if isinstance(each, Circle)] for axes in examples]
    assert [len(each) for each in marks] == [8, 6, 5]
    empty = (0.0, 0.0, 0.0, 0.0)
    filled = [sum(each.get_facecolor() != empty for each in circles) for circles in marks]
    assert filled == [INTERIOR.mines, EDGE.mines, CORNER.mines]
    squares = [
        each for each in packed.patches if isinstance(each, Rectangle) if each.get_width() == 2
    ]
    assert len(squares) == sum(field.count for field in packing("grid", (24, 24)))


def inside(axes: Axes, x: float, y: float) -> bool:
    (left, right), (low, high) = sorted(axes.get_xlim()), sorted(axes.get_ylim())
    return bool(left <= x <= right and low <= y <= high)


def drawn(axes: Axes, marker: str) -> list[tuple[float, float]]:
    lines = [line for line in axes.lines if line.get_marker() == marker]
    return [
        (float(x), float(y))
        for line in lines
        for x, y in zip(np.asarray(line.get_xdata()), np.asarray(line.get_ydata()), strict=True)
    ]


def test_the_figure_of_forced_guesses_shows_every_point() -> None:
    found = forced_guesses(study_points())
    figure = forced_guesses_figure(found)
    shown = [
        (float(x), float(y))
        for axes in figure.axes
        for container in axes.containers
        for x, y in zip(*np.asarray(container[0].get_data()), strict=True)
    ]
    expected = [(each.mines / each.cells, each.ratio) for each in found if is_square(each.board)]
    assert np.array(sorted(shown)) == pytest.approx(np.array(sorted(expected)))
    assert all(inside(figure.axes[0], x, y) for x, y in shown)
    assert all(axes.get_legend() is None for axes in figure.axes)
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()][-1] == "4,000"


def test_the_transition_has_every_board_at_its_half() -> None:
    figure = transition(study_points(), study())
    halves = {row.board: row.value for row in study() if row.method == "half" and row.value}
    won = figure.axes[0]
    one = next(each for each in study_points() if each.board == "100x100")
    place = (one.density / halves["100x100"], one.wins / one.games)
    shown = [
        pair
        for container in won.containers
        for pair in zip(*np.asarray(container[0].get_data()), strict=True)
    ]
    assert any(pair == pytest.approx(place) for pair in shown)
    law = next(line for line in won.lines if line.get_label() == "k = 6")
    x, y = (np.asarray(data) for data in law.get_data())
    assert y == pytest.approx(2 ** -(x**6))
    with pytest.raises(LabError, match="needs points and halves"):
        transition([], study())


def test_the_two_densities_are_in_panels_of_their_own() -> None:
    trials = [PlayedShare("200x200", 0.1298, 104, 200)]
    left, right = large_boards(study(), trials).axes[:2]
    squares = {p * p: float(v) for (p, q), v in CRITICAL_DENSITIES.items() if p == q > 2}
    assert dict(drawn(left, "x")) == squares
    assert drawn(right, "x") == []
    assert drawn(right, "*") == [(40_000, 0.1298)]
    assert [text.get_text() for text in right.texts] == ["52 %"]
    assert drawn(large_boards(study()).axes[1], "*") == []
    with pytest.raises(LabError, match="at least one half of a square"):
        large_boards([])


def test_win_rates_at_one_density() -> None:
    trials = [PlayedShare("50x50", 0.159, 276, 400), PlayedShare("200x200", 0.159, 28, 120)]
    axes = fixed_density(trials).axes[0]
    assert drawn(axes, "*") == [(2500, 0.69), (40_000, pytest.approx(28 / 120))]
    assert any("454x454" in text.get_text() for text in axes.texts)
    with pytest.raises(LabError, match="one density"):
        fixed_density([*trials, PlayedShare("50x50", 0.1, 1, 1)])
    with pytest.raises(LabError, match="one density"):
        fixed_density([])


def test_long_rows_follow_the_closed_form() -> None:
    for length in (12, 100, 1000):
        mines = round(half_of_row(length) * length)
        assert row_win_rate(length, mines) < 0.5 <= row_win_rate(length, mines - 1)
    rows, strips = long_rows(study()).axes
    assert len(rows.containers) == 1
    assert len(strips.containers) == 5
    with pytest.raises(LabError, match="a row or a strip"):
        long_rows([])


def test_nothing_to_draw() -> None:
    with pytest.raises(LabError, match="at least one point"):
        forced_guesses_figure([])


def _check_statements_of_the_paper(numbers: dict[str, Any]) -> None:
    """The text says this about its numbers."""
    fit = numbers["fit"]
    assert all(float(fit[part]["relative"]) < 5 for part in ("open-squares", "open-tori"))
    assert all(float(each["p"].removeprefix("< ")) < 0.01 for each in fit.values())
    law = numbers["law"]
    c, error = (float(each) for each in law["c"].split(" ± "))
    assert abs(c - float(law["c_census"])) < 2.5 * error
    assert float(law["chi"]) < 1 < 10 < float(law["limit_chi"])
    for part, largest in (("open-squares", 30), ("open-tori", 100)):
        for row in numbers["halves"][part]:
            side, high = side_of(row["board"]), float(row["interval"].split(" to ")[1])
            assert (float(row["theory"]) > high) == (side <= largest)
    squares = {row["board"]: row for row in numbers["halves"]["open-squares"]}
    for board in ("100x100", "200x200", "500x500"):
        assert 1.005 < float(squares[board]["half"]) / float(squares[board]["theory"]) < 1.025
    for bound in numbers["upper"].values():
        assert float(bound["best"]) < float(bound["bound"]) < float(bound["flips"])
    for row in numbers["widths"]:
        if int(row["side"].partition("x")[0]) >= 200:
            for kind in ("square", "torus"):
                kappa, width = (float(each) for each in row[f"{kind}_kappa"].split(" ± "))
                assert abs(kappa - float(row[f"{kind}_theory"])) < 1.1 * width


def test_the_paper(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    runpy.run_path(str(PAPER / "build.py"))["main"](tmp_path)
    assert (tmp_path / "sapper.pdf").read_bytes().startswith(b"%PDF")
    numbers = json.loads((tmp_path / "numbers.json").read_text(encoding="utf-8"))
    assert numbers["refuted"]["grid"] == 454
    _check_statements_of_the_paper(numbers)
    shipped = json.loads((PAPER / "numbers.json").read_text(encoding="utf-8"))
    assert shipped == numbers, "docs/paper is stale: run make paper"
