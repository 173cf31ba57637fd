"""Pictures of boards: their contents, hidden information, and their width."""

from __future__ import annotations

import io
import math
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console

import sapper
from sapper.formatting import percent, percent_in_full
from sapper.terminal.render import (
    ASCII_MARKS,
    BASIC_COLORS,
    COLORS,
    MAX_SIDE,
    ROOM,
    drawable,
    picture,
    theme,
)

CHANCES = st.floats(0, 1, allow_nan=False)
ALMOST_ONE = math.nextafter(1, 0)
LEAST = math.ulp(0.0)


def draw(text: str, mines: int, board: str | None = None) -> list[str]:
    position = sapper.parse(text, mines, board=board)
    return picture(position, sapper.analyze(position)).plain.split("\n")


# -- percentages --------------------------------------------------------------------------------


def rank(text: str) -> float:
    """The rank of a percentage among the others."""
    if text.startswith("<"):
        return float(text[1:]) / 2
    return (float(text[1:]) + 100) / 2 if text.startswith(">") else float(text)


@given(CHANCES)
@example(0.9977)
@example(0.002)
@example(0.995)
@example(ALMOST_ONE)
@example(LEAST)
def test_percent_shows_certainty_only_where_there_is_some(chance: float) -> None:
    certain = chance in (0.0, 1.0)
    assert (percent(chance) in ("0", "100")) == certain
    assert len(percent(chance)) <= ROOM
    assert (percent_in_full(chance) in ("0 %", "100 %")) == certain


@given(CHANCES, CHANCES)
@example(0.0994, 0.0996)
@example(0.98999, 0.99001)
@example(0.00099, 0.00101)
def test_percent_is_monotone(first: float, second: float) -> None:
    low, high = sorted((first, second))
    assert rank(percent(low)) <= rank(percent(high))
    assert float(percent_in_full(low)[:-2]) <= float(percent_in_full(high)[:-2])


@given(CHANCES)
def test_percent_is_near_the_truth(chance: float) -> None:
    assert abs(rank(percent(chance)) - 100 * chance) <= 0.5 + 1e-9
    reported = float(percent_in_full(chance)[:-2])
    rarer = 100 * min(chance, 1 - chance)
    assert abs(reported - 100 * chance) <= 0.0051 * rarer + 1e-13


@pytest.mark.parametrize(
    ("chance", "short", "full"),
    [
        (0.0, "0", "0 %"),
        (0.002, "0.2", "0.2 %"),
        (0.0004, "<.1", "0.04 %"),
        (1e-30, "<.1", "1.00e-28 %"),
        (0.125, "13", "12.5 %"),
        (1 / 3, "33", "33.33 %"),
        (0.98, "98", "98 %"),
        (0.9977, ">99", "99.77 %"),
        (0.9999999, ">99", "99.99999 %"),
        (1.0, "100", "100 %"),
    ],
)
def test_percent_of_known_values(chance: float, short: str, full: str) -> None:
    assert percent(chance) == short
    assert percent_in_full(chance) == full


# -- colours ------------------------------------------------------------------------------------


def luminance(color: str) -> float:
    """The relative luminance of the web accessibility guidelines."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", COLORS)
def test_colors_can_be_read_on_black_and_on_white(name: str) -> None:
    light = luminance(COLORS[name])
    assert (light + 0.05) / 0.05 > 3.5
    assert 1.05 / (light + 0.05) > 3.5


def test_both_themes_have_every_style() -> None:
    assert COLORS.keys() == BASIC_COLORS.keys()
    clues = sapper.grid(1, 11)
    drawn = picture(sapper.Position(clues, [*range(10), None], mines=1, flags=[10]))
    position = sapper.parse("1#####\n######", mines=6)
    drawn.append(picture(position, sapper.analyze(position)))
    for color_system in ("truecolor", "256", "standard", None):
        styles = theme(color_system).styles
        assert all(not span.style or str(span.style) in styles for span in drawn.spans)


def test_colors_reach_a_terminal_and_stay_out_of_a_file() -> None:
    position = sapper.parse("1#", 1)
    drawn = picture(position, sapper.analyze(position))
    for colored in (True, False):
        output = io.StringIO()
        console = Console(
            file=output,
            force_terminal=colored,
            color_system="truecolor" if colored else None,
            no_color=not colored,
            theme=theme("truecolor"),
        )
        console.print(drawn)
        assert ("\x1b[38;" in output.getvalue()) == colored


# -- pictures -----------------------------------------------------------------------------------


def test_grid_with_everything_on_it() -> None:
    assert draw("F1.1#\n11.1#\n...11", 2) == [
        "    0   1   2   3   4",
        "0   ⚑   1   ·   1 [ ✓ ]",
        "1   1   1   ·   1   *",
        "2   ·   ·   ·   1   1",
    ]


def test_without_an_analysis_covered_cells_stay_covered() -> None:
    drawn = picture(sapper.parse("1#\n#F", 1), marks=ASCII_MARKS)
    assert drawn.plain.split("\n") == ["    0   1", "0   1   #", "1   #   F"]


def test_hexagons_shift_their_odd_rows() -> None:
    assert draw("1#\n##\n##", 1, "hex") == [
        "    0   1",
        "0   1   50",
        "1     50[ ✓ ]",
        "2   ✓   ✓",
    ]


def test_triangles_have_sides() -> None:
    assert draw("1##\n###", 1, "tri") == [
        "    0   1   2",
        "0 / 1 [ 20] 20\\",
        "1 \\ 20/ 20\\ 20/",
    ]


def test_a_box_is_drawn_layer_by_layer() -> None:
    drawn = draw("1#\n##\n\n##\n##", 1, "box:2x2x2")
    assert drawn[0] == "layer (0, row, column)"
    assert drawn[5] == "layer (1, row, column)"
    assert drawn[8] == "1   14  14"


def test_a_box_of_one_dimension_is_a_row() -> None:
    assert draw("#1#", 1, "box:3") == ["    0   1   2", "0 [ 50] 1   50"]


def test_a_graph_is_a_table() -> None:
    board = sapper.graph([("hub", "a"), ("hub", "b")], nodes=["alone"])
    position = sapper.Position(board, [None, 1, None, None], mines=1)
    assert picture(position, sapper.analyze(position)).plain.split("\n") == [
        "alone [ ✓ ]  next to nothing",
        "hub     1    next to a b",
        "a       50   next to hub",
        "b       50   next to hub",
    ]


def test_a_clue_of_many_digits_keeps_its_number() -> None:
    star = sapper.graph([(0, node) for node in range(1, 1500)])
    position = sapper.Position(star, [1234, *[None] * 1499], mines=1234)
    shown = picture(position).plain.split("\n")[0]
    assert shown.split()[1] == "1234"


def test_the_best_cell_alone_is_in_brackets() -> None:
    position = sapper.Position.covered_board("expert")
    for width in (None, 80, 45):
        drawn = picture(position, sapper.analyze(position), width=width).plain
        assert drawn.count("[") == drawn.count("]") == 1


@given(st.integers(20, 140), st.sampled_from(["grid", "torus", "hex", "tri"]))
def test_panels_fit_the_width_and_lose_nothing(width: int, kind: str) -> None:
    position = sapper.Position.covered_board(f"{kind}:4x30/20")
    lines = picture(position, width=width).plain.split("\n")
    assert max(map(len, lines)) <= width
    assert sum(line.count("■") for line in lines) == position.board.size
    numbers = " ".join(line for line in lines if "■" not in line).split()
    assert numbers == [str(column) for column in range(30)]


def test_ascii_marks_are_ascii() -> None:
    position = sapper.parse("F1.1#\n11.1#\n...11", 2)
    drawn = picture(position, sapper.analyze(position), marks=ASCII_MARKS).plain
    assert set(drawn) <= set(string.printable)


@pytest.mark.parametrize(
    ("spec", "width", "expected"),
    [
        ("16x30", None, True),
        ("16x30", 80, True),
        ("16x30", 40, False),
        (f"{MAX_SIDE}x{MAX_SIDE}", None, True),
        (f"{MAX_SIDE + 1}x2", None, False),
        (f"2x{MAX_SIDE + 1}", None, False),
        ("1000x1000", 80, False),
        ("box:4x4x4", 80, True),
        ("box:70x2x2", 80, False),
        ("box:3x3x3x3x3x3x3x3", 80, False),
    ],
)
def test_only_boards_a_person_can_take_in_are_drawable(
    spec: str, width: int | None, expected: bool
) -> None:
    assert drawable(sapper.board(spec), width) is expected


def test_cells_have_names() -> None:
    assert sapper.box(2, 2, 2).name(7) == "(1, 1, 1)"
    assert sapper.graph([("a", "b")]).name(1) == "b"
