"""Guesses per game against the mine density, past the density at which half of the games are won.

Chong et al. 2024, section 10.3, propose a critical density by the average number of guesses: the
maximum of these curves. It moves little with the size of the board, while the half tends to 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import LabError
from sapper.lab.figures.style import PAPER, house_style, new_figure, series
from sapper.lab.figures.win_rates import DENSITY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from sapper.lab.study import StudyPoint, StudyRow

PART = "open-peaks"
"""The part of the study that is drawn."""

MOST_CURVES = 6
"""The number of curves, from the smallest board to the largest."""


@house_style()
def guess_peaks(points: Sequence[StudyPoint], rows: Sequence[StudyRow]) -> Figure:
    """Draw the mean guesses per game of the part ``open-peaks``, one curve per board.

    The density of the most guesses is a hollow marker on the curve. ``points`` and ``rows`` may
    hold other parts.
    """
    boards = list(dict.fromkeys(point.board for point in points if point.part == PART))
    if not boards:
        raise LabError(f"the figure of guesses needs points of the part {PART}")
    places = np.unique(np.linspace(0, len(boards) - 1, MOST_CURVES).round().astype(int))
    peaks = {row.board: row.value for row in rows if (row.part, row.method) == (PART, "guesses")}
    figure = new_figure(4.2)
    axes = figure.subplots()
    for number, board in enumerate(boards[place] for place in places.tolist()):
        own = [point for point in points if (point.part, point.board) == (PART, board)]
        densities = np.array([point.density for point in own])
        means = np.array([point.guesses / point.games for point in own])
        look = series(number)
        axes.plot(
            densities, means, color=look.color, marker=look.marker, ls=look.line, ms=3, label=board
        )
        peak = peaks.get(board)
        if peak is not None:
            axes.plot(
                [peak],
                [np.interp(peak, densities, means)],
                ls="none",
                marker=look.marker,
                ms=9,
                mec=look.color,
                mfc=PAPER,
                zorder=3,
            )
    axes.set_title("Guesses per game, first click on an opening")
    axes.set_xlabel(DENSITY)
    axes.set_ylabel("guesses per game")
    axes.set_ylim(bottom=0)
    axes.legend(title="hollow: most guesses")
    return figure
