"""Indistinguishable covered cells, so that costly results are computed once per class.

Two covered cells are alike if they have the same clues and the same number of neighbours in every
group. A permutation of cells within groups then exchanges them and keeps all clues, so that the
results of opening them have equal probabilities. Most floating cells are alike. The time is linear
in the number of neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.positions import FLAGGED, UNREAD
from sapper.positions.states import may_hold_mine

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
    states = position.states.tolist()
    offsets, targets = position.board.offsets.tolist(), position.board.targets.tolist()
    groups: dict[tuple[int, ...], int] = {}
    known: dict[int, int] = {}

    def group(cell: int) -> int:
        """Return the number of the group of a cell."""
        found = known.get(cell)
        if found is None:
            around = targets[offsets[cell] : offsets[cell + 1]]
            clues = [other for other in around if states[other] >= 0]
            # Flagged cells are mines, and unread cells are safe, so they are separate groups even
            # if the clues are the same.
            own = states[cell] in (FLAGGED, UNREAD)
            key = (states[cell], *clues) if own else tuple(clues)
            found = known[cell] = groups.setdefault(key, len(groups))
        return found

    first: dict[tuple[int, ...], int] = {}
    result = {}
    for cell in position.covered if cells is None else cells:
        around = targets[offsets[cell] : offsets[cell + 1]]
        seen = sorted([group(other) for other in around if may_hold_mine(states[other])])
        result[cell] = first.setdefault((group(cell), *seen), cell)
    return result
