"""The layout of a graph in the unit square, with few crossings of lines.

A small connected graph is drawn by Tutte's barycentric method (1963): the nodes of one cycle are
placed on a circle and every other node at the weighted mean of its neighbours, which is one linear
system. If the cycle is a face of a 3-connected planar graph, no lines cross. Weights decrease with
the distance from the cycle, so that the nodes do not gather in the middle. The candidates are such
drawings for several cycles and weights, a force-directed one and one on a circle. Among those in
which no node is too close to another node or to a line, the one with the fewest crossings is taken,
then the one with the largest clearance. Larger graphs are drawn by forces alone. The result is
deterministic. Cost: for each candidate a dense linear system in the nodes and all pairs of lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Places = npt.NDArray[np.float64]
Edges = npt.NDArray[np.int64]

MOST_NODES = 64
MOST_EDGES = 200
"""Nodes and edges up to which the crossings of a graph are counted."""

_MOST_CYCLES = 12
_MOST_TANGLED = 60
"""Edges up to which the short cycles of a graph that is not planar are searched."""

_FADINGS = (0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""Factors of a line's weight for each step away from the cycle."""

_SPREAD = 2.1
"""Mean distance of nodes in a picture, in widths of one."""

_ROOMY = 1.0
"""Clearance, in half widths of a node, from which a drawing is not crowded."""

_TOLERANCE = 1e-9


def unit_places(nodes: int, edges: Iterable[Sequence[int]]) -> list[list[float]]:
    """Return x and y of each node, both from 0 to 1.

    >>> unit_places(1, [])
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
    """Return candidates for the outer cycle: faces if the graph is planar, else short cycles."""
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
    """Return the nodes of a cycle in cyclic order; none if it is not one."""
    ring = graph.subgraph(cycle)
    order = [cycle[0]]
    while len(order) < len(cycle):
        order.append(next((n for n in sorted(ring[order[-1]]) if n not in order), cycle[0]))
        if order[-1] == cycle[0]:
            return []
    return order


def _around(graph: nx.Graph[int], cycle: list[int], fading: float) -> Places:
    """Return Tutte's drawing with a cycle on a circle, its first node on top."""
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
    """Return a drawing scaled to the unit square and centred."""
    low, high = places.min(axis=0), places.max(axis=0)
    reach = float((high - low).max()) or 1.0
    scaled: Places = (places - (low + high) / 2) / reach + 0.5
    return scaled


def _within(places: Places) -> list[list[float]]:
    found: list[list[float]] = np.clip(places, 0.0, 1.0).tolist()
    return found


def _badness(places: Places, ends: Edges) -> tuple[bool, int, float]:
    """Return whether it is crowded, the number of crossings, and the negative clearance."""
    clearance = _clearance(places, ends)
    return clearance < _ROOMY, crossings(places, ends), -clearance


def crossings(places: Places, ends: Edges) -> int:
    """Return the number of crossing pairs of lines without a common node."""
    first, second = np.triu_indices(len(ends), 1)
    one, other = ends[first], ends[second]
    disjoint = ~(one[:, :, None] == other[:, None, :]).any(axis=(1, 2))
    one, other = one[disjoint], other[disjoint]
    a, b, c, d = (places[nodes] for nodes in (one[:, 0], one[:, 1], other[:, 0], other[:, 1]))
    across = (_side(a, b, c) != _side(a, b, d)) & (_side(c, d, a) != _side(c, d, b))
    return int(np.count_nonzero(across))


def _side(a: Places, b: Places, c: Places) -> npt.NDArray[np.bool_]:
    """Return whether c is to the left of the line from a to b."""
    turn = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    left: npt.NDArray[np.bool_] = turn > _TOLERANCE
    return left


def _clearance(places: Places, ends: Edges) -> float:
    """Return the least distance of a node to another or to a line that does not end in it.

    In half widths of a node; at 1 two nodes, or a node and a line, touch.
    """
    half_width = 0.5 / (_SPREAD * np.sqrt(len(places)))
    nodes = np.arange(len(places))
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) / 2
    gaps[nodes, nodes] = 1.0
    least = float(gaps.min())
    if len(ends) > 0:
        start, along = places[ends[:, 0]], places[ends[:, 1]] - places[ends[:, 0]]
        length = np.maximum((along**2).sum(axis=1), _TOLERANCE)
        to = places[:, None] - start[None]
        part = np.clip((to * along[None]).sum(axis=2) / length, 0.0, 1.0)
        away = np.linalg.norm(to - part[..., None] * along[None], axis=2)
        away[ends.ravel(), np.repeat(np.arange(len(ends)), 2)] = 1.0
        least = min(least, float(away.min()))
    return least / float(half_width)
