"""The positions of the figures, reconstructed because the available text lacks them.

Figure III.1 follows from its equations; figure III.3, identical to II.5, follows from its columns
of numbers. The first click in the upper right corner then gives the positions of II.2 to II.4.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.papers.fowler_young2004.basic_theorems import opened, theorem_1, theorem_2
from sapper.positions import Position, parse
from sapper.theory import arrangements_tested

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.theory import ArrangementsTested


FIGURE_III_1 = """
######
######
##1###
##32##
######
######
"""
"""6x6, 11 mines. The equations determine the pattern; its place on the board has no effect."""

FIGURE_II_5 = """
##2F1....
##211....
##2......
##1...111
##1...1F1
##1...111
##2..1121
##2112F2F
##11F2121
"""
"""Figures II.5 and III.3: 9x9, 10 mines; x1 to x9 are the second column, from the top."""

UPPER_RIGHT = (0, 8)
"""The first click of the example of section II.2."""


@cache
def figure_1() -> Analysis:
    """Analyse figure III.1."""
    return analyze(parse(FIGURE_III_1, mines=11))


@cache
def figure_5() -> Analysis:
    """Analyse figure II.5."""
    return analyze(parse(FIGURE_II_5, mines=10))


@cache
def tested() -> ArrangementsTested:
    """Count the arrangements that each method tests in figure III.1."""
    return arrangements_tested(figure_1().position)


def layout_of_figure_5() -> list[int]:
    """Return a layout consistent with figure II.5, by completing its certain mines."""
    analysis = figure_5()
    undecided = [
        cell
        for cell in analysis.position.covered
        if cell not in analysis.safe and cell not in analysis.mines
    ]
    return sorted([*analysis.mines, *undecided[: 10 - len(analysis.mines)]])


def first_click() -> Position:
    """Return figure II.2: the position after the first click."""
    board = figure_5().position.board
    shown = opened(board, layout_of_figure_5(), [board.cell(UPPER_RIGHT)])
    return Position(board, [shown.get(cell) for cell in range(board.size)], 10)


def after_basic_steps() -> Position:
    """Return figure II.5: the position after step B, with its flags."""
    position, layout = first_click(), layout_of_figure_5()
    board = position.board
    while True:
        mines = theorem_1(position)
        safe = theorem_2(position, mines)
        if not safe:
            return Position(board, position.clues, 10, flags=sorted(mines))
        shown = opened(board, layout, [*position.revealed, *safe])
        position = Position(board, [shown.get(cell) for cell in range(board.size)], 10)
