"""The perimeter as linear equations, and bounds on its number of mines by integer programming.

Fowler & Young 2004, sections III.2 and IV.1: every clue next to the perimeter is a linear equation
over its covered cells, and the least and greatest number of mines are two integer linear programs.
HiGHS solves them here. The counts of the engine give the same bounds independently. The paper
proposes the simplex algorithm, which solves the linear relaxation without integrality; its bounds
can be wider (``relaxed_bounds``).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper.analysis import analyze
from sapper.errors import ContradictionError, SapperError
from sapper.positions import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

Matrix = npt.NDArray[np.int64]

_SLACK = 1e-6
"""Tolerance between the floating-point optimum of an integer program and the nearest integer."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearSystem:
    """The equations of a position: ``matrix @ mines == right``."""

    matrix: Matrix
    """One row per clue, one column per cell: 1 if they are neighbours, else 0."""

    right: Matrix
    """Per row: the clue value, minus the flags next to it if a cell holds at most one mine."""

    clues: tuple[int, ...]
    """Per row: the revealed cell."""

    cells: tuple[int, ...]
    """Per column: the cell. With one mine per cell, the frontier without flagged cells."""

    lower: Matrix
    """Per column: the least number of mines, 1 for a flagged cell, else 0."""

    upper: Matrix
    """Per column: the greatest number of mines."""

    @property
    def rank(self) -> int:
        """The exact rank of the matrix."""
        return _rank(self.matrix.tolist())

    def summary(self) -> str:
        """Return the equations in the unknowns x1, x2, ..."""
        return "\n".join(
            " + ".join(f"x{k + 1}" for k in np.flatnonzero(row)) + f" = {right}"
            for row, right in zip(self.matrix, self.right.tolist(), strict=True)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the system as lists."""
        return {
            "matrix": self.matrix.tolist(),
            "right": self.right.tolist(),
            "clues": list(self.clues),
            "cells": list(self.cells),
            "rank": self.rank,
        }


@dataclass(frozen=True, slots=True)
class MineBounds:
    """Bounds on a number of mines, both attained."""

    least: int
    """The least number."""

    most: int
    """The greatest number."""


def linear_system(position: Position) -> LinearSystem:
    r"""Return the equations of a position (Fowler & Young 2004, section III.2).

    >>> import sapper
    >>> system = linear_system(sapper.parse("####\n#12#", mines=2))
    >>> print(system.summary())
    x1 + x2 + x3 + x5 = 1
    x2 + x3 + x4 + x6 = 2
    >>> system.rank, system.cells
    (2, (0, 1, 2, 3, 4, 7))
    """
    position = position.without_window()
    board, states, limit = position.board, position.states, position.max_per_cell
    flags = set(position.flags)
    cells = [cell for cell in position.frontier if limit > 1 or cell not in flags]
    column = {cell: k for k, cell in enumerate(cells)}
    rows, right, clues = [], [], []
    for clue in position.revealed:
        around = board.neighbors(clue)
        seen = [column[cell] for cell in around if cell in column]
        if not seen:
            continue
        row = np.zeros(len(cells), dtype=np.int64)
        row[seen] = 1
        rows.append(row)
        clues.append(clue)
        known = sum(cell in flags for cell in around) if limit == 1 else 0
        right.append(int(states[clue]) - known)
    return LinearSystem(
        np.array(rows, dtype=np.int64).reshape(len(rows), len(cells)),
        np.array(right, dtype=np.int64),
        tuple(clues),
        tuple(cells),
        np.array([int(cell in flags) for cell in cells], dtype=np.int64),
        np.full(len(cells), limit, dtype=np.int64),
    )


def integer_bounds(position: Position, *, mine_count: bool = True) -> MineBounds:
    r"""Return the bounds on the mines in the frontier, including flagged ones, by HiGHS.

    With ``mine_count=False`` only the clues are constraints, as in the paper; otherwise the number
    of mines on the board is one, too.

    >>> import sapper
    >>> position = sapper.parse("####\n#12#\n####\n####", mines=2)
    >>> integer_bounds(position), integer_bounds(position, mine_count=False)
    (MineBounds(least=2, most=2), MineBounds(least=2, most=3))
    """
    least, most = _optima(position, mine_count, whole=True)
    return MineBounds(_whole(least), _whole(most))


def relaxed_bounds(position: Position, *, mine_count: bool = True) -> tuple[float, float]:
    """Return the bounds of the linear relaxation, which contain the integer bounds."""
    return _optima(position, mine_count, whole=False)


def counted_bounds(position: Position, *, mine_count: bool = True) -> MineBounds:
    r"""Return the bounds of ``integer_bounds``, from the counts of the engine.

    >>> import sapper
    >>> counted_bounds(sapper.parse("####\n#12#\n####\n####", mines=2), mine_count=False)
    MineBounds(least=2, most=3)
    """
    mines = analyze(position if mine_count else without_count(position)).frontier_mines.probability
    return MineBounds(min(mines), max(mines))


def without_count(position: Position) -> Position:
    """Return the position without its number of mines: independent cells of density 1/2."""
    return Position.from_states(
        position.board,
        position.states,
        density=Fraction(1, 2),
        max_per_cell=position.max_per_cell,
    )


def _optima(position: Position, mine_count: bool, whole: bool) -> tuple[float, float]:
    from scipy.optimize import Bounds, LinearConstraint, milp

    position = position.without_window()
    for fault in position.faults():
        if fault.cell is not None and fault.kind != "clue-above-mines":
            raise ContradictionError(f"no layout fits: {fault.message}", clues=(fault.cell,))
    system = linear_system(position)
    known = 0
    if position.max_per_cell == 1:
        known = len(set(position.flags).intersection(position.frontier))
    low, high = _count_bounds(position, known) if mine_count else (-np.inf, np.inf)
    if not system.cells:
        if not low <= 0 <= high:
            raise ContradictionError(f"no layout fits the mine count in position\n{position}")
        return float(known), float(known)
    ones = np.ones(len(system.cells))
    found = []
    for sign in (1, -1):
        solved = milp(
            sign * ones,
            constraints=[
                LinearConstraint(system.matrix, system.right, system.right),
                LinearConstraint(ones.reshape(1, -1), low, high),
            ],
            bounds=Bounds(system.lower, system.upper),
            integrality=np.full(len(ones), int(whole)),
        )
        if solved.status == 2:
            raise ContradictionError(f"no layout fits the position\n{position}")
        if solved.x is None:
            raise SapperError(f"HiGHS found no bound: {solved.message}")
        found.append(sign * float(solved.fun) + known)
    return found[0], found[1]


def _count_bounds(position: Position, known: int) -> tuple[float, float]:
    """Bounds on the mines in the cells of the system, from the number of mines on the board."""
    if position.mines is None:
        return -np.inf, np.inf
    floating = position.floating
    flagged = len(set(position.flags).intersection(floating))
    left = position.mines - known
    return left - len(floating) * position.max_per_cell, left - flagged


def _whole(value: float) -> int:
    nearest = round(value)
    if abs(value - nearest) > _SLACK:
        raise SapperError(f"HiGHS returned {value} as a number of mines, which is not an integer")
    return nearest


def _rank(rows: Sequence[Sequence[int]]) -> int:
    """Rank by Gaussian elimination in exact fractions."""
    left = [[Fraction(value) for value in row] for row in rows]
    rank = 0
    for k in range(len(left[0]) if left else 0):
        pivot = next((r for r in range(rank, len(left)) if left[r][k]), None)
        if pivot is None:
            continue
        left[rank], left[pivot] = left[pivot], left[rank]
        for r in range(rank + 1, len(left)):
            if left[r][k]:
                factor = left[r][k] / left[rank][k]
                left[r] = [a - factor * b for a, b in zip(left[r], left[rank], strict=True)]
        rank += 1
    return rank
