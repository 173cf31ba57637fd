"""The places of a graph's nodes in a picture: connected components next to each other.

The shape of a component is that of ``graph_layout``. It is scaled until its discs and their names
have room, so that a dense component is larger. The components are packed in rows.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import networkx as nx

    from sapper.boards.boards import Board
    from sapper.boards.geometry import Point

_EDGE = 1.9
"""Mean length of a line, in cells."""

_SEPARATION = 1.55
"""Least distance of two nodes, in cells."""

_MOST_STRETCH = 1.5
"""Largest factor by which the lines are lengthened to keep nodes apart."""

_AROUND = 0.7
"""Room of a node to each side, in cells."""

_BELOW = 0.25
"""Room for its name, in cells."""

_PUSHES = 60
"""Rounds in which nodes that are too close are pushed apart."""


def graph_places(board: Board, reach: list[float]) -> tuple[list[Point], Point]:
    """Return the place of each cell's node, and the width and height of the picture.

    ``reach`` is half the width of each node's name.

    >>> from sapper.boards import graph
    >>> places, size = graph_places(graph([(0, 1)], nodes=[2]), [0.2, 0.2, 0.2])
    >>> len(places), len(set(places))
    (3, 3)
    """
    import networkx as nx

    whole: nx.Graph[int] = nx.Graph()
    whole.add_nodes_from(range(board.size))
    whole.add_edges_from(board.edges())
    parts = sorted(map(sorted, nx.connected_components(whole)), key=lambda part: (-len(part), part))
    laid = [_laid_out(whole.subgraph(part), part, reach) for part in parts]
    widest = max(1.4 * sqrt(sum(w * h for _, (w, h) in laid)), *(w for _, (w, _) in laid), 0.0)
    places: dict[int, Point] = {}
    left = top = shelf = right = 0.0
    for found, (width, height) in laid:
        if left and left + width > widest:
            left, top, shelf = 0.0, top + shelf, 0.0
        for cell, (x, y) in found.items():
            places[cell] = (round(left + x, 3), round(top + y, 3))
        left, shelf = left + width, max(shelf, height)
        right = max(right, left)
    return [places[cell] for cell in range(board.size)], (right, top + shelf)


def _laid_out(
    part: nx.Graph[int], cells: list[int], reach: list[float]
) -> tuple[dict[int, Point], Point]:
    """Return the places of a connected part from its upper left corner, and its size."""
    shape = _shape(part, cells)
    scale = _scale(part, shape)
    found = _separated({cell: (x * scale, y * scale) for cell, (x, y) in shape.items()})
    around = {cell: max(_AROUND, reach[cell] + 0.1) for cell in cells}
    left = min(x - around[cell] for cell, (x, _) in found.items())
    top = min(y for _, y in found.values()) - _AROUND
    places = {cell: (x - left, y - top) for cell, (x, y) in found.items()}
    width = max(x + around[cell] for cell, (x, _) in places.items())
    height = max(y for _, y in places.values()) + _AROUND + _BELOW
    return places, (width, height)


def _shape(part: nx.Graph[int], cells: list[int]) -> dict[int, Point]:
    """Return the layout of a connected part, at least as wide as it is high."""
    from sapper.boards.graph_layout import unit_places

    at = {cell: place for place, cell in enumerate(cells)}
    found = unit_places(len(cells), [(at[a], at[b]) for a, b in part.edges])
    across, down = zip(*found, strict=True)
    turned = max(across) - min(across) < max(down) - min(down)
    return {cell: (y, x) if turned else (x, y) for cell, (x, y) in zip(cells, found, strict=True)}


def _scale(part: nx.Graph[int], found: dict[int, Point]) -> float:
    def distance(a: int, b: int) -> float:
        return hypot(found[a][0] - found[b][0], found[a][1] - found[b][1])

    lengths = [distance(a, b) for a, b in part.edges]
    if not lengths:
        return 1.0
    cells = sorted(found)
    closest = min(distance(a, b) for a in cells for b in cells if a < b)
    by_length = _EDGE * len(lengths) / sum(lengths)
    # Limited, so that two nodes at almost the same place do not enlarge the whole picture.
    return max(by_length, min(_SEPARATION / max(closest, 1e-9), _MOST_STRETCH * by_length))


def _separated(places: dict[int, Point]) -> dict[int, Point]:
    """Push nodes that are too close away from each other in small steps."""
    at = np.array(list(places.values()))
    for _ in range(_PUSHES):
        between = at[:, None, :] - at[None, :, :]
        distance = np.hypot(between[..., 0], between[..., 1])
        np.fill_diagonal(distance, np.inf)
        overlap = np.maximum(0.0, _SEPARATION - distance)
        if not overlap.any():
            break
        at += 0.25 * np.einsum("ij,ijk->ik", overlap / np.maximum(distance, 1e-6), between)
    return {cell: (float(x), float(y)) for cell, (x, y) in zip(places, at, strict=True)}
