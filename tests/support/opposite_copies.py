"""A family of boards with two arrangements that differ by any number of magnitudes."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sapper.analysis import Analysis, analyze
from sapper.boards import Board, graph
from sapper.positions import Position


class Copies:
    """A board with two arrangements that differ by far in number.

    Cells x_1 .. x_n are all mined or all empty: each is the opposite of a y between it and the
    next. A clue 1 sees x_i and ``choices`` cells of its own. So either the x are mined, alone, in
    one way; or every y is, and one cell of each group, in choices^n ways.
    """

    def __init__(self, length: int, choices: int, floating: int) -> None:
        self.length, self.choices, self.floating = length, choices, floating
        clues = 3 * length - 2
        x = [clues + i for i in range(length)]
        y = [clues + length + i for i in range(length - 1)]
        groups = clues + 2 * length - 1
        edges: list[tuple[int, int]] = []
        for i in range(length - 1):
            edges += [(2 * i, x[i]), (2 * i, y[i]), (2 * i + 1, y[i]), (2 * i + 1, x[i + 1])]
        for i in range(length):
            clue = 2 * length - 2 + i
            edges.append((clue, x[i]))
            edges += [(clue, groups + i * choices + k) for k in range(choices)]
        self.x, self.group = x[0], groups
        self.y = y[0] if y else groups
        size = groups + length * choices + floating
        self.board: Board = graph(edges, nodes=range(size))
        self.clues = [1] * clues + [None] * (size - clues)

    def analyze(self, mines: int) -> Analysis:
        """Analyse the board with this number of mines."""
        return analyze(Position(self.board, self.clues, mines))

    def few(self, mines: int) -> int:
        """Count the layouts in which the x are mined."""
        return self.ways(mines - self.length)

    def many(self, mines: int) -> int:
        """Count the layouts in which the x are empty."""
        arrangements: int = self.choices**self.length
        return arrangements * self.ways(mines - 2 * self.length + 1)

    def copies_mined(self, mines: int) -> Fraction:
        """P(the x are mined), exactly."""
        few, many = self.few(mines), self.many(mines)
        return Fraction(few, few + many)

    def floating_mined(self, mines: int) -> Fraction:
        """P(a floating cell is mined), exactly."""
        copies = self.copies_mined(mines)
        left = mines - 2 * self.length + 1 + copies * (self.length - 1)
        return Fraction(left, self.floating)

    def ways(self, left: int) -> int:
        """Count the ways of this number of mines in the floating cells."""
        return comb(self.floating, left) if left >= 0 else 0
