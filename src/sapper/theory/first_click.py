"""The first click: the distribution of its clue value, and whether the likeliest zero wins most.

Before the first click all layouts are equally likely, so only the number d of the cell's neighbours
matters: of the layouts with no mine on the cell, C(d, k) C(n - 1 - d, m - k) show k (Chong et al.
2024, lemma 3, for k = 0; the combinatorics note, equation 1.4, for an interior cell). A zero is
therefore likeliest at a cell with the fewest neighbours (Chong et al. 2024, proposition 7). Chong
et al. conclude that a corner is the best first click; ``compare_first_clicks`` compares the
probability of a zero with the probability of winning by perfect play, and the two often disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import defaults
from sapper.analysis.counting import ways_row
from sapper.boards import Board, Cell, symmetries
from sapper.errors import GameError
from sapper.games import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sapper.types import BoardLike, FirstClickRule


@dataclass(frozen=True, slots=True)
class FirstNumber:
    """The distribution of the clue value of a first click."""

    spec: str
    """The board with its mines."""

    place: tuple[int, ...]
    """The coordinates of the cell."""

    degree: int
    """The number of its neighbours."""

    first: FirstClickRule
    """The first-click rule."""

    mine_probability: Fraction
    """P(the cell holds a mine); zero unless the rule is ``any``."""

    shown: Mapping[int, Fraction]
    """P(the cell is safe and shows k), for every possible k."""

    @property
    def zero(self) -> Fraction:
        """P(the cell is safe and shows zero): the probability of an opening."""
        return self.shown.get(0, Fraction())

    @property
    def expected(self) -> Fraction:
        """The mean clue value, given that the cell is safe; 0 if it never is."""
        mean = sum((k * p for k, p in self.shown.items()), Fraction())
        return mean / (1 - self.mine_probability) if self.shown else mean

    def summary(self) -> str:
        """Return the distribution in a few lines."""
        lines = [f"{self.spec}, first click {self.first} at {self.place}"]
        lines.append(f"mine  {100 * float(self.mine_probability):.2f} %")
        lines += [f"{k:4}  {100 * float(p):.2f} %" for k, p in self.shown.items()]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return everything with fractions as text."""
        return {
            "spec": self.spec,
            "place": list(self.place),
            "first": self.first,
            "mine_probability": str(self.mine_probability),
            "shown": {str(k): str(p) for k, p in self.shown.items()},
            "expected": str(self.expected),
        }


def first_number(
    board: BoardLike,
    cell: Cell = 0,
    first: FirstClickRule = defaults.FIRST,
    *,
    mines: int | None = None,
    max_per_cell: int = 1,
) -> FirstNumber:
    """Return the exact distribution of the clue value of a first click, on any board.

    >>> number = first_number("3x3/1", (1, 1), first="any")
    >>> number.mine_probability, dict(number.shown)
    (Fraction(1, 9), {1: Fraction(8, 9)})
    """
    deal = Deal.read(board, mines=mines, max_per_cell=max_per_cell, first=first, start=cell)
    _refuse_full(deal)
    size, degree = deal.board.size, deal.board.degree(deal.start)
    numbers = range(1 if first == "open" else degree * max_per_cell + 1)
    weights = _weights(degree, size - 1 - degree, deal.mines, max_per_cell, len(numbers) - 1)
    total = sum(weights)
    if first == "any":
        total = _layouts(size, deal.mines, max_per_cell)
    shown = {k: Fraction(weights[k], total) for k in numbers if weights[k]}
    return FirstNumber(
        deal.spec,
        deal.board.coordinates(deal.start),
        degree,
        first,
        1 - sum(shown.values(), Fraction()),
        shown,
    )


def zero_probability(
    board: BoardLike,
    cell: Cell = 0,
    first: FirstClickRule = defaults.FIRST,
    *,
    mines: int | None = None,
) -> Fraction:
    """Return P(the first click is safe and shows zero) (Chong et al. 2024, lemma 3).

    >>> [str(zero_probability("4x4/2", cell)) for cell in [(0, 0), (0, 1), (1, 1)]]
    ['22/35', '3/7', '1/5']
    """
    return first_number(board, cell, first, mines=mines).zero


def likeliest_zero(
    board: BoardLike, first: FirstClickRule = defaults.FIRST, *, mines: int | None = None
) -> tuple[int, ...]:
    """Return all cells whose first click is likeliest to show zero.

    >>> likeliest_zero("4x4/2"), likeliest_zero("torus:4x4/2") == tuple(range(16))
    ((0, 3, 12, 15), True)
    """
    deal = Deal.read(board, mines=mines, first="any")
    _refuse_full(deal)
    degrees = np.diff(deal.board.offsets)
    zeros = {}
    for degree in np.unique(degrees).tolist():
        if first == "open" and deal.mines >= deal.board.size - degree:
            continue  # the other cells cannot hold all the mines under this rule
        cell = int(np.argmax(degrees == degree))
        zeros[degree] = zero_probability(deal.board, cell, first, mines=deal.mines)
    if not zeros:
        raise GameError(f"no cell of {deal.spec} can be clicked first under {first!r}")
    best = max(zeros.values())
    likeliest = [degree for degree, zero in zeros.items() if zero == best]
    return tuple(np.flatnonzero(np.isin(degrees, likeliest)).tolist())


@dataclass(frozen=True, slots=True)
class FirstCell:
    """A class of first cells that are equal by the symmetries of the board."""

    cells: tuple[int, ...]
    """The cells."""

    degree: int
    """The number of neighbours of each."""

    zero: Fraction
    """P(the cell is safe and shows zero)."""

    win: Fraction
    """P(winning) by perfect play after this first click."""


@dataclass(frozen=True, slots=True)
class FirstClicks:
    """Every first click of a board with its probabilities of a zero and of winning."""

    board: Board
    """The board."""

    mines: int
    """The number of mines."""

    first: FirstClickRule
    """The first-click rule."""

    clicks: tuple[FirstCell, ...]
    """The first clicks, one per symmetry class."""

    @property
    def likeliest_zero(self) -> tuple[int, ...]:
        """All cells that are likeliest to show zero."""
        most = max(click.zero for click in self.clicks)
        return _cells(click for click in self.clicks if click.zero == most)

    @property
    def best(self) -> tuple[int, ...]:
        """All cells from which perfect play wins most."""
        most = max(click.win for click in self.clicks)
        return _cells(click for click in self.clicks if click.win == most)

    @property
    def zero_is_best(self) -> bool:
        """Whether some cell is both likeliest to show zero and one that wins most."""
        return not set(self.likeliest_zero).isdisjoint(self.best)

    def summary(self) -> str:
        """Return a table of the first clicks."""
        lines = [f"{self.board.spec}/{self.mines}, first click {self.first}"]
        for click in self.clicks:
            place = self.board.name(click.cells[0])
            marks = "".join(
                f"  {word}"
                for word, cells in (("likeliest zero", self.likeliest_zero), ("best", self.best))
                if click.cells[0] in cells
            )
            lines.append(
                f"{place:8} zero {float(click.zero):.4f}  win {float(click.win):.4f}{marks}"
            )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return everything with fractions as text."""
        place = self.board.coordinates
        return {
            "spec": f"{self.board.spec}/{self.mines}",
            "first": self.first,
            "clicks": [
                {
                    "cells": [list(place(cell)) for cell in click.cells],
                    "zero": str(click.zero),
                    "win": str(click.win),
                }
                for click in self.clicks
            ],
            "zero_is_best": self.zero_is_best,
        }


def compare_first_clicks(
    board: BoardLike, first: FirstClickRule = defaults.FIRST, *, mines: int | None = None
) -> FirstClicks:
    """Return the exact probabilities of a zero and of winning by perfect play per first click.

    For boards small enough for ``sapper.optimal``. Under ``any`` both probabilities are those under
    ``safe`` times the same factor, so both rules rank the cells in the same order.

    >>> clicks = compare_first_clicks("4x4/4")
    >>> [(click.cells[0], str(click.zero), str(click.win)) for click in clicks.clicks]
    [(0, '33/91', '73/105'), (1, '2/13', '961/1365'), (5, '1/39', '914/1365')]
    >>> clicks.zero_is_best
    False
    """
    from sapper.perfect import optimal

    perfect = optimal(board, first, mines=mines)
    _refuse_full(Deal(perfect.board, perfect.mines, 1, first, perfect.start))
    classes = _classes(perfect.board)
    clicks = tuple(
        FirstCell(
            classes[cell],
            perfect.board.degree(cell),
            zero_probability(perfect.board, cell, first, mines=perfect.mines),
            value.probability,
        )
        for cell, value in perfect.first_clicks.items()
    )
    return FirstClicks(perfect.board, perfect.mines, first, clicks)


def _weights(near: int, far: int, mines: int, max_per_cell: int, most: int) -> list[int]:
    """Number of layouts with k mines in the ``near`` cells, for k from 0 to ``most``."""
    values = range(most + 1)
    if max_per_cell == 1:
        return [comb(near, k) * comb(far, mines - k) if k <= mines else 0 for k in values]
    inside = ways_row(near, most, max_per_cell)
    outside = ways_row(far, mines, max_per_cell)
    return [comb(mines, k) * inside[k] * outside[mines - k] if k <= mines else 0 for k in values]


def _layouts(cells: int, mines: int, max_per_cell: int) -> int:
    return comb(cells, mines) if max_per_cell == 1 else ways_row(cells, mines, max_per_cell)[mines]


def _refuse_full(deal: Deal) -> None:
    if deal.full:
        raise GameError(f"{deal.spec} is full of mines: nothing can be clicked")


def _classes(board: Board) -> dict[int, tuple[int, ...]]:
    """The symmetry classes of the cells, keyed by their first cell."""
    least = np.arange(board.size)
    for permutation in symmetries(board):
        np.minimum.at(least, permutation, np.arange(board.size))
    return {int(cell): tuple(np.flatnonzero(least == cell).tolist()) for cell in np.unique(least)}


def _cells(clicks: Iterable[FirstCell]) -> tuple[int, ...]:
    return tuple(sorted(cell for click in clicks for cell in click.cells))
