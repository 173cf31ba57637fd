"""Boards against slow neighbour rules written from their geometry."""

from __future__ import annotations

import pickle
from hashlib import blake2b
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapper._core import BoardKind, Graph
from sapper.analysis import analyze
from sapper.boards import (
    Board,
    box,
    graph,
    grid,
    hexagonal,
    lattice,
    symmetries,
    torus,
    triangular,
)
from sapper.boards import board as build_board
from sapper.boards.kinds import KINDS, Kind
from sapper.errors import BoardError, GameError, PositionError, SapperError
from sapper.games import Deal, Game, simulate
from sapper.perfect import optimal
from sapper.positions import Position

if TYPE_CHECKING:
    from collections.abc import Callable

Place = tuple[int, ...]


def axis_distances(a: Place, b: Place) -> list[int]:
    return [abs(x - y) for x, y in zip(a, b, strict=True)]


def wrapped_distances(a: Place, b: Place, shape: Place) -> list[int]:
    straight = axis_distances(a, b)
    return [min(d, length - d) for d, length in zip(straight, shape, strict=True)]


def hexagons_touch(a: Place, b: Place) -> bool:
    """Compare the centres in half cells: side by side, or half a cell over in the next row."""
    across = abs((2 * a[1] + a[0] % 2) - (2 * b[1] + b[0] % 2))
    return (across, abs(a[0] - b[0])) in {(2, 0), (1, 1)}


def corners(place: Place) -> set[Place]:
    row, column = place
    apex, base = (row, row + 1) if (row + column) % 2 == 0 else (row + 1, row)
    return {(apex, column + 1), (base, column), (base, column + 2)}


TOUCH: dict[str, Any] = {
    "grid": lambda a, b, shape: max(axis_distances(a, b)) == 1,
    "box": lambda a, b, shape: max(axis_distances(a, b)) == 1,
    "reach2": lambda a, b, shape: max(axis_distances(a, b)) <= 2,
    "rook": lambda a, b, shape: sum(axis_distances(a, b)) == 1,
    "knight": lambda a, b, shape: sorted(axis_distances(a, b)) == [1, 2],
    "torus": lambda a, b, shape: max(wrapped_distances(a, b, shape)) == 1,
    "hex": lambda a, b, shape: hexagons_touch(a, b),
    "tri": lambda a, b, shape: bool(corners(a) & corners(b)),
}

FLAT = sorted(set(TOUCH) - {"box"})
flat_shapes = st.tuples(st.integers(1, 7), st.integers(1, 7))
lattices_of_every_kind = st.one_of(
    st.tuples(st.sampled_from(FLAT), flat_shapes),
    st.tuples(st.just("box"), st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)),
)


def slow_neighbors(kind: str, shape: Place) -> list[list[int]]:
    places = list(product(*map(range, shape)))
    touch = TOUCH[kind]
    return [
        [i for i, other in enumerate(places) if other != place and touch(place, other, shape)]
        for place in places
    ]


def assert_sound(board: Board) -> None:
    """Check what every board promises about its compressed lists."""
    assert board.offsets.dtype == np.int64
    assert board.targets.dtype == np.int32
    assert not board.offsets.flags.writeable
    assert not board.targets.flags.writeable
    assert board.offsets[0] == 0
    assert board.offsets[-1] == len(board.targets)
    assert board.size == prod(board.shape)
    for cell in range(board.size):
        around = board.neighbors(cell)
        listed = board.targets[board.offsets[cell] : board.offsets[cell + 1]]
        assert around == listed.tolist() == sorted(set(around) - {cell})
        assert all(cell in board.neighbors(other) for other in around)
        assert board.degree(cell) == len(around)
    assert board.max_degree == max(map(board.degree, range(board.size)))


@given(lattices_of_every_kind)
def test_neighbors_follow_the_geometry(case: tuple[str, Place]) -> None:
    kind, shape = case
    board = lattice(kind, shape)
    assert [board.neighbors(cell) for cell in range(board.size)] == slow_neighbors(kind, shape)
    assert_sound(board)


@pytest.mark.parametrize(
    ("board", "degree"),
    [
        (grid(9, 9), 8),
        (grid(9, 9, "rook"), 4),
        (grid(9, 9, "knight"), 8),
        (grid(9, 9, "reach2"), 24),
        (torus(9, 9), 8),
        (torus(4, 3, 5), 26),
        (hexagonal(9, 9), 6),
        (hexagonal(4, 3, wrapped=True), 6),
        (triangular(9, 9), 12),
        (box(9, 9), 8),
        (box(3, 3, 3), 26),
        (box(3, 3, 3, 3), 80),
        (box(9), 2),
    ],
)
def test_middle_cells_have_the_full_neighborhood(board: Board, degree: int) -> None:
    middle = board.size // 2
    assert board.degree(middle) == degree
    assert board.max_degree == degree


@pytest.mark.parametrize(
    ("shape", "neighbors"),
    [
        ((1, 1), []),
        ((1, 2), [1]),
        ((1, 4), [1, 3]),
        ((2, 2), [1, 2, 3]),
        ((2, 3), [1, 2, 3, 4, 5]),
        ((3, 3), [1, 2, 3, 4, 5, 6, 7, 8]),
        ((4, 4), [1, 3, 4, 5, 7, 12, 13, 15]),
    ],
)
def test_tiny_tori_never_repeat_a_neighbor(shape: tuple[int, int], neighbors: list[int]) -> None:
    assert torus(*shape).neighbors(0) == neighbors


def test_a_hexagonal_torus_joins_the_edges_of_hexagons() -> None:
    """It has the neighbours of the plane's hexagons, modulo the lengths."""
    for rows, columns in ((4, 3), (4, 5), (6, 4), (10, 12)):
        board = hexagonal(rows, columns, wrapped=True)
        assert_sound(board)
        plane = hexagonal(3 * rows, 3 * columns)
        assert rows % 2 == 0
        for row in range(rows):
            for column in range(columns):
                touching = plane.neighbors((rows + row, columns + column))
                around = [plane.coordinates(cell) for cell in touching]
                expected = sorted(r % rows * columns + c % columns for r, c in around)
                assert board.neighbors((row, column)) == expected
                assert len(set(expected)) == 6
        assert_rows_are_lists(board)


def test_addresses_are_those_of_the_content() -> None:
    edges = [(0, 1), (1, 2), (2, 3)]
    assert grid(16, 30).address == "d39a7ee03ab5a434"  # it never changes
    assert graph(edges).address == "e90bb0170b131804" == graph(edges, name="path").address
    assert graph([("a", "b"), ("b", "c"), ("c", "d")]).address == graph(edges).address
    different = [grid(4, 4), grid(2, 8), torus(4, 4), graph(edges), graph(edges, nodes=[9])]
    assert len({board.address for board in different}) == len(different)


def assert_rows_are_lists(board: Board) -> None:
    """The graph of the core, which shares rows of steps, has the neighbours of the lists."""
    offsets, targets = board.offsets, board.targets
    for cell in range(board.size):
        assert board.graph.neighbors(cell) == targets[offsets[cell] : offsets[cell + 1]].tolist()


@pytest.mark.parametrize("kind", sorted(TOUCH))
def test_rows_of_steps_are_the_lists(kind: str) -> None:
    for shape in ((1, 1), (1, 9), (2, 3), (5, 4), (6, 11)):
        assert KINDS[kind].core.shares_rows(shape)
        assert_rows_are_lists(lattice(kind, shape))


def test_a_board_with_many_kinds_of_cells_has_lists() -> None:
    board = box(*(3,) * 6)
    assert not KINDS["box"].core.shares_rows(board.shape)
    assert_sound(board)
    assert_rows_are_lists(board)


def test_the_addresses_of_games_are_hashes_of_the_board() -> None:
    for made in (grid(16, 30), torus(3, 4, 5), hexagonal(3, 4), graph([(0, 1), (1, 2)])):
        content = blake2b(made.form.encode(), digest_size=8)
        if made.kind == "graph":
            content.update(made.offsets.astype("<i8").tobytes())
            content.update(made.targets.astype("<i4").tobytes())
        assert made.graph.address == int.from_bytes(content.digest(), "little")
    ring = graph([(cell, (cell + 1) % 200) for cell in range(200)])  # several blocks of the hash
    lists = ring.offsets.astype("<i8").tobytes() + ring.targets.astype("<i4").tobytes()
    content = blake2b(b"graph:200" + lists, digest_size=8)
    assert ring.graph.address == int.from_bytes(content.digest(), "little")


@pytest.mark.parametrize(
    ("rows", "steps"),
    [
        ([0, 2], [1, 1, 1, 1]),  # no way back
        ([0, 4], [2, 1, 1, 0, 1, -1]),  # twice
        ([0, 0], [1, 0]),  # to itself
        ([0, 2], [1, 1, 1, -2]),  # off the board
        ([0, 9], [1, 1, 1, -1]),  # no such row
        ([0, 2], [1, 1, 7, -1]),  # longer than all steps
        ([0, 2], [1, 2**31 - 1, 1, -1]),
    ],
)
def test_rows_that_make_no_graph_are_refused(rows: list[int], steps: list[int]) -> None:
    with pytest.raises(ValueError, match=r"neighbour|row"):
        Graph.regular(np.array(rows, np.uint16), np.array(steps, np.int32), 0)


def test_no_lists_are_made_to_play() -> None:
    board = lattice("grid", (150, 151))
    assert simulate(board, "basic", games=1, mines=900).games == 1
    assert board._lists is None


@given(lattices_of_every_kind)
def test_coordinates_go_both_ways(case: tuple[str, Place]) -> None:
    board = lattice(*case)
    places = list(product(*map(range, board.shape)))
    assert [board.coordinates(cell) for cell in range(board.size)] == places
    assert [board.cell(place) for place in places] == list(range(board.size))


def test_cells_may_be_numpy_integers_or_lists() -> None:
    board = grid(3, 4)
    seventh: Any = np.int32(7)
    assert board.cell(seventh) == 7
    assert type(board.cell(seventh)) is int
    assert board.cell([1, 3]) == 7
    assert board.cell(np.array([1, 3])) == 7  # type: ignore[arg-type]
    assert board.neighbors((0, 0)) == [1, 4, 5]


@pytest.mark.parametrize(
    "where",
    [
        -1,
        12,
        10**30,
        (3, 0),
        (0, 4),
        (0, -1),
        (0,),
        (0, 0, 0),
        True,
        1.0,
        "01",
        None,
        np.array(12),
        [[0, 0]],
    ],
)
def test_cells_off_the_board_are_refused(where: Any) -> None:
    with pytest.raises(BoardError):
        grid(3, 4).cell(where)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: grid(0, 5), "at least 1, not 0"),
        (lambda: grid(5, -3), "at least 1, not -3"),
        (lambda: grid(999_999_999, 999_999_999), "more than 20000000 cells"),
        (lambda: grid(10**5000, 1), "more than 20000000 cells"),
        (lambda: grid(4500, 4500, "reach2"), "more than 20000000 cells"),
        (lambda: grid(4400, 4400, "reach2"), "neighbour entries"),
        (lambda: box(*[3] * 12), "neighbour entries"),
        (lambda: box(*[2] * 15), "neighbour entries"),
        (lambda: box(*[1] * 1000), "1 to 32 dimensions, not 1000"),
        (lambda: box(), "1 to 32 dimensions, not 0"),
        (lambda: grid(2.5, 3), "integers"),  # type: ignore[arg-type]
        (lambda: grid(True, 3), "integers"),
        (lambda: grid("3", 3), "integers"),  # type: ignore[arg-type]
        (lambda: lattice("cube", (3, 3)), "unknown kind of board 'cube'"),
        (lambda: grid(3, 3, "bishop"), "unknown neighborhood 'bishop'"),
    ],
)
def test_impossible_boards_are_refused_at_once(build: Callable[[], Board], message: str) -> None:
    with pytest.raises(BoardError, match=message) as caught:
        build()
    assert isinstance(caught.value, SapperError)
    assert isinstance(caught.value, ValueError)


def test_specs_of_boards_build_them_again() -> None:
    for board in [grid(3, 4), grid(3, 4, "knight"), torus(2, 5), hexagonal(3, 2), box(2, 3, 4)]:
        assert build_board(board.spec) == board
        assert build_board(board.spec + "/3") == board
    assert grid(16, 30).spec == "16x30"
    assert torus(9, 12).spec == "torus:9x12"
    assert repr(triangular(3, 4)) == "Board('tri:3x4')"
    assert build_board(grid(3, 4)) == grid(3, 4)


def test_equality_is_by_structure() -> None:
    assert grid(3, 4) == grid(3, 4)
    assert hash(grid(200, 200)) == hash(grid(200, 200))
    assert grid(200, 200) == grid(200, 200)
    assert grid(3, 4) != grid(4, 3)
    assert grid(3, 4) != box(3, 4)
    assert grid(3, 4) != "3x4"
    assert graph([(0, 1)]) == graph([(1, 0)])
    assert graph([("a", "b")]) == graph([(0, 1)])
    assert graph([(0, 1), (1, 2)]) != graph([(0, 1), (0, 2)])


@pytest.mark.parametrize("board", [grid(3, 4), torus(120, 90), graph([("a", "b")], nodes="z")])
def test_boards_survive_pickling(board: Board) -> None:
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert again.labels == board.labels
    assert not again.targets.flags.writeable


def test_boards_are_immutable() -> None:
    board = grid(3, 4)
    with pytest.raises(AttributeError):
        board.kind = "torus"  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        board.targets[0] = 5


def test_edges_are_every_pair_once() -> None:
    assert grid(2, 2).edges() == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert len(grid(16, 30).edges()) * 2 == len(grid(16, 30).targets)


def test_compiled_graph_is_made_once() -> None:
    pytest.importorskip("sapper._core")
    board = grid(3, 4)
    assert board.graph is board.graph


def test_integer_nodes_keep_their_order() -> None:
    board = graph([(5, 2), (0, 5)], nodes=[1])
    assert board.labels == (0, 1, 2, 5)
    assert [board.neighbors(cell) for cell in range(4)] == [[3], [], [3], [0, 2]]
    assert board.node_of(3) == 5
    assert board.form == "graph:4"
    assert_sound(board)


def test_other_nodes_keep_the_order_they_are_met_in() -> None:
    board = graph([("hub", "a"), ("b", "hub")], nodes=["alone", "b"])
    assert board.labels == ("alone", "b", "hub", "a")
    assert board.neighbors(2) == [1, 3]
    assert grid(2, 2).node_of(3) is None
    assert grid(2, 2).labels is None


def test_edges_may_be_an_array_or_a_generator() -> None:
    edges = [(0, 1), (1, 2), (2, 3)]
    assert graph(np.array(edges)) == graph(edges)
    assert graph(np.array(edges)).labels == (0, 1, 2, 3)
    far = [(7, 900), (-3, 7), (900, -3)]
    assert graph(np.array(far)) == graph(far)
    assert [type(label) for label in graph(np.array(far)).labels or ()] == [int] * 3
    assert graph(edge for edge in edges) == graph(edges)
    assert graph([], nodes=range(3)).size == 3


def test_networkx_graphs_come_and_go() -> None:
    petersen: Any = nx.petersen_graph()
    board = graph(petersen)
    assert board.size == 10
    assert [board.neighbors(v) for v in range(10)] == [sorted(petersen[v]) for v in range(10)]
    assert nx.utils.graphs_equal(board.to_networkx(), nx.Graph(petersen.edges))
    named = graph(nx.relabel_nodes(petersen, {v: f"v{v}" for v in petersen}))
    assert named.labels is not None
    assert set(named.to_networkx().nodes) == {f"v{v}" for v in range(10)}
    assert nx.is_isomorphic(grid(3, 3, "rook").to_networkx(), nx.grid_2d_graph(3, 3))
    assert graph(nx.MultiGraph([(0, 1)])) == graph([(0, 1)])


@given(st.integers(1, 9), st.data())
def test_random_graphs_are_sound(size: int, data: st.DataObject) -> None:
    pairs = [(a, b) for a in range(size) for b in range(a)]
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True) if pairs else st.just([]))
    board = graph(edges, nodes=range(size))
    assert_sound(board)
    assert board.edges() == sorted((b, a) for a, b in edges)


@pytest.mark.parametrize(
    ("edges", "nodes", "message"),
    [
        ([(1, 1)], None, "node 1 is joined to itself"),
        ([("a", "b"), ("b", "a")], None, "'a' and 'b' are joined twice"),
        ([(0, 1), (0, 1)], None, "0 and 1 are joined twice"),
        (np.array([(4, 5), (5, 4)]), None, "4 and 5 are joined twice"),
        (np.array([(4, 5), (7, 7)]), None, "node 7 is joined to itself"),
        ([], None, "at least one node"),
        (nx.Graph(), None, "at least one node"),
        (nx.DiGraph([(0, 1)]), None, "undirected"),
        (nx.MultiGraph([(0, 1), (0, 1)]), None, "joined twice"),
        ([(0, 1, 2)], None, "pair of nodes"),
        ([0, 1], None, "pair of nodes"),
        (["ab"], None, "pair of nodes"),
        (7, None, "iterable of pairs"),
        ([([], 1)], None, "hashable"),
        ([(0, 1)], 5, "iterable of hashable"),
    ],
)
def test_bad_graphs_are_refused(edges: Any, nodes: Any, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        graph(edges, nodes)


@pytest.mark.parametrize(
    ("board", "count"),
    [
        (grid(1, 1), 1),
        (grid(1, 5), 2),
        (grid(3, 4), 4),
        (grid(4, 4), 8),
        (grid(4, 4, "knight"), 8),
        (grid(4, 5, "reach2"), 4),
        (torus(1, 1), 1),
        (torus(2, 2), 8),
        (torus(3, 4), 6 * 8),
        (torus(4, 4), 8 * 8 * 2),
        (box(2, 2, 2), 48),
        (box(2, 3, 3), 16),
        (box(1, 3, 1), 2),
        (hexagonal(3, 4), 2),
        (hexagonal(4, 4), 2),
        (hexagonal(6, 7, wrapped=True), 6 * 7 * 2),
        (torus(3, 3, 4), 2 * 6 * 6 * 8),
        (triangular(3, 5), 2),
        (triangular(4, 5), 4),
        (graph([(0, 1), (1, 2)]), 1),
    ],
)
def test_symmetries_are_distinct_automorphisms(board: Board, count: int) -> None:
    found = list(symmetries(board))
    assert found[0].tolist() == list(range(board.size))
    assert len({tuple(move.tolist()) for move in found}) == len(found) == count
    for move in found:
        for cell in range(board.size):
            image = sorted(move[board.neighbors(cell)].tolist())
            assert image == board.neighbors(int(move[cell]))


def test_symmetries_of_many_axes_start_at_once() -> None:
    assert len(list(symmetries(box(5, *[1] * 30)))) == 2


@settings(max_examples=20)
@given(st.sampled_from(["hex", "tri"]), flat_shapes)
def test_symmetries_of_uneven_lattices_hold(kind: str, shape: tuple[int, int]) -> None:
    board = lattice(kind, shape)
    for move in symmetries(board):
        for cell in range(board.size):
            image = sorted(move[board.neighbors(cell)].tolist())
            assert image == board.neighbors(int(move[cell]))


# -- kinds ---------------------------------------------------------------------------------------

LOPSIDED = Kind.of(BoardKind("lopsided", [[[0, -1], [0, 1], [-1, -1], [1, 1]]], (0, 0)))
"""Neighbours in the row and along one diagonal: reflections do not keep it, a half turn does."""


def test_symmetries_of_a_kind_follow_from_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "lopsided", LOPSIDED)
    board = lattice("lopsided", (4, 4))
    edges = set(board.edges())
    for permutation in symmetries(board):
        moved = {tuple(sorted((int(permutation[a]), int(permutation[b])))) for a, b in edges}
        assert moved == edges
    assert len(list(symmetries(board))) == 2
    as_graph = graph(board.edges(), nodes=range(board.size))
    assert optimal(board, mines=3).wins == optimal(as_graph, mines=3).wins


@pytest.mark.parametrize("kind", KINDS)
def test_symmetric_kinds_are_so(kind: str) -> None:
    """Properties that a rule states in advance hold on boards with equal and unequal sides."""
    shapes: tuple[tuple[int, ...], ...] = ((4, 4), (4, 5))
    if not KINDS[kind].flat:
        shapes = ((3, 3, 2), (4, 5, 6))
    elif kind in ("triwrap", "rookwrap"):
        shapes = ((6, 6), (6, 8))
    for sides in shapes:
        board = lattice(kind, sides)
        edges = set(board.edges())
        for permutation in symmetries(board):
            moved = {tuple(sorted((int(permutation[a]), int(permutation[b])))) for a, b in edges}
            assert moved == edges


def test_cells_are_named_alike() -> None:
    assert grid(3, 4).name(5) == grid(3, 4).name((1, 1)) == "(1, 1)"
    assert box(9).name(5) == "5"
    star = graph([("hub", "a"), ("hub", "b")])
    assert [star.name(cell) for cell in range(3)] == ["hub", "a", "b"]
    analysis = analyze(Position(star, [1, None, None], mines=1))
    assert "hub" in Game(star, mines=1, first="safe").hint().text
    assert analysis.summary().splitlines()[-1] == "safest: a, mine probability 0.5"
    with pytest.raises(PositionError, match="cell hub must be covered without a flag"):
        Position(star, [1, None, None], mines=1).flag(0)
    chain = graph([("hub", "a"), ("hub", "b"), ("b", "c")])
    with pytest.raises(GameError, match="next to the first cell hub and its neighbours"):
        Deal.read(chain, mines=3, first="open", start=0)


# -- nodes of graphs ----------------------------------------------------------------------------


def test_a_node_names_its_cell() -> None:
    star = graph([("hub", "a"), ("hub", "b")], nodes=["alone"])
    assert [star.cell(node) for node in ("alone", "hub", "a", "b")] == [0, 1, 2, 3]
    assert star.cell((3,)) == star.cell([3]) == 3
    assert star.neighbors("hub") == [2, 3]
    assert star.coordinates("b") == (3,)
    assert star.node_of("b") == "b"
    places = graph([((0, 0), (0, 1)), ((0, 1), (1, 1))])
    assert [places.cell((0, 1)), places.cell([1, 1]), places.cell_of((1, 1))] == [1, 2, 2]
    assert pickle.loads(pickle.dumps(star)).cell("hub") == 1


def test_integers_are_cells_even_if_nodes_are_integers() -> None:
    shifted = graph([(1, 2), (2, 3)])
    assert [shifted.cell(1), shifted.cell_of(1), shifted.node_of(1)] == [1, 0, 2]
    with pytest.raises(BoardError, match=r"cell 3 is not on graph:3, .* use board.cell_of\(3\)"):
        shifted.cell(3)
    with pytest.raises(BoardError, match=r"cell 9 is not on graph:3, whose last cell is 2$"):
        shifted.cell(9)


@pytest.mark.parametrize("node", ["x", ("a", "b"), None, 1.5, {"a"}, ["a"]])
def test_nodes_that_do_not_exist_are_refused(node: object) -> None:
    star = graph([("hub", "a")])
    with pytest.raises(BoardError, match="graph:2 has no node"):
        star.cell(node)
    with pytest.raises(BoardError, match="a cell is an index or a tuple of coordinates"):
        grid(2, 2).cell(node)
    with pytest.raises(BoardError, match="2x2 was not made from a graph: it has no node"):
        grid(2, 2).cell_of(node)


def test_nodes_are_accepted_wherever_cells_are() -> None:
    star = graph([("hub", "a"), ("hub", "b"), ("b", "c")])
    game = Game(star, mines=1, start="hub")
    assert game.deal.start == star.cell("hub")
    assert game.flag("a")
    assert simulate(star, "random", 3, mines=1, start="c").start == 3
    assert optimal(star, mines=1, start="c").start == 3
    analysis = analyze(Position(star, {"hub": 1}, mines=1))
    assert analysis.clue_distribution("c").probability == {0: 0.5, 1: 0.5}
