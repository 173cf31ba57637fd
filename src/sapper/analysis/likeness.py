"""Indistinguishable covered cells, so that costly results are computed once per class.

Two covered cells are alike if they have the same clues and the same number of neighbours in every
group. A permutation of cells within groups then exchanges them and keeps all clues, so that the
results of opening them have equal probabilities. Most floating cells are alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _core

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.positions import Position


def alike(position: Position, cells: Iterable[int] | None = None) -> dict[int, int]:
    """Map each cell to the first of the cells that is alike, in order.

    ``cells`` are covered or unread cells, by default all covered ones.

    >>> import sapper
    >>> alike(sapper.parse("1####", mines=2))
    {1: 1, 2: 2, 3: 3, 4: 4}
    >>> alike(sapper.parse("##1##", mines=2))
    {0: 0, 1: 1, 3: 1, 4: 0}
    """
    wanted = position.covered if cells is None else list(cells)
    firsts = _core.first_alike(position.board.graph, position.states, wanted)
    return dict(zip(wanted, firsts, strict=True))
