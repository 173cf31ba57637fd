"""The closed forms of the one-mine game against the computed values, and against all graphs."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from one_mine_graphs import all_graphs
from sapper.boards import box, grid
from sapper.errors import BoardError
from sapper.perfect import (
    expected_guess_components,
    grid_probability,
    one_mine,
    random_graph_bound,
    tree_probability,
)
from sapper.perfect.one_mine_reference import is_guess_component, neighbors_of


@settings(max_examples=150)
@given(st.data())
def test_trees(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 25))
    edges = [(node, data.draw(st.integers(0, node - 1))) for node in range(1, size)]
    assert tree_probability(edges, range(size)) == one_mine(edges, range(size)).probability


def test_larger_trees() -> None:
    rng = random.Random(1)
    for size in (100, 1000, 5000):
        for reach in (3, size):
            edges = [(v, rng.randrange(max(0, v - reach), v)) for v in range(1, size)]
            assert tree_probability(edges) == one_mine(edges).probability
    for size in range(2, 12):
        assert tree_probability(nx.star_graph(size)) == Fraction(2, size + 1)
        assert tree_probability(nx.path_graph(size)) == Fraction(size - 1, size)


@pytest.mark.parametrize("rows", range(1, 13))
def test_grids(rows: int) -> None:
    for cols in range(1, 16):
        assert grid_probability(rows, cols) == one_mine(grid(rows, cols)).probability


def test_named_values() -> None:
    assert one_mine(grid(3, 3)).probability == Fraction(8, 9)
    for cols in range(3, 40):
        assert one_mine(grid(2, cols)).probability == Fraction(1, 2)
    for size in range(1, 12):
        assert one_mine(nx.complete_graph(size)).probability == Fraction(1, size)
        assert one_mine([], nodes=range(size)).probability == Fraction(1, size)
    assert one_mine(box(3, 3, 3)).probability == Fraction(26, 27)


@pytest.mark.parametrize("density", [Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)])
@pytest.mark.parametrize("size", range(1, 6))
def test_random_graphs_exactly(size: int, density: Fraction) -> None:
    """Both functions against all graphs, each with its weight."""
    pairs = size * (size - 1) // 2
    expected = dict.fromkeys(range(1, size + 1), Fraction(0))
    almost_always = Fraction(0)
    for edges in all_graphs(size):
        weight = density ** len(edges) * (1 - density) ** (pairs - len(edges))
        neighbors = neighbors_of(range(size), edges)
        for count in expected:
            for chosen in combinations(range(size), count):
                expected[count] += weight * is_guess_component(neighbors, set(chosen))
        if one_mine(edges, range(size)).wins == size - 1:
            almost_always += weight
    for count, number in expected.items():
        assert expected_guess_components(size, density, count) == number
        assert expected_guess_components(size, float(density), count) == pytest.approx(
            float(number)
        )
    nontrivial = sum((expected[count] for count in range(2, size)), Fraction(0))
    assert expected_guess_components(size, density) == nontrivial
    if size > 1:
        assert random_graph_bound(size, density) <= almost_always


def test_almost_every_large_random_graph_loses_only_the_first_guess() -> None:
    for density in (0.1, 0.5, 0.9):
        bounds = [random_graph_bound(size, density) for size in (10, 100, 1000, 3000)]
        assert bounds == sorted(bounds)
        assert bounds[-1] > 1 - 1e-9
    result = one_mine(nx.gnp_random_graph(300, 0.5, seed=1))
    assert result.probability == Fraction(299, 300)
    assert len(result.guesses) == 300


def test_bad_families() -> None:
    with pytest.raises(BoardError, match=r"not a tree.*is connected"):
        tree_probability([(0, 1), (1, 2), (2, 0)])
    with pytest.raises(BoardError, match=r"not a tree.*is not connected"):
        tree_probability([(0, 1), (1, 2), (2, 0)], nodes=[3])
    with pytest.raises(BoardError, match="0 x 3 has no cell"):
        grid_probability(0, 3)
    for density in (0.0, 1.0, -0.5, Fraction(3, 2), float("nan")):
        with pytest.raises(BoardError, match="is between 0 and 1"):
            random_graph_bound(5, density)
    with pytest.raises(BoardError, match="at least 1 node, not 0"):
        expected_guess_components(0, 0.5)
    with pytest.raises(BoardError, match="1 to 5 nodes, not 6"):
        expected_guess_components(5, 0.5, 6)
