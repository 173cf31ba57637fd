"""Positions that papers print as figures or work out."""

from __future__ import annotations

from sapper.positions import Position

FIGURE_III_1 = """
######
######
##1###
##32##
######
######
"""
"""Figure III.1 of Fowler & Young 2004, from its equations: three clues see twelve cells, x1 to x12.

They are numbered in reading order. The equations fix the pattern; where on the 6x6 board it lies
does not matter.
"""


def one_two(max_per_cell: int = 1) -> Position:
    """A 1 and a 2 side by side in the middle of an expert board."""
    position = Position.covered_board("expert", max_per_cell=max_per_cell)
    return position.reveal((8, 15), 1).reveal((8, 16), 2)
