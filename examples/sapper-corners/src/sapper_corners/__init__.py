"""A strategy for Sapper: what is certain, then the least risk, ties towards the corners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import sapper

if TYPE_CHECKING:
    from sapper import Position


class Corners:
    """Certain cells, then the least mine probability, ties to the cell with fewest neighbours."""

    opens_certain = True
    """Sapper opens what is certain, and asks only for guesses."""

    def choose(self, position: Position) -> int:
        """Return the cell to guess."""
        chances = sapper.analyze(position).mine_probability
        least = np.flatnonzero(chances <= np.nanmin(chances) + 1e-9)
        return min(least.tolist(), key=position.board.degree)
