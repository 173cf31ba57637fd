"""The boards of table 1, and the example: a 1 next to a 2 in the middle of an expert board."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.positions import Position
from sapper.theory import Configurations, configurations

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

BOARDS = {
    "Beginner": "beginner8",
    "Intermediate": "intermediate",
    "Expert": "expert",
    "Master": "master",
}
"""The boards of table 1 and their names in Sapper; its Beginner is 8x8."""

MINES = 99
"""K of the example, the number of mines."""

LEFT, SHARED, RIGHT = range(3)
"""The groups of the example: cells next to the 1 only, to both, and to the 2 only."""

TWO_MINES, THREE_MINES = range(2)
"""The configurations (0, 1, 1) and (1, 0, 2), which the note numbers 2 and 1."""


@cache
def one_two(max_per_cell: int = 1) -> Configurations:
    """Return the configurations of the example."""
    covered = Position.covered_board("expert", max_per_cell=max_per_cell)
    return configurations(covered.reveal((8, 15), 1).reveal((8, 16), 2))


def exact_share() -> Fraction:
    """Return P((1, 0, 2)), three times the mine probability of a cell next to the 1 only."""
    found = one_two()
    chance = analyze(found.position).exact()[found.groups[LEFT].cells[0]]
    assert chance is not None
    return 3 * chance


def the_form_that_holds(forms: Mapping[str, bool]) -> str:
    """Return the formulas that hold; normally only one.

    >>> the_form_that_holds({"1 + 1 = 3": 1 + 1 == 3, "1 + 1 = 2": 1 + 1 == 2})
    '1 + 1 = 2'
    """
    return ", ".join(name for name, holds in forms.items() if holds) or "none of them"
