"""Opening numbers: the distribution of the first clue on standard boards, by place of the cell.

The combinatorics note, section 1.1, treats interior cells; this module also treats edges and
corners, where a cell has five or three neighbours instead of eight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper import defaults
from sapper.boards.kinds import DEFAULT_KIND, NAMED
from sapper.errors import BoardError
from sapper.games import Deal
from sapper.theory.first_click import FirstNumber, first_number

if TYPE_CHECKING:
    from sapper.types import BoardLike, FirstClickRule

STANDARD_BOARDS = tuple(NAMED)
"""The named boards, from the smallest to the largest."""


@dataclass(frozen=True, slots=True)
class OpeningNumbers:
    """The distributions of the first clue of a grid."""

    spec: str
    """The board with its mines."""

    interior: FirstNumber
    """For a cell with eight neighbours."""

    edge: FirstNumber
    """For a cell with five neighbours."""

    corner: FirstNumber
    """For a cell with three neighbours."""

    @property
    def places(self) -> dict[str, FirstNumber]:
        """The three distributions, keyed by place."""
        return {"interior": self.interior, "edge": self.edge, "corner": self.corner}

    def summary(self) -> str:
        """Return a table in percent with one line per place."""
        lines = [f"{self.spec}, first click {self.interior.first}, in %"]
        lines.append("place       mine " + "".join(f"{k:7}" for k in range(9)) + "   mean")
        for name, number in self.places.items():
            shown = [100 * float(number.shown.get(k, 0)) for k in range(number.degree + 1)]
            values = "".join(f"{p:7.3f}" for p in shown) + " " * 7 * (8 - number.degree)
            mined = 100 * float(number.mine_probability)
            lines.append(f"{name:9}{mined:7.3f} {values} {float(number.expected):6.3f}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return everything with fractions as text."""
        places = {name: number.to_dict() for name, number in self.places.items()}
        return {"spec": self.spec, "places": places}


def opening_numbers(
    board: BoardLike, first: FirstClickRule = defaults.FORMULA_FIRST, *, mines: int | None = None
) -> OpeningNumbers:
    """Return the exact distributions of the first clue in the interior, at an edge, in a corner.

    >>> expert = opening_numbers("expert")
    >>> [round(100 * float(expert.interior.shown[k]), 1) for k in range(5)]
    [12.3, 26.0, 23.9, 12.4, 3.9]
    >>> expert.interior.mine_probability, expert.corner.expected
    (Fraction(33, 160), Fraction(297, 479))
    """
    deal = Deal.read(board, mines=mines, first="any")
    if deal.board.kind != DEFAULT_KIND or min(deal.board.shape) < 3:
        raise BoardError(f"opening numbers need a grid of at least 3x3, not {deal.board.spec}")
    interior, edge, corner = (
        first_number(deal.board, cell, first, mines=deal.mines) for cell in ((1, 1), (0, 1), (0, 0))
    )
    return OpeningNumbers(deal.spec, interior, edge, corner)
