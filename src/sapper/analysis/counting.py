"""Exact numbers of ways to place m mines in s cells.

With at most one mine per cell this is the binomial C(s, m). With up to x mines per cell the mines
are distinct objects that are placed one by one, and the number of ways is
m! [t^m] (1 + t + t^2/2! + ... + t^x/x!)^s (the combinatorics note, section 1.2). Miller's
recurrence for powers of a polynomial computes it in O(m x) integer operations.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def ways(cells: int, mines: int, max_per_cell: int = 1) -> int:
    """Return the number of ways to place distinct mines in cells of at most ``max_per_cell`` each.

    Raises ValueError if an argument is negative.

    >>> ways(8, 6, 3)
    255920
    """
    if min(cells, mines, max_per_cell) < 0:
        raise ValueError(f"ways({cells}, {mines}, {max_per_cell}): none may be negative")
    return ways_row(cells, mines, max_per_cell)[mines]


def ways_row(cells: int, most: int, max_per_cell: int) -> list[int]:
    """Return ``ways`` for 0 to ``most`` mines.

    The numbers a_m satisfy m a_m = sum over i from 1 to x of (i (cells + 1) - m) C(m, i) a_(m-i).

    >>> ways_row(2, 4, 2)
    [1, 2, 4, 6, 6]
    """
    row = [1]
    for m in range(1, most + 1):
        terms = range(1, min(m, max_per_cell) + 1)
        row.append(sum((i * (cells + 1) - m) * comb(m, i) * row[m - i] for i in terms) // m)
    return row


def occupied_row(cells: int, most: int, max_per_cell: int) -> list[int]:
    """Return the ways with at least one mine in every cell, for 0 to ``most`` mines.

    >>> occupied_row(2, 4, 2)
    [0, 0, 2, 6, 6]
    """
    row = [1]
    for _ in range(cells):
        row = join(row, [0] + [1] * max_per_cell, labeled=True)[: most + 1]
    return row + [0] * (most + 1 - len(row))


def binomial_window(cells: int, first: int, last: int) -> list[int]:
    """Return C(cells, m) for m from ``first`` to ``last``, each from the one before it.

    >>> binomial_window(4, 2, 5)
    [6, 4, 1, 0]
    """
    row = [comb(cells, first)]
    for m in range(first + 1, last + 1):
        row.append(row[-1] * max(cells - m + 1, 0) // m)
    return row


def join(first: Sequence[int], second: Sequence[int], labeled: bool) -> list[int]:
    """Convolve the ways of two disjoint sets of cells, both indexed by number of mines.

    For labeled (distinct) mines this is the binomial convolution, because the mines are first
    divided between the two sets.

    >>> join([1, 2, 1], [1, 1], labeled=False)
    [1, 3, 3, 1]
    """
    total = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        if a == 0:
            continue
        for j, b in enumerate(second):
            total[i + j] += a * b * comb(i + j, i) if labeled else a * b
    return total
