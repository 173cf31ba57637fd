"""The critical density as a function of the board: the figures of Chong et al. 2024, section 9.

Rows 1xq with series in 1/q and their first coefficients (figures 9.3 and 9.4), 2xq with a constant
(9.2), all boards by aspect ratio (figure 9.2), and squares with a/(q - b) + c (figure 9.6).
Published values are crosses.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.data.published_densities import SQUARES_A, SQUARES_B, SQUARES_C
from sapper.errors import LabError
from sapper.intervals import Z95
from sapper.lab.figures.estimate import Estimate
from sapper.lab.figures.sized import (
    SizedDensities,
    by_aspect,
    published_by_aspect,
    published_rows,
    published_squares,
    rows,
    squares,
)
from sapper.lab.figures.style import (
    INK,
    OURS,
    PAPER,
    PUBLISHED,
    QUIET,
    SERIES,
    Series,
    house_style,
    legend_in_order,
    new_figure,
    series,
)
from sapper.lab.figures.table_map import LARGEST
from sapper.lab.fits.trends import CONSTANT, HYPERBOLA, LINE, fit_trend, partial_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.figures.estimate import Found
    from sapper.lab.fits.curve import Floats
    from sapper.lab.fits.trends import Trend

DENSITY = "critical density P (mines per cell)"
"""The label of the vertical axes."""

MOST_TERMS = 6
"""Terms of the longest fitted series in 1/q."""

_DRAWN_SUMS = (2, 3, 4)
_CURVE_POINTS = 200
_LINEAR_UP_TO = 40
_FILLINGS = ("full", "none", "left", "bottom")


@house_style()
def row_trend(results: Sequence[Found]) -> Figure:
    """Draw 1xq with series in 1/q and the law of long rows, and below the series' coefficients.

    Both axes of the upper panel are logarithmic: there the law of the walk, sqrt(ln 2 / q) to
    leading order, is a straight line, and a series in 1/q with a limit above 0 bends away from it.
    """
    ours = _measured(results, 1, 3)
    used = ours.inner()
    sums = partial_sums(used.sizes, used.values, used.errors, MOST_TERMS)
    figure = new_figure(5.6)
    above, below = figure.subplots(2, 1, height_ratios=(3, 2))
    _points(above, ours, series(0), OURS)
    _published_points(above, published_rows(1))
    for number, trend in enumerate(sums, 1):
        if number in _DRAWN_SUMS:
            _curve(above, trend, series(number - 1), f"series in 1/q, {number} terms", band=False)
    above.set_title("Boards of one row, 1 x q")
    above.set_xlabel("length q (cells)")
    above.set_ylabel(DENSITY)
    lengths = np.array([3.0, 1.5 * ours.sizes[-1]])
    law = np.sqrt(log(2) / lengths)
    above.plot(lengths, law, color=INK, lw=0.9, label="law of long rows, (ln 2 / q)$^{1/2}$")
    _logarithmic(above, (2, 3, 5, 10, 20, 50), (0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1))
    legend_in_order(above, OURS, loc="upper right")
    terms = np.arange(1.0, len(sums) + 1)
    limits = np.array([trend.limit for trend in sums])
    reach = np.array([(limit - t.intervals[0, 0]) for limit, t in zip(limits, sums, strict=True)])
    _bars(below, terms, limits, [reach, reach], series(0), "a₀, the limit for long rows")
    below.set_title("Limit a₀ for long rows, by number of terms")
    below.axhline(0, color=QUIET, lw=1.0)
    below.set_xticks(terms)
    below.set_xlabel("number of terms of the series")
    below.set_ylabel("a₀ (mines per cell)")
    return figure


def _logarithmic(axes: Axes, lengths: Sequence[float], values: Sequence[float]) -> None:
    """Make both axes logarithmic, with plain numbers at these marks if they are in range."""
    from matplotlib.ticker import NullLocator

    for axis, marks in ((axes.xaxis, lengths), (axes.yaxis, values)):
        axis.axes.set(**{f"{axis.axis_name}scale": "log"})
        axis.set_minor_locator(NullLocator())
        low, high = axis.get_view_interval()
        shown = [mark for mark in marks if low <= mark <= high]
        axis.set_ticks(shown, [f"{mark:,g}" for mark in shown])


@house_style()
def pair_trend(results: Sequence[Found]) -> Figure:
    """Draw 2xq with a fitted constant."""
    ours = _measured(results, 2, 2)
    figure = new_figure(3.4)
    axes = figure.subplots()
    _points(axes, ours, series(0), OURS)
    _published_points(axes, published_rows(2))
    trend = fit_trend(CONSTANT, ours.sizes, ours.values)
    _curve(axes, trend, series(1), f"fitted constant {trend.limit:.3f} ± {trend.errors[0]:.3f}")
    axes.set_title("Boards of two rows, 2 x q")
    axes.set_xlabel("length q (cells)")
    axes.set_ylabel(DENSITY)
    axes.set_xlim(left=0)
    legend_in_order(axes, OURS, loc="upper right")
    return figure


@house_style()
def aspect_trend(
    results: Sequence[Found], *, largest: int = LARGEST, published: bool = False
) -> Figure:
    """Draw the critical density against the aspect ratio p/q, one curve per q.

    Boards with a side longer than ``largest`` are omitted. A separate line joins the boards of one
    row, and another those of two rows. The straight line is fitted to all boards with at least
    three rows; its slope is 0 if the aspect ratio has no effect. ``published`` adds the values of
    table B.2 as crosses.
    """
    found = map(Estimate.of, results)
    grids = [one for one in found if one.sides is not None and one.sides[1] <= largest]
    if not grids:
        raise LabError(f"the figure of aspect ratios needs grids with sides up to {largest}")
    figure = new_figure(4.4)
    axes = figure.subplots()
    for short in (1, 2):
        ours = by_aspect(found for found in grids if found.sides and found.sides[0] == short)
        if len(ours):
            axes.plot(ours.sizes, ours.values, color=QUIET, lw=0.8, zorder=1)
            axes.annotate(
                f"p = {short}",
                (ours.sizes[-1], ours.values[-1]),
                (5, 4) if short == 1 else (-5, 4),
                textcoords="offset points",
                ha="left" if short == 1 else "right",
                color=QUIET,
            )
    for number, long in enumerate(sorted({found.sides[1] for found in grids if found.sides})):
        ours = by_aspect(found for found in grids if found.sides and found.sides[1] == long)
        look = series(number)
        shape: dict[str, Any] = {
            "color": look.color,
            "marker": look.marker,
            "fillstyle": _FILLINGS[number // len(SERIES) % len(_FILLINGS)],
            "markerfacecoloralt": PAPER,
        }
        axes.plot(ours.sizes, ours.values, ls="none", **shape)
        wide = ours.sizes * long > 2.5
        axes.plot(ours.sizes[wide], ours.values[wide], ls=look.line, lw=1.0, **shape)
        axes.plot([], [], ls=look.line, label=f"q = {long}", **shape)
    level = by_aspect(found for found in grids if found.sides and found.sides[0] > 2).inner()
    if len(np.unique(level.sizes)) > 2:
        trend = fit_trend(LINE, level.sizes, level.values)
        slope, error = trend.parameters[1], trend.errors[1]
        label = f"line, p > 2\nslope {slope:+.3f} ± {error:.3f}".replace("-", "−")
        _curve(axes, trend, Series(QUIET, "", "-"), label)
    if published:
        _published_points(axes, published_by_aspect(), size=4.0)
    axes.set_title("All boards p x q")
    axes.set_xlabel("aspect ratio p/q (shorter / longer side)")
    axes.set_ylabel(DENSITY)
    axes.set_xlim(0, 1.03)
    axes.set_ylim(bottom=-0.02)
    figure.legend(loc="outside right upper")
    return figure


@house_style()
def square_trend(results: Sequence[Found]) -> Figure:
    """Draw q x q with a/(q - b) + c and its limit, and the published curve."""
    ours = squares(results).inner()
    if len(ours) < 3:
        raise LabError(f"a trend of squares needs 3 boards, not {len(ours)}")
    trend = ours.trend(HYPERBOLA)
    figure = new_figure(4.2)
    axes = figure.subplots()
    _points(axes, ours, series(0), OURS)
    a, c, b = trend.parameters
    label = f"{a:.3f} / (q {-b:+.3f}) + {c:.4f}".replace("-", "− ").replace("+0", "+ 0")
    _curve(axes, trend, series(0), label)
    axes.axhline(c, color=series(0).color, lw=0.9, ls=(0, (1, 2)), label=f"its limit, {c:.4f}")
    _published_points(axes, published_squares())
    places = np.linspace(float(ours.sizes[0]), float(ours.sizes[-1]), _CURVE_POINTS)
    published = float(SQUARES_A) / (places - float(SQUARES_B)) + float(SQUARES_C)
    axes.plot(places, published, color=QUIET, ls=PUBLISHED.line, label="published curve (9.3)")
    if ours.sizes[-1] > _LINEAR_UP_TO:
        axes.set_xscale("log")
        steps = [step for step in (3, 5, 10, 20, 50, 100, 200, 500) if step <= places[-1]]
        axes.set_xticks(steps, [str(step) for step in steps])
        axes.minorticks_off()
    axes.set_title("Squares, q x q")
    axes.set_xlabel("side q (cells)")
    axes.set_ylabel(DENSITY)
    legend_in_order(axes, OURS, loc="upper right")
    return figure


def _measured(results: Sequence[Found], short: int, fewest: int) -> SizedDensities:
    ours = rows(results, short)
    if len(ours) < fewest:
        raise LabError(f"a trend of {short}xq needs {fewest} boards, not {len(ours)}")
    return ours


def _points(axes: Axes, ours: SizedDensities, look: Series, label: str) -> None:
    reach = [ours.values - ours.lows, ours.highs - ours.values]
    _bars(axes, ours.sizes, ours.values, reach, look, label)


def _bars(
    axes: Axes, x: Floats, y: Floats, reach: Sequence[Floats], look: Series, label: str
) -> None:
    axes.errorbar(
        x,
        y,
        yerr=np.maximum(0.0, np.nan_to_num(reach)),
        fmt=look.marker,
        color=look.color,
        elinewidth=0.9,
        capsize=2,
        label=label,
    )


def _published_points(axes: Axes, theirs: SizedDensities, size: float = 6.0) -> None:
    axes.plot(
        theirs.sizes,
        theirs.values,
        ls="none",
        marker=PUBLISHED.marker,
        color=PUBLISHED.color,
        ms=size,
        mew=1.4,
        label="Chong et al. 2024, table B.2",
        zorder=3,
    )


def _curve(
    axes: Axes,
    trend: Trend,
    look: Series,
    label: str,
    *,
    band: bool = True,
) -> None:
    """Draw a trend over the range of its sizes, with the 95 % band of the fit."""
    places = np.linspace(trend.sizes.min(), trend.sizes.max(), _CURVE_POINTS)
    values, errors = np.array([trend.predict(place) for place in places.tolist()]).T
    axes.plot(places, values, color=look.color, ls=look.line, label=label)
    if band and np.all(np.isfinite(errors)):
        low, high = values - Z95 * errors, values + Z95 * errors
        axes.fill_between(places, low, high, color=look.color, alpha=0.15, lw=0)
