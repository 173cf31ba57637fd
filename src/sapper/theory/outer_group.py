"""The outer group: the covered cells next to no clue, with one or several mines per cell.

The combinatorics note (section 1.2, "Outer group approximation") leaves open how to count the ways
to place hundreds of mines in hundreds of cells of at most x mines each. They are the coefficients
m! [t^m] F(t)^s with F = 1 + t + ... + t^x/x!, and ``sapper.analysis.counting`` computes them by the
J.C.P. Miller recurrence in O(m x) integer operations. Because F' = F - t^x/x!,

    ways(s, m + 1) = s ways(s, m) - s C(m, x) ways(s - 1, m - x),

so the same row also gives the ways of the group without one of its cells, and with them the
probability that a cell is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import TYPE_CHECKING, Any

from sapper.analysis import analyze
from sapper.analysis.counting import join, occupied_row, ways_row
from sapper.analysis.exact import ExactCounts
from sapper.deprecation import warn_deprecated
from sapper.errors import PositionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.positions import Position


def outer_group_probability(cells: int, mines: int, max_per_cell: int = 1) -> Fraction:
    """Return P(a given cell holds a mine) if ``mines`` distinct mines are in ``cells`` cells.

    It is m/s with one mine per cell, and 1 - (1 - 1/s)^m if a cell can hold all of them.

    >>> outer_group_probability(468, 97), outer_group_probability(3, 2, 2)
    (Fraction(97, 468), Fraction(5, 9))
    >>> round(float(outer_group_probability(468, 97, 3)), 6)
    0.187519
    """
    if cells < 1 or mines < 0 or max_per_cell < 1 or mines > cells * max_per_cell:
        raise ValueError(f"{mines} mines do not fit into {cells} cells of at most {max_per_cell}")
    if max_per_cell == 1:
        return Fraction(mines, cells)
    if max_per_cell >= mines:
        return 1 - Fraction((cells - 1) ** mines, cells**mines)
    row = ways_row(cells, mines + max_per_cell + 1, max_per_cell)
    above = mines + max_per_cell
    empty = (cells * row[above] - row[above + 1]) // (cells * comb(above, max_per_cell))
    return 1 - Fraction(empty, row[mines])


@dataclass(frozen=True, slots=True)
class OuterGroup:
    """The distribution of the mines in the covered cells next to no clue."""

    cells: tuple[int, ...]
    """The cells, including flagged ones."""

    mine_count: Mapping[int, Fraction]
    """P(they hold m mines together), for every possible m."""

    mine_probability: Fraction | None
    """P(a given unflagged one holds at least one mine); None if all are flagged."""

    @property
    def mines(self) -> Mapping[int, Fraction]:
        """Deprecated name of ``mine_count``."""
        warn_deprecated("OuterGroup.mines")
        return self.mine_count

    @property
    def expected(self) -> Fraction:
        """The expected number of their mines."""
        return sum((m * p for m, p in self.mine_count.items()), Fraction())

    def summary(self) -> str:
        """Return the main facts as one line."""
        chance = "none" if self.mine_probability is None else f"{float(self.mine_probability):.6g}"
        return (
            f"outer group of {len(self.cells)} cells, {float(self.expected):.6g} mines expected, "
            f"chance of a mine in a cell {chance}"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything with fractions as text."""
        chance = self.mine_probability
        return {
            "cells": list(self.cells),
            "mines": {str(m): str(p) for m, p in self.mine_count.items()},
            "expected": str(self.expected),
            "mine_probability": None if chance is None else str(chance),
        }


def outer_group(position: Position) -> OuterGroup:
    r"""Return the exact distribution of the mines in the outer group of a position.

    >>> import sapper
    >>> group = outer_group(sapper.parse("#12#\n####\n####", mines=3))
    >>> group.cells, dict(group.mine_count), group.mine_probability
    ((8, 9, 10, 11), {0: Fraction(1, 9), 1: Fraction(8, 9)}, Fraction(2, 9))
    """
    position = position.without_window()
    if position.mines is None:
        raise PositionError(
            f"the outer group needs the number of mines, which is unknown in {position!r}"
        )
    limit, mines = position.max_per_cell, position.mines
    cells, flags = position.floating, set(position.flags)
    flagged = sum(cell in flags for cell in cells)
    plain = len(cells) - flagged
    inner = _inner_ways(position)
    weights = _weights(inner, outer_row(plain, flagged, mines, limit), mines)
    total = sum(weights.values())
    distribution = {m: Fraction(weight, total) for m, weight in weights.items()}
    chance = None
    if plain:
        fewer = outer_row(plain - 1, flagged, mines, limit)
        chance = 1 - Fraction(sum(_weights(inner, fewer, mines).values()), total)
    return OuterGroup(tuple(cells), distribution, chance)


def outer_row(plain: int, flagged: int, most: int, max_per_cell: int) -> list[int]:
    """Return the ways for 0 to ``most`` distinct mines with at least one in every flagged cell.

    >>> outer_row(1, 1, 2, 1)
    [0, 1, 2]
    """
    row = ways_row(plain, most, max_per_cell)
    if flagged:
        row = join(row, occupied_row(flagged, most, max_per_cell), labeled=True)
    return row[: most + 1]


def _inner_ways(position: Position) -> dict[int, int]:
    """The ways of the frontier with distinct mines, keyed by their number."""
    limits = analyze(position).limits  # also raises ContradictionError
    found = ExactCounts(position, limits).arrangements(position.frontier)
    if position.max_per_cell > 1:
        return dict(found.items())
    return {m: count * factorial(m) for m, count in found.items()}


def _weights(inner: dict[int, int], row: list[int], mines: int) -> dict[int, int]:
    """The ways of the whole board, keyed by the mines in the outer group."""
    found = {
        mines - m: comb(mines, m) * count * row[mines - m]
        for m, count in inner.items()
        if m <= mines
    }
    return {m: found[m] for m in sorted(found) if found[m]}
