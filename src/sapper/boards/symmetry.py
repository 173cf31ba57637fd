"""The symmetries of a board as a lattice.

They are the reflections, the exchanges of axes of equal length and, on a torus, the translations.
If the rule of a kind is not symmetric, each of them is tested on the neighbour lists, in time
linear in their length.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.boards.boards import Board, Permutation


def symmetries(board: Board) -> Iterator[Permutation]:
    """Yield the lattice symmetries of a board as permutations, each once, the identity first.

    Cell i is mapped to ``permutation[i]``, and neighbours to neighbours. Boards of squares have the
    reflections and the exchanges of axes of equal length, a torus also all translations; hexagons
    and triangles have those of them that preserve neighbours. A graph has only the identity: its
    automorphisms are not searched.

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
    """Return the distinct mappings of an axis onto itself."""
    straight = np.arange(length, dtype=np.int64)
    if not wraps:
        return [straight, straight[::-1]][: min(length, 2)]
    turns = [np.roll(straight, -shift) for shift in range(length)]
    return turns + [turn[::-1] for turn in turns] if length > 2 else turns


def _axis_exchanges(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of axes of equal length; axes of length 1 are not moved."""
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
