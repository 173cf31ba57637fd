"""The first click: what it shows, how likely a zero is, and whether the likeliest zero wins most.

Before the first click every layout is as likely, so only the number d of a cell's neighbours
counts: of the layouts with the cell empty, C(d, k) C(n - 1 - d, m - k) show k (Chong et al. 2024,
lemma 3, for k = 0; the combinatorics note, equation 1.4, for a cell in the middle). So a zero is
likeliest where neighbours are fewest (Chong et al. 2024, proposition 7). They conclude that a
corner is the best first click; ``compare_first_clicks`` compares the probability of a zero with the
probability of winning under perfect play, and often disagrees.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.analysis.counting import ways_row
from sapper.boards import Board, symmetries
from sapper.errors import GameError
from sapper.games import Deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sapper.boards import Spec


@dataclass(frozen=True, slots=True)
class FirstNumber:
    """What a first click shows."""

    spec: str
    """The board with its mines."""

    place: tuple[int, ...]
    """The coordinates of the cell."""

    degree: int
    """How many neighbours it has."""

    first: str
    """The rule of the first click."""

    mine_probability: Fraction
    """P(the cell holds a mine); zero unless the rule is ``any``."""

    shown: Mapping[int, Fraction]
    """P(the cell is safe and shows k), for every k that is possible."""

    @property
    def zero(self) -> Fraction:
        """P(the cell is safe and shows zero): the chance of an opening."""
        return self.shown.get(0, Fraction())

    @property
    def expected(self) -> Fraction:
        """The mean of the number, given that the cell is safe; 0 where it never is."""
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
    board: str | Spec | Board,
    cell: int | Sequence[int] = 0,
    first: str = "safe",
    *,
    mines: int | None = None,
    max_per_cell: int = 1,
) -> FirstNumber:
    """Return what a first click on a cell shows, exactly, on any board.

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
    board: str | Spec | Board,
    cell: int | Sequence[int] = 0,
    first: str = "safe",
    *,
    mines: int | None = None,
) -> Fraction:
    """Return the probability that the first click is safe and shows zero (Chong et al., lemma 3).

    >>> [str(zero_probability("4x4/2", cell)) for cell in [(0, 0), (0, 1), (1, 1)]]
    ['22/35', '3/7', '1/5']
    """
    return first_number(board, cell, first, mines=mines).zero


def likeliest_zero(
    board: str | Spec | Board, first: str = "safe", *, mines: int | None = None
) -> tuple[int, ...]:
    """Return the cells whose first click is likeliest to show zero, all that tie.

    >>> likeliest_zero("4x4/2"), likeliest_zero("torus:4x4/2") == tuple(range(16))
    ((0, 3, 12, 15), True)
    """
    deal = Deal.read(board, mines=mines, first="any")
    _refuse_full(deal)
    degrees = np.diff(deal.board.offsets)
    chances = {}
    for degree in np.unique(degrees).tolist():
        if first == "open" and deal.mines >= deal.board.size - degree:
            continue  # the rule leaves no room for the mines there
        cell = int(np.argmax(degrees == degree))
        chances[degree] = zero_probability(deal.board, cell, first, mines=deal.mines)
    if not chances:
        raise GameError(f"no cell of {deal.spec} can be clicked first under {first!r}")
    best = max(chances.values())
    likeliest = [degree for degree, chance in chances.items() if chance == best]
    return tuple(np.flatnonzero(np.isin(degrees, likeliest)).tolist())


@dataclass(frozen=True, slots=True)
class FirstCell:
    """One first click, and all that the symmetries of the board make equal to it."""

    cells: tuple[int, ...]
    """The cells."""

    degree: int
    """How many neighbours each has."""

    zero: Fraction
    """P(safe and showing zero)."""

    win: Fraction
    """P(winning) if every later click is the best there is."""


@dataclass(frozen=True, slots=True)
class FirstClicks:
    """Every first click of a board: its chance of a zero beside its chance of winning."""

    board: Board
    """The board."""

    mines: int
    """The number of mines."""

    first: str
    """The rule of the first click."""

    clicks: tuple[FirstCell, ...]
    """The first clicks, one for each class of equal cells."""

    @property
    def likeliest_zero(self) -> tuple[int, ...]:
        """The cells likeliest to show zero, all that tie."""
        most = max(click.zero for click in self.clicks)
        return _cells(click for click in self.clicks if click.zero == most)

    @property
    def best(self) -> tuple[int, ...]:
        """The cells from which perfect play wins most, all that tie."""
        most = max(click.win for click in self.clicks)
        return _cells(click for click in self.clicks if click.win == most)

    @property
    def zero_is_best(self) -> bool:
        """Whether some cell that is likeliest to show zero is also one that wins most."""
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
    board: str | Spec | Board, first: str = "safe", *, mines: int | None = None
) -> FirstClicks:
    """Return for every first click the chance of a zero and of winning with perfect play, exactly.

    For boards small enough for ``sapper.optimal``. Under ``any`` both chances are those under
    ``safe`` times the same factor, so the two rules rank the cells alike.

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
    """Layouts of an empty cell by the mines next to it, 0 to ``most``."""
    shared = range(most + 1)
    if max_per_cell == 1:
        return [comb(near, k) * comb(far, mines - k) if k <= mines else 0 for k in shared]
    beside = ways_row(near, most, max_per_cell)
    beyond = ways_row(far, mines, max_per_cell)
    return [comb(mines, k) * beside[k] * beyond[mines - k] if k <= mines else 0 for k in shared]


def _layouts(cells: int, mines: int, max_per_cell: int) -> int:
    return comb(cells, mines) if max_per_cell == 1 else ways_row(cells, mines, max_per_cell)[mines]


def _refuse_full(deal: Deal) -> None:
    if deal.full:
        raise GameError(f"{deal.spec} is full of mines: nothing can be clicked")


def _classes(board: Board) -> dict[int, tuple[int, ...]]:
    """By the first cell of each class of equal cells: the class."""
    least = np.arange(board.size)
    for permutation in symmetries(board):
        np.minimum.at(least, permutation, np.arange(board.size))
    return {int(cell): tuple(np.flatnonzero(least == cell).tolist()) for cell in np.unique(least)}


def _cells(clicks: Iterable[FirstCell]) -> tuple[int, ...]:
    return tuple(sorted(cell for click in clicks for cell in click.cells))
