"""ZiNi by its definition, with every premium recomputed for every click: a slow oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.layouts import Layout

Unit = tuple[str, int]


class SlowZini:
    """A player who knows the mines of a layout and clicks by greed."""

    def __init__(self, layout: Layout, order: Sequence[int]) -> None:
        self.order = order
        self.around = [layout.board.neighbors(cell) for cell in range(layout.board.size)]
        self.mined = [bool(count) for count in layout.mines.tolist()]
        self.number = [sum(self.mined[other] for other in around) for around in self.around]
        self.openings = self._find_openings()
        self.open: set[int] = set()
        self.flags: set[int] = set()
        self.clicks = 0

    def greedy(self) -> int:
        while (best := self._best(self._safe())) is not None:
            self._chord(best)
        return self.clicks + len(self._closed_units(self._safe()))

    def human(self) -> int:
        for opening in self.openings:
            self._click(min(cell for cell in opening if not self.number[cell]))
        while closed := [cell for cell in self._safe() if cell not in self.open]:
            best = self._best([cell for cell in self._safe() if cell in self.open])
            if best is None:
                self._click(closed[0])
            else:
                self._chord(best)
        return self.clicks

    def _safe(self) -> list[int]:
        return [cell for cell in self.order if not self.mined[cell]]

    def _find_openings(self) -> list[set[int]]:
        found: list[set[int]] = []
        for start in self._safe():
            if self.number[start] or any(start in opening for opening in found):
                continue
            opening, waiting = {start}, [start]
            while waiting:
                cell = waiting.pop()
                if not self.number[cell]:
                    waiting += [other for other in self.around[cell] if other not in opening]
                    opening.update(self.around[cell])
            found.append(opening)
        return found

    def _unit(self, cell: int) -> Unit | None:
        """The cells that a click on a safe cell solves."""
        homes = [index for index, opening in enumerate(self.openings) if cell in opening]
        if not self.number[cell]:
            return "opening", homes[0]
        return None if homes else ("single", cell)

    def _closed_units(self, cells: Sequence[int]) -> set[Unit]:
        closed = [cell for cell in cells if not self.mined[cell] and cell not in self.open]
        return {unit for cell in closed if (unit := self._unit(cell)) is not None}

    def _premium(self, cell: int) -> int:
        around = self.around[cell]
        to_flag = sum(self.mined[other] and other not in self.flags for other in around)
        return len(self._closed_units([cell, *around])) - to_flag - (cell not in self.open) - 1

    def _best(self, cells: Sequence[int]) -> int | None:
        premiums = [self._premium(cell) for cell in cells]
        if not cells or max(premiums) < 0:
            return None
        return cells[premiums.index(max(premiums))]

    def _click(self, cell: int) -> None:
        self.clicks += 1
        self._open(cell)

    def _open(self, cell: int) -> None:
        unit = self._unit(cell)
        opened = self.openings[unit[1]] if unit is not None and unit[0] == "opening" else {cell}
        self.open |= opened

    def _chord(self, cell: int) -> None:
        if cell not in self.open:
            self._click(cell)
        mines = {other for other in self.around[cell] if self.mined[other]}
        self.clicks += len(mines - self.flags) + 1
        self.flags |= mines
        for other in self.around[cell]:
            if not self.mined[other]:
                self._open(other)
