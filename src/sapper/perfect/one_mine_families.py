"""Closed forms of the one-mine game for trees, grids and random graphs (Golan 2014).

Propositions 2.5 and 2.6 give the win probability of trees and grids of at least two nodes; a single
node is won at once. Proposition 2.7 states that almost every random graph has only trivial guess
components. Its proof bounds the probability of another one by the expected number (first-moment
method), which is computed here exactly.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, exp, lgamma, log, log1p
from typing import TYPE_CHECKING, Any

from sapper.boards import Board, graph
from sapper.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    import networkx as nx


def tree_probability(
    edges: Iterable[Sequence[Hashable]] | nx.Graph[Any] | Board,
    nodes: Iterable[Hashable] | None = None,
) -> Fraction:
    """Return the win probability on a tree (proposition 2.5).

    With n nodes, leaves L and their neighbours N(L) it is min(n - 1, n - |L| + |N(L)|) / n. On a
    single node the formula would give 0, but the game is won at once, so 1 is returned.

    >>> tree_probability([(0, 1), (0, 2), (0, 3), (3, 4)])
    Fraction(4, 5)
    """
    board = edges if isinstance(edges, Board) else graph(edges, nodes)
    size = board.size
    if size == 1:
        return Fraction(1)
    offsets, targets = board.offsets.tolist(), board.targets.tolist()
    reached = {0}
    ahead = [0]
    while ahead:
        cell = ahead.pop()
        new = set(targets[offsets[cell] : offsets[cell + 1]]) - reached
        reached |= new
        ahead += new
    edge_count = len(targets) // 2
    if len(reached) < size or edge_count != size - 1:
        joined = "connected" if len(reached) == size else "not connected"
        raise BoardError(
            f"not a tree: the graph of {size} nodes and {edge_count} edges is {joined}"
        )
    leaf_neighbors = [targets[first] for first, end in pairwise(offsets) if end - first == 1]
    kept = size - len(leaf_neighbors) + len(set(leaf_neighbors))
    return Fraction(min(size - 1, kept), size)


def grid_probability(rows: int, cols: int) -> Fraction:
    """Return the win probability on a grid with 8 neighbours per cell (proposition 2.6).

    It is (n - 1) / n on n cells, but 1/2 if one side is 2 and 1/4 if both are. A single cell, which
    the proposition does not cover, is won at once.

    >>> grid_probability(3, 3), grid_probability(2, 7), grid_probability(2, 2)
    (Fraction(8, 9), Fraction(1, 2), Fraction(1, 4))
    """
    shorter, longer = sorted((rows, cols))
    if shorter < 1:
        raise BoardError(f"a grid of {rows} x {cols} has no cell: both sides must be at least 1")
    if longer == 1:
        return Fraction(1)
    if shorter != 2:
        return 1 - Fraction(1, rows * cols)
    return Fraction(1, 4) if longer == 2 else Fraction(1, 2)


def expected_guess_components(
    nodes: int, density: Fraction | float, size: int | None = None
) -> Fraction | float:
    """Return the expected number of guess components of the random graph G(n, p) (proof of 2.7).

    For k nodes it is C(n, k) (p^k + (1 - p)^k)^(n - k). Without ``size`` it is the sum over the
    sizes of non-trivial components, 2 to n - 1. The result is a fraction if ``density`` is one,
    else a float.

    >>> expected_guess_components(4, Fraction(1, 2)), expected_guess_components(4, Fraction(1, 3))
    (Fraction(5, 2), Fraction(86, 27))
    >>> round(expected_guess_components(100, 0.1, 2), 9)
    1.7716e-05
    """
    if nodes < 1:
        raise BoardError(f"a random graph has at least 1 node, not {nodes}")
    if not 0 < density < 1:
        raise BoardError(f"the density of a random graph is between 0 and 1, not {density}")
    if size is not None and not 1 <= size <= nodes:
        raise BoardError(f"a guess component has 1 to {nodes} nodes, not {size}")
    sizes = range(2, nodes) if size is None else range(size, size + 1)
    if isinstance(density, Fraction):
        other = 1 - density
        terms = (comb(nodes, k) * (density**k + other**k) ** (nodes - k) for k in sizes)
        return sum(terms, Fraction(0))
    return sum(_expected(nodes, density, k) for k in sizes)


def random_graph_bound(nodes: int, density: Fraction | float) -> Fraction | float:
    """Return a lower bound on the probability that the game on G(n, p) is won with (n - 1) / n.

    It is 1 minus the expected number of non-trivial guess components: without any, only a first
    guess on the mine loses. The bound tends to 1 with n for every density (proposition 2.7).

    >>> [round(random_graph_bound(nodes, 0.5), 6) for nodes in (10, 20, 40)]
    [0.773386, 0.999199, 1.0]
    """
    expected = expected_guess_components(nodes, density)
    return max(1 - expected, Fraction(0) if isinstance(expected, Fraction) else 0.0)


def _expected(nodes: int, density: float, size: int) -> float:
    """Return one term as a float, computed in logarithms since the binomial may overflow."""
    likelier = max(density, 1 - density)
    log_alike = size * log(likelier) + log1p((1 / likelier - 1) ** size)
    choices = lgamma(nodes + 1) - lgamma(size + 1) - lgamma(nodes - size + 1)
    return exp(choices + (nodes - size) * log_alike)
