"""Section 4: the lemmas and sums of the proofs.

The lemmas are checked on all graphs of up to seven nodes. The terms and sums in the proof of
proposition 2.7 are computed exactly.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import ceil, comb, log

from sapper.boards import grid
from sapper.papers.claims import Effort, Finding, equal
from sapper.papers.exhaustive import every
from sapper.papers.golan2014 import PAPER, lemmas
from sapper.papers.golan2014.small_graphs import (
    SmallGraph,
    every_graph,
    every_tree,
    guess_components,
    members,
)
from sapper.perfect import one_mine, one_mine_reference

_UP_TO_7 = "graphs of up to 7 nodes"


@PAPER.claim("Lemma 4.1", "a graph and its complement have the same P*", "always")
def _(_effort: Effort) -> Finding:
    return every(
        every_graph(1, 7),
        lambda graph: lemmas.chance(graph) == lemmas.chance(graph.complement()),
        _UP_TO_7,
    )


@PAPER.claim("Lemma 4.2", "P* of a complete graph", "1/n")
def _(_effort: Effort) -> Finding:
    def holds(size: int) -> bool:
        edges = list(combinations(range(size), 2))
        return one_mine(edges, nodes=range(size)).probability == Fraction(1, size)

    return every(range(1, 41), holds, "complete graphs of up to 40 nodes")


@PAPER.claim(
    "Lemma 4.3", "for each isolated node there is a different optimal first guess", "always"
)
def _(_effort: Effort) -> Finding:
    graphs = [graph for graph in every_graph(2, 7) if lemmas.isolated(graph)]
    return every(
        graphs,
        lambda graph: all(
            lemmas.optimal_guesses(graph) & ~(1 << node) for node in members(lemmas.isolated(graph))
        ),
        f"such {_UP_TO_7}",
    )


@PAPER.claim(
    "Lemma 4.4", "P* of a graph with isolated nodes, if H is the rest", "|H|/n P*(H) + 1/n"
)
def _(_effort: Effort) -> Finding:
    graphs = [g for g in every_graph(1, 7) if lemmas.isolated(g) not in (0, g.all)]
    return every(graphs, lemmas.without_isolated, f"such {_UP_TO_7}")


@PAPER.claim(
    "Corollary 4.5", "if there are two or more isolated nodes, one is an optimal guess", "always"
)
def _(_effort: Effort) -> Finding:
    graphs = [
        graph
        for graph in every_graph(1, 7)
        if lemmas.isolated(graph).bit_count() > 1 and lemmas.isolated(graph) != graph.all
    ]
    return every(
        graphs,
        lambda graph: lemmas.optimal_guesses(graph) & lemmas.isolated(graph) != 0,
        f"such {_UP_TO_7}",
    )


def _not_connected() -> list[SmallGraph]:
    return [graph for graph in every_graph(1, 7) if len(graph.parts()) > 1]


@PAPER.claim(
    "Lemma 4.6",
    "P* of a graph from its connected components, as stated",
    "sum of k_i/n P_i",
    slip="clicks on other nodes do not distinguish two or more isolated nodes; the lemma needs the "
    "assumption made before it",
)
def _(_effort: Effort) -> Finding:
    return every(_not_connected(), lemmas.parts_add_up, f"such {_UP_TO_7}")


@PAPER.claim(
    "Lemma 4.6",
    "P* of a graph without isolated nodes from its connected components",
    "sum of k_i/n P_i",
)
def _(_effort: Effort) -> Finding:
    graphs = [graph for graph in _not_connected() if not lemmas.isolated(graph)]
    return every(graphs, lemmas.parts_add_up, f"such {_UP_TO_7}")


@PAPER.claim(
    "Lemma 4.7",
    "P* if two maximal guess components intersect and no node is isolated or adjacent to all",
    "k1/n P1 + k2\\1/n P2\\1",
)
def _(_effort: Effort) -> Finding:
    meeting = [graph for graph in every_graph(1, 7) if lemmas.maximal_meet(graph)]
    graphs = [g for g in meeting if not lemmas.isolated(g) and not lemmas.has_full_node(g)]
    without = sum(lemmas.meeting_maximal_add_up(graph) for graph in meeting)
    return every(
        graphs,
        lemmas.meeting_maximal_add_up,
        f"such {_UP_TO_7}",
        note=f"without the assumption on nodes it holds for {without} of {len(meeting)}",
    )


@PAPER.claim("after Lemma 4.7", "P* of a graph without edges, although each node has P* = 1", "< 1")
def _(_effort: Effort) -> Finding:
    chances = {size: one_mine([], nodes=range(size)).probability for size in range(2, 41)}
    inverse = all(chance == Fraction(1, size) for size, chance in chances.items())
    shown = "1/n" if inverse else f"at most {float(max(chances.values())):.3f}"
    return Finding(f"{shown} for 2 to 40 nodes", all(chance < 1 for chance in chances.values()))


def _disjoint() -> list[SmallGraph]:
    return [graph for graph in every_graph(2, 7) if not lemmas.maximal_meet(graph)]


@PAPER.claim(
    "Lemma 4.8",
    "P* if the maximal guess components are disjoint and m of them are non-trivial",
    "(l - 1)/n for m = 0, else l/n + sum of k_i/n P_i",
)
def _(_effort: Effort) -> Finding:
    return every(_disjoint(), lemmas.disjoint_maximal_add_up, f"such {_UP_TO_7}")


@PAPER.claim(
    "Lemma 4.8",
    "number m of non-trivial maximal guess components for which the lemma holds",
    "m <= 1",
    slip="the condition is superfluous: the cases are m = 0 and m > 0",
)
def _(_effort: Effort) -> Finding:
    holding = [g for g in _disjoint() if lemmas.disjoint_maximal_add_up(g)]
    counts = [lemmas.larger_maximal(graph) for graph in holding]
    more = sum(count > 1 for count in counts)
    return Finding(
        f"up to {max(counts)}; the lemma holds for {more} {_UP_TO_7} with m > 1", max(counts) <= 1
    )


@PAPER.claim(
    "Lemma 4.9", "each non-trivial maximal guess component contains an optimal guess", "always"
)
def _(_effort: Effort) -> Finding:
    return every(every_graph(2, 7), lemmas.guess_in_larger_maximal, "graphs of 2 to 7 nodes")


@PAPER.claim("Lemma 4.10", "number of calls of algorithm 3 by algorithm 4", "at most |V| - 1")
def _(_effort: Effort) -> Finding:
    most = {
        size: max(lemmas.calls_of_algorithm_4(graph) for graph in every_graph(size, size))
        for size in range(2, 8)
    }
    shown = ", ".join(f"{calls} for {size}" for size, calls in most.items())
    return Finding(f"at most {shown} nodes", all(c <= size - 1 for size, c in most.items()))


@PAPER.claim("Lemma 4.11", "algorithm 4 returns an optimal guess", "always")
def _(_effort: Effort) -> Finding:
    def holds(graph: SmallGraph) -> bool:
        guess = one_mine_reference.optimal_guess(lemmas.neighbors(graph))
        return bool(lemmas.optimal_guesses(graph) >> guess & 1)

    return every(every_graph(2, 7), holds, "graphs of 2 to 7 nodes")


@PAPER.claim(
    "4, before 2.5",
    "non-trivial guess components of a tree",
    "sets of leaves with the same neighbour",
)
def _(effort: Effort) -> Finding:
    most = 9 if effort.quick else 11

    def holds(tree: SmallGraph) -> bool:
        return all(
            len({tree.near[node] for node in members(nodes)}) == 1
            and all(tree.near[node].bit_count() == 1 for node in members(nodes))
            for nodes in guess_components(tree)
            if 1 < nodes.bit_count() < tree.size
        )

    return every(every_tree(2, most), holds, f"trees of 2 to {most} nodes")


@PAPER.claim("4, proof of 2.6", "number of non-trivial guess components of the 3x3 grid", "1")
def _(_effort: Effort) -> Finding:
    square = SmallGraph.on(grid(3, 3))
    found = [n for n in guess_components(square) if 1 < n.bit_count() < square.size]
    centre = [nodes for nodes in found if nodes == square.all & ~(1 << 4)]
    return equal(len(found), 1, note="all cells but the centre" if centre else "another one")


@PAPER.claim(
    "4, proof of 2.6",
    "number of non-trivial guess components of the 3x3 square around a neighbour",
    "1",
    slip="at the border the square is only 2x3 or 2x2; the proposition holds nevertheless",
)
def _(_effort: Effort) -> Finding:
    counts = {}
    for rows, cols in ((3, 3), (2, 3), (2, 2)):
        board = SmallGraph.on(grid(rows, cols))
        found = [n for n in guess_components(board) if 1 < n.bit_count() < board.size]
        counts[f"{rows}x{cols}"] = len(found)
    shown = ", ".join(f"{count} of {board}" for board, count in counts.items())
    return Finding(shown, set(counts.values()) == {1})


@PAPER.claim(
    "4, proof of 2.6", "grids of at least 3x4 have only trivial maximal guess components", "always"
)
def _(_effort: Effort) -> Finding:
    sides = [(a, b) for a in range(3, 13) for b in range(max(a, 4), 16)]
    return every(
        sides,
        lambda side: all(len(c) == 1 for c in one_mine(grid(*side)).maximal_components()),
        "such grids up to 12x15",
    )


@PAPER.claim(
    "4, proof of 2.7",
    "probability that k given nodes of G(n, p) are a guess component",
    "(p^k + (1 - p)^k)^(n - k)",
)
def _(_effort: Effort) -> Finding:
    pairs = list(combinations(range(5), 2))
    graphs = [
        SmallGraph.of(5, (pair for pair, there in zip(pairs, chosen, strict=True) if there))
        for chosen in product((False, True), repeat=len(pairs))
    ]

    def holds(case: tuple[int, Fraction]) -> bool:
        k, p = case
        total = Fraction(0)
        for graph in graphs:
            if graph.is_component((1 << k) - 1):
                edges = len(graph.edges)
                total += p**edges * (1 - p) ** (len(pairs) - edges)
        return total == (p**k + (1 - p) ** k) ** (5 - k)

    cases = [(k, Fraction(p, 10)) for k in (2, 3, 4) for p in (3, 5, 9)]
    return every(cases, holds, "cases of k and p with n = 5", note="summed over all 1,024 graphs")


def sum_of_terms(n: int, p: Fraction, sizes: range) -> Fraction:
    """Return the sum of the terms of (4.3): C(n, k) p^((k - 1)(n - k))."""
    terms = (comb(n, k) * p ** ((k - 1) * (n - k)) for k in sizes)
    return sum(terms, Fraction(0))


def k0_of(p: Fraction) -> int:
    """Return k0 of the proof, rounded up."""
    return ceil(1 + 2 * log(0.5) / log(p))


@PAPER.claim(
    "(4.3)",
    "the sum over k from 2 to n - 1 compared with two sums, for p = 1/2 and n = 40",
    "equal",
    slip="the sum is less; the second of the two sums should end at n - k0",
)
def _(_effort: Effort) -> Finding:
    n, p = 40, Fraction(1, 2)
    k0 = k0_of(p)
    left = sum_of_terms(n, p, range(2, n))
    printed = 2 * sum_of_terms(n, p, range(2, k0 + 1)) + sum_of_terms(n, p, range(k0 + 1, n))
    meant = 2 * sum_of_terms(n, p, range(2, k0 + 1)) + sum_of_terms(n, p, range(k0 + 1, n - k0 + 1))
    return Finding(
        f"{float(left):.6e} < {float(printed):.6e}; up to n - k0: {float(meant):.6e}",
        left == printed,
        confirmed=left < meant < printed,
    )


@PAPER.claim(
    "(4.3)",
    "the second sum compared with 2^n p^(k0 (n - k0 - 1)), for p = 1/2 and n = 40",
    "at most",
    slip="the last term of the sum, n p^(n - 2), already exceeds the bound; the sum up to n - k0 "
    "satisfies it",
)
def _(_effort: Effort) -> Finding:
    n, p = 40, Fraction(1, 2)
    k0 = k0_of(p)
    bound = 2**n * p ** (k0 * (n - k0 - 1))
    printed = sum_of_terms(n, p, range(k0 + 1, n))
    meant = sum_of_terms(n, p, range(k0 + 1, n - k0 + 1))
    return Finding(
        f"{float(printed):.2e} against {float(bound):.2e}; up to n - k0: {float(meant):.2e}",
        printed <= bound,
        confirmed=meant <= bound,
    )


@PAPER.claim(
    "before (4.4)",
    "k0 - 1 compared with 2 log_p(1/2), for p = 1/2 and p = 9/10",
    "equal",
    slip="k0 is rounded up, so k0 - 1 is at least this value, which suffices for the proof",
)
def _(_effort: Effort) -> Finding:
    pairs = [(k0_of(p) - 1, 2 * log(0.5) / log(p)) for p in (Fraction(1, 2), Fraction(9, 10))]
    shown = "; ".join(f"{own} against {value:.4f}" for own, value in pairs)
    return Finding(
        shown,
        all(own == value for own, value in pairs),
        confirmed=all(own >= value for own, value in pairs),
    )
