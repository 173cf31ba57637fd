"""Win rates by mine density, with the fitted curve and the critical density (Chong et al. 2024).

Each point has its Wilson 95 % interval, as a bar or, for many points, as a band. Points that the
fit does not use are hollow: those outside the drop, and those beyond the minimum, at which the win
rate rises again because the first click almost wins the game (8.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper import defaults
from sapper.errors import LabError
from sapper.lab.figures.style import (
    GRID,
    PAPER,
    TYPE_SIZE,
    WIDTH,
    Series,
    house_style,
    new_figure,
    series,
)
from sapper.lab.fits.curve import Curve
from sapper.lab.fits.definitions import critical_density
from sapper.lab.fits.likelihood import LikelihoodFit
from sapper.lab.fits.logistic import LogisticFit

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.fits.curve import Floats
    from sapper.lab.sweeps.densities import BoardDensity
    from sapper.types import DensityMethod

    Truths = npt.NDArray[np.bool_]

DENSITY = "mine density ρ (mines per cell)"
WIN_RATE = "win rate W (share of games won)"

MOST_BARS = 60
"""Curves with more points have a band instead of bars."""

MOST_TOGETHER = 6
"""Upper limit on the curves of one pair of axes: the number of series styles."""

_OVER = 0.01
"""A curve has dropped if its win rate is below this."""

_FAR_END = 0.9
_FIT_POINTS = 200
_COLUMNS = 3
_PANEL_HEIGHT = 1.75
_LONGEST_TITLE = 27
_LEAST_HEIGHT = 2.3  # of all panels together, so that the vertical label fits
_LOWEST_BAR = 0.06
_BAR_STEP = 0.08
_LETTER = 0.085  # width of a letter in a legend, in inches, rounded up
_HANDLE = 0.6


@house_style()
def win_rates(
    results: Sequence[BoardDensity | Curve],
    *,
    up_to: float | None = None,
    labels: Sequence[str] | None = None,
    method: DensityMethod = defaults.METHOD,
) -> Figure:
    """Draw the curves of several boards or strategies in one pair of axes.

    The critical density of each is a star on its fit with a bar for its interval; the legend has
    the numbers. The horizontal axis ends after the last curve has dropped, or at ``up_to``.
    ``method`` defines the critical density of a ``Curve``; results of ``densities`` have theirs.
    ``labels`` replace the names of the curves, which are their boards, strategies and rules.

    >>> from sapper.lab import Curve
    >>> wins = [99, 92, 71, 38, 12, 2]
    >>> curve = Curve(64, mines=[4, 7, 10, 13, 16, 19], wins=wins, games=[100] * 6, spec="8x8")
    >>> (axes,) = win_rates([curve], labels=["measured"]).axes
    >>> axes.get_legend().get_texts()[0].get_text()
    'measured: 0.186 (0.176–0.196)'
    """
    results = as_results(results, method)
    if labels is not None and len(labels) != len(results):
        raise LabError(f"{len(labels)} labels for {len(results)} curves")
    if len(results) > MOST_TOGETHER:
        raise LabError(f"one pair of axes has at most {MOST_TOGETHER} curves, not {len(results)}")
    figure = new_figure(4.2)
    axes = figure.subplots()
    for number, (result, name) in enumerate(zip(results, labels or names(results), strict=True)):
        look = series(number)
        draw_points(axes, result, look)
        draw_fit(axes, result, look)
        _mark(axes, result, look)
        axes.plot(
            [], [], color=look.color, marker=look.marker, ls=look.line, label=_label(result, name)
        )
    limit = _reach(results) if up_to is None else up_to
    _frame(axes, limit)
    axes.set_xlabel(DENSITY)
    axes.set_ylabel(WIN_RATE)
    # Near a density of 1 the win rate is close to 1 again, so the legend moves to the centre.
    axes.legend(
        loc="upper right" if limit < _FAR_END else "center right",
        title="critical density (95 % interval)",
    )
    return figure


@house_style()
def win_rate_panels(
    results: Sequence[BoardDensity | Curve],
    *,
    columns: int = _COLUMNS,
    up_to: float | None = None,
    method: DensityMethod = defaults.METHOD,
) -> Figure:
    """Draw one panel per board with the curves of its strategies, all with the same axes.

    The critical density is a vertical line with a band for its interval and a title with the
    numbers. If there are several kinds of curves, each has a marker with a bar below the curves
    instead. A ``Curve`` may take the place of a result, as in ``win_rates``.
    """
    results = as_results(results, method)
    boards = list(dict.fromkeys(result.board for result in results))
    kinds = list(dict.fromkeys(_kind(result) for result in results))
    if len(kinds) > MOST_TOGETHER:
        raise LabError(f"a panel has at most {MOST_TOGETHER} curves, not {len(kinds)}")
    columns = min(columns, len(boards))
    rows = -(-len(boards) // columns)
    width = WIDTH if columns > 1 else 5.0
    keys = _kind_names(kinds)
    across = max(1, min(len(keys), int(width / (_HANDLE + _LETTER * max(map(len, keys))))))
    legend = 0.15 + 0.2 * -(-len(keys) // across) if len(kinds) > 1 else 0.0
    figure = new_figure(0.7 + max(rows * _PANEL_HEIGHT, _LEAST_HEIGHT) + legend, width)
    grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    limit = _reach(results) if up_to is None else up_to
    for panel in grid.flat[len(boards) :]:
        panel.set_visible(False)
    for panel, board in zip(grid.flat, boards, strict=False):
        shown = [result for result in results if result.board == board]
        for result in shown:
            look = series(kinds.index(_kind(result)))
            draw_points(panel, result, look, 2.5)
            draw_fit(panel, result, look)
            if len(kinds) == 1:
                _line(panel, result, look)
            else:
                _bar(panel, result, look, _LOWEST_BAR + _BAR_STEP * kinds.index(_kind(result)))
        title = _label(shown[0], board) if len(kinds) == 1 else board
        if len(title) > _LONGEST_TITLE:
            title = title.replace(": ", "\n")
        panel.set_title(title, fontsize=TYPE_SIZE)
        _frame(panel, limit)
    for column in range(columns):  # the lowest visible panel of a column has the tick labels
        lowest = (len(boards) - 1 - column) // columns
        grid[lowest, column].tick_params(labelbottom=True)
    figure.supxlabel(DENSITY)
    figure.supylabel(WIN_RATE)
    if len(kinds) > 1:
        from matplotlib.lines import Line2D

        handles = [
            Line2D([], [], color=look.color, marker=look.marker, ls=look.line, label=name)
            for look, name in zip(map(series, range(len(kinds))), keys, strict=True)
        ]
        figure.legend(handles=handles, loc="outside upper left", ncols=across)
    return figure


def as_results(
    given: Sequence[BoardDensity | Curve], method: DensityMethod = defaults.METHOD
) -> list[BoardDensity]:
    """Return results, and curves with their critical densities as results of no known strategy.

    Raises LabError if there are none, or if something is neither.
    """
    from sapper.lab.sweeps.densities import BoardDensity

    if isinstance(given, BoardDensity | Curve):
        raise LabError("a figure takes a list of curves: write [curve], not curve")
    found = []
    for each in given:
        if isinstance(each, Curve):
            critical = critical_density(each, method)
            found.append(BoardDensity(each.name, "", defaults.FIRST, 0, 0, each, critical))
        elif isinstance(each, BoardDensity):
            found.append(each)
        else:
            raise LabError(
                "a figure of win rates takes curves and results of densities, not "
                f"{type(each).__name__}"
            )
    if not found:
        raise LabError("a figure of win rates needs at least one board")
    return found


def draw_points(axes: Axes, result: BoardDensity, look: Series, size: float = 4.0) -> None:
    """Draw the points of a curve with their intervals; points that the fit omits are hollow."""
    curve = result.curve
    low, high = curve.intervals.T
    densities, rates = curve.densities, curve.win_rates
    if len(curve) > MOST_BARS:
        axes.fill_between(densities, low, high, color=look.color, alpha=0.2, linewidth=0)
    else:
        reach = np.maximum(0.0, [rates - low, high - rates])
        axes.errorbar(
            densities, rates, yerr=reach, fmt="none", ecolor=look.color, elinewidth=0.8, alpha=0.7
        )
    used = fitted_points(result)
    size = min(size, 2.5) if len(curve) > MOST_BARS else size
    for chosen, filling in ((used, look.color), (~used, PAPER)):
        axes.plot(
            densities[chosen],
            rates[chosen],
            ls="none",
            marker=look.marker,
            ms=size,
            mec=look.color,
            mew=0.7,
            mfc=filling,
        )


def fitted_points(result: BoardDensity) -> Truths:
    """Return a mask of the points that the fit uses unchanged; all points without a fit."""
    curve, fit = result.curve, win_rate_fit(result)
    if fit is None:
        return np.ones(len(curve), dtype=np.bool_)
    used = dict(zip(fit.densities.tolist(), fit.win_rates.tolist(), strict=True))
    seen = zip(curve.densities.tolist(), curve.win_rates.tolist(), strict=True)
    return np.array([used.get(density) == rate for density, rate in seen])


def win_rate_fit(result: BoardDensity) -> LikelihoodFit | LogisticFit | None:
    """Return the fit of a result if it is a curve of win rates."""
    fit = result.critical.fit
    return fit if isinstance(fit, LikelihoodFit | LogisticFit) else None


def draw_fit(axes: Axes, result: BoardDensity, look: Series) -> None:
    """Draw the fitted curve over the range of the points that were played."""
    axes.plot(*fit_line(result, _FIT_POINTS).T, color=look.color, ls=look.line, lw=1.3)


def fit_line(result: BoardDensity, count: int) -> Floats:
    """Return ``count`` points of the fitted curve, as rows of density and win rate.

    They cover the fitted points that were played: the end points that the method of Chong et al.
    2024 adds at densities 0 and 1 are left out. There are none without a fit.
    """
    fit = win_rate_fit(result)
    if fit is None:
        return np.empty((0, 2))
    played = result.curve.inside().densities
    first = max(float(fit.densities[0]), float(played[0]))
    last = min(float(fit.densities[-1]), float(played[-1]))
    places = np.linspace(first, last, count)
    return np.column_stack([places, [fit.win_rate(place) for place in places.tolist()]])


def names(results: Sequence[BoardDensity]) -> list[str]:
    """Name each result by the properties in which the results differ: board, strategy, ...

    Curves, of which only the board is known, are named by it.
    """
    rows = [_properties(result) for result in results]
    distinct = [number for number in range(len(rows[0])) if len({row[number] for row in rows}) > 1]
    if not distinct or any(not result.strategy for result in results):
        distinct = [0, *(number for number in distinct if number)]
    return [", ".join(filter(None, (row[number] for number in distinct))) for row in rows]


def _properties(result: BoardDensity) -> tuple[str, ...]:
    most = result.max_per_cell
    cells = "" if most == 1 else f"up to {most} mines per cell"
    if not result.strategy:
        return result.board, "", "", "", cells
    rule, seed = f"first click {result.first}", f"seed {result.seed}"
    return result.board, result.strategy, rule, seed, cells


def _mark(axes: Axes, result: BoardDensity, look: Series) -> None:
    value, interval, fit = result.critical.value, result.critical.interval, win_rate_fit(result)
    if value is None:
        return
    height = 0.0 if fit is None or value <= 0 else fit.win_rate(value)
    if interval is not None:
        axes.plot(
            interval, [height] * 2, color=look.color, lw=3.5, alpha=0.55, solid_capstyle="butt"
        )
    axes.plot([value], [height], ls="none", marker="*", ms=11, mfc=look.color, mec=PAPER)


def _line(axes: Axes, result: BoardDensity, look: Series) -> None:
    if result.critical.interval is not None:
        axes.axvspan(*result.critical.interval, color=look.color, alpha=0.16, lw=0)
    if result.critical.value is not None:
        axes.axvline(result.critical.value, color=look.color, ls=look.line, lw=1.0)


def _bar(axes: Axes, result: BoardDensity, look: Series, height: float) -> None:
    value, interval = result.critical.value, result.critical.interval
    if value is None:
        return
    if interval is not None:
        axes.plot(interval, [height] * 2, color=look.color, lw=1.6, solid_capstyle="butt")
    axes.plot([value], [height], ls="none", marker=look.marker, ms=5, color=look.color, mec=PAPER)


def _label(result: BoardDensity, name: str) -> str:
    if result.critical.value is None:
        return f"{name}: {result.critical.why if result.critical.needs else 'undefined'}"
    text = f"{name}: {result.critical.value:.3f}"
    if result.critical.interval is None:
        return text
    low, high = result.critical.interval
    return f"{text} ({low:.3f}–{high:.3f})"


def _kind(result: BoardDensity) -> tuple[str, ...]:
    return _properties(result)[1:]


def _kind_names(kinds: Sequence[tuple[str, ...]]) -> list[str]:
    several = [number for number in range(4) if len({kind[number] for kind in kinds}) > 1] or [0]
    return [", ".join(filter(None, (kind[number] for number in several))) for kind in kinds]


def _reach(results: Sequence[BoardDensity]) -> float:
    """Return a density after the drop of the last curve, in steps of 0.1."""
    ends = []
    for result in results:
        curve = result.curve
        dropped = curve.densities[curve.win_rates < _OVER]
        ends.append(dropped[0] if len(dropped) else curve.densities[np.argmin(curve.win_rates)])
        if result.critical.value is not None:
            ends.append(result.critical.value)
    most = max(result.max_per_cell for result in results)
    return min(float(most), float(np.ceil(10 * max(ends) + 0.3) / 10))


def _frame(axes: Axes, limit: float) -> None:
    axes.set_xlim(0, limit)
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "0.25", "0.5", "0.75", "1"])
    axes.axhline(0, color=GRID, lw=0.6)
