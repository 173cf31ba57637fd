"""The density at which half of the games are won on long rows and strips, compared with theory.

Rows (1xq) have a closed form: the win rate of the walk from one end, about exp(-q p^2). Strips of r
rows have the patterns and walls of their census to leading order. On two logarithmic axes both are
nearly straight lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import LabError
from sapper.lab.figures.style import house_style, new_figure, series
from sapper.theory import row_win_rate, strip_census

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.study import StudyRow

_DENSITIES = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
_CURVE_POINTS = 30


@house_style()
def long_rows(rows: Sequence[StudyRow]) -> Figure:
    """Draw the halves of rows and of strips against their length; rows of the study."""
    halves: dict[int, list[tuple[int, float, float, float]]] = {}
    for row in rows:
        if row.part not in ("open-rows", "open-strips") or row.method != "half":
            continue
        if row.value is not None and row.low is not None and row.high is not None:
            short, length = map(int, row.board.split("x"))
            halves.setdefault(short, []).append((length, row.value, row.low, row.high))
    if not halves:
        raise LabError("the figure of long rows needs at least one half of a row or a strip")
    figure = new_figure(3.8)
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    for number, (short, points) in enumerate(sorted(halves.items())):
        _board(panels[int(short > 1)], short, np.array(sorted(points)), number)
    _scales(panels[0], "One row: the walk, closed form")
    _scales(panels[1], "Strips: patterns and walls")
    panels[0].set_ylabel("density at which half is won")
    for axes in panels:
        if axes.get_legend_handles_labels()[1]:
            axes.legend(loc="lower left", title="boards", ncols=2)
    return figure


def half_of_row(length: int) -> float:
    """Return the least density at which the walk wins less than half of the games on a row.

    >>> half_of_row(1000)
    0.027
    """
    low, high = 0, 1
    while 2 * row_win_rate(length, high) >= 1:  # few mines: large fractions are slow
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if 2 * row_win_rate(length, middle) >= 1 else (low, middle)
    return high / length


def _board(
    axes: Axes, short: int, points: np.ndarray[tuple[int, int], np.dtype[np.float64]], number: int
) -> None:
    look = series(number)
    values = points[:, 1]
    axes.errorbar(
        points[:, 0],
        values,
        yerr=np.maximum(0.0, [values - points[:, 2], points[:, 3] - values]),
        fmt=look.marker,
        color=look.color,
        elinewidth=0.9,
        capsize=2,
        label=f"{short} x q",
    )
    ends = points[0, 0], points[-1, 0]
    lengths = np.unique(np.geomspace(*ends, _CURVE_POINTS).round().astype(int)).tolist()
    census = None if short == 1 else strip_census(short)
    predicted = [half_of_row(q) if census is None else census.density(q) for q in lengths]
    axes.plot(lengths, predicted, color=look.color, ls=look.line, lw=1.0)


def _scales(axes: Axes, title: str) -> None:
    from matplotlib.ticker import NullLocator

    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_yticks(_DENSITIES, [f"{density:g}" for density in _DENSITIES])
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_title(title)
    axes.set_xlabel("length q (cells)")
