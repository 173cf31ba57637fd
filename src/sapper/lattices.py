"""The neighbour rules of the regular boards, as compressed neighbour lists.

Two rules make every kind. An ``AxisRule`` joins cells that differ by at most ``reach`` along
every axis, with or without wrapping round: grid, reach2, torus, box. A ``StepRule`` joins a cell
to fixed steps away, where the steps may depend on a parity of the row and column: rook, knight,
hex, tri. Both work on a block of cells at once in numpy, give the neighbours in increasing order
without sorting whole rows, and know how many entries they will make before any is allocated.
Time and memory grow with the number of neighbour entries.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
import numpy.typing as npt

from sapper.errors import BoardError

MAX_CELLS = 20_000_000
MAX_ENTRIES = 400_000_000
MAX_DIMENSIONS = 32

_BLOCK_ENTRIES = 1 << 19

Offsets = npt.NDArray[np.int64]
Targets = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]
Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AxisRule:
    """Neighbours differ by at most ``reach`` along every axis; ``wraps`` joins the two ends."""

    dimensions: int | None
    reach: int
    wraps: bool

    def width(self, shape: Shape) -> int:
        """Count the candidates looked at for one cell, the cell itself included."""
        return prod(min(length, 2 * self.reach + 1) for length in shape)

    def entries(self, shape: Shape) -> int:
        """Count the neighbour entries of the whole board, exactly."""
        closed = 1
        for length in shape:
            if self.wraps:
                closed *= length * min(length, 2 * self.reach + 1)
            else:
                closed *= length + 2 * sum(
                    max(length - distance, 0) for distance in range(1, self.reach + 1)
                )
        return closed - prod(shape)

    def candidates(self, shape: Shape, cells: Targets) -> tuple[Targets, Mask]:
        """List possible neighbours of each cell in increasing order, and which of them are real."""
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
        """List the places within reach on one axis of ``length`` places."""
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
    """Neighbours lie fixed steps away; ``patterns[(row * a + column * b) % len(patterns)]``."""

    patterns: tuple[tuple[tuple[int, int], ...], ...]
    phase: tuple[int, int] = (0, 0)
    dimensions: int | None = 2

    def width(self, shape: Shape) -> int:  # noqa: ARG002 (the shape plays no part in this rule)
        """Count the candidates looked at for one cell."""
        return len(self.patterns[0])

    def entries(self, shape: Shape) -> int:
        """Bound from above the neighbour entries of the whole board."""
        return prod(shape) * self.width(shape)

    def candidates(self, shape: Shape, cells: Targets) -> tuple[Targets, Mask]:
        """List possible neighbours of each cell in increasing order, and which of them are real."""
        rows, columns = shape
        row, column = _unravel(shape, cells)
        steps = np.array([sorted(pattern) for pattern in self.patterns], dtype=np.int32)
        phase = (row * self.phase[0] + column * self.phase[1]) % len(self.patterns)
        to_row = row[:, None] + steps[phase, :, 0]
        to_column = column[:, None] + steps[phase, :, 1]
        real = (to_row >= 0) & (to_row < rows) & (to_column >= 0) & (to_column < columns)
        return (to_row * np.int32(columns) + to_column).astype(np.int32), real


def _strip(row_step: int, first: int, last: int) -> tuple[tuple[int, int], ...]:
    return tuple((row_step, step) for step in range(first, last + 1) if (row_step, step) != (0, 0))


RULES: dict[str, AxisRule | StepRule] = {
    "grid": AxisRule(dimensions=2, reach=1, wraps=False),
    "torus": AxisRule(dimensions=2, reach=1, wraps=True),
    "hex": StepRule(
        patterns=(
            _strip(-1, -1, 0) + _strip(0, -1, 1) + _strip(1, -1, 0),
            _strip(-1, 0, 1) + _strip(0, -1, 1) + _strip(1, 0, 1),
        ),
        phase=(1, 0),
    ),
    # A triangle that points up meets three others at its apex and five along its base.
    "tri": StepRule(
        patterns=(
            _strip(-1, -1, 1) + _strip(0, -2, 2) + _strip(1, -2, 2),
            _strip(-1, -2, 2) + _strip(0, -2, 2) + _strip(1, -1, 1),
        ),
        phase=(1, 1),
    ),
    "box": AxisRule(dimensions=None, reach=1, wraps=False),
    "rook": StepRule(patterns=(((-1, 0), (0, -1), (0, 1), (1, 0)),)),
    "knight": StepRule(
        patterns=(((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)),)
    ),
    "reach2": AxisRule(dimensions=2, reach=2, wraps=False),
}
"""The rule of every kind of board that has one, by the name it has in specs."""


def check_shape(kind: str, shape: Shape) -> None:
    """Raise BoardError unless a board of this kind and shape can be built; costs nothing.

    >>> check_shape("grid", (16, 30))
    >>> check_shape("grid", (999999999, 999999999))
    Traceback (most recent call last):
    sapper.errors.BoardError: 999999999x999999999 has more than 20000000 cells
    """
    if kind not in RULES:
        raise BoardError(f"unknown kind of board {kind!r}: known are {', '.join(RULES)}")
    rule = RULES[kind]
    if not 1 <= len(shape) <= MAX_DIMENSIONS:
        raise BoardError(f"a board has 1 to {MAX_DIMENSIONS} dimensions, not {len(shape)}")
    text = shape_text(shape)
    if rule.dimensions is not None and len(shape) != rule.dimensions:
        raise BoardError(
            f"a {kind} board has {rule.dimensions} dimensions, but {text} has {len(shape)}"
        )
    if min(shape) < 1:
        raise BoardError(f"every dimension must be at least 1, not {min(shape)} as in {text}")
    if prod(shape) > MAX_CELLS:
        raise BoardError(f"{text} has more than {MAX_CELLS} cells")
    if rule.entries(shape) > MAX_ENTRIES:
        raise BoardError(
            f"{kind} {text} has {rule.entries(shape)} neighbour entries, over {MAX_ENTRIES}"
        )


def shape_text(shape: Shape) -> str:
    """Write the shape as specs do; numbers too long to read are cut.

    >>> shape_text((16, 30))
    '16x30'
    """
    return "x".join(str(length) if abs(length) < 10**18 else "(huge)" for length in shape)


def neighbor_lists(kind: str, shape: Shape) -> tuple[Offsets, Targets]:
    """Make compressed neighbour lists: those of cell i are ``targets[offsets[i]:offsets[i + 1]]``.

    >>> offsets, targets = neighbor_lists("rook", (2, 2))
    >>> targets[offsets[0]:offsets[1]].tolist()
    [1, 2]
    """
    check_shape(kind, shape)
    rule = RULES[kind]
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


def _unravel(shape: Shape, cells: Targets) -> list[Targets]:
    """Return the coordinates of row-major cells, one array an axis."""
    axes: list[Targets] = []
    rest = cells
    for length in reversed(shape):
        rest, along = np.divmod(rest, np.int32(length))
        axes.append(along)
    return axes[::-1]
