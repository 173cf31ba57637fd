"""Text notation: exact round trips, and errors with their place."""

from __future__ import annotations

import contextlib
import pickle
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper.boards import Board, box, graph, grid, lattice, torus
from sapper.boards import board as build_board
from sapper.boards.kinds import FLAT_KINDS
from sapper.errors import NotationError, PositionError, SapperError, SpecError
from sapper.positions import Position, notation
from sapper.positions.notation import parse, parse_bytes
from sapper.positions.writing import format_position

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn


@st.composite
def boards(draw: DrawFn) -> Board:
    kind = draw(st.sampled_from([*FLAT_KINDS, "box", "graph"]))
    if kind == "box":
        return lattice(kind, tuple(draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))))
    if kind == "graph":
        size = draw(st.integers(1, 8))
        return graph([(cell, cell + 1) for cell in range(size - 1)], nodes=range(size))
    if kind == "hexwrap":
        return lattice(kind, draw(st.tuples(st.sampled_from([4, 6]), st.integers(3, 5))))
    if kind == "rookwrap":
        return lattice(kind, draw(st.tuples(st.integers(3, 5), st.integers(3, 5))))
    if kind == "triwrap":
        return lattice(kind, (6, draw(st.sampled_from([6, 8]))))
    return lattice(kind, draw(st.tuples(st.integers(1, 5), st.integers(1, 5))))


@st.composite
def positions(draw: DrawFn) -> Position:
    board = draw(boards())
    clue = st.none() | st.integers(0, 12) | st.sampled_from([0, 99, 32_000])
    clues = draw(st.lists(clue, min_size=board.size, max_size=board.size))
    covered = [cell for cell, shown in enumerate(clues) if shown is None]
    flags = draw(st.sets(st.sampled_from(covered))) if covered else set()
    mines = draw(st.integers(0, 3 * board.size))
    return Position(board, clues, mines, max_per_cell=draw(st.integers(1, 3)), flags=flags)


@given(positions())
def test_text_and_board_give_the_position_back(position: Position) -> None:
    text = format_position(position)
    again = parse(text, position.mines, board=position.board, max_per_cell=position.max_per_cell)
    assert again == position
    assert format_position(again) == text


@given(positions())
def test_text_with_header_is_enough(position: Position) -> None:
    """A graph is found by its spec as long as it exists."""
    text = format_position(position, header=True)
    assert parse(text, max_per_cell=position.max_per_cell) == position


@given(positions(), st.data())
def test_blanks_mean_nothing(position: Position, data: st.DataObject) -> None:
    blank = st.sampled_from(["", " ", "\t", "   "])
    line_end = data.draw(st.sampled_from(["\n", "\r\n", "\r", "\n \n\n"]))
    tokens = re.findall(r"\([0-9]+\)|[^\n]|\n", format_position(position))
    text = "".join(
        line_end if token == "\n" else data.draw(blank) + token.replace("(", "( ")
        for token in tokens
    )
    limit = position.max_per_cell
    again = parse(f"\n{text} \n\n", position.mines, board=position.board, max_per_cell=limit)
    assert again == position


def test_every_symbol() -> None:
    position = parse("# F . 0 1 2 3\n4 5 6 7 8 9 (10)", mines=9)
    assert position.board == grid(2, 7)
    assert position.clues == [None, None, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert position.flags == [1]
    assert parse("( 12 )#(3)", mines=1).clues == [12, None, 3]


def test_layers_stand_apart() -> None:
    position = Position.covered_board(box(2, 2, 3), 1).reveal((1, 0, 2), 11)
    assert format_position(position) == "###\n###\n\n##(11)\n###"
    assert format_position(Position.covered_board(box(4), 1)) == "####"
    edge = graph([(0, 1)], name="edge")
    shown = format_position(Position.covered_board(edge, 1), header=True)
    assert shown == f"graph:edge@{edge.address}/1\n##"


@pytest.mark.parametrize(
    ("text", "arguments", "spec", "mines"),
    [
        ("##\n##", {"mines": 1}, "2x2", 1),
        ("torus:2x2/3\n##\n##", {}, "torus:2x2", 3),
        ("  Torus:2x2/3 \n##\n##", {}, "torus:2x2", 3),
        ("\n\n2x2/3\n\n##\n##\n", {}, "2x2", 3),
        ("2x2/3\n##\n##", {"mines": 1}, "2x2", 1),
        ("2x2\n##\n##", {"mines": 1}, "2x2", 1),
        ("2x2/9\n##\n##", {"max_per_cell": 3}, "2x2", 9),
        ("box:3/1\n###", {}, "box:3", 1),
        ("beginner8\n" + "########\n" * 8, {}, "8x8", 10),
        ("\ufeff2x2/3\n##\n##", {}, "2x2", 3),
        ("##\n##", {"board": "torus", "mines": 1}, "torus:2x2", 1),
        ("##\n##", {"board": "HEX", "mines": 1}, "hex:2x2", 1),
        ("##\n##", {"board": "torus:2x2/3"}, "torus:2x2", 3),
        ("##\n##", {"board": "torus:2x2/3", "mines": 2}, "torus:2x2", 2),
        ("##\n##", {"board": torus(2, 2), "mines": 2}, "torus:2x2", 2),
        ("2x2/3\n##\n##", {"board": torus(2, 2)}, "torus:2x2", 3),
        ("2x2/3\n##\n##", {"board": "torus"}, "torus:2x2", 3),
        ("2x2/3\n##\n##", {"board": "torus:2x2/1"}, "torus:2x2", 1),
        ("graph:2/1\n##", {"board": graph([(0, 1)])}, "graph:57352274f725a6e2", 1),
        ("##\n##\n\n##\n##", {"board": "box:2x2x2", "mines": 2}, "box:2x2x2", 2),
    ],
)
def test_board_and_mines_come_from_arguments_first(
    text: str, arguments: dict[str, Any], spec: str, mines: int
) -> None:
    position = parse(text, **arguments)
    assert (position.board.spec, position.mines) == (spec, mines)


def test_a_density_wins_over_the_mines_of_the_header() -> None:
    position = parse("2x2/3\n##\n##", density=0.25)
    assert (position.mines, position.density) == (None, 0.25)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("##\n#!", 2, 2, "unknown character '!'"),
        (
            "\n# #\n#  x",
            3,
            4,
            "'x' can mean covered or mine here, as '#' is covered too: say which",
        ),
        ("1x2#", 1, 2, "'x' can mean covered or mine here"),
        ("g#", 1, 1, "unknown character 'g'"),
        ("#é", 1, 2, "unknown character 'é'"),
        ("#\u00ad#", 1, 2, "unknown character"),
        ("#\x07#", 1, 2, "unknown character '\\\\x07'"),
        ("#-1", 1, 2, "'-' can mean covered or zero here, as '#' is covered too: say which"),
        ("⬜🟦", 1, 1, "'⬜' can mean covered or zero here next to '🟦'"),
        ("#)", 1, 2, "unknown character '\\)'"),
        ("2x2/1\n##\n#&", 3, 2, "unknown character"),
        ("#(12\n###", 1, 2, "bracket"),
        ("#()", 1, 2, "bracket"),
        ("#(a)", 1, 2, "bracket"),
        ("#(32001)", 1, 2, "over 32000"),
        ("#(" + "9" * 5000 + ")", 1, 2, "over 32000"),
        ("###\n##\n###", 2, None, "2 cells, but line 1 has 3"),
        ("###\n\n#", 3, None, "1 cell, but line 1 has 3"),
        ("2x3/1\n###\n##", 3, None, "a row of 2x3 has 3"),
        ("2x3/1\n###", None, None, "1 rows, but 2x3 has 2"),
        ("2x3/1\n###\n###\n###", None, None, "3 rows, but 2x3 has 2"),
        ("", None, None, "no cells"),
        (" \n\t\n", None, None, "no cells"),
        ("2x3/1\n", None, None, "no cells"),
        ("999999999x999999999\n#", 1, None, "more than 20000000 cells"),
        ("2x3/-1\n###\n###", 1, None, "-1 mines in board spec '2x3/-1'"),
        ("2x3/\n###\n###", 1, None, "bad number of mines ''"),
        ("toros:2x3/1\n###\n###", 1, None, "did you mean 'torus'"),
        ("graph:3/1\n###", 1, None, "pass its board"),
    ],
)
def test_bad_text_is_refused_with_its_place(
    text: str, line: int | None, column: int | None, message: str
) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse(text, mines=1)
    assert (caught.value.line, caught.value.column) == (line, column)
    if column is not None:
        assert str(caught.value).startswith(f"line {line}, column {column}: ")
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"board": grid(2, 2), "mines": 1}, NotationError, "a row of 2x2 has 2"),
        ({"board": grid(3, 3), "mines": 1}, NotationError, "2 rows, but 3x3 has 3"),
        (
            {"board": graph([(0, 1)]), "mines": 1},
            NotationError,
            "a row of graph:2 has 2",
        ),
        ({"board": "box", "mines": 1}, SpecError, "box"),
        ({"board": "blob", "mines": 1}, SpecError, "unknown board"),
        ({"board": 7, "mines": 1}, NotationError, "not 7"),
        ({}, PositionError, "neither"),
        ({"mines": -1}, PositionError, "negative"),
        ({"mines": 1, "density": 0.5}, PositionError, "not both"),
        ({"mines": 1, "max_per_cell": 0}, PositionError, "not 0"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: dict[str, Any], error: type[SapperError], message: str
) -> None:
    with pytest.raises(error, match=message):
        parse("###\n###", **arguments)


@pytest.mark.parametrize("text", [None, b"##", 5])
def test_text_is_a_string(text: Any) -> None:
    with pytest.raises(NotationError, match="from a string"):
        parse(text, mines=1)


def test_bytes_are_text_or_refused() -> None:
    assert parse_bytes(b"2x2/1\r\n1#\r\n##\r\n").to_text() == "1#\n##"
    assert parse_bytes("\ufeff1#".encode(), mines=1).board.spec == "1x2"
    for data in (b"##\0#", b"\x89PNG\r\n", b"##\xff", "##".encode("utf-16")):
        with pytest.raises(NotationError, match="not a text file"):
            parse_bytes(data, mines=1)
    with pytest.raises(NotationError, match="no cells"):
        parse_bytes(b"", mines=1)


def test_rows_are_counted_before_a_huge_board_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("sapper.boards.boards.Board._all_neighbors")
    with pytest.raises(NotationError, match="1 cell, but a row of 4000x5000 has 5000"):
        parse("4000x5000/3\n#")


def test_messages_stay_short() -> None:
    for text in ("#(" + "9" * 5000 + ")", "torus:" + "9" * 5000 + "\n#", "4x4/" + "9" * 5000):
        with pytest.raises(NotationError) as caught:
            parse(text + "\n#", mines=1)
        assert len(str(caught.value)) < 200


def test_errors_keep_their_place_through_pickling() -> None:
    error = pickle.loads(pickle.dumps(NotationError("unknown character", line=2, column=5)))
    assert (error.line, error.column) == (2, 5)
    assert str(error) == "line 2, column 5: unknown character"


@given(st.text(alphabet="#F.0123456789 \t\n(x", max_size=30))
def test_plain_rows_are_read_as_all_others(text: str) -> None:
    """The short way and the long one: the same position, or the same refusal."""

    def reported(read: Callable[[], Position]) -> object:
        try:
            return read()
        except SapperError as error:
            return type(error), str(error)

    def the_long_way() -> Position:
        found = notation.read(text)
        return Position.from_states(build_board(found.board), found.states, 3)

    assert reported(lambda: parse(text, 3)) == reported(the_long_way)


def test_endless_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotationError, match="more than 1000000 lines"):
        parse("#\n" * (notation.MAX_LINES + 1), mines=1)
    with pytest.raises(NotationError, match="50000001 characters, over 50000000"):
        parse("#" * (notation.MAX_TEXT + 1), mines=1)
    with pytest.raises(NotationError, match="20000001 cells, over 20000000"):
        parse("#" * 20_000_001, mines=1)
    monkeypatch.setattr(notation, "MAX_TEXT", 10)
    with pytest.raises(NotationError, match="11 bytes, over 10"):
        parse_bytes(b"#" * 11, mines=1)


@given(st.text() | st.text(alphabet="#F.0123456789()\n\t x:/gridtous"))
@example("١")
@example("(١)")
@example("torus:\n#")
def test_any_text_is_a_position_or_an_error_of_ours(text: str) -> None:
    try:
        position = parse(text, mines=1)
    except SapperError:
        return
    assert parse(position.to_text(), mines=1, board=position.board) == position


@given(st.binary())
def test_any_bytes_are_a_position_or_an_error_of_ours(data: bytes) -> None:
    with contextlib.suppress(SapperError):
        assert parse_bytes(data, mines=1).board.size > 0
