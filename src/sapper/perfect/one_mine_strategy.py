"""A perfect player of the one-mine game: safe nodes first, then the best guess.

The nodes that a clue makes safe follow from two set operations (SafeCells in Golan 2014), so a
whole game takes time linear in the graph. If no node is safe, the suspects form a guess component,
and its best guesses are found in the modular tree of the whole graph: the tree of the suspects is
the part below it, except that a parallel or series component may have lost some of its children.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper._core import Joint
from sapper.errors import ContradictionError, GameError, PositionError

if TYPE_CHECKING:
    from collections.abc import Hashable

    from sapper._core import ModularTree
    from sapper.boards import Board


class OneMineStrategy:
    """A game in progress: ``choose`` returns a node, and ``open`` reports an opened node's clue.

    >>> from sapper.perfect import one_mine
    >>> player = one_mine([(0, 1), (1, 2), (2, 3)]).strategy()
    >>> player.choose()
    0
    >>> player.open(0, 0)
    >>> player.safe, player.suspects, player.choose()
    ([1], [2, 3], 1)
    >>> player.open(1, 0)
    >>> player.safe, player.suspects
    ([2], [3])
    """

    def __init__(self, board: Board, nodes: tuple[Hashable, ...], tree: ModularTree) -> None:
        self._board = board
        self._nodes = nodes
        self._tree = tree
        self._cells = {node: cell for cell, node in enumerate(nodes)}
        self._suspects = set(range(board.size))
        self._safe: set[int] = set()
        self._to_open: list[int] = []  # the safe cells, the next one last; some are open already
        self._opened: set[int] = set()
        self._above: list[int] = tree.above.tolist()
        # Per guess component, the single nodes in it that are suspects.
        self._singles: list[int] = np.bincount(tree.above[tree.above >= 0]).tolist()
        self._best: list[int] = tree.guesses.tolist()
        self._tried = 0

    @property
    def safe(self) -> list[Hashable]:
        """The covered nodes that cannot hold the mine."""
        return [self._nodes[cell] for cell in sorted(self._safe)]

    @property
    def suspects(self) -> list[Hashable]:
        """The nodes that may hold the mine, all equally likely."""
        return [self._nodes[cell] for cell in sorted(self._suspects)]

    @property
    def won(self) -> bool:
        """Whether the node with the mine is the only one still covered."""
        return len(self._opened) == self._board.size - 1

    def choose(self) -> Hashable | None:
        """Return the node to open next, a safe one if there is one; None once the game is won."""
        if self.won:
            return None
        if self._safe:
            while self._to_open[-1] not in self._safe:
                self._to_open.pop()
            return self._nodes[self._to_open[-1]]
        while not self._is_best(self._best[self._tried]):
            self._tried += 1
        return self._nodes[self._best[self._tried]]

    def open(self, node: Hashable, clue: int) -> None:
        """Report that a safe node was opened; its clue is 1 if the mine is next to it, else 0."""
        if node not in self._cells:
            raise GameError(f"{node!r} is not a node of the graph")
        cell = self._cells[node]
        if cell in self._opened:
            raise GameError(f"node {node!r} is open already")
        if type(clue) is not int or clue not in (0, 1):
            raise PositionError(f"with one mine, a clue is 0 or 1, not {clue!r} at node {node!r}")
        near = self._suspects.intersection(self._board.neighbors(cell))
        freed = near if clue == 0 else self._suspects - near
        own = {cell} & self._suspects
        if len(freed | own) == len(self._suspects):
            raise ContradictionError(
                f"no place of the mine is consistent with clue {clue} at node {node!r}",
                clues=(cell,),
            )
        self._opened.add(cell)
        for other in freed | own:
            self._singles[self._above[other]] -= 1
        self._suspects -= freed | own
        self._safe |= freed
        self._safe.discard(cell)
        self._to_open += sorted(freed, reverse=True)

    def _is_best(self, cell: int) -> bool:
        """Whether a best guess of the whole graph is one among the suspects.

        Once it is not, it never is again, since the suspects only shrink.
        """
        if cell not in self._suspects:
            return False
        above = self._above[cell]
        return self._singles[above] > 1 or self._tree.node(above).joint is Joint.PRIME
