"""Upper confidence trees (UCT) over positions, after Sebag and Teytaud 2012, for small boards.

What a player knows is the set of layouts that fit, each as likely. A simulation draws one of them
and plays it from the present position: in positions of the tree by the upper confidence bound of
each guess, in the first one outside the tree and after it by the myopic solver, the least mine
probability with ties by lot, as their constraint program plays. The guess that was tried most is
made. Certain cells are opened at once, in simulations as in the game. With more and more
simulations the play becomes perfect. The lots of a position are its own, so that the same position
always gets the same guess, and the value of the player can be computed exactly.

Sebag and Teytaud, *Combining myopic optimization and tree search: application to MineSweeper*, LION
6, 2012; the simulator that draws layouts is described in their slides, *Artificial intelligence for
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
"""Positions that more layouts fit are refused."""

MOST_NODES = 100_000
"""Positions that are kept at once."""


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """A position: what is open, the layouts that fit, certain cells, guesses, the best of them."""

    opened: int
    layouts: tuple[int, ...]
    safe: tuple[int, ...]
    cells: tuple[int, ...]
    safest: tuple[int, ...]


class _Boards:
    """The positions of one board and number of mines, each made once."""

    def __init__(self, neighbors: tuple[tuple[int, ...], ...]) -> None:
        self.neighbors = neighbors
        self.masks = [sum(1 << other for other in near) for near in neighbors]
        self.nodes: dict[tuple[int, tuple[int, ...]], _Node] = {}

    def open(self, opened: int, cell: int, layout: int) -> int:
        """Open a safe cell, and with a zero all that follows from it."""
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
        """The numbers that are seen."""
        return tuple(
            (layout & mask).bit_count() for c, mask in enumerate(self.masks) if opened >> c & 1
        )

    def node(self, opened: int, layout: int, among: tuple[int, ...]) -> _Node:
        """Return the position that a layout shows once all that is certain is open."""
        while True:
            node = self._seen(opened, layout, among)
            if not node.safe:
                return node
            for cell in node.safe:
                if not opened >> cell & 1:
                    opened = self.open(opened, cell, layout)
            among = node.layouts

    def _seen(self, opened: int, layout: int, among: tuple[int, ...]) -> _Node:
        """A position, as it is seen; ``among`` must hold all layouts that fit."""
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
    r"""Guesses by simulated games in a tree of positions (UCT).

    >>> import sapper
    >>> UpperConfidence(simulations=50).choose(sapper.parse("1#\n##", mines=1)) in (1, 2, 3)
    True
    """

    name = "uct"
    opens_certain = True

    def __init__(self, simulations: int = 400, exploration: float = 0.4) -> None:
        if simulations < 1 or exploration < 0:
            raise StrategyError(
                f"uct takes at least 1 simulation and an exploration from 0 up, not "
                f"{simulations} and {exploration}"
            )
        self.simulations, self.exploration = simulations, exploration
        self._boards: dict[str, _Boards] = {}
        self._random = Random()

    def choose(self, position: Position) -> int:
        """Return the guess that the simulations tried most; StrategyError where there are too many.

        A board of at most 20,000 layouts that fit is small enough.
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
        """The cell of the greatest upper bound; those not tried yet come first."""
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
    r"""List the layouts that fit, as words of bits; StrategyError where they are too many.

    >>> import sapper
    >>> [f"{layout:04b}" for layout in fitting(sapper.parse("1#\n##", mines=1))]
    ['0010', '0100', '1000']
    """
    mines, covered = position.mines, position.covered
    if mines is None or position.max_per_cell > 1:
        raise StrategyError("uct takes a number of mines, at most one a cell")
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
        raise StrategyError(f"uct takes 1 to {MOST_LAYOUTS} layouts that fit, not {len(found)}")
    return found
