"""Board specs: their meaning, and one clear error for each invalid spec."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sapper.boards import board, box, grid, hexagonal, torus, triangular
from sapper.boards.kinds import KINDS, NAMED
from sapper.boards.specs import Spec, parse_spec
from sapper.errors import SapperError, SpecError


@pytest.mark.parametrize(
    ("text", "canonical", "kind", "shape", "mines"),
    [
        ("16x30/99", "16x30", "grid", (16, 30), 99),
        ("16x30", "16x30", "grid", (16, 30), None),
        ("grid:16x30/0", "16x30", "grid", (16, 30), 0),
        ("torus:9x12/15", "torus:9x12", "torus", (9, 12), 15),
        ("hex:10x12/20", "hex:10x12", "hex", (10, 12), 20),
        ("tri:4x5", "tri:4x5", "tri", (4, 5), None),
        ("hexwrap:4x5", "hexwrap:4x5", "hexwrap", (4, 5), None),
        ("torus:4x4x4/9", "torus:4x4x4", "torus", (4, 4, 4), 9),
        ("torus:7", "torus:7", "torus", (7,), None),
        ("box:5x5x5/10", "box:5x5x5", "box", (5, 5, 5), 10),
        ("box:7/7", "box:7", "box", (7,), 7),
        ("rook:3x3", "rook:3x3", "rook", (3, 3), None),
        ("knight:8x8/64", "knight:8x8", "knight", (8, 8), 64),
        ("reach2:8x8", "reach2:8x8", "reach2", (8, 8), None),
        (" Torus:9X12/15\n", "torus:9x12", "torus", (9, 12), 15),
        ("007x08/010", "7x8", "grid", (7, 8), 10),
        ("beginner8", "8x8", "grid", (8, 8), 10),
        ("beginner", "9x9", "grid", (9, 9), 10),
        ("intermediate", "16x16", "grid", (16, 16), 40),
        ("expert", "16x30", "grid", (16, 30), 99),
        ("Master", "30x30", "grid", (30, 30), 200),
        ("expert/120", "16x30", "grid", (16, 30), 120),
        ("4000x5000", "4000x5000", "grid", (4000, 5000), None),
    ],
)
def test_specs_mean_what_they_say(
    text: str, canonical: str, kind: str, shape: tuple[int, ...], mines: int | None
) -> None:
    assert parse_spec(text) == Spec(canonical, kind, shape, mines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown board ''"),
        ("   ", "unknown board"),
        ("16", "needs ROWSxCOLUMNS"),
        ("16x", "bad dimension ''"),
        ("x30", "unknown board 'x30'"),
        ("16xx30", "bad dimension ''"),
        ("16x30x2", "write box:16x30x2"),
        ("hex:9x9x9", "hex needs ROWSxCOLUMNS"),
        ("hexwrap:9x9", "rows must be at least 4 and a multiple of 2, that of columns at least 3"),
        ("hexwrap:2x9", "rows must be at least 4"),
        ("hexwrap:4x2", "columns at least 3"),
        ("torus:", "bad dimension ''"),
        ("16x3o", "bad dimension '3o'"),
        ("16 x 30", "bad dimension '16 '"),
        ("16x٣", "bad dimension '٣'"),
        ("1.5x3", "bad dimension '1.5'"),
        ("0x5", "at least 1, not 0"),
        ("5x-5", "at least 1, not -5"),
        ("-5x5", "at least 1, not -5"),
        ("16x30/", "bad number of mines ''"),
        ("16x30/many", "bad number of mines 'many'"),
        ("16x30/9/9", "bad number of mines '9/9'"),
        ("16x30/-1", "-1 mines"),
        ("16x30/481", "481 mines.*0 to 480"),
        ("beginner/82", "82 mines.*0 to 81"),
        ("999999999x999999999", "more than 20000000 cells"),
        ("999999999x999999999/99", "more than 20000000 cells"),
        ("9" * 100 + "x3", "is over 20000000"),
        ("4x4/" + "9" * 100, "number of mines"),
        ("4473x4473", "more than 20000000 cells"),
        ("reach2:4400x4400", "neighbour entries"),
        ("box:" + "x".join("3" * 12), "neighbour entries"),
        ("box:" + "x".join("1" * 100), "1 to 32 dimensions, not 100"),
        ("box:" + "x".join("2" * 5000), "characters"),
        ("toros:9x12", "did you mean 'torus'"),
        ("hexagonal:9x12", "did you mean 'hex'"),
        ("kinght:9x12", "did you mean 'knight'"),
        ("expret", "did you mean 'expert'"),
        ("begginer", "did you mean 'beginner'"),
        ("zzz", "known names are"),
        ("graph:8", "no graph 'graph:8' is known here: build it with sapper.graph"),
        ("graph:0123456789abcdef", "no graph 'graph:0123456789abcdef' is known"),
        ("graph:", "no graph 'graph:' is known"),
        (":9x9", "unknown kind of board ''"),
    ],
)
def test_bad_specs_have_one_clear_error(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message) as caught:
        parse_spec(text)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value).replace(repr(text), "")
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize("value", [None, 16, (16, 30), b"16x30"])
def test_specs_are_strings(value: Any) -> None:
    with pytest.raises(SpecError, match="a board spec is a string"):
        parse_spec(value)


def test_boards_come_from_specs_with_or_without_mines() -> None:
    assert board("16x30/99") == board("16x30") == grid(16, 30)
    assert board("torus:9x12") == torus(9, 12)
    assert board("hex:10x12/20") == hexagonal(10, 12)
    assert board("tri:3x7") == triangular(3, 7)
    assert board("box:5x5x5/10") == box(5, 5, 5)
    assert board("reach2:5x6") == grid(5, 6, "reach2")
    assert board("expert") == parse_spec("expert").board() == board(parse_spec("expert"))
    with pytest.raises(SapperError):
        board("999999999x999999999")


def test_mines_can_be_exchanged() -> None:
    spec = parse_spec("torus:9x12/15")
    assert str(spec.with_mines(20)) == "torus:9x12/20"
    assert str(spec.with_mines(None)) == "torus:9x12"
    assert spec.mines == 15
    assert spec.size == 108
    bad: list[Any] = [-1, 109, 2.5, True]
    for mines in bad:
        with pytest.raises(SpecError, match=str(mines)):
            spec.with_mines(mines)


def test_named_boards_are_within_bounds() -> None:
    assert {name: str(parse_spec(name)) for name in NAMED} == NAMED


@given(st.sampled_from(sorted(KINDS)), st.data())
def test_specs_round_trip(kind: str, data: st.DataObject) -> None:
    dimensions = KINDS[kind].dimensions or data.draw(st.integers(1, 5))
    shapes = st.tuples(*[st.integers(1, 12)] * dimensions)
    shape = data.draw(shapes.filter(lambda shape: KINDS[kind].core.fault(shape) is None))
    text = f"{kind}:" + "x".join(map(str, shape))
    spec = parse_spec(text)
    mines = data.draw(st.none() | st.integers(0, spec.size))
    spec = spec.with_mines(mines)
    assert parse_spec(str(spec)) == spec
    assert (spec.kind, spec.shape, spec.mines) == (kind, shape, mines)


@given(st.text() | st.text(alphabet="0123456789x:/-gridtoushebxnk "))
@example("9" * 4400 + "x9")
@example("box:" + "1x" * 200 + "1")
def test_any_text_is_a_spec_or_a_spec_error(text: str) -> None:
    try:
        spec = parse_spec(text)
    except SpecError:
        return
    assert parse_spec(str(spec)) == spec
