"""Ramsdell's Equation Strategy, cited for its win rates of 71, 36 and 26 %.

The rules follow the comments of his program, Programmer's Minesweeper (PGMS), in the version of
2003 without the rule on three equations, which that version added.

Each clue is an equation: a set of covered cells and its number of mines. Equations are processed to
a fixed point by these rules:

- An equation with no mines makes its cells safe; one with as many mines as cells makes them mines.
- If the cells of one equation are a subset of those of another, the difference is a new equation.
- If one equation has k mines more than another and exactly k cells that the other lacks, these are
  mines, and the cells that only the other has are safe.
- If at most eight cells are unknown, the remaining mines are an equation, too.

If no cell is proved safe, it guesses. An equation of m mines in c cells rates each cell m / c. The
rating of a cell is the largest of its equations, or the average over all unknown cells if it has no
equation. The strategy opens a cell with the lowest rating, with random tie-breaking; so the first
cell is random. It does not count arrangements, so the ratings are not probabilities.

Sets of cells are bit masks in integers.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.positions import Position

FEW = 8
"""With at most this many unknown cells, the remaining mines become an equation."""


class Equations:
    """Equations (set of cells, number of mines) and the cells that they determine.

    >>> system = Equations()
    >>> system.add(0b0111, 1)
    >>> system.add(0b1111, 2)
    >>> system.infer()
    >>> bin(system.mines), bin(system.safe), system.by_cells
    ('0b1000', '0b0', {7: 1})
    """

    def __init__(self) -> None:
        self.mines = 0
        """The cells known to be mines, as a bit mask."""

        self.safe = 0
        """The cells known to be safe, as a bit mask."""

        self.by_cells: dict[int, int] = {}
        """The number of mines of each equation, by its bit mask of undetermined cells."""

        self._at: dict[int, set[int]] = {}
        self._given: list[tuple[int, int]] = []
        self._new: list[int] = []

    def add(self, cells: int, mines: int) -> None:
        """Add an equation."""
        self._given.append((cells, mines))

    def at(self, cell: int) -> set[int]:
        """Return the equations that contain a cell."""
        return self._at.get(cell, set())

    def infer(self) -> None:
        """Apply the rules until nothing changes."""
        while self._given or self._new:
            if self._given:
                self._take(*self._given.pop())
                continue
            cells = self._new.pop()
            if cells in self.by_cells:
                for other in set().union(*map(self.at, bits(cells))) - {cells}:
                    self._compare(cells, other)

    def _take(self, cells: int, mines: int) -> None:
        mines -= (cells & self.mines).bit_count()
        cells &= ~(self.mines | self.safe)
        if not cells or cells in self.by_cells:
            return
        if mines == 0:
            self.safe |= cells
        elif mines == cells.bit_count():
            self.mines |= cells
        else:
            self.by_cells[cells] = mines
            self._new.append(cells)
            for cell in bits(cells):
                self._at.setdefault(cell, set()).add(cells)
            return
        for touched in set().union(*map(self.at, bits(cells))):
            self._given.append((touched, self.by_cells.pop(touched)))
            for cell in bits(touched):
                self._at[cell].remove(touched)

    def _compare(self, first: int, second: int) -> None:
        """Apply the subset and the difference rule to two equations that share a cell."""
        more = self.by_cells[second] - self.by_cells[first]
        if more < 0:
            first, second, more = second, first, -more
        alone = second & ~first
        if first & ~second == 0:
            self.add(alone, more)
        elif alone == 0:
            self.add(first & ~second, -more)
        elif more == alone.bit_count():
            self.add(alone, more)
            self.add(first & ~second, 0)


def bits(cells: int) -> Iterator[int]:
    """Yield the cells of a bit mask in order.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


class EquationStrategy:
    r"""The Equation Strategy of PGMS.

    >>> import sapper
    >>> EquationStrategy().choose(sapper.parse("1##\n11#\n###", mines=2))
    2
    """

    name = "equation"

    def __init__(self) -> None:
        self.begin(0, 0)

    def begin(self, seed: int, index: int) -> None:
        """Start a game and seed its random numbers."""
        self._random = random.Random(seed << 64 | index)
        self._equations = Equations()
        self._open = 0

    def choose(self, position: Position) -> int:
        """Return a cell that the equations prove safe, otherwise one with the lowest rating."""
        cell = self._proved(position)
        if cell is None:
            self._read_clues(position)
            cell = self._proved(position)
        if cell is None:
            self._read_mine_count(position)
            cell = self._proved(position)
        return self._guess(position) if cell is None else cell

    def _proved(self, position: Position) -> int | None:
        """Return the first covered cell that is known to be safe."""
        known = bits(self._equations.safe & ~self._open)
        return next((cell for cell in known if position.states[cell] < 0), None)

    def _read_clues(self, position: Position) -> None:
        """Add the equations of new clues."""
        equations, board = self._equations, position.board
        new = [cell for cell in position.revealed if not self._open >> cell & 1]
        for cell in new:
            self._open |= 1 << cell
            equations.add(1 << cell, 0)
        for cell in new:
            around = sum(1 << other for other in board.neighbors(cell))
            equations.add(around, int(position.states[cell]))
        equations.infer()

    def _read_mine_count(self, position: Position) -> None:
        """Add the equation of the remaining mines if few cells are unknown."""
        unknown = self._unknown(position)
        if unknown.bit_count() <= FEW:
            self._equations.add(unknown, self._left(position))
            self._equations.infer()

    def _guess(self, position: Position) -> int:
        unknown = self._unknown(position)
        elsewhere = Fraction(self._left(position), unknown.bit_count())
        chances = {cell: self._chance(cell, elsewhere) for cell in bits(unknown)}
        least = min(chances.values())
        return self._random.choice([cell for cell, chance in chances.items() if chance == least])

    def _chance(self, cell: int, elsewhere: Fraction) -> Fraction:
        of = self._equations.by_cells
        chances = [Fraction(of[cells], cells.bit_count()) for cells in self._equations.at(cell)]
        return max(chances, default=elsewhere)

    def _unknown(self, position: Position) -> int:
        """Return the covered cells without known mines."""
        covered: int = (1 << position.board.size) - 1 & ~self._open
        return covered & ~self._equations.mines

    def _left(self, position: Position) -> int:
        """Return the number of mines whose cells are not known."""
        assert position.mines is not None
        return position.mines - self._equations.mines.bit_count()
