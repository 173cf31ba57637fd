"""Critical densities of squares compared with two laws: a limit above 0, or a fall like n^(-1/6).

Chong et al. 2024 (9.3) obtain a limit of 0.159 from a/(q - b) + c; Louf (arXiv 2506.01634) proves
that the density at which large boards of n cells can be solved falls like n^(-1/6). On the two
logarithmic axes a power law is a straight line, and a limit is a curve that levels off. Bands are
95 % intervals of the fits. Beyond the fitted squares the laws are dotted: they are predictions that
larger boards can refute, not estimates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.data.published_densities import ASYMPTOTE
from sapper.errors import LabError
from sapper.intervals import Z95
from sapper.lab.figures.sized import published_squares, squares
from sapper.lab.figures.style import (
    OURS,
    PUBLISHED,
    QUIET,
    house_style,
    legend_in_order,
    new_figure,
    series,
)
from sapper.lab.fits.scaling import POWER, Comparison, compare_scaling

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.figures.estimate import Found
    from sapper.lab.fits.trends import Trend

LARGEST_SIDE = 3_000
"""The smallest end of the extrapolation, in cells per side."""

FEWEST = 6
"""The fewest squares for a comparison of laws with up to three parameters."""

LAWS = {
    "hyperbola": "a/(q − b) + c",
    "sixth": "c·n$^{-1/6}$",
    "sixth with edge": "c·n$^{-1/6}$ + d·n$^{-1/3}$",
    "power": "c·n$^{-e}$",
}
"""The formulas of the laws, by their names in ``fits.scaling``, in drawing order."""

EXTRAPOLATED = (0, (1, 2))
"""The line style of a law beyond the fitted squares."""

_CURVE_POINTS = 200


@house_style()
def asymptote(
    results: Sequence[Found],
    comparison: Comparison | None = None,
    *,
    largest_side: int = LARGEST_SIDE,
    halves: bool = False,
) -> Figure:
    """Draw the critical densities of squares against their cells, with extrapolated laws.

    If the values are ``halves``, densities at which half of the games are won, the critical
    densities of the paper are not drawn with them.

    ``comparison`` contains fits to the same squares or to the larger ones; each curve starts at the
    smallest fitted square. By default the laws are fitted to ``results``. The legend shows the
    Akaike weight of each law.
    """
    ours = squares(results).inner()
    if len(ours) < FEWEST:
        raise LabError(f"an asymptote needs at least {FEWEST} squares, not {len(ours)}")
    laws = comparison or compare_scaling(ours.sizes, ours.values, ours.errors)
    figure = new_figure(4.6)
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.set_yscale("log")
    last = float(max(largest_side, 3 * ours.sizes[-1]))
    sides = np.geomspace(float(min(laws.trends[0].sizes)), last, _CURVE_POINTS)
    weights = dict(zip((t.model.name for t in laws.trends), laws.weights, strict=True))
    for number, name in enumerate((name for name in LAWS if name in weights), 1):
        trend, look = laws.trend(name), series(number)
        values, errors = np.array([trend.predict(side) for side in sides.tolist()]).T
        label = f"{_formula(trend)}, Akaike weight {_share(weights[name])}"
        fitted = sides <= trend.sizes.max()
        axes.plot(sides[fitted] ** 2, values[fitted], color=look.color, ls=look.line, label=label)
        axes.plot(sides[~fitted] ** 2, values[~fitted], color=look.color, ls=EXTRAPOLATED, lw=0.9)
        low = np.maximum(values - Z95 * errors, 1e-3)
        axes.fill_between(
            sides**2, low, values + Z95 * errors, color=look.color, alpha=0.15, linewidth=0
        )
    if not halves:
        _published(axes)
    reach = np.maximum(0.0, [ours.values - ours.lows, ours.highs - ours.values])
    look = series(0)
    axes.errorbar(
        ours.sizes**2,
        ours.values,
        yerr=reach,
        fmt=look.marker,
        color=look.color,
        elinewidth=0.9,
        capsize=2,
        label=OURS,
        zorder=3,
    )
    axes.axhline(
        float(ASYMPTOTE), color=QUIET, ls=PUBLISHED.line, label="limit of Chong et al. 2024, 0.159"
    )
    lowest = min(float(np.min(line.get_ydata())) for line in axes.lines)
    _scales(axes, float(ours.sizes[0]), last)
    name = "Density at which half of the games are won" if halves else "Critical density"
    axes.set_title(f"{name}, squares: limit or power law?")
    axes.set_ylabel("density (mines per cell)" if halves else "critical density P (mines per cell)")
    axes.set_ylim(max(0.005, 0.8 * lowest), 1.1 * max(0.3, float(ours.highs.max())))
    axes.set_xlim(ours.sizes[0] ** 2 / 1.5, last**2)
    legend_in_order(axes, OURS, loc="lower left")
    return figure


def _published(axes: Axes) -> None:
    published = published_squares()
    axes.plot(
        published.sizes**2,
        published.values,
        ls="none",
        marker=PUBLISHED.marker,
        color=PUBLISHED.color,
        ms=6,
        mew=1.4,
        label="Chong et al. 2024, table B.2",
    )


def _scales(axes: Axes, first: float, last: float) -> None:
    """Label both axes with plain numbers, and add an axis with the side above."""
    from matplotlib.ticker import FixedLocator, NullFormatter, NullLocator

    steps = [0.01, 0.015, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5]
    axes.set_yticks(steps, [f"{step:g}" for step in steps])
    axes.yaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("number of cells n of the square")
    above = axes.secondary_xaxis("top", functions=(_side, _cells))
    above.set_xlabel("side q (cells)")
    marks = [side for side in (3, 10, 30, 100, 300, 1000, 3000, 10000) if first <= side <= last]
    above.xaxis.set_major_locator(FixedLocator(marks))
    above.xaxis.set_minor_locator(NullLocator())
    above.set_xticks(marks, [f"{side:,}" for side in marks])


def _side(cells: npt.ArrayLike) -> npt.ArrayLike:
    return np.asarray(np.sqrt(np.maximum(cells, 0)))


def _cells(side: npt.ArrayLike) -> npt.ArrayLike:
    return np.asarray(np.square(side))


def _formula(trend: Trend) -> str:
    formula = LAWS[trend.model.name]
    if trend.model is not POWER:
        return formula
    return f"{formula}, e = {trend.parameters[1]:.3f}"


def _share(weight: float) -> str:
    return f"{weight:.2f}" if weight >= 0.005 else "< 0.01"
