"""The coin flips of the proved bound: in the interior, at an edge, in a corner, and packed.

The first three boards show the four cells of a coin flip with the mines of one case; exchanging the
filled and the open circles gives the other case. The overlooking cells hold mines in both. The last
board shows how coin flips that share no cell are packed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.patches import Circle, Rectangle

from sapper.lab.figures.style import GRID, INK, PAPER, SERIES, house_style, new_figure
from sapper.theory.win_bound import Field, packing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Place = tuple[int, int]

_SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
_EXAMPLES = (
    ("interior: 6 mines", (6, 6), (2, 2), ((-1, -1), (-1, 2), (2, -1), (2, 2))),
    ("edge: 4 mines", (6, 6), (0, 2), ((2, -1), (2, 2))),
    ("corner: 3 mines", (6, 6), (0, 0), ((2, 2),)),
)
"""Title, shape of the part of the board, first cell of the square, overlooking cells."""

_PACKED = (24, 24)
_MINE = SERIES[0].color
_COLOURS = {"interior": SERIES[2].color, "edge": SERIES[1].color, "corner": SERIES[4].color}


@house_style()
def coin_flips_figure() -> Figure:
    """Draw one coin flip of each kind, and a packed board."""
    figure = new_figure(4.6)
    grid = figure.add_gridspec(3, 2, width_ratios=(1, 3.1))
    for row, (title, shape, (top, left), overlooking) in enumerate(_EXAMPLES):
        axes = figure.add_subplot(grid[row, 0])
        _board(axes, shape, title)
        # The board goes on below and to the right, and in the interior on all sides.
        _open_sides(axes, above=top > 0, before=left > 0)
        for down, right in _SQUARE:
            _mark(axes, (top + down, left + right), filled=down == right)
        for down, right in overlooking:
            _mark(axes, (top + down, left + right), filled=True, common=True)
    axes = figure.add_subplot(grid[:, 1])
    _board(axes, _PACKED, f"packed on {_PACKED[0]}x{_PACKED[1]}")
    for field in packing("grid", _PACKED):
        _fill(axes, field)
    return figure


def _board(axes: Axes, shape: Place, title: str) -> None:
    rows, columns = shape
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    axes.set_aspect("equal")
    axes.set_title(title)
    axes.set_xticks(range(columns + 1), labels=[])
    axes.set_yticks(range(rows + 1), labels=[])
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(True)


def _open_sides(axes: Axes, *, above: bool, before: bool) -> None:
    """Leave out the border where the board goes on."""
    for side, goes_on in {"bottom": True, "right": True, "top": above, "left": before}.items():
        axes.spines[side].set_color(GRID if goes_on else INK)
        axes.spines[side].set_linewidth(0.6 if goes_on else 1.6)


def _mark(axes: Axes, cell: Place, *, filled: bool, common: bool = False) -> None:
    """Draw a mine of the first case (filled), of the second (open), or of both (on grey)."""
    row, column = cell
    if common:
        axes.add_patch(Rectangle((column, row), 1, 1, facecolor=GRID, edgecolor="none"))
    axes.add_patch(
        Circle(
            (column + 0.5, row + 0.5),
            0.28,
            facecolor=_MINE if filled else "none",
            edgecolor=_MINE,
            linewidth=1.2,
        )
    )


def _fill(axes: Axes, field: Field) -> None:
    """Draw the squares of a field of coin flips, and their overlooking cells in a pale colour."""
    colour = _COLOURS[field.kind.where]
    for top in field.tops:
        for left in field.lefts:
            axes.add_patch(
                Rectangle((left, top), 2, 2, facecolor=colour, edgecolor=PAPER, linewidth=1.2)
            )
            for down, right in field.overlooking:
                axes.add_patch(
                    Rectangle(
                        (left + right, top + down),
                        1,
                        1,
                        facecolor=colour,
                        edgecolor="none",
                        alpha=0.35,
                    )
                )
