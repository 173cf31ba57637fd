"""The lemmas as predicates of one graph, for checks on every small graph.

Statements about guess components are checked on all of them, enumerated by definition. Statements
about perfect play use the number of wins from the modular decomposition tree, which equals that of
an exhaustive search on all of these graphs (theorem 2.4).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from sapper.papers.golan2014.small_graphs import (
    SmallGraph,
    guess_components,
    largest_component,
    maximal_components,
    members,
    union,
)
from sapper.perfect import one_mine_reference as paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.perfect import OneMine


def neighbors(graph: SmallGraph) -> dict[int, set[int]]:
    """Return a graph as adjacency sets, the input of the paper's algorithms."""
    return {node: set(members(near)) for node, near in enumerate(graph.near)}


@cache
def solved(graph: SmallGraph) -> OneMine:
    """Return perfect play on a graph."""
    from sapper.perfect import one_mine

    return one_mine(graph.edges, nodes=range(graph.size))


def chance(graph: SmallGraph) -> Fraction:
    """Return P*, the probability of winning with perfect play."""
    return solved(graph).probability


def isolated(graph: SmallGraph) -> int:
    """Return the nodes without a neighbour."""
    return union(1 << node for node, near in enumerate(graph.near) if not near)


def has_full_node(graph: SmallGraph) -> bool:
    """Return whether some node is adjacent to all others."""
    return isolated(graph.complement()) != 0


def optimal_guesses(graph: SmallGraph) -> int:
    """Return all optimal first guesses, as a bit mask."""
    return union(1 << node for node in range(graph.size) if node in set(solved(graph).guesses))


# -- section 2 ------------------------------------------------------------------------------------


def states(graph: SmallGraph) -> Iterator[tuple[int, int, int]]:
    """Yield (mine, covered, safe) of algorithm 2 after each set of clicks that missed the mine."""
    for mine in range(graph.size):
        for opened in range(graph.all + 1):
            if opened >> mine & 1:
                continue
            safe = 0
            for node in members(opened):
                near = graph.near[node]
                safe |= graph.all & ~near if near >> mine & 1 else near
            covered = graph.all & ~opened
            yield mine, covered, safe & covered


def places(graph: SmallGraph, mine: int, covered: int) -> int:
    """Return the nodes at which the mine is consistent with all open labels, by brute force."""

    def labels(place: int) -> list[int]:
        return [graph.near[node] >> place & 1 for node in members(graph.all & ~covered)]

    seen = labels(mine)
    return union(1 << place for place in members(covered) if labels(place) == seen)


def safe_cells_are_right(graph: SmallGraph) -> bool:
    """Lemma 2.1: safe nodes hold no mine, and each other covered node may hold it."""
    return all(
        safe == covered & ~places(graph, mine, covered) for mine, covered, safe in states(graph)
    )


def suspects_are_alike(graph: SmallGraph) -> bool:
    """Lemma 2.2: if no node is safe, all covered nodes have the same open neighbours.

    They are then one guess component (corollary 3.2), and each is equally likely to hold the mine.
    """
    return all(
        graph.is_component(covered) and places(graph, mine, covered) == covered
        for mine, covered, safe in states(graph)
        if not safe
    )


# -- section 3 ------------------------------------------------------------------------------------


def overlapping(graph: SmallGraph) -> list[tuple[int, int]]:
    """Return the pairs of guess components that intersect without inclusion."""
    pairs = combinations(guess_components(graph), 2)
    return [(a, b) for a, b in pairs if a & b and a & ~b and b & ~a]


def edges_all_or_none(graph: SmallGraph) -> bool:
    """Lemma 3.3, part 1."""

    def joined(a: int, b: int) -> Iterator[bool]:
        for one, two in (a, b & ~a), (b, a & ~b):
            for x, y in product(members(one), members(two)):
                yield bool(graph.near[x] >> y & 1)

    return all(len(set(joined(a, b))) == 1 for a, b in overlapping(graph))


def overlaps_are_components(graph: SmallGraph) -> bool:
    """Lemma 3.3, parts 2 to 5: the union, the intersection and the differences."""
    return all(
        graph.is_component(nodes)
        for a, b in overlapping(graph)
        for nodes in (a | b, a & b, a & ~b, b & ~a, a ^ b)
    )


def nested_differences_are_components(graph: SmallGraph) -> bool:
    """The difference of nested guess components is a guess component; remark 3.5 denies it."""
    pairs = product(guess_components(graph), repeat=2)
    return all(graph.is_component(a & ~b) for a, b in pairs if a != b and b & ~a == 0)


def maximal_if_not_connected(graph: SmallGraph) -> bool:
    """Lemma 3.6: the maximal guess components are the complements of the connected parts."""
    return {graph.all & ~part for part in graph.parts()} == set(maximal_components(graph))


def maximal_meet_or_not(graph: SmallGraph) -> bool:
    """Lemma 3.7: either all are disjoint, or each two intersect and cover the graph."""
    pairs = list(combinations(maximal_components(graph), 2))
    disjoint = all(a & b == 0 for a, b in pairs)
    covering = all(a & b and a | b == graph.all for a, b in pairs)
    return disjoint != covering


def maximal_meet(graph: SmallGraph) -> bool:
    """Return whether two maximal guess components intersect."""
    return any(a & b for a, b in combinations(maximal_components(graph), 2))


def meeting_needs_three_parts(graph: SmallGraph) -> bool:
    """Lemma 3.8."""
    most = max(len(graph.parts()), len(graph.complement().parts()))
    return maximal_meet(graph) == (most >= 3)


def meeting_maximal_cover(graph: SmallGraph) -> bool:
    """Corollary 3.9, all three parts."""
    found = maximal_components(graph)
    around = []
    for index, one in enumerate(found):
        common = graph.all
        for other in (*found[:index], *found[index + 1 :]):
            common &= other
        around.append(graph.all & ~common & ~one == 0)
    twice = all(sum(one >> node & 1 for one in found) >= 2 for node in range(graph.size))
    return all(around) and len(found) >= 3 and twice


def algorithm_3_is_right(graph: SmallGraph) -> bool:
    """Lemmas 3.11 and 3.12: algorithm 3 finds the largest component with v and without u."""
    near = neighbors(graph)
    return all(
        set(members(largest_component(graph, without, having)))
        == paper.largest_component(near, without, having)
        for without, having in product(range(graph.size), repeat=2)
        if without != having
    )


def maximal_by_algorithm_3(graph: SmallGraph) -> tuple[set[int], int]:
    """Return the maximal guess components and the calls, as in the proof of theorem 3.13."""
    near = neighbors(graph)
    calls = 0

    def largest(without: int, having: int) -> int:
        nonlocal calls
        calls += 1
        return union(1 << node for node in paper.largest_component(near, without, having))

    def maximal(found: set[int]) -> set[int]:
        return {a for a in found if not any(a != b and a & ~b == 0 for b in found)}

    nodes = range(graph.size)
    having_first = maximal({largest(node, 0) for node in nodes if node != 0})
    one = min(having_first)
    outside = members(graph.all & ~one)
    if len(having_first) == 1:
        inside = members(one)[0]
        return having_first | {largest(inside, node) for node in outside}, calls
    other = outside[0]
    return having_first | maximal({largest(node, other) for node in nodes if node != other}), calls


# -- section 4 ------------------------------------------------------------------------------------


def weighted(graph: SmallGraph, sets: list[int]) -> Fraction:
    """Return the sum of k_i / n times P*(H_i)."""
    wins = sum(solved(graph.induced(nodes)).wins for nodes in sets)
    return Fraction(wins, graph.size)


def without_isolated(graph: SmallGraph) -> bool:
    """Lemma 4.4: all isolated nodes together contribute 1/n."""
    rest = graph.all & ~isolated(graph)
    return chance(graph) == weighted(graph, [rest]) + Fraction(1, graph.size)


def parts_add_up(graph: SmallGraph) -> bool:
    """Lemma 4.6, as stated: P* is the weighted sum over the connected components."""
    return chance(graph) == weighted(graph, graph.parts())


def meeting_maximal_add_up(graph: SmallGraph) -> bool:
    """Lemma 4.7, for every pair of intersecting maximal guess components."""
    pairs = product(maximal_components(graph), repeat=2)
    return all(chance(graph) == weighted(graph, [a, b & ~a]) for a, b in pairs if a != b and a & b)


def disjoint_maximal_add_up(graph: SmallGraph) -> bool:
    """Lemma 4.8: single nodes are all won, except one if all components are single nodes."""
    found = maximal_components(graph)
    larger = [nodes for nodes in found if nodes.bit_count() > 1]
    singles = len(found) - len(larger)
    if not larger:
        return chance(graph) == Fraction(singles - 1, graph.size)
    return chance(graph) == Fraction(singles, graph.size) + weighted(graph, larger)


def larger_maximal(graph: SmallGraph) -> int:
    """Return the number of non-trivial maximal guess components."""
    return sum(nodes.bit_count() > 1 for nodes in maximal_components(graph))


def guess_in_larger_maximal(graph: SmallGraph) -> bool:
    """Lemma 4.9: each non-trivial maximal guess component contains an optimal guess."""
    best = optimal_guesses(graph)
    return all(best & nodes for nodes in maximal_components(graph) if nodes.bit_count() > 1)


def calls_of_algorithm_4(graph: SmallGraph) -> int:
    """Count the calls of algorithm 3 that algorithm 4 makes (lemma 4.10)."""
    calls = 0
    near: dict[int, set[int]] = neighbors(graph)
    while True:
        first = min(near)
        for other in sorted(near.keys() - {first}):
            calls += 1
            component = paper.largest_component(near, first, other)
            if len(component) > 1:
                near = paper.induced(near, component)
                break
        else:
            return calls
