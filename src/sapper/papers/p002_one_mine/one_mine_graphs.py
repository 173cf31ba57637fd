"""What paper 002 claims: Golan, one mine on any graph.

Lemmas and theorems are checked on all graphs of up to seven nodes, all trees and all grids up to a
size; formulas on exact sums over all graphs; the figures, which the text does not show, on graphs
that have every property the text tells of them.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import TYPE_CHECKING

from sapper.boards import graph as graph_board
from sapper.boards import grid
from sapper.papers.claims import Effort, Finding, Paper, equal
from sapper.papers.exhaustive import every
from sapper.papers.p002_one_mine import guess_component_lemmas as lemmas
from sapper.papers.p002_one_mine.equation_games import add_equation_games
from sapper.papers.p002_one_mine.one_mine_proofs import PROOFS
from sapper.papers.p002_one_mine.small_graphs import (
    SmallGraph,
    every_graph,
    every_tree,
    guess_components,
    largest_component,
    maximal_components,
    members,
    perfect_wins,
)
from sapper.papers.played import percent_of, play
from sapper.perfect import (
    expected_guess_components,
    grid_probability,
    one_mine,
    one_mine_reference,
    random_graph_bound,
    tree_probability,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PAPER = Paper("002", "Golan, *Minesweeper strategy for one mine*, 2014")

_UP_TO_6 = "graphs of up to 6 nodes"
_UP_TO_7 = "graphs of up to 7 nodes"
_FIGURE = "the text does not show the figure"


def _names(nodes: int) -> str:
    """A set as the paper writes it, nodes counted from 1."""
    return "{" + ", ".join(f"v{node + 1}" for node in members(nodes)) + "}"


# -- 1, introduction ----------------------------------------------------------------------------

add_equation_games(PAPER)

for _board, _spec, _percent in (
    ("Beginner", "8x8/10", "80"),
    ("Intermediate", "15x13/40", "44"),
    ("Expert", "30x16/99", "34"),
):

    @PAPER.claim(
        "1",
        f"a constraint program (Studholme) on {_board}, first move safe",
        f"{_percent} %",
        note="perimeter from the corner; how that program chooses among equals is not said",
    )
    def _(effort: Effort, spec: str = _spec, percent: str = _percent) -> Finding:
        return percent_of(play(effort, spec, "perimeter", 4_000, 100_000), percent)


# -- 2, the main results ------------------------------------------------------------------------


@PAPER.claim("Lemma 2.1", "algorithm 2 finds exactly what is safe", "always")
def _(_effort: Effort) -> Finding:
    return every(
        every_graph(1, 6),
        lemmas.safe_cells_are_right,
        _UP_TO_6,
        note="for every place of the mine and every set of opened nodes",
    )


@PAPER.claim("Lemma 2.2", "where nothing is safe all covered nodes are alike", "always")
def _(_effort: Effort) -> Finding:
    return every(
        every_graph(1, 6),
        lemmas.suspects_are_alike,
        _UP_TO_6,
        note="which is also corollary 3.2",
    )


FIGURE_3 = SmallGraph.of(7, [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5), (4, 6)])
"""A tree with every property that the text tells of figure 3; v4 and v5 are open and show 1."""


def _figure_3_chance(node: int) -> Fraction | None:
    from sapper.analysis import analyze
    from sapper.positions import Position

    clues = [None, None, None, 1, 1, None, None]
    position = Position(graph_board(FIGURE_3.edges, range(7)), clues, mines=2)
    return analyze(position).exact()[node]


for _node, _chance in ((1, "1/3"), (6, "1/2")):

    @PAPER.claim(
        "Figure 3",
        f"with two mines, the chance that v{_node} is mined",
        _chance,
        note=f"{_FIGURE}; on a tree with three leaves at an open 1 and two at another",
    )
    def _(_effort: Effort, node: int = _node, chance: str = _chance) -> Finding:
        return equal(_figure_3_chance(node - 1), Fraction(chance))


@PAPER.claim("Theorem 2.4", "algorithms 2 and 4 together play perfectly", "optimal")
def _(_effort: Effort) -> Finding:
    def is_optimal(graph: SmallGraph) -> bool:
        played = one_mine_reference.probability(lemmas.neighbors(graph))
        wins = perfect_wins(graph)
        return played == Fraction(wins, graph.size) and lemmas.solved(graph).wins == wins

    return every(
        every_graph(1, 7),
        is_optimal,
        _UP_TO_7,
        note="against a search over every way to play; the modular tree agrees as well",
    )


def _tree_formula(tree: SmallGraph) -> Fraction:
    """Proposition 2.5 as printed."""
    leaves = [node for node, near in enumerate(tree.near) if near.bit_count() == 1]
    beside = {tree.near[leaf] for leaf in leaves}
    return Fraction(min(tree.size - 1, tree.size - len(leaves) + len(beside)), tree.size)


@PAPER.claim("Proposition 2.5", "P* of a tree", "min(n - 1, n - |L| + |N(L)|) / n")
def _(effort: Effort) -> Finding:
    most = 11 if effort.quick else 14

    def holds(tree: SmallGraph) -> bool:
        own = lemmas.chance(tree)
        return _tree_formula(tree) == own == tree_probability(tree.edges)

    return every(every_tree(2, most), holds, f"trees of 2 to {most} nodes")


@PAPER.claim(
    "Proposition 2.5",
    "P* of a tree of one node",
    "0",
    slip="algorithm 2 wins at once where one node is covered",
)
def _(_effort: Effort) -> Finding:
    single = SmallGraph.of(1, [])
    return equal(Fraction(perfect_wins(single)), _tree_formula(single))


@PAPER.claim("Proposition 2.6", "P* of a grid whose shorter side is not 2", "(n - 1) / n")
def _(_effort: Effort) -> Finding:
    sides = [(a, b) for a in range(1, 13) for b in range(a, 16) if a != 2 and b > 1]

    def holds(side: tuple[int, int]) -> bool:
        cells = side[0] * side[1]
        return one_mine(grid(*side)).wins == cells - 1 == cells * grid_probability(*side)

    return every(sides, holds, "such grids up to 12x15")


@PAPER.claim("Proposition 2.6", "P* of the 3x3 grid", "8/9")
def _(_effort: Effort) -> Finding:
    return equal(one_mine(grid(3, 3)).probability, Fraction(8, 9))


@PAPER.claim("Proposition 2.6", "P* of 2xn grids, n > 2", "1/2")
def _(_effort: Effort) -> Finding:
    half = Fraction(1, 2)
    return every(
        range(3, 101), lambda n: one_mine(grid(2, n)).probability == half, "of 2x3 to 2x100"
    )


@PAPER.claim("Proposition 2.6", "P* of the 2x2 grid", "1/4")
def _(_effort: Effort) -> Finding:
    return equal(one_mine(grid(2, 2)).probability, Fraction(1, 4))


for _density in (Fraction(1, 10), Fraction(1, 2)):

    @PAPER.claim(
        "Proposition 2.7",
        f"the chance that P*(G(n, {_density})) = (n - 1) / n, for large n",
        "tends to 1",
    )
    def _(_effort: Effort, density: Fraction = _density) -> Finding:
        bounds = [random_graph_bound(nodes, float(density)) for nodes in (30, 100, 300)]
        missing = expected_guess_components(300, float(density))
        return Finding(
            f"at least {bounds[0]:.6f} for n = 30, {bounds[1]:.6f} for 100, 1 - {missing:.1e} "
            "for 300",
            bounds == sorted(bounds) and missing < 1e-6,
        )


# -- 3, guess components ------------------------------------------------------------------------

EXAMPLE_3_1 = (1, 2, 4, 5, 7, 8, 16, 32, 63)
"""Its nine guess components of the graph in figure 4, as sets."""


@PAPER.claim(
    "Example 3.1",
    "a graph of 6 nodes has these guess components and no others",
    "single nodes, {v1, v3}, {v1, v2, v3}, all six",
    note=_FIGURE,
)
def _(_effort: Effort) -> Finding:
    pairs = list(combinations(range(6), 2))
    found = 0
    for chosen in product((False, True), repeat=len(pairs)):
        graph = SmallGraph.of(6, (pair for pair, there in zip(pairs, chosen, strict=True) if there))
        if graph.is_component(5) and graph.is_component(7):
            found += guess_components(graph) == EXAMPLE_3_1
    return Finding(f"so in {found} of {2**15:,} graphs of 6 named nodes", found > 0)


@PAPER.claim("Lemma 3.3, 1", "two overlapping guess components: edges all or none", "always")
def _(_effort: Effort) -> Finding:
    return every(every_graph(1, 7), lemmas.edges_all_or_none, _UP_TO_7)


@PAPER.claim(
    "Lemma 3.3, 2-5",
    "their union, intersection and differences are guess components",
    "always",
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(1, 7), lemmas.overlaps_are_components, _UP_TO_7)


@PAPER.claim(
    "Remark 3.5",
    "H1 \\ H2 need not be a guess component where one holds the other",
    "H1 within H2",
    slip="H1 \\ H2 is empty then; it must be H2 within H1",
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
    "maximal guess components: all disjoint, or each two meet and fill V; never both",
    "any graph",
    slip="a single node has no maximal guess component, so that both are true of none",
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(1, 7), lemmas.maximal_meet_or_not, _UP_TO_7)


@PAPER.claim(
    "Lemma 3.8", "some meet exactly if the graph or its complement has 3 parts or more", "always"
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(1, 7), lemmas.meeting_needs_three_parts, _UP_TO_7)


@PAPER.claim(
    "Corollary 3.9",
    "where two maximal ones meet there are at least 3, and each node is in at least 2",
    "always",
)
def _(_effort: Effort) -> Finding:
    graphs = [graph for graph in every_graph(1, 7) if lemmas.maximal_meet(graph)]
    return every(graphs, lemmas.meeting_maximal_cover, f"such {_UP_TO_7}")


@PAPER.claim("Corollary 3.10", "the number of maximal guess components", "at most |V|")
def _(_effort: Effort) -> Finding:
    most = {
        size: max(len(maximal_components(graph)) for graph in every_graph(size, size))
        for size in range(2, 8)
    }
    shown = ", ".join(f"{count} of {size}" for size, count in most.items())
    return Finding(f"at most {shown} nodes", all(c <= size for size, c in most.items()))


@PAPER.claim(
    "3, before 3.11",
    "largest guess component of figure 3 with v6 and without v7; a maximal one around it",
    "{v6}, {v6, v7}",
    note=_FIGURE,
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


@PAPER.claim("Theorem 3.13", "all maximal guess components in O(n) calls of algorithm 3", "all")
def _(_effort: Effort) -> Finding:
    def holds(graph: SmallGraph) -> bool:
        found, calls = lemmas.maximal_by_algorithm_3(graph)
        return found == set(maximal_components(graph)) and calls <= 2 * (graph.size - 1)

    return every(
        every_graph(2, 7),
        holds,
        "graphs of 2 to 7 nodes",
        note="by at most 2 (n - 1) calls",
    )


PAPER.questions.extend(PROOFS.questions)
