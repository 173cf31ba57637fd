"""A data collapse of the transition: win rates against the density divided by the measured half.

If the relative width of the transition does not depend on the size of the board (a coarse
transition, Louf 2025), the points of all boards lie on one curve. Patterns that occur in proportion
to the k-th power of the density give W = 2^(-x^k) at x = density / half, and 4^(-x^k) for games
won without a guess: k is 6 for the smallest patterns in the interior, and 4 at an edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import LabError
from sapper.intervals import wilson
from sapper.lab.figures.board_sides import SideLooks, is_square, marked
from sapper.lab.figures.style import INK, QUIET, house_style, new_figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.study import StudyPoint, StudyRow

_EXPONENTS = ((6, "-", INK), (4, (0, (4, 2)), QUIET))
_CURVE_POINTS = 100


@house_style()
def transition(points: Sequence[StudyPoint], rows: Sequence[StudyRow]) -> Figure:
    """Draw the games won, and won without a guess, of squares and of tori.

    ``rows`` give the half of each board; points of boards without a half are omitted.
    """
    halves = {
        (row.part, row.board): row.value
        for row in rows
        if row.method == "half" and row.first == "open" and row.value is not None
    }
    chosen = [p for p in points if is_square(p.board) and (p.part, p.board) in halves]
    if not chosen:
        raise LabError("the figure of the transition needs points and halves of squares or tori")
    looks = SideLooks.of(point.board for point in chosen)
    figure = new_figure(5.6)
    panels = figure.subplots(2, 2, sharex=True, sharey=True)
    for column, (torus, name) in enumerate(((False, "squares"), (True, "tori"))):
        held = [point for point in chosen if point.board.startswith("torus:") == torus]
        for axes, base, title in (
            (panels[0, column], 2, f"{name}: games won"),
            (panels[1, column], 4, f"{name}: won without a guess"),
        ):
            _laws(axes, base)
            _points(axes, held, halves, looks, base)
            axes.set_title(title)
    for axes in panels[1]:
        axes.set_xlabel("density divided by the half of the board")
    for axes in panels[:, 0]:
        axes.set_ylabel("share of games")
    panels[0, 0].set_ylim(-0.02, 1.02)
    panels[0, 0].legend(loc="lower left")
    looks.legend(figure)
    return figure


def _laws(axes: Axes, base: int) -> None:
    places = np.linspace(0.5, 1.5, _CURVE_POINTS)
    for exponent, line, color in _EXPONENTS:
        law = base ** -(places**exponent)
        axes.plot(places, law, color=color, ls=line, lw=1.0, label=f"k = {exponent}")


def _points(
    axes: Axes,
    points: Sequence[StudyPoint],
    halves: Mapping[tuple[str, str], float],
    looks: SideLooks,
    base: int,
) -> None:
    """Draw the share of games of each point with its Wilson 95 % interval."""
    for board in dict.fromkeys(point.board for point in points):
        own = [point for point in points if point.board == board]
        places = np.array([point.density / halves[point.part, board] for point in own])
        counts = [(p.wins if base == 2 else p.guess_free, p.games) for p in own]
        shares = np.array([won / games for won, games in counts])
        ends = np.array([wilson(won, games) for won, games in counts])
        look = looks.look(board)
        axes.errorbar(
            places,
            shares,
            yerr=np.maximum(0.0, [shares - ends[:, 0], ends[:, 1] - shares]),
            fmt="",
            ls="none",
            ms=4,
            elinewidth=0.6,
            ecolor=look.color,
            **marked(look),
        )
