"""The win rate on two rows against the mine density: figure 9.5 of Chong et al. 2024.

A column with one mine is a coin flip, so already one mine halves the win rate, and the logistic
curve of the paper's method has its centre below a density of 0. The line is the proved bound of
every player (``sapper.theory.pair_bound``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.errors import LabError
from sapper.lab.figures.style import OURS, PAPER, house_style, legend_in_order, new_figure, series
from sapper.lab.figures.win_rates import DENSITY, WIN_RATE, as_results, draw_fit, draw_points
from sapper.theory.strips import pair_bound

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sapper.lab.fits.curve import Curve

_ROWS = 2


@house_style()
def two_row_win_rates(curve: Curve) -> Figure:
    """Draw the win rates of a 2xq board, the logistic fit of the paper, and the proved bound.

    Points that the fit changes are hollow: those after the win rate rises again (W-correction).
    """
    from sapper.boards.specs import read_spec

    shape = read_spec(curve.name).shape
    if len(shape) != _ROWS or shape[0] != _ROWS:
        raise LabError(f"the figure of two rows needs a board 2xq, not {curve.name!r}")
    (result,) = as_results([curve], "paper")
    figure = new_figure(3.8)
    axes = figure.subplots()
    look = series(0)
    draw_points(axes, result, look)
    axes.plot([], [], color=look.color, marker=look.marker, ls="none", label=OURS)
    hollow: dict[str, Any] = {
        "color": look.color,
        "marker": look.marker,
        "ls": "none",
        "mfc": PAPER,
    }
    axes.plot([], [], **hollow, label="set to 0 by the W-correction (8.1)")
    draw_fit(axes, result, series(1))
    fitted = series(1)
    if result.critical.value is not None:
        label = f"logistic curve of the paper's method, P = {result.critical.value:.3g}"
        axes.plot([], [], color=fitted.color, ls=fitted.line, label=label)
    mines = np.arange(1, 2 * shape[1])
    bounds = [float(pair_bound(shape[1], int(number))) for number in mines]
    bound = series(2)
    axes.plot(
        mines / (2 * shape[1]),
        bounds,
        color=bound.color,
        ls=bound.line,
        lw=1.0,
        label="proved bound for every player",
    )
    axes.set_title(f"Boards of two rows: {curve.name}, infer-guess-published")
    axes.set_xlabel(DENSITY)
    axes.set_ylabel(WIN_RATE)
    axes.set_xlim(0, 1)
    axes.set_ylim(-0.02, 1.02)
    legend_in_order(axes, OURS, loc="upper center")
    return figure
