"""Ramsdell's Equation Strategy, cited for its win rates of 71, 36 and 26 %.

Its rules are in the comments of its program, Programmer's Minesweeper (PGMS). They are those of the
version of 2003, without the one rule that this version added (three equations at once).

Every clue is an equation: so many mines in these covered cells. An equation of no mines, or of as
many as it has cells, settles them. Where the cells of one lie within those of another, the
difference is a new equation. Where one has k mines more than another and just k cells that the
other does not have, these are mines, and the cells that only the other has are safe. When eight
cells or fewer are unknown, the mines that are left are an equation, too. When nothing follows any
more it guesses: an equation of m mines in c cells gives each the chance m / c, a cell has the
largest chance of its equations, and one without any has that of all unknown cells together; it
opens a cell of the least chance, at random among several, and so begins with a random cell.

So it does not count arrangements, hardly uses the mine count, and its chances are no probabilities.
Cells are bits of integers here, so that sets of them are quick to compare.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.positions import Position

FEW = 8
"""With so many unknown cells the mines that are left become an equation."""


class Equations:
    """Equations of mines in cells, and the cells that they settle.

    >>> system = Equations()
    >>> system.add(0b0111, 1)
    >>> system.add(0b1111, 2)
    >>> system.infer()
    >>> bin(system.mines), bin(system.safe), system.by_cells
    ('0b1000', '0b0', {7: 1})
    """

    def __init__(self) -> None:
        self.mines = 0
        """The cells known to hold a mine."""

        self.safe = 0
        """The cells known to hold none."""

        self.by_cells: dict[int, int] = {}
        """The mines in each set of cells that an equation is about; none of them is settled."""

        self._at: dict[int, set[int]] = {}
        self._given: list[tuple[int, int]] = []
        self._new: list[int] = []

    def add(self, cells: int, mines: int) -> None:
        """Take in an equation."""
        self._given.append((cells, mines))

    def at(self, cell: int) -> set[int]:
        """Return the equations that a cell is in."""
        return self._at.get(cell, set())

    def infer(self) -> None:
        """Draw every conclusion."""
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
        """Conclude from two equations that share a cell."""
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
    """Yield the cells of a set in order.

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
        """Begin a game, and draw from the seed and its number."""
        self._random = random.Random(seed << 64 | index)
        self._equations = Equations()
        self._open = 0

    def choose(self, position: Position) -> int:
        """Return a cell that the equations prove safe, else one that they make look safest."""
        cell = self._proved(position)
        if cell is None:
            self._read_clues(position)
            cell = self._proved(position)
        if cell is None:
            self._read_mine_count(position)
            cell = self._proved(position)
        return self._guess(position) if cell is None else cell

    def _proved(self, position: Position) -> int | None:
        """The first covered cell that is known to be safe."""
        known = bits(self._equations.safe & ~self._open)
        return next((cell for cell in known if position.states[cell] < 0), None)

    def _read_clues(self, position: Position) -> None:
        """Take in the clues that are new."""
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
        """Take in the mines that are left, where few cells are."""
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
        """The covered cells that are not known to hold a mine."""
        covered: int = (1 << position.board.size) - 1 & ~self._open
        return covered & ~self._equations.mines

    def _left(self, position: Position) -> int:
        """The mines that are not known."""
        assert position.mines is not None
        return position.mines - self._equations.mines.bit_count()
