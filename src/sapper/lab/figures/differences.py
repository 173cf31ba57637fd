"""The differences of strategies from a baseline, with their intervals, board by board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.errors import LabError
from sapper.formatting import percent_in_full
from sapper.lab.figures.style import INK, house_style, new_figure, series

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sapper.lab.comparison.results import Comparison

_ROW = 0.28
"""The height of a row, in inches."""


@house_style()
def differences(comparison: Comparison) -> Figure:
    """Draw the differences from the first strategy, in percentage points; a row for each.

    A difference without games is left out.

    >>> from sapper import compare
    >>> figure = differences(compare(["4x4/3", "5x5/5"], ["random", "pseq"], games=200))
    >>> [label.get_text() for label in figure.axes[0].get_yticklabels()]
    ['4x4/3', '5x5/5']
    """
    base, *others = comparison.strategies
    found = [one for one in comparison.differences if one.games]
    if not found:
        raise LabError("a figure of differences needs games that both strategies have finished")
    figure = new_figure(1.5 + _ROW * (len(found) + len(comparison.boards)))
    axes = figure.subplots()
    axes.axvline(0, color=INK, lw=0.8)
    places = {board: number * (len(others) + 1) for number, board in enumerate(comparison.boards)}
    for number, name in enumerate(others):
        look = series(number)
        mine = [one for one in found if one.strategy == name]
        values = [100 * one.value for one in mine]
        lows = [value - 100 * one.interval[0] for value, one in zip(values, mine, strict=True)]
        highs = [100 * one.interval[1] - value for value, one in zip(values, mine, strict=True)]
        axes.errorbar(
            values,
            [places[one.spec] + number for one in mine],
            # The estimate of a score interval may lie outside of it by a rounding error.
            xerr=[[max(0.0, low) for low in lows], [max(0.0, high) for high in highs]],
            color=look.color,
            marker=look.marker,
            ls="none",
            capsize=2.5,
            label=name,
        )
    middle = (len(others) - 1) / 2
    axes.set_yticks([place + middle for place in places.values()], list(places))
    axes.set_ylim(places[comparison.boards[-1]] + len(others) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    share = percent_in_full(comparison.inference.confidence)
    axes.set_xlabel(f"win rate minus that of {base}, in percentage points ({share} intervals)")
    kind = "sequential, any stopping time" if comparison.sequential else "fixed number of games"
    title = f"Same games, {kind}"
    if len(others) > 1:
        axes.legend(loc="best")
    else:
        title = f"{others[0]} compared with {base}: {title[0].lower()}{title[1:]}"
    axes.set_title(title)
    return figure
