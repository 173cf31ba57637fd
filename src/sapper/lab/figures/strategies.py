"""The exact distance of strategies from perfect play on a small board.

Both panels are exact fractions of layouts, so there are no error bars. The upper panel shows the
win probability with a safe first click in the corner; the lower panel shows the loss of each
strategy relative to perfect play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.errors import LabError
from sapper.lab.figures.style import Series, house_style, new_figure, series

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.perfect.small_board_table import SmallBoard

BOARD = "4x5"
"""The largest board for which the table has every strategy and number of mines."""


@house_style()
def strategy_gaps(rows: Sequence[SmallBoard], board: str = BOARD) -> Figure:
    """Draw win probabilities by number of mines, and the losses relative to perfect play.

    ``rows`` are those of ``sapper.perfect.small_board_table.small_boards``; the figure uses the
    rows of the board that start in the corner.
    """
    chosen = sorted(
        (row for row in rows if row.board == board and row.start == 0), key=lambda row: row.mines
    )
    if not chosen:
        raise LabError(f"the table of small boards has no {board!r}")
    mines = [row.mines for row in chosen]
    figure = new_figure(5.6)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    won = [row.optimal / row.layouts for row in chosen]
    _draw(above, mines, won, series(0), "perfect play")
    for number, name in enumerate(chosen[0].wins, 1):
        look = series(number)
        values = [(row, row.wins[name]) for row in chosen]
        known = [(row, wins) for row, wins in values if wins is not None]
        valued = [row.mines for row, _ in known]
        won = [float(wins / row.layouts) for row, wins in known]
        _draw(above, valued, won, look, name)
        lost = [100 * float(1 - wins / row.optimal) for row, wins in known]
        _draw(below, valued, lost, look, name)
    above.set_ylim(-0.02, 1.02)
    above.set_ylabel("win probability")
    above.set_title(f"Strategies on {board}, safe first click in the corner")
    above.legend(loc="upper center")
    below.set_ylabel("loss relative to\nperfect play (%)")
    below.set_ylim(bottom=-1)
    below.set_xlabel("number of mines")
    below.set_xticks(mines)
    return figure


def _draw(
    axes: Axes, mines: Sequence[int], shares: Sequence[float], look: Series, name: str
) -> None:
    axes.plot(mines, shares, color=look.color, marker=look.marker, ls=look.line, label=name)
