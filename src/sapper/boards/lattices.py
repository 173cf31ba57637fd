"""Neighbour rules of lattices, and their compressed neighbour lists.

Two rules define every kind (see ``kinds``). An ``AxisRule`` joins cells that differ by at most
``reach`` along every axis, with or without wrapping: grid, reach2, torus, box. A ``StepRule`` joins
a cell to those at fixed offsets, which may depend on the parity of its row and column: rook,
knight, hex, tri. Both are vectorised over blocks of cells, produce the neighbours in increasing
order, and bound the number of entries before allocation. Time and memory are linear in the number
of neighbour entries. The core needs less: cells at the same distances from the edges have the same
offsets to their neighbours, so that a few shared rows of offsets describe a whole board.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

_BLOCK_ENTRIES = 1 << 19
_MOST_STEPS = 1 << 16

Offsets = npt.NDArray[np.int64]
Targets = npt.NDArray[np.int32]
Rows = npt.NDArray[np.uint16]
Mask = npt.NDArray[np.bool_]
Shape = tuple[int, ...]
Patterns = tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class AxisRule:
    """Neighbours differ by at most ``reach`` along every axis."""

    dimensions: int | None
    """The number of axes; None for any number."""

    reach: int
    """The largest distance of neighbours along an axis, at least 1."""

    wraps: bool
    """Whether the two ends of every axis are joined."""

    def fault(self, shape: Shape) -> str | None:  # noqa: ARG002 (the signature is that of StepRule)
        """Return None: there is a board of any shape; cells that coincide are one neighbour."""
        return None

    @property
    def period(self) -> int:
        """The number of cells along an axis after which the offsets repeat."""
        return 1

    @property
    def symmetric(self) -> bool:
        """Whether reflections and exchanges of axes preserve neighbours on every board."""
        return True

    def width(self, shape: Shape) -> int:
        """Return the number of candidates for the neighbours of a cell, the cell included."""
        return prod(min(length, 2 * self.reach + 1) for length in shape)

    def entries(self, shape: Shape) -> int:
        """Return the exact number of neighbour entries of the whole board."""
        closed = 1
        for length in shape:
            if self.wraps:
                closed *= length * min(length, 2 * self.reach + 1)
            else:
                closed *= length + 2 * sum(
                    max(length - distance, 0) for distance in range(1, self.reach + 1)
                )
        return closed - prod(shape)

    def steps(self, shape: Shape) -> tuple[Patterns, Shape]:
        """Return the patterns of offsets to neighbours, and the phase that selects a pattern."""
        reaches = [min(self.reach, length - 1) for length in shape]
        ways = product(*(range(-reach, reach + 1) for reach in reaches))
        return (tuple(way for way in ways if any(way)),), (0,) * len(shape)

    def candidates(self, shape: Shape, cells: Targets) -> tuple[Targets, Mask]:
        """Return sorted candidates for the neighbours of each cell, and which of them are valid."""
        found = np.zeros((len(cells), 1), dtype=np.int32)
        real = np.ones((len(cells), 1), dtype=np.bool_)
        for length, along in zip(shape, _unravel(shape, cells), strict=True):
            window, inside = self._window(length, along)
            found = (found[:, :, None] * np.int32(length) + window[:, None, :]).reshape(
                len(cells), -1
            )
            real = (real[:, :, None] & inside[:, None, :]).reshape(len(cells), -1)
        real &= found != cells[:, None]
        return found, real

    def _window(self, length: int, along: Targets) -> tuple[Targets, Mask]:
        """Return the places within reach on one axis of ``length`` places, and a mask as above."""
        count = min(length, 2 * self.reach + 1)
        places = np.arange(count, dtype=np.int32)
        if self.wraps and count < length:
            window = (along[:, None] + (places - self.reach)) % np.int32(length)
            window.sort(axis=1)
            return window, np.ones(window.shape, dtype=np.bool_)
        first = np.clip(along - self.reach, 0, length - count).astype(np.int32)
        window = first[:, None] + places
        if self.wraps:
            return window, np.ones(window.shape, dtype=np.bool_)
        return window, np.abs(window - along[:, None]) <= self.reach


@dataclass(frozen=True, slots=True)
class StepRule:
    """Neighbours lie at fixed offsets.

    With ``phase`` = (a, b), the cell at (row, column) has the offsets
    ``patterns[(row * a + column * b) % len(patterns)]``.
    """

    patterns: tuple[tuple[tuple[int, int], ...], ...]
    """The patterns of offsets (rows, columns), all of equal length."""

    phase: tuple[int, int] = (0, 0)
    """The factors of row and column that select the pattern."""

    dimensions: int | None = 2
    """The number of axes."""

    wraps: bool = False
    """Whether the two ends of both axes are joined. The lengths must then be multiples of the
    period, and no two steps may lead to one cell."""

    @property
    def reach(self) -> int:
        """The largest distance of neighbours along an axis."""
        return max(abs(along) for pattern in self.patterns for step in pattern for along in step)

    @property
    def period(self) -> int:
        """The number of cells along an axis after which the offsets repeat."""
        return len(self.patterns)

    def fault(self, shape: Shape) -> str | None:
        """Return why there is no board of a shape; None if there is one."""
        if not self.wraps:
            return None
        periods = [self.period if factor else 1 for factor in self.phase]
        least = [2 * self.reach + 1 + -(2 * self.reach + 1) % period for period in periods]
        if all(
            length >= fewest and length % period == 0
            for length, fewest, period in zip(shape, least, periods, strict=True)
        ):
            return None
        rows, columns = (
            f"at least {fewest}" + (f" and a multiple of {period}" if period > 1 else "")
            for fewest, period in zip(least, periods, strict=True)
        )
        return f"the number of rows must be {rows}, that of columns {columns}"

    @property
    def symmetric(self) -> bool:
        """Whether reflections and the exchange of axes preserve neighbours on every board.

        This holds if there is one pattern, and it is invariant under these operations.
        """
        if len(self.patterns) > 1:
            return False
        steps = set(self.patterns[0])
        reflected = {(-row, column) for row, column in steps}
        return steps == reflected == {(column, row) for row, column in steps}

    def width(self, shape: Shape) -> int:  # noqa: ARG002 (the signature is that of AxisRule)
        """Return the number of candidates for the neighbours of a cell."""
        return len(self.patterns[0])

    def entries(self, shape: Shape) -> int:
        """Return the most neighbour entries of the whole board."""
        return prod(shape) * self.width(shape)

    def steps(self, shape: Shape) -> tuple[Patterns, Shape]:  # noqa: ARG002
        """Return the patterns of offsets to neighbours, and the phase that selects a pattern."""
        return self.patterns, self.phase

    def candidates(self, shape: Shape, cells: Targets) -> tuple[Targets, Mask]:
        """Return sorted candidates for the neighbours of each cell, and which of them are valid."""
        rows, columns = shape
        row, column = _unravel(shape, cells)
        steps = np.array([sorted(pattern) for pattern in self.patterns], dtype=np.int32)
        phase = (row * self.phase[0] + column * self.phase[1]) % len(self.patterns)
        to_row = row[:, None] + steps[phase, :, 0]
        to_column = column[:, None] + steps[phase, :, 1]
        if self.wraps:
            found = (to_row % np.int32(rows)) * np.int32(columns) + to_column % np.int32(columns)
            found.sort(axis=1)
            return found.astype(np.int32), np.ones(found.shape, dtype=np.bool_)
        real = (to_row >= 0) & (to_row < rows) & (to_column >= 0) & (to_column < columns)
        return (to_row * np.int32(columns) + to_column).astype(np.int32), real


Rule = AxisRule | StepRule


def neighbor_lists(rule: Rule, shape: Shape) -> tuple[Offsets, Targets]:
    """Build neighbour lists: those of cell i are ``targets[offsets[i]:offsets[i + 1]]``.

    >>> offsets, targets = neighbor_lists(AxisRule(dimensions=2, reach=1, wraps=False), (2, 2))
    >>> targets[offsets[0]:offsets[1]].tolist()
    [1, 2, 3]
    """
    size = prod(shape)
    offsets = np.zeros(size + 1, dtype=np.int64)
    targets = np.empty(rule.entries(shape), dtype=np.int32)
    block = max(1, _BLOCK_ENTRIES // rule.width(shape))
    used = 0
    for start in range(0, size, block):
        cells = np.arange(start, min(start + block, size), dtype=np.int32)
        found, real = rule.candidates(shape, cells)
        offsets[start + 1 : start + 1 + len(cells)] = np.count_nonzero(real, axis=1)
        kept = found[real]
        targets[used : used + len(kept)] = kept
        used += len(kept)
    np.cumsum(offsets, out=offsets)
    targets.resize(used, refcheck=False)
    return offsets, targets


def neighbor_rows(rule: Rule, shape: Shape) -> tuple[Rows, Targets] | None:
    """Build shared rows of offsets: that of cell i starts at ``steps[rows[i]]`` with its length.

    The result is None if there are too many different rows (see ``shares_rows``).

    >>> made = neighbor_rows(AxisRule(dimensions=2, reach=1, wraps=False), (100, 100))
    >>> assert made is not None
    >>> rows, steps = made
    >>> steps[rows[5]], steps[rows[5] + 1 : rows[5] + 6].tolist()
    (np.int32(5), [-1, 1, 99, 100, 101])
    """
    if not shares_rows(rule, shape):
        return None
    axes = [_alike(length, rule.reach, rule.period) for length in shape]
    firsts = [first for first, _ in axes]
    each = np.ravel_multi_index(np.meshgrid(*firsts, indexing="ij"), shape)
    cells = each.reshape(-1).astype(np.int32)
    starts: list[int] = []
    steps: list[int] = []
    for cell, found, real in zip(cells, *rule.candidates(shape, cells), strict=True):
        row = (found[real] - cell).tolist()
        starts.append(len(steps))
        steps += [len(row), *row]
    start = np.array(starts, dtype=np.uint16).reshape(each.shape)
    rows = start[np.ix_(*(kinds for _, kinds in axes))].reshape(-1)
    return rows, np.array(steps, dtype=np.int32)


def shares_rows(rule: Rule, shape: Shape) -> bool:
    """Return whether a few shared rows of offsets describe the whole board; constant time.

    >>> shares_rows(AxisRule(dimensions=None, reach=1, wraps=False), (9,) * 6)
    False
    """
    kinds = prod(min(length, (2 * rule.reach + 1) * rule.period) for length in shape)
    return kinds * (rule.width(shape) + 1) <= _MOST_STEPS


def _alike(length: int, reach: int, period: int) -> tuple[Targets, Targets]:
    """Classify the places of an axis: return the first of each class, and the class of each."""
    along = np.arange(length, dtype=np.int32)
    before, behind = np.minimum(along, reach), np.minimum(length - 1 - along, reach)
    kind = (before * (reach + 1) + behind) * period + along % period
    _, first, kinds = np.unique(kind, return_index=True, return_inverse=True)
    return first.astype(np.int32), kinds.reshape(-1).astype(np.int32)


def fitting(shape: Shape, cells: int) -> Shape:
    """Shorten the longest sides of a shape until it has at most ``cells`` cells, at least one.

    >>> fitting((5000, 5000), 20_000_000), fitting((10, 90), 400)
    ((4472, 4472), (10, 40))
    """
    low, high = 1, max(shape)
    while low < high:
        middle = (low + high + 1) // 2
        fits = prod(min(length, middle) for length in shape) <= cells
        low, high = (middle, high) if fits else (low, middle - 1)
    return tuple(min(length, low) for length in shape)


def _unravel(shape: Shape, cells: Targets) -> list[Targets]:
    """Return the coordinates of row-major cells, one array per axis."""
    axes: list[Targets] = []
    rest = cells
    for length in reversed(shape):
        rest, along = np.divmod(rest, np.int32(length))
        axes.append(along)
    return axes[::-1]
