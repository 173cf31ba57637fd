"""Huang's opening: random cells until half of the board is revealed, then the safest cell.

Huang, *Develop heuristics to the popular Minesweeper game*, 2004, as described in the report.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sapper.analysis import analyze

if TYPE_CHECKING:
    from sapper.positions import Position


class HalfAtRandom:
    """Opens random cells until half of the board is revealed, then plays by mine probability."""

    name = "half-at-random"

    def __init__(self) -> None:
        self.begin(0, 0)

    def begin(self, seed: int, index: int) -> None:
        """Seed the random numbers of a game."""
        self._random = Random(f"{seed} {index}")

    def choose(self, position: Position) -> int:
        """Return the cell to open."""
        if 2 * len(position.revealed) < position.board.size:
            return self._random.choice(position.covered)
        best = analyze(position).best
        return position.covered[0] if best is None else best
