"""Where to draw the nodes of a graph, with few lines that cross.

A small graph is drawn by Tutte's method (1963): the nodes of one cycle stand on a circle, and every
other node in the weighted middle of its neighbours, which is one linear system. With the cycle a
face of a planar graph that is connected in three ways no lines cross. Lines weigh less the farther
they are from the cycle, lest everything gather in the middle. Several cycles and weights are tried,
and beside them a drawing by springs and one on a circle. Of those in which no node comes too near
to another or to a line, the one is taken in which the fewest lines cross, and of equals the
roomiest. Larger graphs are drawn by springs alone. Cost: a system of as many equations as nodes,
and all pairs of lines, for each cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

Places = npt.NDArray[np.float64]
Edges = npt.NDArray[np.int64]

MOST_NODES = 64
MOST_EDGES = 200
"""Of a graph whose crossings are counted."""

_MOST_CYCLES = 12
_MOST_TANGLED = 60
"""Edges up to which the short cycles of a graph that is not planar are looked for."""

_FADINGS = (0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""How much less a line weighs for each step away from the cycle."""

_SPREAD = 2.1
"""How far apart the page draws nodes on average, in widths of one."""

_ROOMY = 1.0
"""The clearance, in half widths of a node, at which a drawing is not crowded."""

_NEAR = 1e-9


def draw(nodes: int, edges: Sequence[Sequence[int]]) -> list[list[float]]:
    """Return for each node x and y, both from 0 to 1.

    >>> draw(1, [])
    [[0.5, 0.5]]
    """
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from((first, second) for first, second in edges)
    springs = _unit(_array(nx.spring_layout(graph, seed=1), nodes))
    ends = np.array(sorted(graph.edges), dtype=np.int64).reshape(-1, 2)
    if nodes > MOST_NODES or len(ends) > MOST_EDGES:
        return _within(springs)
    circle = _unit(_array(nx.circular_layout(graph), nodes))
    tried = [springs, circle]
    for cycle in _cycles(graph):
        tried += [_unit(_around(graph, cycle, fading)) for fading in _FADINGS]
    return _within(min(tried, key=lambda places: _badness(places, ends)))


def _array(found: dict[int, Any], nodes: int) -> Places:
    return np.array([found[node] for node in range(nodes)], dtype=np.float64)


def _cycles(graph: nx.Graph[int]) -> list[list[int]]:
    """Return cycles that may go around the outside: faces where there are any, and short ones."""
    if graph.number_of_nodes() < 3 or not nx.is_connected(graph):
        return []
    planar: bool
    embedding: Any
    planar, embedding = nx.check_planarity(graph)
    found: list[list[int]] = []
    if planar:
        marked: set[tuple[int, int]] = set()
        found = [
            embedding.traverse_face(*edge, mark_half_edges=marked)
            for edge in embedding.edges
            if edge not in marked
        ]
    elif graph.number_of_edges() <= _MOST_TANGLED:
        found = [_in_order(graph, cycle) for cycle in nx.minimum_cycle_basis(graph)]
    simple = [cycle for cycle in found if len(cycle) > 2 and len(set(cycle)) == len(cycle)]
    return sorted(simple, key=len, reverse=True)[:_MOST_CYCLES]


def _in_order(graph: nx.Graph[int], cycle: list[int]) -> list[int]:
    """Return the nodes of a cycle one after the other."""
    ring = graph.subgraph(cycle)
    order = [cycle[0]]
    while len(order) < len(cycle):
        order.append(next((n for n in sorted(ring[order[-1]]) if n not in order), cycle[0]))
        if order[-1] == cycle[0]:
            return []
    return order


def _around(graph: nx.Graph[int], cycle: list[int], fading: float) -> Places:
    """Return Tutte's drawing with a cycle on a circle, the first of it on top."""
    nodes = graph.number_of_nodes()
    angles = 2 * np.pi * np.arange(len(cycle)) / len(cycle)
    places = np.zeros((nodes, 2))
    places[cycle] = np.column_stack((np.sin(angles), -np.cos(angles)))
    inner = [node for node in range(nodes) if node not in set(cycle)]
    if not inner:
        return places
    away = nx.multi_source_dijkstra_path_length(graph, set(cycle))
    rows = {node: row for row, node in enumerate(inner)}
    matrix = np.zeros((len(inner), len(inner)))
    pull = np.zeros((len(inner), 2))
    for node, row in rows.items():
        for other in graph[node]:
            weight = fading ** min(away[node], away[other])
            matrix[row, row] += weight
            if other in rows:
                matrix[row, rows[other]] -= weight
            else:
                pull[row] += weight * places[other]
    places[inner] = np.linalg.solve(matrix, pull)
    return places


def _unit(places: Places) -> Places:
    """Return the same drawing in the middle of the unit square, as large as it allows."""
    low, high = places.min(axis=0), places.max(axis=0)
    reach = float((high - low).max()) or 1.0
    scaled: Places = (places - (low + high) / 2) / reach + 0.5
    return scaled


def _within(places: Places) -> list[list[float]]:
    found: list[list[float]] = np.clip(places, 0.0, 1.0).tolist()
    return found


def _badness(places: Places, ends: Edges) -> tuple[bool, int, float]:
    """Return whether it is crowded, how many lines cross, and the clearance, negated."""
    clearance = _clearance(places, ends)
    return clearance < _ROOMY, crossings(places, ends), -clearance


def crossings(places: Places, ends: Edges) -> int:
    """Count the pairs of lines without a common node that cross."""
    first, second = np.triu_indices(len(ends), 1)
    one, other = ends[first], ends[second]
    apart = ~(one[:, :, None] == other[:, None, :]).any(axis=(1, 2))
    one, other = one[apart], other[apart]
    a, b, c, d = (places[nodes] for nodes in (one[:, 0], one[:, 1], other[:, 0], other[:, 1]))
    across = (_side(a, b, c) != _side(a, b, d)) & (_side(c, d, a) != _side(c, d, b))
    return int(np.count_nonzero(across))


def _side(a: Places, b: Places, c: Places) -> npt.NDArray[np.bool_]:
    """Whether c is to the left of the line from a to b."""
    turn = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    left: npt.NDArray[np.bool_] = turn > _NEAR
    return left


def _clearance(places: Places, ends: Edges) -> float:
    """Return how near a node comes to another, or to a line that it is no end of.

    In half widths of a node; at 1 two nodes touch each other, or a node a line.
    """
    half_width = 0.5 / (_SPREAD * np.sqrt(len(places)))
    nodes = np.arange(len(places))
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) / 2
    gaps[nodes, nodes] = 1.0
    least = float(gaps.min())
    if len(ends) > 0:
        start, along = places[ends[:, 0]], places[ends[:, 1]] - places[ends[:, 0]]
        length = np.maximum((along**2).sum(axis=1), _NEAR)
        to = places[:, None] - start[None]
        part = np.clip((to * along[None]).sum(axis=2) / length, 0.0, 1.0)
        away = np.linalg.norm(to - part[..., None] * along[None], axis=2)
        away[ends.ravel(), np.repeat(np.arange(len(ends)), 2)] = 1.0
        least = min(least, float(away.min()))
    return least / float(half_width)
