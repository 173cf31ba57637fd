"""Cells that nothing tells apart.

Two covered cells are alike if they have the same clues and, group by group, as many neighbours: an
exchange of cells within groups then takes one to the other and changes nothing that is known, so
whatever opening them may bring has the same probabilities. Most floating cells are alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.positions import FLAGGED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.positions import Position


def alike(position: Position, cells: Iterable[int] | None = None) -> dict[int, int]:
    """Return for covered cells, all if not told, the first of them that is like each, in order.

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
        """Number the group of a cell."""
        found = known.get(cell)
        if found is None:
            around = targets[offsets[cell] : offsets[cell + 1]]
            clues = [other for other in around if states[other] >= 0]
            # Flagged cells are mines, so they are a group of their own beside the same clues.
            key = (-1, *clues) if states[cell] == FLAGGED else tuple(clues)
            found = known[cell] = groups.setdefault(key, len(groups))
        return found

    first: dict[tuple[int, ...], int] = {}
    result = {}
    for cell in position.covered if cells is None else cells:
        around = targets[offsets[cell] : offsets[cell + 1]]
        seen = sorted([group(other) for other in around if states[other] < 0])
        result[cell] = first.setdefault((group(cell), *seen), cell)
    return result
