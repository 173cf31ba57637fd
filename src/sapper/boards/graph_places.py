"""Where to draw the nodes of a graph: each connected part by itself, the parts side by side.

The same graph gets the same picture every time. A part is laid out by networkx and then scaled
until its discs and their names have room, so a dense one grows.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import networkx as nx

    from sapper.boards.boards import Board
    from sapper.boards.geometry import Point

_EDGE = 1.9
"""How long a line is on average, in cells."""

_APART = 1.55
"""How close two nodes may come, in cells."""

_MOST_STRETCH = 1.5
"""How many times as long the lines may become to keep nodes apart."""

_AROUND = 0.7
"""The room of a node to each side."""

_BELOW = 0.25
"""The room for its name."""

_PUSHES = 60
"""How often nodes that are too close are pushed apart."""

_EXACT = 60
"""Up to so many nodes distances are respected one by one; beyond, springs are quicker."""


def graph_places(board: Board, reach: list[float]) -> tuple[list[Point], Point]:
    """Return by cell where its node is drawn, and the width and height of it all.

    ``reach`` is how far the name of each node goes to either side.

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
    """Lay out a connected part from its upper left corner, and return the size it takes."""
    directions = _directions(part, cells)
    scale = _scale(part, directions)
    found = _apart({cell: (x * scale, y * scale) for cell, (x, y) in directions.items()})
    around = {cell: max(_AROUND, reach[cell] + 0.1) for cell in cells}
    left = min(x - around[cell] for cell, (x, _) in found.items())
    top = min(y for _, y in found.values()) - _AROUND
    places = {cell: (x - left, y - top) for cell, (x, y) in found.items()}
    width = max(x + around[cell] for cell, (x, _) in places.items())
    height = max(y for _, y in places.values()) + _AROUND + _BELOW
    return places, (width, height)


def _directions(part: nx.Graph[int], cells: list[int]) -> dict[int, Point]:
    import networkx as nx

    if len(cells) == 1:
        return {cells[0]: (0.0, 0.0)}
    ordered: nx.Graph[int] = nx.Graph()
    ordered.add_nodes_from(cells)
    ordered.add_edges_from(part.edges)
    found: dict[int, Any] = (
        nx.kamada_kawai_layout(ordered)
        if len(cells) <= _EXACT
        else nx.spring_layout(ordered, seed=1)
    )
    places = {cell: (float(found[cell][0]), float(found[cell][1])) for cell in cells}
    across, down = ([place[axis] for place in places.values()] for axis in (0, 1))
    if max(across) - min(across) < max(down) - min(down):  # a page has more room sideways
        places = {cell: (y, x) for cell, (x, y) in places.items()}
    return places


def _scale(part: nx.Graph[int], found: dict[int, Point]) -> float:
    def apart(a: int, b: int) -> float:
        return hypot(found[a][0] - found[b][0], found[a][1] - found[b][1])

    lengths = [apart(a, b) for a, b in part.edges]
    if not lengths:
        return 1.0
    cells = sorted(found)
    closest = min(apart(a, b) for a in cells for b in cells if a < b)
    by_length = _EDGE * len(lengths) / sum(lengths)
    # Two nodes almost on one spot must not blow up all the rest.
    return max(by_length, min(_APART / max(closest, 1e-9), _MOST_STRETCH * by_length))


def _apart(places: dict[int, Point]) -> dict[int, Point]:
    """Push nodes that are too close away from each other, a little at a time."""
    at = np.array(list(places.values()))
    for _ in range(_PUSHES):
        between = at[:, None, :] - at[None, :, :]
        distance = np.hypot(between[..., 0], between[..., 1])
        np.fill_diagonal(distance, np.inf)
        lacking = np.maximum(0.0, _APART - distance)
        if not lacking.any():
            break
        at += 0.25 * np.einsum("ij,ijk->ik", lacking / np.maximum(distance, 1e-6), between)
    return {cell: (float(x), float(y)) for cell, (x, y) in zip(places, at, strict=True)}
