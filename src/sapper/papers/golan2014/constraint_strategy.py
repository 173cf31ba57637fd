"""Studholme's constraint-satisfaction strategy, cited for its win rates of 80, 44 and 34 %.

The rules follow the description of his program (C. Studholme, Minesweeper as a Constraint
Satisfaction Problem, 2000), a strategy for Programmer's Minesweeper; the code is our own:

1. The first cell is a corner.
2. Every clue is a constraint. The constraints are simplified, separated into coupled subsets that
   share no cell, and all solutions of each subset are enumerated, tallied by their number of mines.
   A cell that is safe in all solutions is opened, one that is a mine in all is marked.
3. The mine count removes solutions by intervals only: a subset keeps the numbers of mines that
   leave between 0 and as many mines as fit for the other subsets and the far cells, which are in no
   constraint.
4. All remaining solutions of a subset count alike, whatever room they leave elsewhere. So the
   chance of a cell is its share of the solutions, and that of a far cell is the number of remaining
   mines minus the subsets' mean numbers, per far cell, but at least 1 %.
5. Guesses that are due anyway come first: a subset with a single number of mines whose cells have
   no unknown neighbours outside of it. Then the constrained cell with the least chance is opened
   if that is at most the chance of a far cell, else a random far cell: a corner if there is one,
   else an edge cell, else one next to the most constrained cells.

The share of solutions is the mine probability at a density of 1/2, so the engine computes it and
nothing is enumerated. Not stated there, chosen here: among equal cells of a subset the one next to
most clues is opened, then the first.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.positions import FLAGGED, UNREAD, Position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.analysis import Analysis, Component

LEAST_FAR = 0.01
"""The least chance of a mine that is assumed for a far cell."""

_DIGITS = 12


@dataclass(slots=True)
class _Subset:
    """A coupled subset of constraints: its cells, and its solutions by number of mines."""

    cells: tuple[int, ...]
    clues: tuple[int, ...]
    solutions: dict[int, int]
    chances: Mapping[int, float]

    @property
    def least(self) -> int:
        return min(self.solutions)

    @property
    def most(self) -> int:
        return max(self.solutions)

    @property
    def mean(self) -> Fraction:
        mines = sum(count * ways for count, ways in self.solutions.items())
        return Fraction(mines, sum(self.solutions.values()))

    @property
    def best(self) -> tuple[float, int]:
        """The least chance and its cell; the cells are in order of preference."""
        cell = min(self.cells, key=lambda cell: self.chances[cell])
        return self.chances[cell], cell


class ConstraintStrategy:
    r"""Studholme's strategy.

    >>> import sapper
    >>> ConstraintStrategy().choose(sapper.parse("1##\n11#\n###", mines=2))
    2
    """

    name = "constraint-satisfaction"

    def __init__(self) -> None:
        self.begin(0, 0)

    def begin(self, seed: int, index: int) -> None:
        """Start a game and seed its random numbers."""
        self._random = random.Random(seed << 64 | index)
        self._safe: set[int] = set()
        self._mines: set[int] = set()

    def choose(self, position: Position) -> int:
        """Return a cell that is certainly safe by these rules, otherwise the guess."""
        cell = self._settled(position)
        if cell is None:
            free = self._solve(position)
            cell = self._settled(position)
            if cell is None:
                cell = self._guess(position, free)
        return cell

    def _settled(self, position: Position) -> int | None:
        """Return the first covered cell that is known to be safe."""
        self._safe = {cell for cell in self._safe if position.states[cell] < 0}
        return min(self._safe, default=None)

    def _solve(self, position: Position) -> Analysis:
        """Analyse the clues alone until no further cell is settled."""
        while True:
            free = analyze(self._without_count(position))
            new = set(free.mines) - self._mines
            self._safe.update(free.safe)
            self._mines |= new
            if not new:
                return free

    def _without_count(self, position: Position) -> Position:
        states = position.states.copy()
        states[list(self._mines)] = FLAGGED
        return Position.from_states(position.board, states, density=Fraction(1, 2))

    def _guess(self, position: Position, free: Analysis) -> int:
        assert position.mines is not None
        subsets = [self._subset(position, free, found) for found in free.components]
        subsets = [subset for subset in subsets if subset.cells]
        far = [cell for cell in position.floating if cell not in self._mines]
        left = position.mines - len(self._mines)
        spare, expected = left, Fraction(left)
        for subset in subsets:
            others = [other for other in subsets if other is not subset]
            least = left - len(far) - sum(other.most for other in others)
            self._restrict(position, subset, least, left - sum(other.least for other in others))
            spare -= subset.least
            expected -= subset.mean
        due = self._due(position, subsets)
        if due is not None:
            return due
        if far and spare <= 0:
            self._safe.update(far)
            return far[0]
        chance = max(float(expected) / len(far), LEAST_FAR) if far else 1.0
        best = None
        for found, cell in (subset.best for subset in subsets):
            if found <= chance:
                chance, best = found, cell
        if best is None:
            best = self._random.choice(self._preferred(position, far, subsets))
        return best

    def _subset(self, position: Position, free: Analysis, found: Component) -> _Subset:
        board, clues = position.board, set(found.clues)
        cells = [cell for cell in found.cells if cell not in self._mines]
        known = len(found.cells) - len(cells)
        cells.sort(key=lambda cell: (-len(clues.intersection(board.neighbors(cell))), cell))
        return _Subset(
            tuple(cells),
            found.clues,
            {mines - known: ways for mines, ways in found.arrangements.items()},
            {cell: round(float(free.mine_probability[cell]), _DIGITS) for cell in cells},
        )

    def _restrict(self, position: Position, subset: _Subset, least: int, most: int) -> None:
        """Drop the solutions of a subset with fewer or more mines."""
        kept = {m: ways for m, ways in subset.solutions.items() if least <= m <= most}
        if len(kept) == len(subset.solutions):
            return
        board, inside, clues = position.board, set(subset.cells), set(subset.clues)
        states = position.states.copy()
        for cell, state in enumerate(states.tolist()):
            if (state < 0 and cell not in inside) or (state >= 0 and cell not in clues):
                states[cell] = UNREAD
        states[list(self._mines)] = FLAGGED
        known = len(self._mines)
        mines = range(min(kept) + known, max(kept) + known + 1)
        alone = analyze(Position.from_states(board, states, mines))
        subset.solutions = kept
        subset.chances = {
            cell: round(float(alone.mine_probability[cell]), _DIGITS) for cell in subset.cells
        }

    def _due(self, position: Position, subsets: list[_Subset]) -> int | None:
        """Return a guess that nothing can improve, or a cell that is safe; None if there is none.

        Marks the cells that the mine count proves to be mines.
        """
        certain = None
        for subset in reversed(subsets):
            chance, cell = subset.best
            if subset.least == subset.most and chance < 1 and self._closed(position, subset):
                return cell
            if chance == 0:
                certain = cell
        for subset in subsets:
            self._mines.update(cell for cell, chance in subset.chances.items() if chance == 1)
        return certain

    def _closed(self, position: Position, subset: _Subset) -> bool:
        """Return whether no cell of a subset has an unknown neighbour outside of it."""
        known = self._mines.union(subset.cells)
        return all(
            position.states[other] >= 0 or other in known
            for cell in subset.cells
            for other in position.board.neighbors(cell)
        )

    def _preferred(self, position: Position, far: list[int], subsets: list[_Subset]) -> list[int]:
        """Return the far cells among which one is drawn."""
        board = position.board
        degrees = [len(board.neighbors(cell)) for cell in range(board.size)]
        for wanted in (range(min(degrees) + 1), range(max(degrees))):
            if max(degrees) not in wanted:
                chosen = [cell for cell in far if degrees[cell] in wanted]
                if chosen:
                    return chosen
        constrained = {cell for subset in subsets for cell in subset.cells}
        next_to = {cell: len(constrained.intersection(board.neighbors(cell))) for cell in far}
        most = max(next_to.values())
        return [cell for cell in far if next_to[cell] == most]
