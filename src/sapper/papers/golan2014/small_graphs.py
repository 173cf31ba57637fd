"""Enumeration of all small graphs, with their guess components by definition.

A set of nodes is a bit mask. The code uses only the definition of a guess component (nodes with the
same neighbours outside, a module of the graph) and the rules of the one-mine game, so it is
independent of the lemmas that it checks. The cost is exponential in the number of nodes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sapper.boards import Board

ATLAS_NODES = 7
"""The largest number of nodes of ``every_graph``."""


@dataclass(frozen=True, slots=True)
class SmallGraph:
    """A graph on the nodes 0 to n - 1.

    >>> path = SmallGraph.of(3, [(0, 1), (1, 2)])
    >>> path, path.complement()
    (3 nodes 0-1 1-2, 3 nodes 0-2)
    """

    near: tuple[int, ...]
    """The neighbours of each node, as a bit mask."""

    @classmethod
    def of(cls, size: int, edges: Iterable[tuple[int, int]]) -> SmallGraph:
        """Make a graph from its edges."""
        near = [0] * size
        for a, b in edges:
            near[a] |= 1 << b
            near[b] |= 1 << a
        return cls(tuple(near))

    @classmethod
    def on(cls, board: Board) -> SmallGraph:
        """Make the graph of a board."""
        return cls(tuple(sum(1 << b for b in board.neighbors(a)) for a in range(board.size)))

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.near)

    @property
    def all(self) -> int:
        """The set of all nodes."""
        return (1 << self.size) - 1

    @property
    def edges(self) -> list[tuple[int, int]]:
        """The edges, each once."""
        return [(a, b) for a in range(self.size) for b in members(self.near[a]) if a < b]

    def complement(self) -> SmallGraph:
        """Return the complement graph."""
        others = (self.all & ~(near | 1 << node) for node, near in enumerate(self.near))
        return SmallGraph(tuple(others))

    def induced(self, nodes: int) -> SmallGraph:
        """Return the subgraph induced by some nodes, renumbered in their order."""
        number = {node: place for place, node in enumerate(members(nodes))}
        inside = ((number[a], number[b]) for a, b in self.edges if a in number and b in number)
        return SmallGraph.of(len(number), inside)

    def parts(self) -> list[int]:
        """Return the connected components."""
        found = []
        left = self.all
        while left:
            part, ahead = 0, left & -left
            while ahead:
                part |= ahead
                ahead = union(self.near[node] for node in members(ahead)) & ~part
            found.append(part)
            left &= ~part
        return found

    def is_component(self, nodes: int) -> bool:
        """Return whether these nodes have the same neighbours outside."""
        outside = members(self.all & ~nodes)
        return all(self.near[node] & nodes in (0, nodes) for node in outside)

    def __repr__(self) -> str:
        nodes = "1 node" if self.size == 1 else f"{self.size} nodes"
        return " ".join([nodes, *(f"{a}-{b}" for a, b in self.edges)])


def members(nodes: int) -> list[int]:
    """Return the nodes of a bit mask as a list.

    >>> members(0b1101)
    [0, 2, 3]
    """
    return [node for node in range(nodes.bit_length()) if nodes >> node & 1]


def union(sets: Iterable[int]) -> int:
    """Return the union of the sets."""
    total = 0
    for one in sets:
        total |= one
    return total


@cache
def guess_components(graph: SmallGraph) -> tuple[int, ...]:
    """Return all guess components, trivial ones included.

    >>> guess_components(SmallGraph.of(3, [(0, 1), (1, 2)]))
    (1, 2, 4, 5, 7)
    """
    return tuple(nodes for nodes in range(1, graph.all + 1) if graph.is_component(nodes))


@cache
def maximal_components(graph: SmallGraph) -> tuple[int, ...]:
    """Return the guess components that no other one contains, except the whole graph."""
    smaller = [nodes for nodes in guess_components(graph) if nodes != graph.all]
    return tuple(
        one for one in smaller if not any(one != other and one & ~other == 0 for other in smaller)
    )


def largest_component(graph: SmallGraph, without: int, having: int) -> int:
    """Return the largest guess component with one node and without another."""
    fitting = (
        nodes
        for nodes in guess_components(graph)
        if nodes >> having & 1 and not nodes >> without & 1
    )
    return max(fitting, key=int.bit_count)


@cache
def perfect_wins(graph: SmallGraph) -> int:
    """Count the mine places won by perfect play, by exhaustive memoized search.

    >>> perfect_wins(SmallGraph.of(3, [(0, 1), (1, 2)]))
    2
    """

    @cache
    def wins(suspects: int, covered: int) -> int:
        if not suspects:
            return 0
        if covered.bit_count() == 1:
            return 1
        best = 0
        for click in members(covered):
            alive, left = suspects & ~(1 << click), covered & ~(1 << click)
            near = alive & graph.near[click]
            best = max(best, wins(near, left) + wins(alive & ~near, left))
        return best

    return wins(graph.all, graph.all)


@cache
def every_graph(least: int, most: int) -> tuple[SmallGraph, ...]:
    """Return all graphs with ``least`` to ``most`` nodes, one per isomorphism class.

    >>> [len(every_graph(size, size)) for size in range(1, 6)]
    [1, 2, 4, 11, 34]
    """
    if most > ATLAS_NODES:
        raise ValueError(f"graphs of up to {ATLAS_NODES} nodes are listed, not {most}")
    from networkx import graph_atlas_g

    return tuple(
        SmallGraph.of(len(graph), graph.edges)
        for graph in graph_atlas_g()
        if least <= len(graph) <= most
    )


def every_tree(least: int, most: int) -> Iterator[SmallGraph]:
    """Yield all trees with ``least`` to ``most`` nodes, one per isomorphism class.

    >>> [sum(1 for _ in every_tree(size, size)) for size in range(1, 9)]
    [1, 1, 1, 2, 3, 6, 11, 23]
    """
    from networkx import nonisomorphic_trees

    for size in range(least, most + 1):
        if size == 1:
            yield SmallGraph.of(1, [])
        else:
            trees: Any = nonisomorphic_trees(size)
            yield from (SmallGraph.of(size, tree.edges) for tree in trees)
