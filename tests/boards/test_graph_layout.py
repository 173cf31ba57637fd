"""Places of the nodes of graphs in a drawing: untangled, and always within the square."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt
import pytest

from sapper.boards.graph_layout import MOST_NODES, crossings, unit_places


def drawn(graph: Any) -> tuple[npt.NDArray[np.float64], int]:
    """The places of a graph, and how many of its lines cross."""
    graph = nx.convert_node_labels_to_integers(graph)
    places = np.array(unit_places(graph.number_of_nodes(), list(graph.edges)))
    assert places.shape == (graph.number_of_nodes(), 2)
    assert places.min() >= 0
    assert places.max() <= 1
    return places, crossings(places, np.array(sorted(graph.edges), dtype=np.int64).reshape(-1, 2))


@pytest.mark.parametrize(
    "graph",
    [
        nx.dodecahedral_graph(),
        nx.cubical_graph(),
        nx.octahedral_graph(),
        nx.truncated_tetrahedron_graph(),
        nx.cycle_graph(9),
        nx.wheel_graph(8),
        nx.balanced_tree(2, 3),
        nx.path_graph(5),
    ],
)
def test_a_planar_graph_is_drawn_without_a_crossing(graph: Any) -> None:
    places, crossed = drawn(graph)
    assert crossed == 0
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert apart[~np.eye(len(places), dtype=bool)].min() > 0.05


def test_petersens_graph_is_a_star_in_a_pentagon() -> None:
    places, crossed = drawn(nx.petersen_graph())
    assert crossed == 5
    away = sorted(np.round(np.linalg.norm(places - places.mean(axis=0), axis=1), 6))
    assert away[:5] == [away[0]] * 5
    assert away[5:] == [away[5]] * 5


@pytest.mark.parametrize(
    "graph",
    [
        nx.empty_graph(1),
        nx.empty_graph(4),
        nx.disjoint_union(nx.cycle_graph(3), nx.path_graph(2)),
        nx.complete_graph(9),
        nx.random_regular_graph(4, MOST_NODES, seed=1),
        nx.path_graph(MOST_NODES + 1),
    ],
)
def test_any_graph_has_its_places(graph: Any) -> None:
    drawn(graph)


def test_crossings_are_counted() -> None:
    square = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    assert crossings(square, np.array([[0, 1], [2, 3]])) == 1
    assert crossings(square, np.array([[0, 2], [1, 3]])) == 0
    assert crossings(square, np.array([[0, 1], [1, 2]])) == 0
