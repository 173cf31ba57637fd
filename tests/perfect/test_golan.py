"""One mine on any graph: the compiled decomposition against the paper and against brute force."""

from __future__ import annotations

import json
import pickle
import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from one_mine_graphs import Edges, all_graphs, best_wins, complement, graphs
from sapper.boards import grid, torus
from sapper.errors import BoardError, ContradictionError, GameError, PositionError
from sapper.perfect import (
    OneMine,
    grid_probability,
    one_mine,
    optimal,
    tree_probability,
)
from sapper.perfect.one_mine_reference import (
    is_guess_component,
    largest_component,
    maximal_components,
    neighbors_of,
    optimal_guess,
    probability,
    wins_against,
)

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "one_mine.json").read_text("utf-8"))


def played_wins(result: OneMine) -> int:
    """Count the places of the mine against which the strategy wins."""
    won = 0
    for mine in result.nodes:
        player = result.strategy()
        while (node := player.choose()) is not None and node != mine:
            cell, place = result.nodes.index(node), result.nodes.index(mine)
            if player.safe:
                assert node in player.safe
            player.open(node, int(place in result.board.neighbors(cell)))
            assert mine in player.suspects
        won += player.won
    return won


def check(size: int, edges: Edges) -> None:
    """Compare everything about one graph with the paper's algorithms."""
    neighbors = neighbors_of(range(size), edges)
    result = one_mine(edges, nodes=range(size))
    assert result.probability == probability(neighbors), edges
    if size > 1:
        assert optimal_guess(neighbors) in result.guesses
        assert set(result.maximal_components()) == maximal_components(neighbors)
    check_components(result, neighbors)


def check_components(result: OneMine, neighbors: dict[int, set[int]]) -> None:
    """The tree holds exactly the guess components that overlap no other."""
    subsets = [
        frozenset(chosen)
        for count in range(2, len(neighbors) + 1)
        for chosen in combinations(neighbors, count)
    ]
    modules = [subset for subset in subsets if is_guess_component(neighbors, subset)]
    strong = {
        one
        for one in modules
        if not any(one & other and one - other and other - one for other in modules)
    }
    found = result.components
    assert {frozenset(c.nodes) for c in found} == strong
    assert len(found) == len(strong)
    for component in found:
        alone = one_mine(
            [
                (a, b)
                for a in component.nodes
                for b in component.nodes
                if isinstance(a, int) and isinstance(b, int) and a < b and b in neighbors[a]
            ],
            nodes=component.nodes,
        )
        assert component.wins == alone.wins
        assert component.probability == alone.probability
        assert component.kind == alone.components[0].kind
        if component.parent is not None:
            assert set(component.nodes) < set(found[component.parent].nodes)


# -- the value -----------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['n']}-{len(v['edges'])}")
def test_vectors(vector: dict[str, Any]) -> None:
    expected = Fraction(vector["best"])
    assert one_mine(vector["edges"], nodes=range(vector["n"])).probability == expected
    assert probability(neighbors_of(range(vector["n"]), vector["edges"])) == expected


@pytest.mark.parametrize("size", range(1, 6))
def test_every_small_graph(size: int) -> None:
    for edges in all_graphs(size):
        check(size, edges)


def test_every_graph_of_six_nodes_against_the_paper() -> None:
    for number, edges in enumerate(all_graphs(6)):
        result = one_mine(edges, nodes=range(6))
        if number % 16 == 0:
            assert result.probability == probability(neighbors_of(range(6), edges)), edges
        else:
            assert optimal_guess(neighbors_of(range(6), edges)) in result.guesses, edges


@settings(max_examples=150)
@given(graphs())
def test_compiled_equals_reference(drawn: tuple[int, Edges]) -> None:
    check(*drawn)


@pytest.mark.parametrize("size", range(1, 5))
def test_no_way_of_playing_wins_more_on_tiny_graphs(size: int) -> None:
    for edges in all_graphs(size):
        assert one_mine(edges, nodes=range(size)).wins == best_wins(size, edges), edges


@settings(max_examples=60)
@given(graphs(6))
def test_no_way_of_playing_wins_more(drawn: tuple[int, Edges]) -> None:
    size, edges = drawn
    assert one_mine(edges, nodes=range(size)).wins == best_wins(size, edges)


@settings(max_examples=100)
@given(graphs(30))
def test_the_complement_is_the_same_game(drawn: tuple[int, Edges]) -> None:
    """Lemma 4.1; the components change sides, and prime ones stay."""
    size, edges = drawn
    one = one_mine(edges, nodes=range(size))
    other = one_mine(complement(size, edges), nodes=range(size))
    assert one.probability == other.probability
    assert one.guesses == other.guesses
    swap = {"parallel": "series", "series": "parallel", "prime": "prime"}
    assert {(frozenset(c.nodes), c.kind) for c in one.components} == {
        (frozenset(c.nodes), swap[c.kind]) for c in other.components
    }


@settings(max_examples=100)
@given(graphs(30), st.randoms(use_true_random=False))
def test_names_of_nodes_do_not_matter(drawn: tuple[int, Edges], rng: random.Random) -> None:
    size, edges = drawn
    names = rng.sample(range(size), size)
    one = one_mine(edges, nodes=range(size))
    other = one_mine([(names[a], names[b]) for a, b in edges], nodes=range(size))
    assert one.wins == other.wins
    assert {names[node] for node in range(size) if node in one.guesses} == set(other.guesses)
    sets = {
        frozenset(names[node] for node in range(size) if node in c.nodes) for c in one.components
    }
    assert sets == {frozenset(c.nodes) for c in other.components}


def test_agrees_with_perfect_play_of_boards() -> None:
    for board in (grid(2, 2), grid(3, 3), grid(2, 4), grid(1, 5), torus(3, 3), torus(3, 4)):
        result = optimal(board, first="any", mines=1)
        assert one_mine(board).probability == result.probability


# -- playing -------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(graphs(14))
def test_the_strategy_wins_what_it_should(drawn: tuple[int, Edges]) -> None:
    size, edges = drawn
    result = one_mine(edges, nodes=range(size))
    assert played_wins(result) == result.wins


@settings(max_examples=150)
@given(graphs(9), st.randoms(use_true_random=False))
def test_the_strategy_goes_on_perfectly_from_anywhere(
    drawn: tuple[int, Edges], rng: random.Random
) -> None:
    """After guesses of another player it wins what perfect play of the suspects wins."""
    size, edges = drawn
    neighbors = neighbors_of(range(size), edges)
    mine = rng.randrange(size)
    others = rng.sample(sorted(set(range(size)) - {mine}), rng.randrange(size))
    opened: dict[object, int] = {node: int(mine in neighbors[node]) for node in others}
    result = one_mine(edges, nodes=range(size))
    start = result.strategy()
    for node, clue in opened.items():
        start.open(node, clue)
    suspects = set(start.suspects)
    fits = {
        place
        for place in set(range(size)) - set(others)
        if all(int(place in neighbors[node]) == opened[node] for node in others)
    }
    assert suspects == fits
    won = 0
    for place in fits:
        seen = dict(opened)
        while (node := result.choose(seen)) is not None and node != place:
            assert isinstance(node, int)
            seen[node] = int(place in neighbors[node])
        won += node is None
    inside = [(a, b) for a, b in edges if a in suspects and b in suspects]
    if start.safe:
        assert won >= one_mine(inside, nodes=suspects).wins
    else:
        assert won == one_mine(inside, nodes=suspects).wins


@settings(max_examples=80)
@given(graphs(9))
def test_value_of_every_first_guess(drawn: tuple[int, Edges]) -> None:
    """Lemma 3.11: a guess leaves the largest guess components without it; play goes on there."""
    size, edges = drawn
    neighbors = neighbors_of(range(size), edges)
    result = one_mine(edges, nodes=range(size))
    if size == 1:
        assert result.guesses == ()
        return
    for guess in range(size):
        left = {
            frozenset(largest_component(neighbors, guess, mine))
            for mine in range(size)
            if mine != guess
        }
        worth = sum(
            one_mine([(a, b) for a, b in edges if {a, b} <= part], nodes=part).wins for part in left
        )
        assert result.wins_from(guess) == worth
    assert max(map(result.wins_from, range(size))) == result.wins


@settings(max_examples=100)
@given(graphs(40))
def test_wins_are_all_nodes_less_twins_and_smallest_primes(drawn: tuple[int, Edges]) -> None:
    size, edges = drawn
    result = one_mine(edges, nodes=range(size))
    lost = 0
    for component in result.components:
        if component.kind != "prime":
            lost += max(len(component.singles) - 1, 0)
        elif len(component.singles) == component.size:
            lost += 1
    assert result.wins == size - lost


def test_a_game_in_progress_refuses_what_cannot_be() -> None:
    player = one_mine([("a", "b"), ("b", "c"), ("c", "d")]).strategy()
    with pytest.raises(GameError, match="'z' is not a node"):
        player.open("z", 0)
    for clue in (2, -1, True, 0.0):
        with pytest.raises(PositionError, match="a clue is 0 or 1"):
            player.open("a", clue)  # type: ignore[arg-type]
    player.open("a", 1)
    with pytest.raises(GameError, match="'a' is open already"):
        player.open("a", 1)
    with pytest.raises(ContradictionError, match="clue 1 at node 'd'"):
        player.open("d", 1)
    assert player.suspects == ["b"]
    with pytest.raises(ContradictionError):
        player.open("b", 0)
    while (node := player.choose()) is not None:
        player.open(node, int(node in ("a", "c")))
    assert player.won


# -- size ----------------------------------------------------------------------------------------


def test_a_million_edges() -> None:
    """A random tree with every leaf doubled, 1,000,000 edges or a few more: only leaves lose."""
    rng = np.random.default_rng(7)
    size = 700_000
    parents = (rng.random(size - 1) * np.arange(1, size)).astype(np.int64)
    tree = np.column_stack([np.arange(1, size), parents])
    leaves = np.setdiff1d(np.arange(1, size), parents)
    twins = np.column_stack([size + np.arange(len(leaves)), parents[leaves - 1]])
    edges = np.concatenate([tree, twins])
    assert len(edges) > 1_000_000
    result = one_mine(edges)
    assert result.probability == tree_probability(result.board)
    assert set(leaves.tolist()) <= set(result.guesses)


def test_deep_and_wide_trees_of_components() -> None:
    size = 1415
    threshold = [(i, j) for i in range(1, size, 2) for j in range(i)]
    result = one_mine(threshold, nodes=range(size))
    assert (result.wins, len(result.components)) == (size - 1, size - 1)
    assert one_mine(nx.complete_graph(size)).wins == 1
    assert one_mine([], nodes=range(200_000)).wins == 1
    path = one_mine([(i, i + 1) for i in range(100_000)])
    assert (path.wins, len(path.components)) == (100_000, 1)


def test_a_whole_game_on_a_large_graph() -> None:
    rng = random.Random(3)
    edges = [(v, rng.randrange(v)) for v in range(1, 20_000)]
    neighbors = neighbors_of(range(20_000), edges)
    result = one_mine(edges)
    for mine in rng.sample(range(20_000), 3):
        player = result.strategy()
        clicks = 0
        while (node := player.choose()) is not None and node != mine:
            assert isinstance(node, int)
            player.open(node, int(mine in neighbors[node]))
            clicks += 1
        assert not player.won or clicks == 19_999


# -- input and output ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edges", "nodes", "message"),
    [
        ([(0, 0)], None, "node 0 is joined to itself"),
        ([("a", "b"), ("c", "c")], None, "node 'c' is joined to itself"),
        ([(0, 1), (0, 1)], None, "nodes 0 and 1 are joined twice"),
        ([(0, 1), (1, 0)], None, "nodes 0 and 1 are joined twice"),
        (nx.MultiGraph([(0, 1), (0, 1)]), None, "nodes 0 and 1 are joined twice"),
        (nx.DiGraph([(0, 1)]), None, "undirected graph, not DiGraph"),
        (nx.MultiDiGraph([(0, 1)]), None, "undirected graph, not MultiDiGraph"),
        (nx.Graph(), None, "at least one node"),
        ([], None, "at least one node"),
        ([], [], "at least one node"),
        ([(0, 1, 2)], None, "an edge is a pair of nodes"),
        ([5], None, "an edge is a pair of nodes"),
        (7, None, "edges are an iterable of pairs"),
        (None, None, "edges are an iterable of pairs"),
        ([([], 1)], None, "hashable"),
        ([(0, 1)], 4, "nodes must be an iterable"),
        (grid(2, 2), [9], "nodes cannot be added to a board"),
    ],
)
def test_bad_graphs(edges: Any, nodes: Any, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        one_mine(edges, nodes)


def test_a_node_that_is_not_there() -> None:
    with pytest.raises(BoardError, match="7 is not a node"):
        one_mine([(0, 1)]).wins_from(7)


def test_one_node_is_won_before_the_first_click() -> None:
    result = one_mine([], nodes=["only"])
    assert result.probability == 1
    assert not result.guesses
    assert not result.components
    assert result.maximal_components() == []
    assert result.choose({}) is None
    assert "won before the first click" in result.summary()
    assert wins_against({0: set()}, 0)
    assert grid_probability(1, 1) == tree_probability([], nodes=[0]) == 1


def test_result_as_data() -> None:
    result = one_mine(nx.grid_2d_graph(2, 2), nodes=["far"])
    data = json.loads(json.dumps(result.to_dict()))
    assert data["nodes"] == ["far", "(0, 0)", "(0, 1)", "(1, 0)", "(1, 1)"]
    assert (data["edges"], data["wins"], data["probability"]) == (4, 3, "3/5")
    assert [c["kind"] for c in data["components"]] == ["parallel", "series", "parallel", "parallel"]
    assert data["components"][0]["singles"] == ["far"]
    assert data["components"][0]["parent"] is None
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert again.components == result.components
    assert "one mine on a graph of 5 nodes and 4 edges" in result.summary()
