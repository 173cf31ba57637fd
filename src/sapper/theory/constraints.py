"""Constraints (Chong et al. 2024, section 3): sets of cells with their number of mines.

A constraint (s, X) states that the cells X hold s mines together (definition 20). A revealed cell
gives a local constraint (3.7), the number of mines of the board the global one (3.9); known cells
are excluded from both. If X2 is a subset of X1, the difference states s1 - s2 mines in X1 without
X2 (3.14). The text of section 3.3.3 has X2 without X1, which is empty: a misprint. Each constraint
keeps the clues it was derived from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sapper.errors import ContradictionError, PositionError

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.positions import Position


@dataclass(frozen=True, slots=True)
class Constraint:
    """A set of cells and its number of mines; only these two are compared.

    >>> whole = Constraint(2, frozenset({0, 1, 2}), clues=(4,))
    >>> part = Constraint(1, frozenset({0, 1}), clues=(3,))
    >>> whole - part, (whole - part).clues
    (Constraint(sum=1, cells=frozenset({2})), (3, 4))
    """

    sum: int
    """Number of mines in the cells, s."""

    cells: frozenset[int]
    """The cells, X; none of them is known."""

    clues: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The revealed cells from whose clues it was derived, ascending."""

    mine_count: bool = field(default=False, compare=False, repr=False)
    """Whether it was also derived from the global constraint."""

    @property
    def trivial(self) -> bool:
        """Whether all its cells are safe or all are mines (definition 23)."""
        return self.sum in (0, len(self.cells))

    @property
    def solved(self) -> bool:
        """Whether it has a single cell (definition 22)."""
        return len(self.cells) == 1

    @property
    def possible(self) -> bool:
        """Whether its number of mines is between 0 and the number of its cells."""
        return 0 <= self.sum <= len(self.cells)

    def __sub__(self, other: Constraint) -> Constraint:
        """Return the difference (3.14); the cells of ``other`` must be a subset."""
        if not other.cells <= self.cells:
            raise ValueError(f"the cells of {other} are not among those of {self}")
        clues = self.clues
        if other.clues != clues:
            clues = tuple(sorted({*clues, *other.clues}))
        return Constraint(
            self.sum - other.sum,
            self.cells - other.cells,
            clues,
            self.mine_count or other.mine_count,
        )

    def text(self, board: Board) -> str:
        """Return it as an equation, with the names of the cells.

        >>> from sapper.boards import grid
        >>> Constraint(1, frozenset({0, 1})).text(grid(1, 2))
        '1 = (0, 0) + (0, 1)'
        """
        return f"{self.sum} = " + (" + ".join(map(board.name, sorted(self.cells))) or "0")

    def to_dict(self, board: Board) -> dict[str, Any]:
        """Return the constraint as JSON values, with coordinates."""
        return {
            "sum": self.sum,
            "cells": [list(board.coordinates(cell)) for cell in sorted(self.cells)],
            "clues": [list(board.coordinates(cell)) for cell in self.clues],
            "mine_count": self.mine_count,
        }


def derive_constraints(position: Position, *, mine_count: bool = True) -> list[Constraint]:
    r"""Return the constraints of a position (algorithm 3.1), the global one last.

    Without ``mine_count``, or if the position has a density, there is no global constraint.

    >>> import sapper
    >>> for constraint in derive_constraints(sapper.parse("##\n#1", mines=1)):
    ...     print(sorted(constraint.cells), constraint.sum, constraint.mine_count)
    [0, 1, 2] 1 False
    >>> derive_constraints(sapper.parse("1", mines=0))
    Traceback (most recent call last):
    sapper.errors.ContradictionError: no layout fits: 1 = 0 cannot be, by the clue at (0, 0)
    """
    position = position.without_window()
    if position.max_per_cell > 1:
        raise PositionError(
            f"constraints need at most one mine per cell, not {position.max_per_cell}"
        )
    board, states = position.board, position.states
    flags = set(position.flags)
    unknown = frozenset(position.covered) - flags
    found: dict[Constraint, None] = {}
    for clue in position.revealed:
        around = board.neighbors(clue)
        cells = unknown.intersection(around)
        found.setdefault(
            Constraint(int(states[clue]) - len(flags.intersection(around)), cells, (clue,))
        )
    if mine_count and position.mines is not None:
        found.setdefault(Constraint(position.mines - len(flags), unknown, (), True))
    for constraint in found:
        check(constraint, board)
    return [constraint for constraint in found if constraint.cells]


def check(constraint: Constraint, board: Board, made_of: tuple[Constraint, ...] = ()) -> None:
    """Raise ContradictionError if a constraint is impossible, naming those it was made of."""
    if constraint.possible:
        return
    if made_of:
        raise contradiction(board, *made_of)
    raise _no_layout(f"{constraint.text(board)} cannot be", board, (constraint,))


def contradiction(board: Board, *constraints: Constraint) -> ContradictionError:
    """Return the error for constraints that contradict each other."""
    texts = " and ".join(constraint.text(board) for constraint in constraints)
    return _no_layout(f"{texts} contradict each other", board, constraints)


def _no_layout(what: str, board: Board, constraints: tuple[Constraint, ...]) -> ContradictionError:
    clues = tuple(sorted({clue for constraint in constraints for clue in constraint.clues}))
    mine_count = any(constraint.mine_count for constraint in constraints)
    named = ", ".join(map(board.name, clues))
    sources = [f"the clue{'s' * (len(clues) > 1)} at {named}"] if clues else []
    sources += ["the number of mines"] if mine_count else []
    return ContradictionError(
        f"no layout fits: {what}, by {' and '.join(sources)}",
        clues=clues,
        needs_mine_count=mine_count,
    )
