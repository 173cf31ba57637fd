"""Section 2: the algorithms, and P* of trees, grids and random graphs.

Lemmas and theorems are checked on all graphs of up to seven nodes, and on all trees and grids up to
some size. The available text lacks the figures; claims about them are checked on graphs with all
properties that the text states.
"""

from __future__ import annotations

from fractions import Fraction

from sapper.boards import graph as graph_board
from sapper.boards import grid
from sapper.papers.claims import Effort, Finding, equal
from sapper.papers.exhaustive import every
from sapper.papers.golan2014 import PAPER, lemmas
from sapper.papers.golan2014.small_graphs import SmallGraph, every_graph, every_tree, perfect_wins
from sapper.perfect import (
    expected_guess_components,
    grid_probability,
    one_mine,
    one_mine_reference,
    random_graph_bound,
    tree_probability,
)

_UP_TO_6 = "graphs of up to 6 nodes"
_UP_TO_7 = "graphs of up to 7 nodes"
NOT_SHOWN = "the available text does not show the figure"
"""The note of a claim about a figure."""


@PAPER.claim("Lemma 2.1", "algorithm 2 finds exactly the safe nodes", "always")
def _(_effort: Effort) -> Finding:
    return every(
        every_graph(1, 6),
        lemmas.safe_cells_are_right,
        _UP_TO_6,
        note="for each place of the mine and each set of opened nodes",
    )


@PAPER.claim("Lemma 2.2", "if no node is safe, all covered nodes are equivalent", "always")
def _(_effort: Effort) -> Finding:
    return every(
        every_graph(1, 6),
        lemmas.suspects_are_alike,
        _UP_TO_6,
        note="equivalent to corollary 3.2",
    )


FIGURE_3 = SmallGraph.of(7, [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5), (4, 6)])
"""A tree with all properties that the text states of figure 3; v4 and v5 are open and show 1."""


def _figure_3_chance(node: int) -> Fraction | None:
    from sapper.analysis import analyze
    from sapper.positions import Position

    clues = [None, None, None, 1, 1, None, None]
    position = Position(graph_board(FIGURE_3.edges, range(7)), clues, mines=2)
    return analyze(position).exact()[node]


for _node, _chance in ((1, "1/3"), (6, "1/2")):

    @PAPER.claim(
        "Figure 3",
        f"probability that v{_node} is mined if there are two mines",
        _chance,
        note=f"{NOT_SHOWN}; computed on a tree with three leaves at one open 1 and two at another",
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
        note="compared with an exhaustive search; the modular decomposition tree agrees, too",
    )


def _tree_formula(tree: SmallGraph) -> Fraction:
    """Return P* of a tree by proposition 2.5 as printed."""
    leaves = [node for node, near in enumerate(tree.near) if near.bit_count() == 1]
    parents = {tree.near[leaf] for leaf in leaves}
    return Fraction(min(tree.size - 1, tree.size - len(leaves) + len(parents)), tree.size)


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
    slip="algorithm 2 wins at once if only one node is covered",
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
        f"probability that P*(G(n, {_density})) = (n - 1) / n, for large n",
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
