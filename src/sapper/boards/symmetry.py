"""The symmetries of a board that its kind promises.

Reflections, exchanges of axes of equal length and, where opposite edges meet, translations. Those
of a kind whose rule is not symmetric by itself are tried one by one, each in the time of the
board's neighbour lists.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.boards.boards import Board, Permutation


def symmetries(board: Board) -> Iterator[Permutation]:
    """Yield permutations that keep neighbours neighbours, each once, the identity first.

    Cell i goes to ``permutation[i]``. Reflections and exchanges of equally long axes; on a torus
    every translation as well. Hexagons and triangles give those of them that hold; a graph gives
    the identity alone, whatever symmetry it may have.

    >>> from sapper.boards import grid
    >>> len(list(symmetries(grid(3, 4)))), len(list(symmetries(grid(4, 4))))
    (4, 8)
    """
    cells = np.arange(board.size, dtype=np.int64)
    kind = board.described
    if kind is None:
        yield cells
        return
    moves = [_axis_moves(length, kind.wraps) for length in board.shape]
    for axes in _axis_exchanges(board.shape):
        for chosen in product(*moves):
            moved = cells.reshape(board.shape)[np.ix_(*chosen)].transpose(axes)
            permutation = np.ascontiguousarray(moved).reshape(-1)
            if kind.symmetric or _keeps_neighbors(board, permutation):
                yield permutation


def _axis_moves(length: int, wraps: bool) -> list[Permutation]:
    """List the distinct ways to move an axis onto itself."""
    straight = np.arange(length, dtype=np.int64)
    if not wraps:
        return [straight, straight[::-1]][: min(length, 2)]
    turns = [np.roll(straight, -shift) for shift in range(length)]
    return turns + [turn[::-1] for turn in turns] if length > 2 else turns


def _axis_exchanges(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to exchange axes of equal length; axes of length 1 stay where they are."""
    alike = [
        [axis for axis, length in enumerate(shape) if length == common]
        for common in sorted(set(shape) - {1})
    ]
    for exchanged in product(*map(permutations, alike)):
        axes = list(range(len(shape)))
        for places, takers in zip(alike, exchanged, strict=True):
            for place, taker in zip(places, takers, strict=True):
                axes[place] = taker
        yield tuple(axes)


def _keeps_neighbors(board: Board, permutation: Permutation) -> bool:
    sources = np.repeat(np.arange(board.size, dtype=np.int64), np.diff(board.offsets))
    before = sources * board.size + board.targets
    after = permutation[sources] * board.size + permutation[board.targets]
    return np.array_equal(before, np.sort(after))
