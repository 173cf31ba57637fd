"""A game played step by step as Chong et al. 2024 describe: one panel per step.

A tick marks a cell that is inferred to be safe, a dot one that is inferred to hold a mine; flags
are mines that were inferred before. In a guess every covered cell has its safety in percent, on a
scale from orange (a mine) over white to green (safe), and a frame marks the cell that is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.errors import LabError
from sapper.lab.figures.style import (
    GRID,
    INK,
    PAPER,
    QUIET,
    SERIES,
    house_style,
    new_figure,
)
from sapper.positions import COVERED, FLAGGED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sapper.theory.step_by_step import GameStep, SolvedGame

PANELS = 6
"""The steps that are drawn by default."""

_COLUMNS = 3
_FLAT = 2
_COVERED = "#e4e4e4"
_SAFE, _MINE = SERIES[5].color, SERIES[1].color


@house_style()
def solved_game(game: SolvedGame, panels: int = PANELS) -> Figure:
    """Draw the first steps of a game on a two-dimensional board, at most this many."""
    if not game.steps or len(game.layout.board.shape) != _FLAT:
        raise LabError("the figure of a game needs a two-dimensional board and at least one step")
    steps = game.steps[:panels]
    rows = -(-len(steps) // _COLUMNS)
    figure = new_figure(2.3 * rows)
    drawn = figure.subplots(rows, _COLUMNS, squeeze=False).ravel()
    for number, (axes, step) in enumerate(zip(drawn, steps, strict=False), 1):
        _board(axes, step)
        kind = "infer" if step.guess is None else "guess"
        axes.set_title(f"step {number}: {kind}")
    for axes in drawn[len(steps) :]:
        axes.set_visible(False)
    return figure


def _board(axes: Axes, step: GameStep) -> None:
    from matplotlib.patches import Rectangle

    position = step.position if step.guess is None else step.guess.position
    rows, columns = position.board.shape
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_aspect("equal")
    axes.set_xticks(range(columns))
    axes.set_yticks(range(rows))
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(True)
    for cell in range(position.board.size):
        row, column = position.board.coordinates(cell)
        color, text, letters = _cell(step, cell)
        axes.add_patch(
            Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=color, edgecolor=GRID, lw=0.6)
        )
        axes.text(column, row, text, ha="center", va="center_baseline", color=letters)
    for cell in step.opened if step.guess is not None else ():
        row, column = position.board.coordinates(cell)
        axes.add_patch(
            Rectangle((column - 0.45, row - 0.45), 0.9, 0.9, fill=False, edgecolor=INK, lw=1.6)
        )


def _cell(step: GameStep, cell: int) -> tuple[str, str, str]:
    """Return the colour of a cell, its text and the colour of the text."""
    position = step.position if step.guess is None else step.guess.position
    state = int(position.states[cell])
    if state == FLAGGED:
        return _COVERED, "⚑", INK
    if state != COVERED:
        return PAPER, str(state) if state else "", INK
    if step.guess is not None:
        safety = float(step.guess.safety[cell])
        color = _shade(safety)
        return color, f"{100 * safety:.0f}", INK
    if cell in step.inference.safe:
        return _SAFE, "✓", INK
    if cell in step.inference.mine_cells:
        return _MINE, "●", INK
    return _COVERED, "", QUIET


def _shade(safety: float) -> str:
    """Return a colour from orange (0) over white to green-blue (1), in even steps of lightness."""
    from matplotlib.colors import LinearSegmentedColormap, to_hex

    shades = LinearSegmentedColormap.from_list("safety", [_MINE, PAPER, _SAFE])
    return to_hex(shades(safety))
