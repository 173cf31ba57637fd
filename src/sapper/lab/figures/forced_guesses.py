"""Forced guesses measured in games, compared with the prediction of the census of patterns."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import LabError
from sapper.lab.figures.board_sides import SideLooks, is_square, marked
from sapper.lab.figures.style import QUIET, house_style, new_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.study.forced_guesses import ForcedGuesses

_MARGIN = 1.15
_STEPS = (0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 20, 50)


@house_style()
def forced_guesses_figure(found: Sequence[ForcedGuesses]) -> Figure:
    """Draw the ratio of measured to predicted forced guesses against the density, per board.

    The ratio has a logarithmic scale that covers all points and the finite ends of their 95 %
    intervals; an interval without an upper end has an arrow.
    """
    found = [each for each in found if is_square(each.board)]
    if not found:
        raise LabError("the figure of forced guesses needs at least one point of a square")
    looks = SideLooks.of(each.board for each in found)
    figure = new_figure(3.8)
    panels = figure.subplots(1, 2, sharey=True, sharex=True)
    for axes, torus, title in ((panels[0], False, "squares"), (panels[1], True, "tori")):
        axes.set_yscale("log")
        axes.axhline(1.0, color=QUIET, lw=1.0)
        for board in dict.fromkeys(each.board for each in found):
            if board.startswith("torus:") == torus:
                _board(axes, [each for each in found if each.board == board], looks)
        axes.set_title(title)
        axes.set_xlabel("density (mines per cell)")
    _scale(panels[0], found)
    looks.legend(figure)
    return figure


def _board(axes: Axes, points: Sequence[ForcedGuesses], looks: SideLooks) -> None:
    look = looks.look(points[0].board)
    places = np.array([each.mines / each.cells for each in points])
    ratios = np.array([each.ratio for each in points])
    lows = np.array([each.low / each.predicted for each in points])
    highs = np.array([_high(each) for each in points])
    axes.errorbar(
        places,
        ratios,
        yerr=np.maximum(0.0, [ratios - lows, highs - ratios]),
        lolims=[not isfinite(each.high) for each in points],
        fmt="",
        ls="none",
        ms=4,
        elinewidth=0.7,
        ecolor=look.color,
        **marked(look),
    )


def _high(each: ForcedGuesses) -> float:
    """Return the upper end of the interval of a ratio; the ratio itself if there is none."""
    return each.high / each.predicted if isfinite(each.high) else each.ratio


def _scale(axes: Axes, found: Sequence[ForcedGuesses]) -> None:
    """Cover all points, and label the logarithmic axis with plain numbers."""
    from matplotlib.ticker import NullLocator

    low = min(each.low / each.predicted for each in found) / _MARGIN
    high = max(_high(each) for each in found) * _MARGIN
    axes.set_ylim(low, high)
    steps = [step for step in _STEPS if low <= step <= high]
    axes.set_yticks(steps, [f"{step:g}" for step in steps])
    axes.yaxis.set_minor_locator(NullLocator())
    axes.set_ylabel("forced guesses per game: measured / predicted")
