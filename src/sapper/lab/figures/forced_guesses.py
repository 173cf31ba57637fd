"""Forced guesses measured in games, compared with the prediction of the census of patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import LabError
from sapper.lab.figures.style import QUIET, SERIES, house_style, new_figure, series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from sapper.lab.study.forced_guesses import ForcedGuesses


@house_style()
def forced_guesses_figure(found: Sequence[ForcedGuesses]) -> Figure:
    """Draw the ratio of measured to predicted forced guesses against the density, per board."""
    if not found:
        raise LabError("the figure of forced guesses needs at least one point")
    figure = new_figure(3.6)
    panels = figure.subplots(1, 2, sharey=True)
    for axes, prefix, title in ((panels[0], "", "squares"), (panels[1], "torus:", "tori")):
        boards = [
            board
            for board in dict.fromkeys(each.board for each in found)
            if board.startswith("torus:") == bool(prefix)
        ]
        axes.axhline(1.0, color=QUIET, lw=1.0)
        for number, board in enumerate(boards):
            look = series(number)
            points = [each for each in found if each.board == board]
            places = np.array([each.mines / each.cells for each in points])
            ratios = np.array([each.ratio for each in points])
            lows = np.array([each.low / each.predicted for each in points])
            highs = np.array([min(each.high / each.predicted, 99.0) for each in points])
            axes.errorbar(
                places,
                ratios,
                yerr=np.maximum(0.0, [ratios - lows, highs - ratios]),
                fmt=look.marker,
                ms=3.5,
                mfc=look.color if number < len(SERIES) else "none",
                color=look.color,
                elinewidth=0.7,
                label=board.removeprefix(prefix),
            )
        axes.set_title(title)
        axes.set_xlabel("density (mines per cell)")
        axes.set_ylim(0, 4)
        axes.legend(loc="upper left", fontsize=7, ncols=2)
    panels[0].set_ylabel("forced guesses per game: measured / predicted")
    return figure
