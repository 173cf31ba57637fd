"""Section 3: guess components and the algorithm that finds the maximal ones."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from sapper.papers.claims import Effort, Finding, equal
from sapper.papers.exhaustive import every
from sapper.papers.golan2014 import PAPER, lemmas
from sapper.papers.golan2014.main_results import FIGURE_3, NOT_SHOWN
from sapper.papers.golan2014.small_graphs import (
    SmallGraph,
    every_graph,
    guess_components,
    largest_component,
    maximal_components,
    members,
)

if TYPE_CHECKING:
    from collections.abc import Iterator


_UP_TO_7 = "graphs of up to 7 nodes"


def _names(nodes: int) -> str:
    """Return a set of nodes in the notation of the paper, counted from 1."""
    return "{" + ", ".join(f"v{node + 1}" for node in members(nodes)) + "}"


EXAMPLE_3_1 = (1, 2, 4, 5, 7, 8, 16, 32, 63)
"""The nine guess components of the graph in figure 4, as bit masks."""


@PAPER.claim(
    "Example 3.1",
    "a graph of 6 nodes has exactly these guess components",
    "single nodes, {v1, v3}, {v1, v2, v3}, all six",
    note=NOT_SHOWN,
)
def _(_effort: Effort) -> Finding:
    pairs = list(combinations(range(6), 2))
    found = 0
    for chosen in product((False, True), repeat=len(pairs)):
        graph = SmallGraph.of(6, (pair for pair, there in zip(pairs, chosen, strict=True) if there))
        if graph.is_component(5) and graph.is_component(7):
            found += guess_components(graph) == EXAMPLE_3_1
    return Finding(f"so in {found} of {2**15:,} graphs of 6 named nodes", found > 0)


@PAPER.claim(
    "Lemma 3.3, 1",
    "between the parts of two overlapping guess components there are all edges or none",
    "always",
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(1, 7), lemmas.edges_all_or_none, _UP_TO_7)


@PAPER.claim(
    "Lemma 3.3, 2-5",
    "union, intersection and differences of overlapping guess components are guess components",
    "always",
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(1, 7), lemmas.overlaps_are_components, _UP_TO_7)


@PAPER.claim(
    "Remark 3.5",
    "the case of nested guess components in which H1 \\ H2 need not be a guess component",
    "H1 within H2",
    slip="H1 \\ H2 is empty in that case; it must be H2 within H1",
)
def _(_effort: Effort) -> Finding:
    def differences(graph: SmallGraph, *, larger_less_smaller: bool) -> Iterator[tuple[int, int]]:
        for inner, outer in product(guess_components(graph), repeat=2):
            one, other = (outer, inner) if larger_less_smaller else (inner, outer)
            if inner != outer and inner & ~outer == 0 and one & ~other:
                yield one, other

    as_printed = any(
        not graph.is_component(one & ~other)
        for graph in every_graph(1, 7)
        for one, other in differences(graph, larger_less_smaller=False)
    )
    graph, one, other = next(
        (graph, one, other)
        for graph in every_graph(1, 7)
        for one, other in differences(graph, larger_less_smaller=True)
        if not graph.is_component(one & ~other)
    )
    shown = f"H2 within H1: {members(one)} less {members(other)} on the graph of {graph!r}"
    return Finding(shown, as_printed)


@PAPER.claim(
    "Lemma 3.6", "maximal guess components of a graph that is not connected", "all parts but one"
)
def _(_effort: Effort) -> Finding:
    graphs = [graph for graph in every_graph(1, 7) if len(graph.parts()) > 1]
    return every(graphs, lemmas.maximal_if_not_connected, f"such {_UP_TO_7}")


@PAPER.claim(
    "Lemma 3.7",
    "the maximal guess components are either pairwise disjoint, or each two intersect and cover V",
    "any graph",
    slip="a single node has no maximal guess component, so both statements are vacuously true",
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(1, 7), lemmas.maximal_meet_or_not, _UP_TO_7)


@PAPER.claim(
    "Lemma 3.8",
    "some maximal guess components intersect if and only if the graph or its complement has at "
    "least 3 connected components",
    "always",
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(1, 7), lemmas.meeting_needs_three_parts, _UP_TO_7)


@PAPER.claim(
    "Corollary 3.9",
    "if two maximal guess components intersect, there are at least 3 of them and each node is in "
    "at least 2",
    "always",
)
def _(_effort: Effort) -> Finding:
    graphs = [graph for graph in every_graph(1, 7) if lemmas.maximal_meet(graph)]
    return every(graphs, lemmas.meeting_maximal_cover, f"such {_UP_TO_7}")


@PAPER.claim("Corollary 3.10", "number of maximal guess components", "at most |V|")
def _(_effort: Effort) -> Finding:
    most = {
        size: max(len(maximal_components(graph)) for graph in every_graph(size, size))
        for size in range(2, 8)
    }
    shown = ", ".join(f"{count} of {size}" for size, count in most.items())
    return Finding(f"at most {shown} nodes", all(c <= size for size, c in most.items()))


@PAPER.claim(
    "3, before 3.11",
    "in figure 3, the largest guess component with v6 and without v7, and a maximal one that "
    "contains it",
    "{v6}, {v6, v7}",
    note=NOT_SHOWN,
)
def _(_effort: Effort) -> Finding:
    largest = largest_component(FIGURE_3, 6, 5)
    around = next(
        nodes for nodes in maximal_components(FIGURE_3) if nodes & ~largest and nodes >> 5 & 1
    )
    return equal(f"{_names(largest)}, {_names(around)}", "{v6}, {v6, v7}")


@PAPER.claim(
    "Lemmas 3.11, 3.12",
    "algorithm 3 finds the largest guess component with v and without u",
    "always",
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(2, 7), lemmas.algorithm_3_is_right, "graphs of 2 to 7 nodes")


@PAPER.claim("Theorem 3.13", "maximal guess components found by O(n) calls of algorithm 3", "all")
def _(_effort: Effort) -> Finding:
    def holds(graph: SmallGraph) -> bool:
        found, calls = lemmas.maximal_by_algorithm_3(graph)
        return found == set(maximal_components(graph)) and calls <= 2 * (graph.size - 1)

    return every(
        every_graph(2, 7),
        holds,
        "graphs of 2 to 7 nodes",
        note="with at most 2 (n - 1) calls",
    )
