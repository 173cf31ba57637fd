"""Perfect play of the one-mine game on any graph (Golan 2014).

The game: one mine, at each node with equal probability; no click is guaranteed to be safe; an
opened node shows whether the mine is next to it. If no safe node is left, the nodes that may hold
the mine form a guess component: each node outside is adjacent to all of them or to none, which is a
module in graph theory. The core computes the modular decomposition of the graph in O((n + m) log n)
time; Golan's algorithms take O(n^4). The tree holds the win probability, all optimal guesses and
the strategy. Golan's own algorithms are in ``one_mine_reference``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sapper.boards import Board, graph
from sapper.errors import BoardError
from sapper.perfect.one_mine_strategy import OneMineStrategy

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    import networkx as nx

    from sapper._core import ModularTree

_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class GuessComponent:
    """A guess component of at least two nodes that overlaps no other guess component."""

    kind: str
    """``parallel`` if there is no edge between its children, ``series`` if there is every edge,
    else ``prime``: no union of some but not all of its children is a guess component."""

    parent: int | None
    """The index of the smallest component that contains it; None for the whole graph."""

    size: int
    """The number of its nodes."""

    wins: int
    """The number of places of the mine in it for which perfect play wins, once it is known to be
    in this component."""

    singles: tuple[Hashable, ...]
    """Those of its nodes that lie in no smaller component."""

    _order: tuple[Hashable, ...] = field(repr=False, compare=False)
    _start: int = field(repr=False)

    @property
    def nodes(self) -> tuple[Hashable, ...]:
        """Its nodes."""
        return self._order[self._start : self._start + self.size]

    @property
    def probability(self) -> Fraction:
        """The win probability once the mine is known to be in it and no safe node is left."""
        return Fraction(self.wins, self.size)


@dataclass(frozen=True, slots=True)
class OneMine:
    """The result of ``one_mine``."""

    board: Board
    """The graph as a board; cell i is node i of ``nodes``."""

    nodes: tuple[Hashable, ...]
    """The nodes, by cell."""

    wins: int
    """The number of places of the mine for which perfect play wins."""

    guesses: tuple[Hashable, ...]
    """All optimal first guesses; empty on a single node, where the game is won at once.

    A first guess that is not among them wins for exactly one place of the mine fewer.
    """

    _tree: ModularTree = field(repr=False, compare=False)

    @property
    def probability(self) -> Fraction:
        """The probability of winning with perfect play."""
        return Fraction(self.wins, self.board.size)

    @property
    def components(self) -> tuple[GuessComponent, ...]:
        """The guess components that overlap no other, each after the one that contains it.

        Every other guess component is a union of children of one that is parallel or series.

        >>> for c in one_mine([(0, 1), (1, 2), (2, 3), (2, 4)]).components:
        ...     print(c.kind, c.parent, sorted(c.nodes), c.singles, c.probability)
        prime None [0, 1, 2, 3, 4] (0, 1, 2) 4/5
        parallel 0 [3, 4] (3, 4) 1/2
        """
        order = tuple(self.nodes[cell] for cell in self._tree.order.tolist())
        singles: list[list[Hashable]] = [[] for _ in range(self._tree.size)]
        for node, above in zip(self.nodes, self._tree.above.tolist(), strict=True):
            if above >= 0:
                singles[above].append(node)
        found = []
        for index, own in enumerate(singles):
            node = self._tree.node(index)
            kind = node.joint.name.lower()
            above = None if node.parent < 0 else node.parent
            size = node.stop - node.start
            component = GuessComponent(kind, above, size, node.wins, tuple(own), order, node.start)
            found.append(component)
        return tuple(found)

    def maximal_components(self) -> list[frozenset[Hashable]]:
        """List the maximal guess components (section 3): those in no other but the whole graph.

        If the graph or its complement has three or more connected components, they are the unions
        of all of these but one (lemma 3.6), and their sizes add up to the order of the squared
        nodes.

        >>> sorted(map(sorted, one_mine([(0, 1), (1, 2)]).maximal_components()))
        [[0, 2], [1]]
        """
        components = self.components
        if not components:
            return []
        root = components[0]
        parts = [frozenset([node]) for node in root.singles]
        parts += [frozenset(c.nodes) for c in components if c.parent == 0]
        if root.kind == "prime" or len(parts) == 2:
            return parts
        return [frozenset(self.nodes) - part for part in parts]

    def wins_from(self, node: Hashable) -> int:
        """Return the number of places of the mine for which perfect play wins after a first guess.

        >>> path = one_mine([(0, 1), (1, 2)])
        >>> [path.wins_from(node) for node in path.nodes]
        [2, 1, 2]
        """
        if node not in self.nodes:
            raise BoardError(f"{node!r} is not a node of the graph")
        return self.wins if node in self.guesses else self.wins - 1

    def strategy(self) -> OneMineStrategy:
        """Return a perfect player at the start of a game."""
        return OneMineStrategy(self.board, self.nodes, self._tree)

    def choose(self, opened: Mapping[Hashable, int]) -> Hashable | None:
        """Return the node to open next, given the opened ones; None once the game is won.

        ``opened`` maps each opened node to its clue: 1 if the mine is next to it, else 0. Safe
        nodes are returned before guesses, and a guess is optimal from this position.

        >>> ladder = one_mine([(0, 1), (1, 2), (2, 3)])
        >>> ladder.choose({}), ladder.choose({0: 0}), ladder.choose({0: 1, 2: 1, 3: 0})
        (0, 1, None)
        """
        strategy = self.strategy()
        for node, clue in opened.items():
            strategy.open(node, clue)
        return strategy.choose()

    def __reduce__(self) -> tuple[Any, ...]:
        return one_mine, (self.board,)

    def summary(self) -> str:
        """Return the main facts in a few lines.

        >>> print(one_mine([(0, 1), (0, 2), (0, 3)]).summary())
        one mine on a graph of 4 nodes and 3 edges
        perfect play wins for 2 of 4 places of the mine: 1/2, 50.0000 %
        best first guesses, 3 of 4 nodes: 1, 2, 3
        guess components that overlap no other, beyond single nodes: 2
        """
        size = self.board.size
        named = ", ".join(str(node) for node in self.guesses[:_MOST_NAMED])
        more = ", ..." if len(self.guesses) > _MOST_NAMED else ""
        guesses = (
            f"best first guesses, {len(self.guesses):,} of {size:,} nodes: {named}{more}"
            if self.guesses
            else "a single node: the game is won before the first click"
        )
        return (
            f"one mine on a graph of {size:,} nodes and {len(self.board.targets) // 2:,} edges\n"
            f"perfect play wins for {self.wins:,} of {size:,} places of the mine: "
            f"{self.probability}, {100 * float(self.probability):.4f} %\n"
            f"{guesses}\n"
            f"guess components that overlap no other, beyond single nodes: {self._tree.size:,}"
        )

    def _repr_html_(self) -> str:
        """Return the result as a table, for a notebook."""
        from sapper.html_table import share, table

        named = ", ".join(str(node) for node in self.guesses[:_MOST_NAMED])
        more = ", ..." if len(self.guesses) > _MOST_NAMED else ""
        edges = len(self.board.targets) // 2
        return table(
            f"one mine on a graph of {self.board.size:,} nodes and {edges:,} edges",
            [
                ("wins", f"{self.wins:,} of {self.board.size:,} places of the mine"),
                ("chance", share(float(self.probability), lead=f"{self.probability}, ")),
                ("best first guesses", named + more or "none: it is won before the first click"),
                ("guess components", self._tree.size),
            ],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data; nodes other than integers and strings become strings."""
        plain = [node if type(node) in (int, str) else str(node) for node in self.nodes]
        name = dict(zip(self.nodes, plain, strict=True))
        return {
            "nodes": plain,
            "edges": len(self.board.targets) // 2,
            "wins": self.wins,
            "probability": str(self.probability),
            "guesses": [name[node] for node in self.guesses],
            "components": [
                {
                    "kind": component.kind,
                    "parent": component.parent,
                    "size": component.size,
                    "wins": component.wins,
                    "singles": [name[node] for node in component.singles],
                }
                for component in self.components
            ],
        }


def one_mine(
    edges: Iterable[Sequence[Hashable]] | nx.Graph[Any] | Board,
    nodes: Iterable[Hashable] | None = None,
) -> OneMine:
    """Return the exact win probability of perfect play in the one-mine game on a graph.

    The graph is given as edges, as a networkx graph or as a board; ``nodes`` adds nodes without an
    edge. Raises BoardError for loops, repeated edges, directed and empty graphs.

    >>> from sapper.boards import grid
    >>> one_mine([("a", "b"), ("b", "c")]).probability, one_mine(grid(3, 3)).probability
    (Fraction(2, 3), Fraction(8, 9))
    """
    from sapper._core import ModularTree

    if isinstance(edges, Board):
        if nodes is not None:
            raise BoardError("nodes cannot be added to a board: leave out nodes=")
        board = edges
    else:
        board = graph(edges, nodes)
    tree = ModularTree(board.graph)
    names = tuple(range(board.size)) if board.labels is None else board.labels
    guesses = tuple(names[cell] for cell in tree.guesses.tolist())
    return OneMine(board, names, tree.wins, guesses, tree)
