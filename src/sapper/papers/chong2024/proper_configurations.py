"""Section 4.1: configurations and their weights, by brute-force enumeration.

A configuration is an assignment of mines to the exposed cells that satisfies every clue; its weight
is the number of ways to place the remaining mines on the floating cells. The cost is exponential in
the exposed cells. This follows the definitions of the paper and serves as an oracle for the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.positions import Position


@dataclass(frozen=True, slots=True)
class ProperConfigurations:
    """The proper configurations of a position."""

    exposed: tuple[int, ...]
    """E, the covered cells next to a clue, without known mines."""

    floating: tuple[int, ...]
    """F, the covered cells that are not next to a clue."""

    remaining: int
    """The number of mines whose cells are not known."""

    weights: dict[frozenset[int], int]
    """The weight of each configuration, given as its set of mined exposed cells (proposition 4)."""

    @classmethod
    def of(cls, position: Position) -> ProperConfigurations:
        """Enumerate the configurations of a position.

        >>> from sapper.positions import parse
        >>> found = ProperConfigurations.of(parse("#1###", mines=2))
        >>> found.weights, found.total, found.exposed_safety(0), found.floating_safety()
        ({frozenset({0}): 2, frozenset({2}): 2}, 4, Fraction(1, 2), Fraction(1, 2))
        """
        assert position.mines is not None
        known = frozenset(position.flags)
        exposed = tuple(cell for cell in position.frontier if cell not in known)
        floating = tuple(cell for cell in position.floating if cell not in known)
        remaining = position.mines - len(known)
        weights = {}
        for chosen in range(1 << len(exposed)):
            mined = frozenset(cell for i, cell in enumerate(exposed) if chosen >> i & 1)
            left = remaining - len(mined)
            if 0 <= left <= len(floating) and _fits(position, mined | known):
                weights[mined] = comb(len(floating), left)
        return cls(exposed, floating, remaining, weights)

    @property
    def total(self) -> int:
        """The sum of the weights, which is the number of layouts (4.8)."""
        return sum(self.weights.values())

    def exposed_safety(self, cell: int) -> Fraction:
        """Return the safety of an exposed cell (4.10)."""
        safe = sum(weight for mined, weight in self.weights.items() if cell not in mined)
        return Fraction(safe, self.total)

    def exposed_mines(self) -> Fraction:
        """Return the expected number of mines on exposed cells, by its definition."""
        mines = sum(len(mined) * weight for mined, weight in self.weights.items())
        return Fraction(mines, self.total)

    def floating_mines(self) -> Fraction:
        """Return the expected number of mines on floating cells (proposition 6)."""
        return self.remaining - self.exposed_mines()

    def floating_safety(self) -> Fraction:
        """Return the safety of a floating cell (4.22)."""
        return 1 - self.floating_mines() / len(self.floating)


def _fits(position: Position, mined: frozenset[int]) -> bool:
    board = position.board
    return all(
        sum(cell in mined for cell in board.neighbors(clue)) == position.clue(clue)
        for clue in position.revealed
    )
