"""The opening tree of the combinatorics note, section 2.3, with exact risks.

The note prescribes a first click in the middle and a click after each of ``1``, ``1 1``, ``1 2``,
``1 1 1`` and ``1 1 2``; ``sapper.strategies.opening`` plays them. Every node of the tree here lists
all groups of cells that can be opened, with the exact probabilities of a mine and of a zero, which
compares the note's choice with the safest one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sapper import defaults
from sapper.analysis import analyze
from sapper.boards.kinds import DEFAULT_KIND
from sapper.errors import BoardError, GameError
from sapper.games.deals import Deal
from sapper.positions import Position
from sapper.strategies.opening import book_move

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sapper.analysis import Analysis
    from sapper.boards import Cell
    from sapper.types import BoardLike, FirstClickRule


@dataclass(frozen=True, slots=True)
class Candidate:
    """A group of interchangeable cells, which have the same risk."""

    cells: tuple[int, ...]
    """The cells."""

    clues: tuple[int, ...]
    """The clues next to them; empty for the outer group."""

    risk: Fraction
    """P(a given one of the cells holds a mine)."""

    cell: int
    """The cell likeliest to show zero; in the outer group a cell with the fewest neighbours."""

    zero: Fraction
    """P(that cell is safe and shows zero)."""


@dataclass(frozen=True, slots=True)
class OpeningNode:
    """A position of the opening, and the cell to open next."""

    position: Position
    """The position."""

    numbers: tuple[int, ...]
    """The clue values shown so far, in the order of the clicks."""

    reached: Fraction
    """P(the clicks so far show these values)."""

    candidates: tuple[Candidate, ...]
    """The groups that can be opened, by ascending risk, then by descending probability of zero."""

    book: int | None
    """The cell that the note opens, or None if the note does not cover the position."""

    cell: int
    """The recommended cell: the note's, else the safest candidate's."""

    risk: Fraction
    """P(the recommended cell holds a mine)."""

    zero: Fraction
    """P(the recommended cell is safe and shows zero)."""

    survival: Fraction
    """P(surviving all clicks so far and this one), given the clue values so far."""

    then: Mapping[int, OpeningNode]
    """The next node, keyed by the clue value of the recommended cell; without zero."""

    @property
    def book_is_safest(self) -> bool:
        """Whether no candidate is safer than the recommended cell."""
        return self.risk <= self.candidates[0].risk

    @property
    def chosen(self) -> Candidate:
        """The candidate that contains the recommended cell."""
        return next(found for found in self.candidates if self.cell in found.cells)

    def walk(self) -> Iterator[OpeningNode]:
        """Yield this node and all its descendants in preorder, by ascending clue value."""
        yield self
        for node in self.then.values():
            yield from node.walk()

    def find(self, *numbers: int) -> OpeningNode:
        """Return the node reached from here by these clue values."""
        node = self
        for number in numbers:
            if number not in node.then:
                raise KeyError(f"the tree has no {number} after {node.numbers}")
            node = node.then[number]
        return node

    def summary(self) -> str:
        """Return a table of the nodes that the note covers."""
        place = self.position.board.coordinates
        lines = ["shown      open      risk     survival  reached  safest"]
        for node in self.walk():
            if node.book is None:
                continue
            shown = " ".join(map(str, node.numbers)) or "-"
            safest = "yes" if node.book_is_safest else f"no, {place(node.candidates[0].cell)}"
            lines.append(
                f"{shown:10} {place(node.cell)!s:9} {100 * float(node.risk):6.3f} %"
                f" {100 * float(node.survival):8.3f} % {100 * float(node.reached):6.3f} %  {safest}"
            )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole tree with fractions as text."""
        place = self.position.board.coordinates
        return {
            "numbers": list(self.numbers),
            "reached": str(self.reached),
            "open": list(place(self.cell)),
            "in_book": self.book is not None,
            "risk": str(self.risk),
            "zero": str(self.zero),
            "survival": str(self.survival),
            "candidates": [
                {
                    "cells": len(found.cells),
                    "clues": [list(place(clue)) for clue in found.clues],
                    "risk": str(found.risk),
                    "cell": list(place(found.cell)),
                    "zero": str(found.zero),
                }
                for found in self.candidates
            ],
            "then": {str(number): node.to_dict() for number, node in self.then.items()},
        }


def opening_tree(
    board: BoardLike = "expert",
    first: FirstClickRule = defaults.FORMULA_FIRST,
    start: Cell | None = None,
    *,
    mines: int | None = None,
) -> OpeningNode:
    """Return the note's opening on a grid as a tree, from the first click in the middle.

    Each possible clue value of a click is a child node, except zero, which cascades. Positions that
    the note does not cover are leaves with the safest choice.

    >>> tree = opening_tree("expert")
    >>> [str(tree.find(*line).risk) for line in [(), (1,), (1, 1)]]
    ['33/160', '1/8', '21/169']
    >>> tree.find(2).chosen.clues                 # after a 2 the outer group is safest
    ()
    """
    deal = Deal.read(board, mines=mines, first=first, start=start)
    if deal.board.kind != DEFAULT_KIND:
        raise BoardError(
            f"the opening of the combinatorics note needs a grid, not {deal.board.spec}"
        )
    if first == "open" or deal.full or deal.mines == 0:
        raise GameError(f"no first click shows a clue above 0 on {deal.spec} under {first!r}")
    cell = deal.board.middle if start is None else deal.start
    position = Position.covered_board(deal.board, deal.mines)
    analysis = analyze(position)
    risk = Fraction() if deal.start_is_safe else analysis.exact()[cell]
    assert risk is not None
    shown = analysis.exact_clue_distribution(cell)
    scale = (1 - risk) / sum(shown.values(), Fraction())
    children = {
        number: _node(position.reveal(cell, number), (number,), chance * scale, 1 - risk)
        for number, chance in shown.items()
        if number
    }
    zero = shown.get(0, Fraction()) * scale
    return OpeningNode(
        position,
        (),
        Fraction(1),
        _candidates(analysis),
        cell,
        cell,
        risk,
        zero,
        1 - risk,
        children,
    )


def _node(
    position: Position, numbers: tuple[int, ...], reached: Fraction, survived: Fraction
) -> OpeningNode:
    analysis = analyze(position)
    candidates = _candidates(analysis)
    book = book_move(position)
    cell = candidates[0].cell if book is None else book
    risk = analysis.exact()[cell]
    assert risk is not None
    survival = survived * (1 - risk)
    shown = analysis.exact_clue_distribution(cell)
    children = {
        number: _node(position.reveal(cell, number), (*numbers, number), reached * chance, survival)
        for number, chance in shown.items()
        if number and book is not None
    }
    zero = shown.get(0, Fraction())
    return OpeningNode(
        position, numbers, reached, candidates, book, cell, risk, zero, survival, children
    )


def _candidates(analysis: Analysis) -> tuple[Candidate, ...]:
    """All groups and the outer group by ascending risk, without those that are certain mines."""
    position = analysis.position
    board, exact = position.board, analysis.exact()
    sets = [(group.cells, group.clues) for group in analysis.groups]
    if position.floating:
        sets.append((tuple(position.floating), ()))
    found = []
    for cells, clues in sets:
        risk = exact[cells[0]]
        assert risk is not None
        if risk == 1:
            continue
        # In the outer group, which is large, one cell with the fewest neighbours is enough.
        tried = cells if clues else (min(cells, key=board.degree),)
        zeros = {cell: analysis.exact_clue_distribution(cell).get(0, Fraction()) for cell in tried}
        cell = max(tried, key=lambda cell: zeros[cell])
        found.append(Candidate(cells, clues, risk, cell, zeros[cell]))
    return tuple(sorted(found, key=lambda candidate: (candidate.risk, -candidate.zero)))
