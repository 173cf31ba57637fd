"""Win rates on ever larger squares at one mine density: a critical density cannot be the limit.

Played games are stars with their Wilson 95 % intervals. The lines are the prediction of the census
of patterns, without fitted parameters, and the proved upper bound for every player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import parse_spec
from sapper.errors import LabError
from sapper.intervals import wilson
from sapper.lab.figures.style import INK, QUIET, house_style, new_figure, series
from sapper.theory import census, density_bound, refuted_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from sapper.lab.figures.large_boards import PlayedShare

_SIDES = (20, 1_000)
_CURVE_POINTS = 60


@house_style()
def fixed_density(trials: Sequence[PlayedShare]) -> Figure:
    """Draw the share of games won against the number of cells; all trials have one density."""
    if len({trial.density for trial in trials}) != 1:
        raise LabError("the figure of one density needs games at one density")
    density = trials[0].density
    figure = new_figure(3.6)
    axes = figure.subplots()
    axes.set_xscale("log")
    sides = np.unique(np.geomspace(*_SIDES, _CURVE_POINTS).round().astype(int)).tolist()
    cells = np.square(sides)
    patterns = census("grid")
    rates = [patterns.win_rate(f"{side}x{side}", density) for side in sides]
    bounds = [density_bound(f"{side}x{side}", density).bound for side in sides]
    look = series(0)
    axes.plot(cells, rates, color=look.color, label="theory, nothing fitted")
    axes.plot(cells, bounds, color=look.color, ls=(0, (1, 1)), label="proved bound, every player")
    axes.axhline(0.5, color=QUIET, lw=0.8)
    side = refuted_from(density)
    axes.axvline(side**2, color=QUIET, lw=0.8)
    axes.annotate(
        f"from {side}x{side} on no player\nwins half (proved)",
        (side**2, 0.97),
        (5, 0),
        textcoords="offset points",
        va="top",
        color=QUIET,
    )
    shares = np.array([trial.wins / trial.games for trial in trials])
    ends = np.array([wilson(trial.wins, trial.games) for trial in trials])
    axes.errorbar(
        [parse_spec(trial.board).size for trial in trials],
        shares,
        yerr=np.maximum(0.0, [shares - ends[:, 0], ends[:, 1] - shares]),
        fmt="*",
        ms=13,
        mfc="none",
        mec=INK,
        mew=1.2,
        ecolor=INK,
        elinewidth=0.9,
        capsize=2,
        label="played in this run",
        zorder=4,
    )
    axes.set_ylim(-0.02, 1.02)
    axes.set_title(f"Squares with a density of {density:g}")
    axes.set_xlabel("number of cells n of the board")
    axes.set_ylabel("share of games won")
    axes.legend(loc="lower left")
    return figure
