"""A strategy of your own, in ten lines, against three of the literature on the same games.

Run it with ``python examples/my_strategy.py``.
"""

from __future__ import annotations

import sapper


class Crowded:
    """The least likely mine; among equals the cell with the most covered neighbours."""

    opens_certain = True

    def choose(self, position: sapper.Position) -> int:
        """Return the cell to open; what is certain has been opened already."""
        chances = sapper.analyze(position).mine_probability.round(9)
        covered = set(position.covered)
        crowds = {c: len(covered.intersection(position.board.neighbors(c))) for c in covered}
        return min(covered, key=lambda cell: (chances[cell], -crowds[cell], cell))


if __name__ == "__main__":
    for strategy in (Crowded, "random", "perimeter", "pseq"):
        print(sapper.simulate("8x8/10", strategy=strategy, games=300, seed=1).summary(), end="\n\n")
