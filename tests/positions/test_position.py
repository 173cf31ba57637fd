"""Positions: valid and invalid input, and properties."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.boards import boards as boards_module
from sapper.boards import box, graph, grid, hexagonal, lattice, parse_spec, symmetries, torus
from sapper.errors import BoardError, PositionError, SpecError
from sapper.games import Game
from sapper.positions import COVERED, FLAGGED, Position, parse

ROWS = [[1, None, None], [None, 0, 2]]
FLAT = [1, None, None, None, 0, 2]


def random_position(data: st.DataObject) -> Position:
    """Draw a position on a small board; its clues may contradict each other."""
    kind = data.draw(st.sampled_from(["grid", "torus", "hex", "tri", "rook"]))
    board = lattice(kind, data.draw(st.tuples(st.integers(1, 5), st.integers(1, 5))))
    clues = data.draw(
        st.lists(st.none() | st.integers(0, 8), min_size=board.size, max_size=board.size)
    )
    covered = [cell for cell, clue in enumerate(clues) if clue is None]
    flags = data.draw(st.sets(st.sampled_from(covered))) if covered else set()
    limit = data.draw(st.integers(1, 3))
    mines = data.draw(st.integers(0, 2 * board.size))
    return Position(board, clues, mines, max_per_cell=limit, flags=flags)


@pytest.mark.parametrize(
    "clues",
    [
        FLAT,
        tuple(FLAT),
        ROWS,
        tuple(map(tuple, ROWS)),
        np.array(FLAT, dtype=object),
        np.array(ROWS, dtype=object),
        [np.array(row, dtype=object) for row in ROWS],
        [None if clue is None else np.int8(clue) for clue in FLAT],
        dict(enumerate(FLAT)).values(),
    ],
)
def test_clues_may_be_flat_or_nested_in_any_sequence(clues: Any) -> None:
    position = Position(grid(2, 3), clues, mines=2)
    assert position.clues == FLAT
    assert position.states.tolist() == [1, COVERED, COVERED, COVERED, 0, 2]
    assert position.states.dtype == np.int16


def test_a_fully_revealed_board_may_be_an_integer_array() -> None:
    assert Position(grid(2, 2), np.zeros((2, 2), dtype=int), mines=0).covered == []


def test_clues_of_a_box_nest_as_deep_as_it() -> None:
    nested = [[[None, 1], [2, None]], [[0, None], [None, 3]]]
    position = Position(box(2, 2, 2), nested, mines=3)
    assert position.clues == [None, 1, 2, None, 0, None, None, 3]


def test_properties_of_a_position() -> None:
    position = Position("3x4/3", [None] * 4 + [1] + [None] * 7, flags=[(0, 1), 11])
    assert position.mines == 3
    assert position.density is None
    assert position.clue(4) == position.clue((1, 0)) == 1
    assert position.clue((0, 1)) is None
    assert position.revealed == [4]
    assert position.flags == [1, 11]
    assert position.covered == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
    assert position.frontier == [0, 1, 5, 8, 9]
    assert position.floating == [2, 3, 6, 7, 10, 11]
    assert position.states[1] == FLAGGED
    assert all(type(cell) is int for cell in position.frontier)


@given(st.data())
def test_frontier_and_floating_share_out_the_covered_cells(data: st.DataObject) -> None:
    position = random_position(data)
    next_to_clue = [
        cell
        for cell in position.covered
        if any(position.clue(other) is not None for other in position.board.neighbors(cell))
    ]
    assert position.frontier == next_to_clue
    assert sorted(position.frontier + position.floating) == position.covered
    assert sorted(position.covered + position.revealed) == list(range(position.board.size))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"clues": FLAT[:-1]}, "5 clues for a board of 6 cells"),
        ({"clues": [*FLAT, None]}, "7 clues for a board of 6 cells"),
        ({"clues": []}, "0 clues"),
        ({"clues": ROWS[:1]}, "1 entries, but the board has 2"),
        ({"clues": [[1, None], [None, 0]]}, "2 entries, but the board has 3"),
        ({"clues": [[1, None, None], [None, 0]]}, "2 entries, but the board has 3"),
        ({"clues": [[1, None, None], 4]}, "4 in place of a row"),
        ({"clues": [[[1], [None], [None]], [[None], [0], [2]]]}, r"integer or None, not \[1\]"),
        ({"clues": [1, None, None, [2], 0, 2]}, r"integer or None, not \[2\]"),
        ({"clues": np.zeros((3, 2), dtype=int)}, r"shape \(3, 2\)"),
        ({"clues": [1, None, None, None, 0, True]}, "not True"),
        ({"clues": [1, None, None, None, 0, 2.0]}, "not 2.0"),
        ({"clues": [1, None, None, None, 0, "2"]}, "not '2'"),
        ({"clues": np.full(6, np.nan)}, "not nan"),
        ({"clues": [1, None, None, None, 0, -1]}, "from 0 to 32000, not -1"),
        ({"clues": [1, None, None, None, 0, -2]}, "from 0 to 32000, not -2"),
        ({"clues": [1, None, None, None, 0, 32001]}, "not 32001"),
        ({"clues": [1, None, None, None, 0, 2**16]}, "not 65536"),
        ({"clues": [1, None, None, None, 0, 10**30]}, "not 10{30}"),
        ({"clues": [1, None, None, None, 0, np.int64(-5)]}, "not -5"),
        ({"clues": "1##\n#.2"}, "sapper.parse"),
        ({"clues": 5}, "a sequence, not 5"),
        ({"clues": None}, "a sequence, not None"),
        ({"mines": -1}, "negative: -1"),
        ({"mines": 1.0}, "integer, not 1.0"),
        ({"mines": True}, "integer, not True"),
        ({"mines": "3"}, "integer, not '3'"),
        ({"mines": None}, "neither was given"),
        ({"density": 0.2}, "not both"),
        ({"mines": None, "density": 0.0}, "between 0 and 1, not 0.0"),
        ({"mines": None, "density": 1.0}, "between 0 and 1, not 1.0"),
        ({"mines": None, "density": float("nan")}, "not nan"),
        ({"mines": None, "density": Fraction(3, 2)}, r"not Fraction\(3, 2\)"),
        ({"mines": None, "density": "0.2"}, "not '0.2'"),
        ({"mines": None, "density": 1}, "not 1"),
        ({"max_per_cell": 0}, "from 1 to 100, not 0"),
        ({"max_per_cell": 101}, "from 1 to 100, not 101"),
        ({"max_per_cell": 1.5}, "integer, not 1.5"),
        ({"max_per_cell": True}, "integer, not True"),
        ({"flags": [0]}, r"\(0, 0\) is flagged but shows 1"),
        ({"flags": [6]}, "bad flag: cell 6"),
        ({"flags": [(2, 0)]}, "bad flag"),
        ({"flags": ["a"]}, "bad flag"),
        ({"flags": 3}, "iterable of cells, not 3"),
    ],
)
def test_malformed_positions_are_refused(arguments: dict[str, Any], message: str) -> None:
    whole: dict[str, Any] = {"board": grid(2, 3), "clues": FLAT, "mines": 2} | arguments
    with pytest.raises(PositionError, match=message) as caught:
        Position(**whole)
    assert isinstance(caught.value, ValueError)


def test_the_spec_of_a_position_may_hold_its_mines() -> None:
    assert Position("2x3/2", FLAT).mines == 2
    assert Position("2x3/2", FLAT, mines=3).mines == 3
    assert Position("2x3/2", FLAT, density=0.5).mines is None
    with pytest.raises(SpecError):
        Position("2y3/2", FLAT)


def test_a_density_is_kept_as_given() -> None:
    exact = Position(grid(2, 3), FLAT, density=Fraction(1, 5))
    assert exact.density == Fraction(1, 5)
    assert isinstance(exact.density, Fraction)
    rounded = Position(grid(2, 3), FLAT, density=np.float64(0.2))
    assert type(rounded.density) is float
    assert exact.mines is None
    assert exact.faults() == []


def test_positions_are_immutable() -> None:
    position = Position(grid(2, 3), FLAT, mines=2)
    with pytest.raises(AttributeError):
        position.mines = 3  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        position.states[0] = 3


def test_moves_make_new_positions() -> None:
    before = Position.covered_board("2x3/2")
    after = before.reveal((0, 0), 1).flag(1).flag((1, 2)).unflag((1, 2))
    assert before.covered == list(range(6))
    assert str(after) == "1F#\n###"
    assert (after.board, after.mines, after.max_per_cell) == (before.board, 2, 1)
    assert before.reveal(0, np.int64(1)).clue(0) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (lambda p: p.reveal(0, 1), "but is a revealed 1"),
        (lambda p: p.reveal(1, 1), "but is flagged"),
        (lambda p: p.reveal(2, -1), "not -1"),
        (lambda p: p.reveal(2, 40_000), "not 40000"),
        (lambda p: p.reveal(2, None), "not None"),
        (lambda p: p.flag(0), "a revealed 1"),
        (lambda p: p.flag(1), "but is flagged"),
        (lambda p: p.unflag(2), "must be flagged"),
    ],
)
def test_impossible_moves_are_refused(move: Any, message: str) -> None:
    position = Position("2x3/2", [1, None, None, None, 0, 2], flags=[1])
    with pytest.raises(PositionError, match=message):
        move(position)


@pytest.mark.parametrize("board", [5, None, ("2x2",)])
def test_what_is_no_board_is_refused(board: Any) -> None:
    with pytest.raises(SpecError, match="a board is a spec such as '16x30/99' or a Board, not"):
        Position(board, [None], mines=1)


def test_boards_are_read_alike_everywhere() -> None:
    """A spec as text or read, with more mines than cells where a cell can hold several."""
    spec = parse_spec("2x2/5", max_per_cell=2)
    covered = [
        Position("2x2/5", [None] * 4, max_per_cell=2),
        Position(spec, [None] * 4, max_per_cell=2),
        Position.covered_board("2x2/5", max_per_cell=2),
        Position.covered_board(spec, max_per_cell=2),
        parse("##\n##", board="2x2/5", max_per_cell=2),
        parse("##\n##", board=spec, max_per_cell=2),
        parse("2x2/5\n##\n##", max_per_cell=2),
        Game("2x2/5", max_per_cell=2, first="any").position,
        Game(spec, max_per_cell=2, first="any").position,
    ]
    assert set(covered) == {covered[0]}
    assert covered[0].mines == 5
    with pytest.raises(SpecError, match="can have 0 to 4"):
        Position.covered_board("2x2/5")


def test_clues_are_counted_before_a_huge_board_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(boards_module.Board, "_all_neighbors")
    with pytest.raises(PositionError, match="2 clues for a board of 20000000 cells"):
        Position("4000x5000/3", [1, None])


def test_moves_off_the_board_are_refused() -> None:
    with pytest.raises(BoardError):
        Position("2x3/2", FLAT).reveal(6, 1)


def test_states_make_positions() -> None:
    states = np.array([1, COVERED, FLAGGED, COVERED, 0, 2])
    position = Position.from_states(grid(2, 3), states, mines=2)
    assert position == Position(grid(2, 3), FLAT, mines=2, flags=[2])
    states[0] = 5
    assert position.clue(0) == 1
    bad: list[Any] = [states[:5], states.astype(float), states - 10, states + 40_000]
    for wrong in bad:
        with pytest.raises(PositionError, match="states"):
            Position.from_states(grid(2, 3), wrong, mines=2)


def fault_kinds(position: Position) -> list[tuple[str, int | None]]:
    return [(fault.kind, fault.cell) for fault in position.faults()]


@pytest.mark.parametrize(
    ("clues", "flags", "mines", "limit", "faults"),
    [
        ([1, None, None, None, None, None], [], 2, 1, []),
        ([4, None, None, None, None, None], [], 5, 1, [("clue-above-room", 0)]),
        ([4, None, None, None, None, None], [], 5, 2, []),
        ([7, None, None, None, None, None], [], 9, 2, [("clue-above-room", 0)]),
        ([1, None, None, None, None, None], [1, 3], 3, 1, [("clue-below-flags", 0)]),
        ([2, None, None, None, None, None], [], 1, 1, [("clue-above-mines", 0)]),
        ([0, None, None, None, None, None], [], 6, 1, [("mines-above-room", None)]),
        ([0, None, None, None, None, None], [], 10**30, 1, [("mines-above-room", None)]),
        ([0, None, None, None, None, None], [2, 5], 1, 1, [("mines-below-flags", None)]),
        (
            [9, None, 0, None, None, None],
            [1, 4],
            1,
            1,
            [
                ("clue-above-room", 0),
                ("clue-above-mines", 0),
                ("clue-below-flags", 2),
                ("mines-below-flags", None),
            ],
        ),
    ],
)
def test_faults_list_everything_wrong(
    clues: list[int | None],
    flags: list[int],
    mines: int,
    limit: int,
    faults: list[tuple[str, int | None]],
) -> None:
    position = Position(grid(2, 3), clues, mines, max_per_cell=limit, flags=flags)
    assert fault_kinds(position) == faults


def test_faults_of_lonely_cells_and_full_boards() -> None:
    lonely = Position(graph([(0, 1)], nodes=[2]), [None, None, 1], mines=1)
    assert [fault.message for fault in lonely.faults()] == ["the 1 at 2 has no neighbours"]
    done = Position("1x2", [0, 0], mines=1)
    assert fault_kinds(done) == [("mines-above-room", None)]
    assert Position("1x1", [0], mines=0).faults() == []
    assert Position("1x2", [5, None], density=0.5).faults()[0].kind == "clue-above-room"


@given(st.data())
def test_a_position_seen_from_a_layout_has_no_faults(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from([grid(3, 4), torus(3, 3), hexagonal(4, 3), box(2, 2, 3)]))
    limit = data.draw(st.integers(1, 3))
    size = board.size
    layout = data.draw(st.lists(st.integers(0, limit), min_size=size, max_size=size))
    shown = data.draw(st.sets(st.integers(0, size - 1)))
    clues = [
        sum(layout[other] for other in board.neighbors(cell))
        if cell in shown and not layout[cell]
        else None
        for cell in range(size)
    ]
    flags = [cell for cell in range(size) if layout[cell] and cell in shown]
    position = Position(board, clues, sum(layout), max_per_cell=limit, flags=flags)
    assert position.faults() == []


@given(st.data())
def test_transforming_moves_every_cell(data: st.DataObject) -> None:
    position = random_position(data)
    move = data.draw(st.permutations(range(position.board.size)))
    moved = position.transform(move)
    assert all(moved.states[move[cell]] == position.states[cell] for cell in range(len(move)))
    back = np.argsort(np.array(move))
    assert moved.transform(back) == position


def test_symmetries_turn_positions() -> None:
    position = Position("2x2/1", [1, None, None, None])
    turned = {str(position.transform(move)) for move in symmetries(position.board)}
    assert turned == {"1#\n##", "#1\n##", "##\n1#", "##\n#1"}


@pytest.mark.parametrize(
    "move",
    [[0, 1], [0, 0, 1, 2], [0, 1, 2, 4], [[0, 1], [2, 3]], [0.0, 1.0, 2.0, 3.0], [[0], 1], 0],
)
def test_transforming_needs_a_permutation(move: Any) -> None:
    with pytest.raises(PositionError, match="not a permutation"):
        Position.covered_board("2x2/1").transform(move)


def test_equality_and_hash_look_at_everything() -> None:
    base = Position("2x3/2", FLAT)
    same = Position(grid(2, 3), ROWS, mines=2)
    assert base == same
    assert hash(base) == hash(same)
    others = [
        Position("2x3/3", FLAT),
        Position("torus:2x3/2", FLAT),
        Position("2x3/2", FLAT, max_per_cell=2),
        Position("2x3/2", FLAT, flags=[1]),
        Position("2x3", FLAT, density=0.5),
        Position("2x3/2", [None] * 6),
    ]
    assert len({base, same, *others}) == 1 + len(others)
    assert base != "1##\n#.2"


@pytest.mark.parametrize(
    "position",
    [
        Position("2x3/2", FLAT, flags=[1]),
        Position(graph([("a", "b")]), [None, 1], density=Fraction(1, 3)),
        Position("2x3", FLAT, mines=7, max_per_cell=2),
    ],
)
def test_positions_survive_pickling(position: Position) -> None:
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert not again.states.flags.writeable


def test_positions_show_themselves() -> None:
    position = Position("torus:2x3/2", FLAT, flags=[1])
    assert str(position) == "1F#\n#.2"
    assert position.to_text(header=True) == "torus:2x3/2\n1F#\n#.2"
    assert repr(position) == "<Position torus:2x3 mines=2, 3 covered>"
    many = Position("2x3", FLAT, mines=2, max_per_cell=3)
    assert repr(many) == "<Position 2x3 mines=2, max_per_cell=3, 3 covered>"
    assert "density=1/3" in repr(Position("2x3", FLAT, density=Fraction(1, 3)))


def test_covered_boards_take_every_setting() -> None:
    assert Position.covered_board("expert").mines == 99
    assert Position.covered_board(grid(2, 2), 3, max_per_cell=2).max_per_cell == 2
    assert Position.covered_board("2x2/1", density=0.25).density == 0.25
    with pytest.raises(PositionError, match="neither"):
        Position.covered_board("2x2")


# -- clues by cell ------------------------------------------------------------------------------

STAR = graph([("hub", "a"), ("hub", "b")])


def test_clues_are_given_by_cell() -> None:
    star = Position(STAR, {"hub": 1}, mines=1)
    assert star == Position(STAR, [1, None, None], mines=1)
    assert star.clue("hub") == 1
    assert star.flag("a").flags == Position(STAR, {0: 1}, mines=1, flags=["a"]).flags == [1]
    grid = Position("2x3/1", {(0, 1): 1, 5: 0, (1, 0): None})
    assert grid.clues == [None, 1, None, None, None, 0]
    assert Position("2x3/1", {}) == Position.covered_board("2x3/1")


@pytest.mark.parametrize(
    ("clues", "message"),
    [
        ({"nut": 1}, "bad cell of a clue: graph:3 has no node 'nut'"),
        ({7: 1}, "bad cell of a clue: cell 7 is not on graph:3"),
        ({"a": 1, 1: 2}, "cell a is given twice, as 'a' and 1"),
        ({"a": -1}, "a clue is from 0 to 32000, not -1"),
        ({"a": "1"}, "a clue is an integer or None, not '1'"),
    ],
)
def test_bad_clues_by_cell_are_refused(clues: Any, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        Position(STAR, clues, mines=1)


def test_the_smallest_density_is_the_same_as_a_fraction_and_as_a_float() -> None:
    for density in (Fraction(1, 10**15), 1e-15, 1 - Fraction(1, 10**15), 1 - 1e-15):
        assert Position("2x2", [None] * 4, density=density).density == density
    for density in (Fraction(1, 10**15 + 1), 0.9e-15):
        with pytest.raises(PositionError, match="a density is from"):
            Position("2x2", [None] * 4, density=density)
