"""Deductions from single clues and pairs of clues, updated as cells open.

This is constraint propagation restricted to one or two constraints at a time. A clue states the
number of mines among its unknown neighbours, after subtraction of known mines. A single clue yields
a deduction if it needs no mine or a mine in every unknown neighbour (Fowler & Young 2004, theorems
1 and 2). Two clues with common unknown cells split these into three parts: only in one, in both,
only in the other. All cells of a part are equivalent, so the minimum and maximum number of mines in
the shared part yield all deductions from both clues together, by subtraction of a subset (Chong et
al. 2024, section 3) or by an overlap. Both kinds are closures (monotone fixed points), so the order
of the clues does not change the result.

Only changed clues are processed again, so the cost of a whole game is about linear in the number of
pairs of neighbouring clues.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_UNKNOWN, _SAFE, _MINE = 0, 1, 2


class ClueLogic:
    """The clues of a game and the deductions so far, with at most one mine per cell.

    >>> from sapper.boards import grid
    >>> logic = ClueLogic([grid(2, 4).neighbors(cell) for cell in range(8)])
    >>> logic.reveal({4: 1, 5: 2, 6: 2, 7: 1})
    >>> logic.by_one_clue(), logic.by_two_clues(), logic.is_mine(1)
    ([], [0, 3], True)
    """

    def __init__(self, neighbors: Sequence[Sequence[int]]) -> None:
        self._neighbors = neighbors
        self._known = bytearray(len(neighbors))
        self._around: list[set[int] | None] = [None] * len(neighbors)
        """The unknown neighbours of each open cell; None if it is covered or has no more use."""
        self._needs = [0] * len(neighbors)
        self._changed: list[int] = []
        self._unpaired: dict[int, None] = {}
        self._found: list[int] = []

    def is_mine(self, cell: int) -> bool:
        """Whether a cell is known to hold a mine."""
        return self._known[cell] == _MINE

    def reveal(self, shown: dict[int, int]) -> None:
        """Add opened cells with their numbers."""
        known, neighbors = self._known, self._neighbors
        for cell in shown:
            if not known[cell]:
                self._settle(cell, _SAFE)
        for cell, number in shown.items():
            if not number:
                continue
            around = {other for other in neighbors[cell] if not known[other]}
            if around:
                mines = sum(known[other] == _MINE for other in neighbors[cell])
                self._around[cell] = around
                self._needs[cell] = number - mines
                self._changed.append(cell)
                self._unpaired[cell] = None

    def mark(self, mines: Iterable[int], safe: Iterable[int] = ()) -> None:
        """Add mines and safe cells that are known from other sources."""
        for cell in mines:
            if not self._known[cell]:
                self._settle(cell, _MINE)
        for cell in safe:
            if not self._known[cell]:
                self._settle(cell, _SAFE)

    def by_one_clue(self) -> list[int]:
        """Return the newly proved safe cells by single clues, in order."""
        self._process_changed()
        return self._take_found()

    def by_two_clues(self) -> list[int]:
        """Return the newly proved safe cells by single clues and pairs of clues, in order."""
        self._process_changed()
        while self._unpaired:
            self._pair(self._unpaired.popitem()[0])
            self._process_changed()
        return self._take_found()

    def _take_found(self) -> list[int]:
        found = sorted(self._found)
        self._found.clear()
        return found

    def _settle(self, cell: int, value: int) -> None:
        self._known[cell] = value
        for clue in self._neighbors[cell]:
            around = self._around[clue]
            if around is not None:
                around.discard(cell)
                if value == _MINE:
                    self._needs[clue] -= 1
                self._changed.append(clue)
                self._unpaired[clue] = None

    def _prove(self, cells: Iterable[int], value: int) -> None:
        for cell in cells:
            self._settle(cell, value)
            if value == _SAFE:
                self._found.append(cell)

    def _process_changed(self) -> None:
        while self._changed:
            clue = self._changed.pop()
            around = self._around[clue]
            if around is None:
                continue
            need = self._needs[clue]
            if need and need != len(around):
                continue
            # This clue determines all its unknown cells, so it has no further use.
            self._around[clue] = None
            self._unpaired.pop(clue, None)
            self._prove(around, _MINE if need else _SAFE)

    def _pair(self, clue: int) -> None:
        """Combine a clue with every other clue that shares an unknown cell."""
        ours = self._around[clue]
        if ours is None:
            return
        partners = {
            other
            for cell in ours
            for other in self._neighbors[cell]
            if other != clue and self._around[other] is not None
        }
        need = self._needs[clue]
        for other in partners:
            theirs = self._around[other]
            assert theirs is not None
            both = ours & theirs
            shared, others_need = len(both), self._needs[other]
            only, others_only = len(ours) - shared, len(theirs) - shared
            least = max(0, need - only, others_need - others_only)
            most = min(shared, need, others_need)
            # The shared part holds least to most mines; this bounds the other two parts.
            proved: list[tuple[set[int], int]] = []
            if most == 0 or least == shared:
                proved.append((both, _SAFE if most == 0 else _MINE))
            if only and (need == least or need - most == only):
                proved.append((ours - both, _SAFE if need == least else _MINE))
            if others_only and (others_need == least or others_need - most == others_only):
                proved.append((theirs - both, _SAFE if others_need == least else _MINE))
            if proved:
                self._unpaired[clue] = None
                for cells, value in proved:
                    self._prove(cells, value)
                return
