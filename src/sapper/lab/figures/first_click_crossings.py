"""Other first cells compared with the corner on the same games, and the densities of equal wins.

Left: of the games that one of the two cells wins and the other loses, the share that the other cell
wins, with 95 % Wilson intervals; below one half the corner is better. Right: the density at which
the share is one half, by the side of the board, with 95 % intervals cut off at 0.4; bars are the
exact values of perfect play on small boards, from the last number of mines with the corner among
the best to the first with a better cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import board as make_board
from sapper.errors import LabError
from sapper.intervals import wilson
from sapper.lab.figures.style import QUIET, house_style, new_figure, series
from sapper.lab.study.first_clicks import NEXT, crossings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.lab.study.first_clicks import FirstClickRow
    from sapper.perfect.corners import CornerLimit

_MOST_DENSITY = 0.4
"""The end of the right axis; longer intervals are cut off."""


@house_style()
def first_click_crossings(
    rows: Sequence[FirstClickRow], limits: Sequence[CornerLimit] = ()
) -> Figure:
    """Draw rows of ``sapper.lab.study.first_clicks``, with limits of ``corner_limits``."""
    if not any(row.start == NEXT for row in rows):
        raise LabError("the figure of first clicks needs games from the cell next to the corner")
    figure = new_figure(3.9)
    shares, densities = figure.subplots(1, 2)
    _draw_shares(shares, rows)
    _draw_crossings(densities, rows)
    _draw_limits(densities, limits)
    densities.legend(loc="lower right", title="first cell")
    return figure


def _draw_shares(axes: Axes, rows: Sequence[FirstClickRow]) -> None:
    axes.axhline(50, color="black", lw=0.8)
    boards = list(dict.fromkeys(row.board for row in rows))
    for number, board in enumerate(boards):
        look = series(number)
        own = [row for row in rows if (row.board, row.start) == (board, NEXT)]
        own = sorted((row for row in own if row.only_this + row.only_corner), key=_density)
        decided = [(row.only_this, row.only_this + row.only_corner) for row in own]
        values = 100 * np.array([won / games for won, games in decided])
        ends = 100 * np.array([wilson(won, games) for won, games in decided]).T
        axes.errorbar(
            [row.density for row in own],
            values,
            yerr=np.maximum(0.0, [values - ends[0], ends[1] - values]),
            color=look.color,
            marker=look.marker,
            ls=look.line,
            label=board,
        )
    axes.set_title("Cell (0, 1) compared with the corner")
    axes.set_xlabel("mine density")
    axes.set_ylabel("share won of the games\nwith different results (%)")
    axes.legend(loc="lower right", title="board")


def _density(row: FirstClickRow) -> float:
    return row.density


def _draw_crossings(axes: Axes, rows: Sequence[FirstClickRow]) -> None:
    found = [each for each in crossings(rows) if each.low > 0 and each.high < 1]
    names = {0: "next to the corner", 1: "middle of the edge", 2: "(1, 1)"}
    boards = list(dict.fromkeys(each.board for each in found))
    for number, name in names.items():
        look = series(number)
        own = [each for each in found if _kind(each.place, _side(each.board)) == number]
        if not own:
            continue
        values = np.array([each.density for each in own])
        axes.errorbar(
            [_side(each.board) + 0.15 * (number - 1) for each in own],
            values,
            yerr=[
                values - np.array([each.low for each in own]),
                np.array([each.high for each in own]) - values,
            ],
            color=look.color,
            marker=look.marker,
            ls="none",
            label=name,
        )
    axes.set_xticks([_side(board) for board in boards])
    axes.set_ylim(0.15, _MOST_DENSITY)
    axes.set_title("Densities of equal win rates")
    axes.set_xlabel("side of the square")
    axes.set_ylabel("mine density")


def _draw_limits(axes: Axes, limits: Sequence[CornerLimit]) -> None:
    """The exact values of squares whose corner is overtaken at a known number of mines."""
    ticks = list(axes.get_xticks())
    for limit in limits:
        side = _side(limit.board)
        cells = make_board(limit.board).size
        if side * side != cells or side < 4 or not limit.better:
            continue
        first = limit.better[0].mines
        if first - 1 not in limit.mines or side in ticks:
            continue
        axes.plot([side, side], [(first - 1) / cells, first / cells], color=QUIET, lw=4)
        ticks.append(side)
    axes.set_xticks(sorted(ticks))


def _side(board: str) -> int:
    return int(board.partition("x")[0])


def _kind(place: tuple[int, ...], side: int) -> int:
    """Which of the first cells of ``benchmarks/first_click.py`` a place is."""
    return {(0, 1): 0, (0, side // 2): 1}.get((place[0], place[1]), 2)
