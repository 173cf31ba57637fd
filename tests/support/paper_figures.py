"""Positions that papers print as figures."""

from __future__ import annotations

FIGURE_III_1 = """
######
######
##1###
##32##
######
######
"""
"""Figure III.1 of paper 001, from its equations: three clues see twelve cells, x1 to x12.

They are numbered in reading order. The equations fix the pattern; where on the 6x6 board it lies
does not matter.
"""
