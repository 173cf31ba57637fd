"""Figures: they show the given data, are readable for everyone, and are reproducible."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.errors import FileError, LabError
from sapper.lab import points, sweep
from sapper.lab.figures import (
    aspect_trend,
    asymptote,
    first_cell_gains,
    pair_trend,
    row_trend,
    square_trend,
    strategy_gaps,
    table_map,
    to_png,
    to_svg,
    two_row_win_rates,
    win_rate_panels,
    win_rates,
    write,
)
from sapper.lab.figures import style as house
from sapper.lab.figures.fixed_density import fixed_density
from sapper.lab.figures.forced_guesses import forced_guesses_figure
from sapper.lab.figures.guess_peaks import guess_peaks
from sapper.lab.figures.inline import DARK, VARIABLES, inline_svg
from sapper.lab.figures.large_boards import PlayedShare, large_boards
from sapper.lab.figures.long_rows import long_rows
from sapper.lab.figures.published_comparison import compare_with_table, comparison_by_paper
from sapper.lab.figures.sized import rows, squares
from sapper.lab.figures.solved_game import solved_game
from sapper.lab.figures.table_map import table
from sapper.lab.figures.transition import transition
from sapper.lab.figures.win_rates import fitted_points
from sapper.lab.fits.agreement import Agreement
from sapper.lab.fits.definitions import CriticalDensity, critical_density
from sapper.lab.fits.scaling import compare_scaling
from sapper.lab.fits.trends import HYPERBOLA, fit_trend
from sapper.lab.store.store import Store
from sapper.lab.store.stored_curves import stored_curve
from sapper.lab.study import StudyRow, study, study_points
from sapper.lab.study.forced_guesses import forced_guesses
from sapper.lab.study.win_rate_table import win_rate_curve
from sapper.lab.sweeps.densities import BoardDensity
from sapper.perfect.small_board_table import small_boards
from sapper.theory.step_by_step import solve_game
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    from sapper.types import DensityMethod

GRIDS = [f"{p}x{q}" for p in range(1, 6) for q in range(p, 9) if p * q > 1 and (p < 3 or q < 6)]
SQUARES = ["6x6", "7x7", "8x8"]
OTHERS = ["hex:4x4", "torus:4x5"]
TRIALS = [PlayedShare("50x50", 0.159, 276, 400), PlayedShare("200x200", 0.159, 28, 120)]


def played(
    boards: list[str], strategy: str, method: DensityMethod, store: Store
) -> list[BoardDensity]:
    found = []
    for board in boards:
        curve = stored_curve(store, board, strategy, "safe", 1)
        critical = critical_density(curve, method)
        found.append(BoardDensity(board, strategy, "safe", 0, 1, curve, critical))
    return found


@pytest.fixture(scope="module")
def results() -> dict[str, list[BoardDensity]]:
    boards = GRIDS + SQUARES + OTHERS
    with Store() as store:
        sweep(points(boards), 150, store)
        sweep(points(["4x4", "5x5"], strategies=["pseq", "random"]), 100, store)
        return {
            "likelihood": played(boards, "perimeter", "likelihood", store),
            "paper": played(boards, "perimeter", "paper", store),
            "pseq": played(["4x4", "5x5"], "pseq", "likelihood", store),
            "random": played(["4x4", "5x5"], "random", "likelihood", store),
            "half": played(["4x4", "6x6"], "perimeter", "half", store),
        }


Results = dict[str, list[BoardDensity]]


def on(results: list[BoardDensity], *boards: str) -> list[BoardDensity]:
    by_board = {result.board: result for result in results}
    return [by_board[board] for board in boards]


FIGURES: dict[str, Callable[[Results], Figure]] = {
    "win_rates": lambda r: win_rates(on(r["likelihood"], "4x4", "5x5", "6x6", "hex:4x4")),
    "win_rates of a paper": lambda r: win_rates(on(r["paper"], "2x8", "4x4")),
    "win_rates without a fit": lambda r: win_rates(r["half"]),
    "win_rate_panels": lambda r: win_rate_panels(on(r["likelihood"], *GRIDS[:7])),
    "panels of long names": lambda r: win_rate_panels(on(r["likelihood"], *OTHERS, "8x8")),
    "panels of strategies": lambda r: win_rate_panels(
        [*on(r["likelihood"], "4x4", "5x5"), *r["pseq"], *r["random"]]
    ),
    "one panel": lambda r: win_rate_panels(on(r["likelihood"], "5x5")),
    "table_map": lambda r: table_map(
        r["paper"],
        title="Sapper, infer-guess-published, by paper",
        agreement=comparison_by_paper(r["paper"]),
    ),
    "row_trend": lambda r: row_trend(r["paper"]),
    "pair_trend": lambda r: pair_trend(r["likelihood"]),
    "aspect_trend": lambda r: aspect_trend(r["likelihood"]),
    "aspect_trend with the published table": lambda r: aspect_trend(r["paper"], published=True),
    "guess_peaks": lambda _: guess_peaks(study_points("open-peaks"), study()),
    "two_row_win_rates": lambda _: two_row_win_rates(win_rate_curve("2x10")),
    "square_trend": lambda r: square_trend(r["paper"]),
    "asymptote": lambda r: asymptote(r["paper"]),
    "strategy_gaps": lambda _: strategy_gaps(small_boards()),
    "first_cell_gains": lambda _: first_cell_gains(small_boards()),
    "forced_guesses": lambda _: forced_guesses_figure(forced_guesses(study_points())),
    "transition": lambda _: transition(study_points(), study()),
    "long_rows": lambda _: long_rows(study()),
    "large_boards": lambda _: large_boards(study(), TRIALS),
    "fixed_density": lambda _: fixed_density(TRIALS),
    "solved_game": lambda _: solved_game(solve_game("5x6/7", index=135)),
}


@pytest.fixture(scope="module", params=FIGURES)
def figure(request: pytest.FixtureRequest, results: Results) -> Figure:
    return FIGURES[request.param](results)


def texts(figure: Figure) -> list[Text]:
    found = figure.findobj(lambda artist: isinstance(artist, Text) and artist.get_visible())
    return [text for text in found if isinstance(text, Text) and text.get_text().strip()]


# -- all figures --------------------------------------------------------------------------------


def test_axes_are_labelled(figure: Figure) -> None:
    if figure.get_supxlabel():
        assert figure.get_supylabel()
        return
    for axes in figure.axes:
        across, along = axes.get_shared_x_axes(), axes.get_shared_y_axes()
        assert any(other.get_xlabel() for other in across.get_siblings(axes))
        assert any(other.get_ylabel() for other in along.get_siblings(axes))


def test_no_letter_is_under_nine_points(figure: Figure) -> None:
    assert min(float(text.get_fontsize()) for text in texts(figure)) >= 9
    assert figure.get_figwidth() <= 7


def test_all_text_is_inside_the_figure_and_titles_are_clear_of_each_other(figure: Figure) -> None:
    to_svg(figure)  # settles the layout
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    width, height = figure.canvas.get_width_height()
    for text in texts(figure):
        box = text.get_window_extent(renderer)
        inside = box.x0 >= -1 and box.y0 >= -1 and box.x1 <= width + 1 and box.y1 <= height + 1
        # A tick beyond the limits of its axis is an artist, too, but it is not drawn.
        assert inside or not _is_drawn(text, figure), text.get_text()
    titles = [text for text in texts(figure) if text.get_fontweight() == "bold"]
    for one, other in combinations([title.get_window_extent(renderer) for title in titles], 2):
        assert not one.overlaps(other)


def _is_drawn(text: Text, figure: Figure) -> bool:
    ticks = [
        label
        for parent in figure.axes
        for axes in (parent, *parent.child_axes)
        for axis in (axes.xaxis, axes.yaxis)
        for tick in [*axis.majorTicks, *axis.minorTicks]
        if not _within(tick.get_loc(), axis.get_view_interval())
        for label in (tick.label1, tick.label2)
    ]
    return text not in ticks


def _within(place: float, interval: Any) -> bool:
    low, high = sorted(interval)
    return bool(low <= place <= high)


def test_the_same_figure_is_the_same_file(
    request: pytest.FixtureRequest, figure: Figure, results: Results
) -> None:
    name = request.node.callspec.params["figure"]
    again = FIGURES[name](results)
    svg = to_svg(figure)
    assert svg == to_svg(again)
    assert "<dc:date>" not in svg
    if name in ("pair_trend", "one panel"):  # the quick ones
        assert to_png(figure) == to_png(again)
        assert svg == to_svg(figure)


def test_settings_of_the_user_neither_matter_nor_change(results: Results) -> None:
    expected = to_svg(FIGURES["pair_trend"](results))
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "path"}):
        assert to_svg(FIGURES["pair_trend"](results)) == expected
        assert mpl.rcParams["font.size"] == 30
        assert mpl.rcParams["svg.hashsalt"] is None


def test_pyplot_is_never_loaded_nor_matplotlib_before_a_figure() -> None:
    code = (
        "import sys; from sapper.lab.figures import *; assert 'matplotlib' not in sys.modules;"
        "from sapper.perfect.small_board_table import small_boards;"
        "to_png(strategy_gaps(small_boards()));"
        "assert 'matplotlib' in sys.modules; assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_files_are_written(tmp_path: Path, results: Results) -> None:
    figure = FIGURES["win_rates"](results)
    svg, png = write(figure, tmp_path / "new" / "folder", "curves")
    assert (svg.name, png.name) == ("curves.svg", "curves.png")
    assert svg.read_text("utf-8") == to_svg(figure)
    assert png.read_bytes() == to_png(figure)
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    size = np.frombuffer(png.read_bytes()[16:24], ">u4")
    assert size.tolist() == [1400, 840]
    with pytest.raises(LabError, match="a file name without its suffix, not 'a/b'"):
        write(figure, tmp_path, "a/b")
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot write"):
        write(figure, tmp_path / "file", "curves")


def test_without_matplotlib_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(LabError, match=r"pip install 'sapper\[lab\]'"):
        strategy_gaps(small_boards())


# -- colours ------------------------------------------------------------------------------------

# Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
VISION = {
    "usual": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def lab(color: str, vision: Any = VISION["usual"]) -> Any:
    shares = np.array([int(color[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(vision) @ linear, 0, 1)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    xyz = np.array(to_xyz) @ seen / [0.9505, 1.0, 1.089]
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


LIGHT_SERIES = [look.color for look in house.SERIES]
DARK_SERIES = [DARK[VARIABLES[color]] for color in LIGHT_SERIES]


@pytest.mark.parametrize("palette", [LIGHT_SERIES, DARK_SERIES], ids=["light", "dark"])
def test_series_are_distinct_for_colour_blind_readers_and_in_grey(palette: list[str]) -> None:
    for one, other in combinations(palette, 2):
        assert abs(lab(one)[0] - lab(other)[0]) >= 5
        for vision in VISION.values():
            assert np.linalg.norm(lab(one, vision) - lab(other, vision)) >= 15


def test_series_stand_out_from_the_paper() -> None:
    for light, dark in zip(LIGHT_SERIES, DARK_SERIES, strict=True):
        assert lab(house.PAPER)[0] - lab(light)[0] > 18
        assert lab(dark)[0] - lab(DARK["paper"])[0] > 40
    assert set(VARIABLES.values()) == set(DARK)


def test_series_differ_in_marker_and_line() -> None:
    assert len({look.marker for look in house.SERIES}) == len(house.SERIES)
    assert len({look.line for look in house.SERIES}) == len(house.SERIES)


# -- win rates ----------------------------------------------------------------------------------


def xy(line: Line2D) -> list[tuple[float, float]]:
    x, y = (np.asarray(data).tolist() for data in line.get_data())
    return list(zip(x, y, strict=True))


def drawn_points(axes: Axes, look: house.Series) -> dict[float, float]:
    """The points of a series, filled and hollow, by their density."""
    return {
        x: y
        for line in axes.lines
        if line.get_marker() == look.marker and line.get_linestyle() == "None"
        if line.get_markeredgecolor() == look.color
        for x, y in xy(line)
    }


def test_points_and_their_intervals_are_those_of_the_curve(results: Results) -> None:
    chosen = on(results["likelihood"], "4x4", "6x6")
    (axes,) = win_rates(chosen).axes
    bars = [c for c in axes.collections if isinstance(c, LineCollection)]
    for number, (result, bar) in enumerate(zip(chosen, bars, strict=True)):
        curve = result.curve
        expected = dict(zip(curve.densities.tolist(), curve.win_rates.tolist(), strict=True))
        assert drawn_points(axes, house.series(number)) == expected
        ends = np.array([segment[:, 1] for segment in bar.get_segments()])
        assert ends == pytest.approx(curve.intervals, abs=1e-12)


def test_many_points_have_a_band(results: Results) -> None:
    (result,) = on(results["likelihood"], "8x8")
    (axes,) = win_rates([result]).axes
    (band,) = axes.collections
    vertices = band.get_paths()[0].vertices
    for density, (low, high) in zip(result.curve.densities, result.curve.intervals, strict=True):
        across = np.asarray(vertices)[np.isclose(np.asarray(vertices)[:, 0], density), 1]
        assert across.min() == pytest.approx(low)
        assert across.max() == pytest.approx(high)


@pytest.mark.parametrize("method", ["likelihood", "paper"])
def test_the_fit_is_drawn_where_it_holds(results: Results, method: DensityMethod) -> None:
    (result,) = on(results[method], "6x6")
    fit: Any = result.critical.fit
    (axes,) = win_rates([result]).axes
    (curve,) = [line for line in axes.lines if len(xy(line)) == 200]
    x, y = (np.asarray(data) for data in curve.get_data())
    played = result.curve.densities
    assert (x[0], x[-1]) == (max(fit.densities[0], played[0]), min(fit.densities[-1], played[-1]))
    assert y == pytest.approx([fit.win_rate(place) for place in x])
    (star,) = [line for line in axes.lines if line.get_marker() == "*"]
    assert np.asarray(star.get_xdata()).tolist() == [result.critical.value]
    ends = [line for line in axes.lines if np.array_equal(line.get_xdata(), fit.interval)]
    assert len(ends) == 1
    legend = axes.get_legend()
    assert legend is not None
    assert f"{result.critical.value:.3f}" in legend.get_texts()[0].get_text()


def test_hollow_are_the_points_that_the_fit_leaves_out(results: Results) -> None:
    (by_paper,) = on(results["paper"], "3x4")
    used = fitted_points(by_paper)
    fit: Any = by_paper.critical.fit
    inner = fit.win_rates[1:-1]  # without the ends that the method adds
    assert used.tolist() == (inner == by_paper.curve.win_rates).tolist()
    assert used[0]
    assert not used[-1]  # W-correction takes the certain win of the fullest board as a loss
    (likely,) = on(results["likelihood"], "3x4")
    fit = likely.critical.fit
    assert int(fitted_points(likely).sum()) == len(fit.densities)
    (axes,) = win_rates([likely]).axes
    filled = [line for line in axes.lines if line.get_markerfacecolor() == house.SERIES[0].color]
    assert len(np.asarray(filled[0].get_xdata())) == len(fit.densities)


def test_panels_have_every_board_once_and_its_critical_density(results: Results) -> None:
    chosen = on(results["likelihood"], *GRIDS[4:12])
    figure = win_rate_panels(chosen)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert len(shown) == len(chosen)
    for axes, result in zip(shown, chosen, strict=True):
        value = result.critical.value
        assert axes.get_title("left").startswith(result.board)
        upright = [line for line in axes.lines if list(np.asarray(line.get_ydata())) == [0, 1]]
        assert [np.asarray(line.get_xdata())[0] for line in upright] == (
            [] if value is None else [value]
        )


def test_strategies_share_the_panel_of_their_board(results: Results) -> None:
    figure = FIGURES["panels of strategies"](results)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title("left") for axes in shown] == ["4x4", "5x5"]
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["perimeter", "pseq", "random"]
    kinds = [on(results["likelihood"], "4x4")[0], results["pseq"][0], results["random"][0]]
    for number, result in enumerate(kinds):
        drawn = drawn_points(shown[0], house.series(number))
        assert set(result.curve.win_rates.tolist()) <= set(drawn.values())


def test_what_cannot_be_drawn_together(results: Results) -> None:
    with pytest.raises(LabError, match="at least one board"):
        win_rates([])
    with pytest.raises(LabError, match="at most 6 curves, not 7"):
        win_rates(results["likelihood"][:7])


def test_an_undefined_density_is_said_to_be(results: Results) -> None:
    (result,) = on(results["likelihood"], "1x3")
    assert result.critical.value is None
    (axes,) = win_rate_panels([result]).axes
    assert axes.get_title("left") == "1x3: undefined"


# -- the table ----------------------------------------------------------------------------------


def cell_texts(axes: Axes) -> dict[tuple[int, int], str]:
    return {
        (int(y), int(x)): text.get_text()
        for text in axes.texts
        for x, y in [text.get_position()]
        if text.get_transform().contains_branch(axes.transData) and x >= 1
    }


def test_the_table_has_every_value_and_difference(results: Results) -> None:
    figure = table_map(results["paper"])
    ours, theirs, difference = figure.axes[:3]
    known = table(results["paper"])
    assert set(cell_texts(ours)) == set(known)
    for sides, text in cell_texts(ours).items():
        value = known[sides].value
        assert text == "–" if value is None else float(text) == pytest.approx(value, abs=6e-4)
    assert {sides: float(text) for sides, text in cell_texts(theirs).items()} == {
        sides: pytest.approx(float(value), abs=6e-4) for sides, value in CRITICAL_DENSITIES.items()
    }
    for sides, text in cell_texts(difference).items():
        value = known[sides].value
        if value is not None:
            apart = value - float(CRITICAL_DENSITIES[sides])
            assert float(text.replace("−", "-")) == pytest.approx(apart, abs=6e-4)
    (cells,) = [c for c in difference.collections if isinstance(c, PolyCollection)]
    defined = [sides for sides in known if known[sides].value is not None]
    expected = [known[sides].value - float(CRITICAL_DENSITIES[sides]) for sides in defined]  # type: ignore[operator]
    assert np.asarray(cells.get_array()).tolist() == pytest.approx(expected)


def test_titles_keep_clear_of_the_cells(results: Results) -> None:
    figure = FIGURES["table_map"](results)
    to_svg(figure)
    figure.draw_without_rendering()
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    (title,) = [text for text in figure.axes[0].texts if "infer-guess" in text.get_text()]
    box = title.get_window_extent(renderer)
    for row in range(1, 11):
        for column in range(row, 11):
            corner = figure.axes[0].transData.transform((column - 0.5, row + 0.5))
            other = figure.axes[0].transData.transform((column + 0.5, row - 0.5))
            assert not box.overlaps(Bbox([corner, other]))


def test_frames_are_those_of_the_two_sample_tests(results: Results) -> None:
    scores = {"3x4": -9.0, "4x4": 2.2, "5x5": 0.1, "6x6": 1.9}
    agreement = Agreement(scores, {"2x2": "no error"})
    difference = table_map(results["paper"], agreement=agreement).axes[2]
    framed = {
        (round(patch.get_y() + 0.4), round(patch.get_x() + 0.43)): patch.get_linestyle()
        for patch in difference.patches
        if isinstance(patch, Rectangle)
    }
    assert framed == {(3, 4): "-", (4, 4): (0, (1, 1.5))}
    struck = [xy(line)[0] for line in difference.lines]
    assert struck == [(1.57, 2.36)]
    (key,) = [text.get_text() for text in difference.texts if "two-sample" in text.get_text()]
    assert "4 boards, p < 0.05" in key
    assert "framed: 1 by Holm; dotted: 1 more" in key
    assert "0.2 expected by chance" in key
    assert "underlined: 1 not comparable" in key


def test_a_map_without_a_comparison_has_no_frames(results: Results) -> None:
    difference = table_map(results["paper"]).axes[2]
    assert not [patch for patch in difference.patches if isinstance(patch, Rectangle)]
    assert comparison_by_paper(results["likelihood"]) is None
    assert comparison_by_paper(on(results["paper"], *OTHERS)) is None
    found = comparison_by_paper(results["paper"])
    assert found is not None
    assert "3x4" in found.scores
    expected = compare_with_table(results["paper"], 150).scores["3x4"]
    assert found.scores["3x4"] == expected


def test_numbers_can_be_read_on_their_cells(results: Results) -> None:
    def light(color: Any) -> float:
        shares = np.array(mpl.colors.to_rgb(color))
        linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    figure = table_map(results["paper"])
    figure.draw_without_rendering()
    for axes in figure.axes[:3]:
        (cells,) = [c for c in axes.collections if isinstance(c, PolyCollection)]
        colors = {
            tuple(np.asarray(path.vertices)[:4].mean(axis=0).round().astype(int)): color
            for path, color in zip(cells.get_paths(), cells.get_facecolor(), strict=True)
        }
        for text in axes.texts:
            if (at := tuple(int(place) for place in text.get_position())) in colors:
                pair = sorted([light(text.get_color()), light(colors[at])])
                assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5


def test_the_mirror_image_of_a_board_is_the_same_board() -> None:
    def found(board: str, value: float) -> StudyRow:
        return StudyRow(
            "table", board, 12, "pseq", "safe", "paper", value, None, None, 1000, VERSION
        )

    assert table([found("4x3", 0.1)])[3, 4].value == 0.1
    assert table([found("4x3", 0.1), found("3x4", 0.2)])[3, 4].value == 0.2
    assert table([found("3x4", 0.2), found("4x3", 0.1)])[3, 4].value == 0.2
    assert table([found("hex:3x4", 0.1), found("3x11", 0.1), found("box:2x2x2", 0.1)]) == {}
    with pytest.raises(LabError, match="needs grids with sides up to 10"):
        table_map([found("hex:3x4", 0.1)])
    with pytest.raises(LabError, match="two results on 3x4"):
        table([found("3x4", 0.1), found("3x4", 0.2)])


# -- trends -------------------------------------------------------------------------------------


def drawn_bars(axes: Axes) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The values of the first bars of errors, and the ends of the bars."""
    (container, *_) = axes.containers
    line, _, (bars,) = container
    ends = np.array([segment[:, 1] for segment in bars.get_segments()])
    return np.column_stack(line.get_data()), ends


def crosses(axes: Axes) -> dict[float, float]:
    (line,) = [line for line in axes.lines if line.get_marker() == "x"]
    return dict(xy(line))


def test_rows_and_pairs_are_drawn_with_their_intervals(results: Results) -> None:
    for draw, short in ((row_trend, 1), (pair_trend, 2)):
        axes = draw(results["paper"]).axes[0]
        ours = rows(results["paper"], short)
        values, ends = drawn_bars(axes)
        assert values.tolist() == np.column_stack([ours.sizes, ours.values]).tolist()
        assert ends == pytest.approx(np.column_stack([ours.lows, ours.highs]))
        published = {q: float(v) for (p, q), v in CRITICAL_DENSITIES.items() if p == short}
        assert crosses(axes) == published


def test_rows_are_compared_with_the_law_of_long_rows(results: Results) -> None:
    above = row_trend(results["paper"]).axes[0]
    assert (above.get_xscale(), above.get_yscale()) == ("log", "log")
    (law,) = [line for line in above.lines if "law of long rows" in str(line.get_label())]
    assert all(y == pytest.approx((np.log(2) / x) ** 0.5) for x, y in xy(law))


def test_first_coefficients_are_those_of_the_partial_sums(results: Results) -> None:
    from sapper.lab.fits.trends import partial_sums

    used = rows(results["paper"], 1).inner()
    below = row_trend(results["paper"]).axes[1]
    values, _ = drawn_bars(below)
    sums = partial_sums(used.sizes, used.values, used.errors, 6)
    assert values[:, 1] == pytest.approx([trend.limit for trend in sums])


def test_squares_and_their_curve(results: Results) -> None:
    ours = squares(results["paper"])
    assert ours.sizes.tolist() == [3, 4, 5, 6, 7, 8]
    trend = fit_trend(HYPERBOLA, ours.sizes, ours.values, ours.errors)
    (axes,) = square_trend(results["paper"]).axes
    curves = [line for line in axes.lines if len(xy(line)) == 200]
    x, y = (np.asarray(data) for data in curves[0].get_data())
    assert y == pytest.approx(trend.model.value(x, trend.parameters))
    x, y = (np.asarray(data) for data in curves[1].get_data())
    assert y == pytest.approx(0.366581 / (x - 0.0305678) + 0.158938)
    assert crosses(axes)[10.0] == pytest.approx(0.19679192)


def test_both_laws_are_extrapolated(results: Results) -> None:
    ours = squares(results["paper"]).inner()
    laws = compare_scaling(ours.sizes, ours.values, ours.errors)
    figure = asymptote(results["paper"], laws)
    axes = figure.axes[0]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    values, ends = drawn_bars(axes)
    assert ends == pytest.approx(np.column_stack([ours.lows, ours.highs]))
    assert values[:, 0].tolist() == [float(q * q) for q in range(3, 9)]
    assert values[:, 1].tolist() == ours.values.tolist()
    sixth = laws.trend("sixth").parameters[0]
    curves = [line for line in axes.lines if len(xy(line)) > 10]
    fitted, beyond = [
        line
        for line in curves
        if all(y == pytest.approx(sixth * x ** (-1 / 6)) for x, y in xy(line))
    ]
    assert np.asarray(fitted.get_xdata())[-1] <= ours.sizes[-1] ** 2
    assert np.asarray(beyond.get_xdata())[0] > ours.sizes[-1] ** 2
    assert np.asarray(beyond.get_xdata())[-1] >= 9e6
    assert (fitted.get_linestyle(), beyond.get_linestyle()) != ("-", "-")
    legend = axes.get_legend()
    assert legend is not None
    reported = [text.get_text() for text in legend.get_texts()]
    assert reported[0] == "Sapper"
    assert sum("weight" in text for text in reported) == 4


def test_halves_are_not_mixed_with_critical_densities(results: Results) -> None:
    axes = asymptote(results["paper"], halves=True).axes[0]
    assert not [line for line in axes.lines if line.get_marker() == "x"]
    assert "half" in axes.get_title(loc="left")


def test_aspect_ratios_of_all_boards(results: Results) -> None:
    (axes,) = aspect_trend(results["likelihood"], largest=8).axes
    drawn = {
        (round(x, 9), y)
        for line in axes.lines
        if line.get_linestyle() == "None"
        for x, y in xy(line)
    }
    expected = {
        (round(sides[0] / sides[1], 9), found.value)
        for sides, found in table(results["likelihood"], 8).items()
        if found.value is not None
    }
    assert drawn == expected


def test_the_published_aspect_ratios_are_those_of_table_b2(results: Results) -> None:
    """Figure 9.2: a cross for each of the 54 boards."""
    (axes,) = aspect_trend(results["paper"], published=True).axes
    (crosses,) = (line for line in axes.lines if str(line.get_label()).startswith("Chong"))
    expected = sorted((p / q, float(value)) for (p, q), value in CRITICAL_DENSITIES.items())
    assert np.allclose(sorted(xy(crosses)), expected)
    assert len(expected) == 54


def test_two_rows_are_below_the_proved_bound() -> None:
    """Figure 9.5: the win rate of 2x10 starts near one half and is never far above the bound."""
    curve = win_rate_curve("2x10")
    (axes,) = two_row_win_rates(curve).axes
    lines = {str(line.get_label()): line for line in axes.lines}
    bound = xy(lines["proved bound for every player"])
    assert [round(x, 9) for x, _ in bound] == [mines / 20 for mines in range(1, 20)]
    assert bound[0][1] == pytest.approx(10 / 19)
    for (_, most), (low, _) in zip(bound, curve.intervals, strict=True):
        assert low <= most
    assert "logistic curve of the paper's method, P = 0" in lines
    with pytest.raises(LabError, match="needs a board 2xq, not '3x10'"):
        two_row_win_rates(win_rate_curve("3x10"))


def test_the_curves_of_guesses_are_those_of_the_points() -> None:
    """Section 10.3: the density of the most guesses is marked on each curve."""
    points = study_points("open-peaks")
    (axes,) = guess_peaks(points, study()).axes
    curves = {str(line.get_label()): xy(line) for line in axes.lines}
    marks = [xy(line) for line in axes.lines if len(xy(line)) == 1]
    assert len(marks) == 6
    own = [point for point in points if point.board == "10x10"]
    expected = [(point.density, point.guesses / point.games) for point in own]
    assert np.allclose(curves["10x10"], expected)
    assert {"10x10", "1000x1000"} <= set(curves)
    with pytest.raises(LabError, match="needs points of the part open-peaks"):
        guess_peaks([], study())


def test_too_little_for_a_trend(results: Results) -> None:
    few = on(results["paper"], "1x5", "1x6", "2x3", "3x3", "4x4")
    for draw, words in (
        (row_trend, "a trend of 1xq needs 3 boards, not 2"),
        (pair_trend, "a trend of 2xq needs 2 boards, not 1"),
        (square_trend, "a trend of squares needs 3 boards, not 2"),
        (asymptote, "an asymptote needs at least 6 squares, not 2"),
    ):
        with pytest.raises(LabError, match=words):
            draw(few)
    with pytest.raises(LabError, match="needs grids with sides up to 10"):
        aspect_trend(on(results["paper"], "hex:4x4"))


# -- strategies ---------------------------------------------------------------------------------


def test_gaps_are_the_exact_fractions() -> None:
    above, below = strategy_gaps(small_boards(), "3x4").axes
    chosen = [row for row in small_boards() if row.board == "3x4" and row.start == 0]
    lines = {str(line.get_label()): np.asarray(line.get_ydata()) for line in above.lines}
    assert list(lines) == ["perfect play", "perimeter", "infer-guess", "pseq", "pseq-d256"]
    assert lines["perfect play"].tolist() == [row.optimal / row.layouts for row in chosen]
    for line in below.lines:
        name = str(line.get_label())
        lost = [row.shortfall(name) for row in chosen]
        assert np.asarray(line.get_ydata()).tolist() == [
            100 * float(share) for share in lost if share is not None
        ]
        assert None not in lost
    assert np.all(lines["pseq-d256"] <= lines["perfect play"])
    with pytest.raises(LabError, match="has no '9x9'"):
        strategy_gaps(small_boards(), "9x9")


def test_gains_are_over_the_corner_and_broken_where_nothing_is_known() -> None:
    rows = [row for row in small_boards() if (row.board, row.mines) != ("3x4", 5)]
    (axes,) = first_cell_gains(rows, "3x4").axes
    lines = {str(line.get_label()): np.asarray(line.get_ydata()) for line in axes.lines}
    chance = {(row.mines, row.start): row.probability for row in rows if row.board == "3x4"}
    gains = lines["(0, 1)"]
    assert len(gains) == 11
    assert np.isnan(gains[4])
    assert gains[1] == pytest.approx(100 * float(chance[2, 1] - chance[2, 0]))
    with pytest.raises(LabError, match="has no '9x9'"):
        first_cell_gains(rows, "9x9")


# -- a game -------------------------------------------------------------------------------------


def test_a_game_shows_the_safety_and_frames_the_guess() -> None:
    game = solve_game("5x6/7", index=135)
    panels = solved_game(game).axes
    titles = [axes.get_title(loc="left") for axes in panels]
    assert titles == [
        f"step {n}: {'guess' if n == 3 else 'infer'}" for n in range(1, len(panels) + 1)
    ]
    safety = game.steps[2].guess.safety  # type: ignore[union-attr]
    shown = [text.get_text() for text in panels[2].texts]
    for cell, safe in safety.items():
        assert shown[cell] == f"{100 * float(safe):.0f}"
    (frame,) = [p for p in panels[2].patches if isinstance(p, Rectangle) and not p.get_fill()]
    row, column = game.layout.board.coordinates(game.steps[2].opened[0])
    assert frame.get_xy() == pytest.approx((column - 0.45, row - 0.45))
    with pytest.raises(LabError, match="two-dimensional board"):
        solved_game(solve_game("box:3x3x3/1"))


# -- in a page ----------------------------------------------------------------------------------


def test_a_figure_in_a_page_keeps_to_itself(results: Results) -> None:
    figure = FIGURES["table_map"](results)
    svg = inline_svg(figure, "one", "A <title>", "a & b \\1")
    assert svg.startswith('<svg viewBox="0 0 504')
    assert "A &lt;title&gt;</title>" in svg
    assert "a &amp; b \\1</desc>" in svg
    assert "http" not in svg
    assert "<style" not in svg
    assert house.INK not in svg
    assert "var(--ink)" in svg
    other = inline_svg(figure, "two", "A <title>", "a & b \\1")
    assert other == svg.replace("one-", "two-")


def test_nothing_measured_is_made_up() -> None:
    nothing = CriticalDensity("likelihood", None, None, "no game was lost", None)
    with Store() as store:
        sweep(points(["1x3"]), 10, store)
        curve = stored_curve(store, "1x3", "perimeter", "safe", 1)
    result = BoardDensity("1x3", "perimeter", "safe", 0, 1, curve, nothing)
    (axes,) = win_rates([result]).axes
    assert not [line for line in axes.lines if line.get_marker() == "*"]
    assert np.all(fitted_points(result))
