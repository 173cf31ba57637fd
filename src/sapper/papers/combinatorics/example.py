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
"""Table 1 by our names; its Beginner is 8x8."""

MINES = 99
"""K of the example."""

LEFT, SHARED, RIGHT = range(3)
"""Its groups: next to the 1 alone, to both, to the 2 alone."""

TWO_MINES, THREE_MINES = range(2)
"""Its configurations (0, 1, 1) and (1, 0, 2), which the paper numbers 2 and 1."""


@cache
def one_two(max_per_cell: int = 1) -> Configurations:
    """List the configurations of the example."""
    covered = Position.covered_board("expert", max_per_cell=max_per_cell)
    return configurations(covered.reveal((8, 15), 1).reveal((8, 16), 2))


def exact_share() -> Fraction:
    """Return P((1, 0, 2)): thrice the engine's probability of a mine next to the 1 alone."""
    found = one_two()
    chance = analyze(found.position).exact()[found.groups[LEFT].cells[0]]
    assert chance is not None
    return 3 * chance


def the_one_that_holds(forms: Mapping[str, bool]) -> str:
    """Return the form that holds, of several that are tried.

    >>> the_one_that_holds({"1 + 1 = 3": 1 + 1 == 3, "1 + 1 = 2": 1 + 1 == 2})
    '1 + 1 = 2'
    """
    (name,) = (name for name, holds in forms.items() if holds)
    return name
