"""Data collapse: the win rates of boards of many sizes against c = density times n^(1/k).

Left: the share of games won and the share without a guess on tori of all sizes, with the limit
curves of the critical law. Right: -log W over its limit a c^k, with the curves of the census at
each size.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import parse_spec
from sapper.errors import LabError
from sapper.intervals import wilson
from sapper.lab.figures.style import INK, house_style, new_figure, series
from sapper.lab.study.collapse import scale_of
from sapper.theory import census
from sapper.theory.critical_law import critical_law

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.study import StudyPoint
    from sapper.theory.critical_law import CriticalLaw

_CURVE_POINTS = 80
_STEPS = (0.2, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 20)
_FEWEST = 20
"""Fewest games won, and lost, of a point on the right."""


@house_style()
def collapse_figure(points: Sequence[StudyPoint]) -> Figure:
    """Draw the points of boards of one lattice, with the limit curves of its law."""
    boards = list(dict.fromkeys(point.board for point in points))
    if not boards:
        raise LabError("the figure of a collapse needs at least one point")
    law = critical_law(boards[0])
    if any(critical_law(board) != law for board in boards):
        raise LabError("the figure of a collapse shows boards of one lattice")
    figure = new_figure(3.9)
    left, right = figure.subplots(1, 2)
    scales = [scale_of(point) for point in points]
    grid = np.linspace(0.9 * min(scales), 1.03 * max(scales), _CURVE_POINTS)
    for amplitude, style, name in (
        (law.amplitude, "-", "won"),
        (law.guess_free_amplitude, (0, (4, 2)), "without a guess"),
    ):
        limit = [exp(-float(amplitude) * scale**law.mines) for scale in grid]
        left.plot(grid, limit, color=INK, ls=style, label=f"limit, {name}", zorder=1)
    right.axhline(1, color=INK)
    for number, board in enumerate(boards):
        _draw_board(left, right, [p for p in points if p.board == board], law, number, grid)
    _label(left, right, law)
    figure.legend(loc="outside lower center", ncols=4, fontsize=8)
    return figure


def _draw_board(
    left: Axes,
    right: Axes,
    points: Sequence[StudyPoint],
    law: CriticalLaw,
    number: int,
    grid: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> None:
    look = series(number)
    board, cells = points[0].board, points[0].cells
    scales = np.array([scale_of(point) for point in points])
    for filled, counts in (
        (True, [point.wins for point in points]),
        (False, [point.guess_free for point in points]),
    ):
        shares = np.array([n / p.games for n, p in zip(counts, points, strict=True)])
        ends = np.array([wilson(n, p.games) for n, p in zip(counts, points, strict=True)])
        left.errorbar(
            scales,
            shares,
            yerr=np.maximum(0.0, [shares - ends[:, 0], ends[:, 1] - shares]),
            fmt=look.marker,
            color=look.color,
            mfc=look.color if filled else "none",
            ms=3.8,
            elinewidth=0.8,
            label=board.split(":")[-1] if filled else None,
        )
    patterns = census(parse_spec(board).kind)
    power = cells ** (-1 / law.mines)
    limits = float(law.amplitude) * grid**law.mines
    curve = [-log(patterns.win_rate(board, float(c) * power)) for c in grid]
    right.plot(grid, np.array(curve) / limits, color=look.color, ls=look.line, lw=1.0)
    inside = [p for p in points if _FEWEST <= p.wins <= p.games - _FEWEST]
    places = np.array([scale_of(point) for point in inside])
    expected = float(law.amplitude) * places**law.mines
    ends = np.array([[-log(end) for end in wilson(p.wins, p.games)] for p in inside])
    losses = np.array([-log(p.wins / p.games) for p in inside]) / expected
    right.errorbar(
        places,
        losses,
        yerr=np.maximum(0.0, [losses - ends[:, 1] / expected, ends[:, 0] / expected - losses]),
        fmt=look.marker,
        color=look.color,
        ms=3.8,
        elinewidth=0.8,
    )


def _label(left: Axes, right: Axes, law: CriticalLaw) -> None:
    from matplotlib.ticker import NullLocator

    across = f"c = density · $n^{{1/{law.mines}}}$"
    left.set_xlabel(across)
    left.set_ylabel("share of games")
    left.set_ylim(-0.02, 1.02)
    left.set_title("Won (filled), without a guess (open)")
    right.set_xlabel(across)
    factor = "" if law.amplitude == 1 else f"{float(law.amplitude):g} "
    right.set_ylabel(f"-log W / ({factor}$c^{law.mines}$)")
    right.set_yscale("log")
    low, high = right.get_ylim()
    right.set_yticks(steps := [step for step in _STEPS if low <= step <= high])
    right.set_yticklabels([f"{step:g}" for step in steps])
    right.yaxis.set_minor_locator(NullLocator())
    right.set_title("Won, over the limit; curves: census")
