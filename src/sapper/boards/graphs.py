"""Boards from any undirected graph: an iterable of edges or a networkx graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sapper import _core
from sapper.boards.boards import Board, is_int, to_python
from sapper.boards.kinds import GRAPH_KIND, MAX_CELLS
from sapper.boards.known import graph_spec
from sapper.errors import BoardError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    import networkx as nx

    from sapper.boards.boards import Offsets, Targets


def graph(
    edges: Iterable[Sequence[Hashable]] | nx.Graph[Any],
    nodes: Iterable[Hashable] | None = None,
    name: str | None = None,
) -> Board:
    """Build a board from an undirected graph.

    ``edges`` is an iterable of pairs of nodes, an integer array of shape (m, 2), or a networkx
    graph. ``nodes`` adds nodes without an edge. Integer nodes become cells in numeric order, so
    that nodes 0 to n - 1 keep their numbers; other nodes become cells in order of first occurrence,
    those of ``nodes`` first.

    As long as the board exists, its ``spec`` is accepted wherever a spec is. It contains the
    content address of the graph and its ``name``, if given: a word of lower-case letters, digits,
    ``-`` and ``_`` that starts with a letter. If only one graph has that name, ``graph:NAME`` is
    enough.

    Raises BoardError if the name is invalid, or the graph is directed, empty or too large, or has a
    loop or a multiple edge.

    >>> star = graph([("hub", "a"), ("hub", "b")], nodes=["alone"])
    >>> star.labels, star.neighbors(1)
    (('alone', 'hub', 'a', 'b'), [2, 3])
    >>> from sapper.boards import board
    >>> four = graph([(0, 1), (1, 2), (2, 3), (3, 0)], name="four")
    >>> four.spec, board("graph:four") == four
    ('graph:four@c7d1a4c751024bbb', True)
    """
    board = _read(edges, nodes)
    return board if name is None else board.named(graph_spec(name, board.address))


def _read(
    edges: Iterable[Sequence[Hashable]] | nx.Graph[Any], nodes: Iterable[Hashable] | None
) -> Board:
    if isinstance(edges, np.ndarray) and nodes is None and _are_numbers(edges):
        numbers, cells = np.unique(edges, return_inverse=True)
        _check_size(len(numbers))
        return _board(tuple(numbers.tolist()), cells.reshape(-1, 2).astype(np.int32))
    own, pairs = _read_edges(edges)
    try:
        extra = [] if nodes is None else list(to_python(nodes))
        met = dict.fromkeys([*extra, *own, *(node for pair in pairs for node in pair)])
    except TypeError as error:
        raise BoardError(f"nodes must be an iterable of hashable values: {error}") from None
    if not met:
        raise BoardError("a graph needs at least one node")
    _check_size(len(met))
    labels: tuple[Hashable, ...] = tuple(met)
    if all(map(is_int, met)):
        labels = tuple(sorted(int(node) for node in cast("Iterable[int]", met)))
    index = {node: cell for cell, node in enumerate(labels)}
    ends = np.array([(index[a], index[b]) for a, b in pairs], dtype=np.int32).reshape(-1, 2)
    return _board(labels, ends)


def _are_numbers(edges: np.ndarray[Any, Any]) -> bool:
    """Return whether an array holds edges between integers, which are read without a loop."""
    return edges.dtype.kind in "iu" and edges.ndim == 2 and edges.shape[1] == 2 and edges.size > 0


def _check_size(nodes: int) -> None:
    if nodes > MAX_CELLS:
        raise BoardError(f"a graph has at most {MAX_CELLS} nodes, not {nodes}")


def _board(labels: tuple[Hashable, ...], ends: Targets) -> Board:
    return Board(GRAPH_KIND, (len(labels),), labels, joined(ends, labels))


def _read_edges(edges: Any) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """Return the nodes of a networkx graph (none for other input) and the edges."""
    if hasattr(edges, "is_directed") and hasattr(edges, "edges"):
        if edges.is_directed():
            raise BoardError(f"a board is an undirected graph, not {edges}")
        return list(edges.nodes), [(edge[0], edge[1]) for edge in edges.edges]
    try:
        source = iter(to_python(edges))
    except TypeError:
        raise BoardError(f"edges are an iterable of pairs of nodes, not {edges!r}") from None
    pairs: list[tuple[Any, Any]] = []
    for edge in source:
        if isinstance(edge, str) or not hasattr(edge, "__len__") or len(edge) != 2:
            raise BoardError(f"an edge is a pair of nodes, not {edge!r}")
        first, second = edge
        pairs.append((first, second))
    return [], pairs


def joined(ends: Targets, labels: tuple[Hashable, ...]) -> tuple[Offsets, Targets]:
    """Build the compressed neighbour lists of an edge list."""
    return _core.join_edges(len(labels), ends, lambda cell: repr(labels[cell]))
