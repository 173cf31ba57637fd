"""The exact gain of perfect play from a first cell other than the corner.

There is one curve per equivalence class of first cells under symmetry. It shows the difference of
the win probability from that of the corner, in percentage points, by number of mines. The values
are exact, so there are no error bars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.boards import board as make_board
from sapper.errors import LabError
from sapper.lab.figures.style import house_style, new_figure, series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from sapper.perfect.small_board_table import SmallBoard

BOARD = "5x5"


@house_style()
def first_cell_gains(rows: Sequence[SmallBoard], board: str = BOARD) -> Figure:
    """Draw the win probability from each other first cell minus that from the corner.

    ``rows`` are those of ``sapper.perfect.small_board_table.small_boards``. Curves have gaps at
    numbers of mines without rows.
    """
    chances: dict[int, dict[int, float]] = {}
    for row in rows:
        if row.board == board:
            chances.setdefault(row.start, {})[row.mines] = float(row.probability)
    if not chances:
        raise LabError(f"the table of small boards has no {board!r}")
    corner = chances.pop(0)
    mines = list(range(min(corner), max(corner) + 1))
    place = make_board(board).coordinates
    figure = new_figure(4.2)
    axes = figure.subplots()
    axes.axhline(0, color="black", lw=0.8)
    for number, (start, own) in enumerate(chances.items()):
        look = series(number)
        gains = [100 * (own[m] - corner[m]) if m in own else float("nan") for m in mines]
        axes.plot(
            mines,
            gains,
            color=look.color,
            marker=look.marker,
            ls=look.line,
            label=str(place(start)),
        )
    axes.set_title(f"Perfect play on {board}: other first cells compared with the corner")
    axes.set_xlabel("number of mines")
    axes.set_ylabel("gain in win probability (percentage points)")
    axes.legend(loc="lower right", title="first cell (row, column)")
    return figure
