"""Win rates of several strategies on one board, by number of mines.

Measured win rates have 95 % intervals; exact ones are lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import LabError
from sapper.lab.figures.style import house_style, new_figure, series

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.figure import Figure

MeasuredRate = tuple[int, float, tuple[float, float]]
"""Number of mines, win rate (0 to 1) and its 95 % interval."""


@house_style()
def win_rates_by_mines(
    measured: Mapping[str, Sequence[MeasuredRate]],
    exact: Mapping[str, Sequence[tuple[int, float]]] | None = None,
    *,
    title: str = "",
) -> Figure:
    """Draw win rates against the number of mines, one curve per name."""
    if not measured or not all(measured.values()):
        raise LabError("a figure of win rates needs at least one point of every strategy")
    figure = new_figure(3.8)
    axes = figure.subplots()
    for number, (name, points) in enumerate(measured.items()):
        look = series(number)
        mines, rates = [m for m, _, _ in points], np.array([rate for _, rate, _ in points])
        ends = np.array([interval for _, _, interval in points])
        reach = np.maximum([rates - ends[:, 0], ends[:, 1] - rates], 0)
        axes.errorbar(
            mines, rates, yerr=reach, color=look.color, marker=look.marker, ls=look.line, label=name
        )
    for number, (name, line) in enumerate((exact or {}).items(), len(measured)):
        look = series(number)
        axes.plot(*zip(*line, strict=True), color=look.color, ls=look.line, lw=1.0, label=name)
    ticks = sorted({m for points in measured.values() for m, _, _ in points})
    axes.set_xticks(ticks)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlabel("number of mines")
    axes.set_ylabel("win rate (share of games won)")
    axes.set_title(title)
    drawn = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    names = [*measured, *(exact or {})]
    axes.legend([drawn[name] for name in names], names, loc="upper center")
    return figure
