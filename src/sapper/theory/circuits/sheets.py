"""A sheet: literals on a grid, and the position whose clues constrain them.

A literal is a covered cell that holds a mine exactly if a signal is true, or exactly if it is
false. Any other cell shows its clue if the literals around it cancel: for each signal, as many hold
a mine if it is true as if it is false. Such a clue has the same value for all signals; if it sees
two literals it forces them to be opposite. The cells at which gates and wires meet also show their
clue. All remaining cells are flags, because their clue would reveal a single signal. All clue
values can therefore be read off one layout.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import grid
from sapper.positions import COVERED, FLAGGED, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Place = tuple[int, int]
"""A (row, column) pair of integers on the unbounded sheet."""

HALF = Fraction(1, 2)
"""The density at which all layouts have the same weight."""

MARGIN = 2
"""Width of the border around the outermost literals: flags, then clues next to these."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A signal or its negation, represented by a covered cell."""

    signal: str
    """The name of the signal."""

    positive: bool = True
    """Whether a mine in the cell means that the signal is true (else that it is false)."""

    def __invert__(self) -> Literal:
        return Literal(self.signal, not self.positive)

    def mined(self, values: Mapping[str, bool]) -> bool:
        """Return whether the cell holds a mine."""
        return values[self.signal] == self.positive


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a sheet that a position shows."""

    top: int
    """Its first row."""

    left: int
    """Its first column."""

    rows: int
    """The rows of the board."""

    columns: int
    """The columns of the board."""

    def holds(self, place: Place) -> bool:
        """Return whether a place is on the board."""
        row, column = place
        return 0 <= row - self.top < self.rows and 0 <= column - self.left < self.columns

    def cell(self, place: Place) -> int:
        """Return the cell at a place.

        >>> Frame(-2, -2, 5, 9).cell((0, 0))
        20
        """
        return (place[0] - self.top) * self.columns + place[1] - self.left

    def cells(self, places: Iterable[Place]) -> tuple[int, ...]:
        """Return the cells at these places."""
        return tuple(map(self.cell, places))


@dataclass(slots=True)
class Sheet:
    """Literals by place, and the cells that show a clue although their literals do not cancel."""

    literals: dict[Place, Literal] = field(default_factory=dict)
    """The covered cells."""

    meetings: set[Place] = field(default_factory=set)
    """The clues of gates and crossings."""

    truths: set[Place] = field(default_factory=set)
    """The clues next to a single literal, which force its wire to be true."""

    def position(self, values: Mapping[str, bool]) -> Position:
        """Return the position; ``values`` are the values of the signals in any one layout."""
        frame = self.frame()
        flags = self._flags()
        mines = [place for place, literal in self.literals.items() if literal.mined(values)]
        numbers = Counter(place for mine in [*mines, *flags] for place in around(mine))
        for place in self.truths:
            # A wire ends with the negation of its value, which is not a mine if the value is true.
            numbers[place] = sum(other in flags for other in around(place))
        states = np.zeros(frame.rows * frame.columns, np.int16)
        for place, number in numbers.items():
            if frame.holds(place):
                states[frame.cell(place)] = number
        for place in self.literals:
            states[frame.cell(place)] = COVERED
        for place in flags:
            states[frame.cell(place)] = FLAGGED
        return Position.from_states(grid(frame.rows, frame.columns), states, density=HALF)

    def frame(self) -> Frame:
        """Return the part of the sheet that the position shows."""
        rows = [row for row, _ in self.literals]
        columns = [column for _, column in self.literals]
        top, left = min(rows) - MARGIN, min(columns) - MARGIN
        return Frame(top, left, max(rows) + MARGIN + 1 - top, max(columns) + MARGIN + 1 - left)

    def _flags(self) -> set[Place]:
        """The cells whose clue would reveal a single signal."""
        balance: defaultdict[Place, Counter[str]] = defaultdict(Counter)
        for place, literal in self.literals.items():
            for other in around(place):
                balance[other][literal.signal] += 1 if literal.positive else -1
        unbalanced = {place for place, signals in balance.items() if any(signals.values())}
        return unbalanced - self.literals.keys() - self.meetings - self.truths


def around(place: Place) -> list[Place]:
    """Return the eight places next to ``place``.

    >>> len(around((0, 0))), (1, 1) in around((0, 0))
    (8, True)
    """
    row, column = place
    steps = product((-1, 0, 1), repeat=2)
    return [(row + down, column + right) for down, right in steps if down or right]
