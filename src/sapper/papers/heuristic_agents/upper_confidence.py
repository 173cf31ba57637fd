"""Upper confidence trees (UCT, Monte Carlo tree search) after Sebag and Teytaud 2012.

The belief state is the set of consistent layouts, all equally likely. A simulation draws one of
them and plays it from the current position. In positions of the tree it chooses the guess with the
largest upper confidence bound; from the first position outside the tree on it plays the myopic
policy of their constraint program: the lowest mine probability with random tie-breaking. The player
makes the guess with the most simulations. Certain cells are opened at once, in simulations and in
the game. Play converges to perfect play as the number of simulations grows. The random numbers are
seeded by the position, so the player is deterministic and its value can be computed exactly. The
layouts are enumerated, so it is for small boards only.

Sebag and Teytaud, *Combining myopic optimization and tree search: application to MineSweeper*, LION
6, 2012. The simulator that draws layouts is described in their slides, *Artificial intelligence for
Minesweeper* (Couetoux and Teytaud).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb, log, sqrt
from random import Random
from typing import TYPE_CHECKING

from sapper.errors import StrategyError

if TYPE_CHECKING:
    from sapper.positions import Position

MOST_LAYOUTS = 20_000
"""Upper limit on the consistent layouts of a position."""

MOST_NODES = 100_000
"""Upper limit on the cached positions."""


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """A position of the tree."""

    opened: int
    """The open cells, as a bit mask."""
    layouts: tuple[int, ...]
    """The consistent layouts, as bit masks."""
    safe: tuple[int, ...]
    """The covered cells that are certainly safe."""
    cells: tuple[int, ...]
    """The candidate guesses: covered cells that are neither certainly safe nor certain mines."""
    safest: tuple[int, ...]
    """The candidate guesses with the lowest mine probability."""


class _Boards:
    """A cache of the positions of one board and number of mines."""

    def __init__(self, neighbors: tuple[tuple[int, ...], ...]) -> None:
        self.neighbors = neighbors
        self.masks = [sum(1 << other for other in near) for near in neighbors]
        self.nodes: dict[tuple[int, tuple[int, ...]], _Node] = {}

    def open(self, opened: int, cell: int, layout: int) -> int:
        """Open a safe cell with the cascade of a zero; return the new bit mask of open cells."""
        queue = [cell]
        opened |= 1 << cell
        while queue:
            zero = queue.pop()
            if layout & self.masks[zero]:
                continue
            for other in self.neighbors[zero]:
                if not opened >> other & 1:
                    opened |= 1 << other
                    queue.append(other)
        return opened

    def signature(self, opened: int, layout: int) -> tuple[int, ...]:
        """Return the visible numbers, in the order of the open cells."""
        return tuple(
            (layout & mask).bit_count() for c, mask in enumerate(self.masks) if opened >> c & 1
        )

    def node(self, opened: int, layout: int, among: tuple[int, ...]) -> _Node:
        """Return the position of a layout after all certain cells are opened."""
        while True:
            node = self._seen(opened, layout, among)
            if not node.safe:
                return node
            for cell in node.safe:
                if not opened >> cell & 1:
                    opened = self.open(opened, cell, layout)
            among = node.layouts

    def _seen(self, opened: int, layout: int, among: tuple[int, ...]) -> _Node:
        """Return a position; ``among`` must contain all consistent layouts."""
        seen = self.signature(opened, layout)
        found = self.nodes.get((opened, seen))
        if found is None:
            if len(self.nodes) >= MOST_NODES:
                self.nodes.clear()
            found = self.nodes[opened, seen] = self._made(opened, seen, among)
        return found

    def _made(self, opened: int, seen: tuple[int, ...], among: tuple[int, ...]) -> _Node:
        layouts = tuple(
            other for other in among if not other & opened and self.signature(opened, other) == seen
        )
        covered = [c for c in range(len(self.masks)) if not opened >> c & 1]
        mined = {c: sum(other >> c & 1 for other in layouts) for c in covered}
        safe = tuple(c for c in covered if not mined[c])
        cells = tuple(c for c in covered if 0 < mined[c] < len(layouts))
        least = min((mined[c] for c in cells), default=0)
        return _Node(opened, layouts, safe, cells, tuple(c for c in cells if mined[c] == least))


class UpperConfidence:
    r"""A player that guesses by Monte Carlo tree search with upper confidence bounds (UCT).

    >>> import sapper
    >>> UpperConfidence(simulations=50).choose(sapper.parse("1#\n##", mines=1)) in (1, 2, 3)
    True
    """

    name = "uct"
    opens_certain = True

    def __init__(self, simulations: int = 400, exploration: float = 0.4) -> None:
        if simulations < 1 or exploration < 0:
            raise StrategyError(
                f"uct takes at least 1 simulation and an exploration of at least 0, not "
                f"{simulations} and {exploration}"
            )
        self.simulations, self.exploration = simulations, exploration
        self._boards: dict[str, _Boards] = {}
        self._random = Random()

    def choose(self, position: Position) -> int:
        """Return the guess with the most simulations.

        Raises StrategyError if there are more than ``MOST_LAYOUTS`` consistent layouts.
        """
        board = position.board
        if f"{board.spec}/{position.mines}" not in self._boards:
            near = tuple(tuple(board.neighbors(cell)) for cell in range(board.size))
            self._boards = {f"{board.spec}/{position.mines}": _Boards(near)}
        boards = self._boards[f"{board.spec}/{position.mines}"]
        layouts = fitting(position)
        self._random.seed(repr(position.clues))
        opened = sum(1 << cell for cell in position.revealed)
        root = boards.node(opened, layouts[0], tuple(layouts))
        tries: dict[_Node, dict[int, list[float]]] = {}
        for _ in range(self.simulations):
            self._simulate(boards, root, tries)
        counts = tries[root]
        return max(counts, key=lambda cell: (counts[cell][0], counts[cell][1]))

    def _simulate(
        self, boards: _Boards, root: _Node, tries: dict[_Node, dict[int, list[float]]]
    ) -> None:
        layout = self._random.choice(root.layouts)
        node, path, in_tree = root, [], True
        won = 1.0
        while node.cells:
            if in_tree:
                in_tree = node in tries
                counts = tries.setdefault(node, {cell: [0.0, 0.0] for cell in node.cells})
                cell = self._bound(counts, node)
                path.append(counts[cell])
            else:
                cell = self._random.choice(node.safest)
            if layout >> cell & 1:
                won = 0.0
                break
            node = boards.node(boards.open(node.opened, cell, layout), layout, node.layouts)
        for count in path:
            count[0] += 1
            count[1] += won

    def _bound(self, counts: dict[int, list[float]], node: _Node) -> int:
        """Return the cell with the largest upper bound; untried cells come first."""
        fresh = [cell for cell, count in counts.items() if not count[0]]
        if fresh:
            return self._random.choice([c for c in node.safest if c in fresh] or fresh)
        total = log(sum(count[0] for count in counts.values()))
        return max(
            counts,
            key=lambda cell: (
                counts[cell][1] / counts[cell][0] + self.exploration * sqrt(total / counts[cell][0])
            ),
        )


def fitting(position: Position) -> list[int]:
    r"""Return the consistent layouts as bit masks; raise StrategyError if there are too many.

    >>> import sapper
    >>> [f"{layout:04b}" for layout in fitting(sapper.parse("1#\n##", mines=1))]
    ['0010', '0100', '1000']
    """
    mines, covered = position.mines, position.covered
    if mines is None or position.max_per_cell > 1:
        raise StrategyError("uct needs a known number of mines with at most one mine per cell")
    if comb(len(covered), mines) > 50 * MOST_LAYOUTS:
        raise StrategyError(f"uct takes small boards, not {len(covered)} cells with {mines} mines")
    clues = [
        (sum(1 << other for other in position.board.neighbors(cell)), position.clue(cell))
        for cell in position.revealed
    ]
    found = []
    for chosen in combinations(covered, mines):
        layout = sum(1 << cell for cell in chosen)
        if all((layout & mask).bit_count() == clue for mask, clue in clues):
            found.append(layout)
    if not 0 < len(found) <= MOST_LAYOUTS:
        raise StrategyError(f"uct takes 1 to {MOST_LAYOUTS} consistent layouts, not {len(found)}")
    return found
