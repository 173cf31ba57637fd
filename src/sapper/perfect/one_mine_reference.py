"""The algorithms of Golan 2014 as printed: slow and simple, the oracle of the fast ones.

A graph is a mapping from each vertex to the set of its neighbours. Algorithm 2 plays a game, with
SafeCells and OptimalChoice as its parts; algorithm 3 finds the largest guess component with one
vertex and without another; algorithm 4 finds an optimal guess. Their cost is O(V^2) for algorithm
3, O(V^3) for algorithm 4 and O(V^4) for a whole game. The paper derives the win probability
from its lemmas 4.4 to 4.8; here it is computed by playing against every place of the mine.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

    Neighbors = Mapping[int, AbstractSet[int]]


def neighbors_of(nodes: Iterable[int], edges: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    """Return the neighbour sets of an edge list.

    >>> neighbors_of(range(3), [(0, 1)])
    {0: {1}, 1: {0}, 2: set()}
    """
    found: dict[int, set[int]] = {node: set() for node in nodes}
    for a, b in edges:
        found[a].add(b)
        found[b].add(a)
    return found


def induced(graph: Neighbors, vertices: AbstractSet[int]) -> dict[int, set[int]]:
    """Return the subgraph on some of the vertices."""
    return {v: set(graph[v] & vertices) for v in graph if v in vertices}


def is_guess_component(graph: Neighbors, vertices: AbstractSet[int]) -> bool:
    """Return whether all vertices have the same neighbours outside of the set (section 3)."""
    return len({frozenset(graph[v] - vertices) for v in vertices}) <= 1


def safe_cells(
    graph: Neighbors, covered: AbstractSet[int], safe: AbstractSet[int], vertex: int, label: int
) -> set[int]:
    """Return the safe vertices after an opened vertex shows its label (SafeCells, algorithm 2)."""
    if label == 0:
        return set((safe | graph[vertex]) & covered)
    return set((safe | (graph.keys() - graph[vertex])) & covered)


def wins_against(graph: Neighbors, mine: int) -> bool:
    """Return whether algorithm 2 wins a game with the mine at a vertex.

    If a guess is due, the labels of opened vertices carry no further information (lemma 2.2), so
    the guess depends on the covered vertices alone.
    """
    safe: set[int] = set()
    covered = set(graph)
    while len(covered) > 1:
        vertex = min(safe) if safe else optimal_guess(induced(graph, covered))
        if vertex == mine:
            return False
        covered.remove(vertex)
        safe.discard(vertex)
        safe = safe_cells(graph, covered, safe, vertex, int(mine in graph[vertex]))
    return True


def largest_component(graph: Neighbors, without: int, having: int) -> set[int]:
    """Return the largest guess component with one vertex and without another (algorithm 3).

    It plays from a first click at ``without`` against a mine at ``having``, as long as there is a
    safe vertex. The covered vertices at the end are the component.

    >>> sorted(largest_component(neighbors_of(range(4), [(0, 1), (0, 2), (2, 3)]), 1, 2))
    [2]
    """
    safe = {without}
    covered = set(graph)
    while safe:
        vertex = safe.pop()
        covered.remove(vertex)
        safe = safe_cells(graph, covered, safe, vertex, int(having in graph[vertex]))
    return covered


def optimal_guess(graph: Neighbors) -> int:
    """Return an optimal guess if no vertex is safe (algorithm 4)."""
    first = min(graph)
    for other in sorted(graph.keys() - {first}):
        component = largest_component(graph, first, other)
        if len(component) > 1:
            return optimal_guess(induced(graph, component))
    return first


def probability(graph: Neighbors) -> Fraction:
    """Return the probability that algorithm 2 wins with algorithm 4 as its guesses (theorem 2.4).

    >>> probability(neighbors_of(range(3), [(0, 1), (1, 2)]))
    Fraction(2, 3)
    """
    return Fraction(sum(wins_against(graph, mine) for mine in graph), len(graph))


def maximal_components(graph: Neighbors) -> set[frozenset[int]]:
    """Return the guess components that are contained in none but the whole graph (theorem 3.13).

    Algorithm 3 finds each of them for some pair of vertices, so all pairs are tried.
    """
    found = {
        frozenset(largest_component(graph, without, having))
        for without in graph
        for having in graph
        if without != having
    }
    return {one for one in found if not any(one < other for other in found)}
