"""Texts of other programs: symbols, emoji, tables with and without headers, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper import NotationError, PositionError, parse

BOARD = "##1\n#2F"
"""The position that most texts below show."""


@pytest.mark.parametrize(
    "text",
    [
        "HH1\nH2F",
        "hh1\nh2f",
        "xx1\nx2F",
        "--1\n-2F",
        "__1\n_2F",
        "■■1\n■2⚑",
        "□□1\n□2🚩",
        "▒▒1\n▒2💣",
        "⬜⬜1️⃣\n⬜2️⃣🚩",
        "🟦🟦1️⃣\n🟦2️⃣🏴‍☠️",
        "🟩 🟩 ①\n🟩 ② ⚑️",
        "＃＃１\n＃２Ｆ",
        ":white_large_square::white_large_square::one:\n"
        ":white_large_square: :two: :triangular_flag_on_post:",
        "#,#,1\n#,2,F",
        '"#";"#";"1"\n"#";"2";"F"',
        "#\t#\t1\n#\t2\tF",
        "|#|#|1|\n|#|2|F|",
        "| # | # | 1 |\n|---|---|---|\n| # | 2 | F |",
        "|   | a | b | c |\n|---|:-:|---|---|\n| 1 | # | # | 1 |\n| 2 | # | 2 | F |",
        "|   | 1 | 2 | 3 |\n|---|---|---|---|\n| 0 | # | # | 1 |\n| 1 | # | 2 | F |",
        "|   |   |   |\n|---|---|---|\n| # | # | 1 |\n| # | 2 | F |",
        "┌─┬─┬─┐\n│#│#│1│\n├─┼─┼─┤\n│#│2│F│\n└─┴─┴─┘",
        "╔═══╦═══╦═══╗\n║ # ║ # ║ 1 ║\n╠═══╬═══╬═══╣\n║ # ║ 2 ║ F ║\n╚═══╩═══╩═══╝",
        "+---+---+---+\n| # | # | 1 |\n+---+---+---+\n| # | 2 | F |\n+---+---+---+",
        "  0 1 2\n0 # # 1\n1 # 2 F",
        "  012\n0 ##1\n1 #2F",
        "    0   1   2\n0   #   #   1\n1   #   2   F",
        "   a b c\n1  # # 1\n2  # 2 F",
        "a,b,c\n#,#,1\n#,2,F",
        "2x3/2\n■ ■ 1\n■ 2 🚩",
    ],
)
def test_what_people_paste_is_read(text: str) -> None:
    position = parse(text, mines=2)
    assert str(position) == BOARD
    assert position == parse(BOARD, mines=2)


def test_the_meaning_of_each_symbol_is_on_the_position() -> None:
    position = parse("■ 1️⃣ · ?\n🚩 ■ 🔟 ~", mines=2)
    assert position.symbols == {
        "■": "covered",
        "1": "1",
        "·": "zero",
        "?": "unread",
        "🚩": "flag",
        "🔟": "10",
        "~": "outside",
    }
    assert parse("#1?\n##F", mines=2).symbols == {}
    assert position.flag(0).symbols == {}


@pytest.mark.parametrize(
    ("text", "given", "shown"),
    [
        ("-#1\n-21", {"-": "zero"}, ".#1\n.21"),
        ("-#1\n-21", {"-": "covered"}, "##1\n#21"),
        ("x#\n11", {"x": "mine"}, "F#\n11"),
        ("x#\n11", {"x": "covered"}, "##\n11"),
        ("o1\n1A", {"o": "covered", "A": 10}, "#1\n1(10)"),
        (".1\n11", {".": "covered"}, "#1\n11"),
        ("u1\n1v", {"u": "unread", "v": "outside"}, "?1\n1~"),
        ("|#|1|\n|1||", {" ": "unread"}, "#1\n1?"),
        ("|#|1|\n|1||", {}, "#1\n1."),
        ("|.|1|\n|1||", {}, ".1\n1#"),
        ("*#\n11", {}, "F#\n11"),
        ("🚩1", {"🚩": "covered"}, "#1"),
        ("1", {"1": "flag"}, "F"),
    ],
)
def test_symbols_give_meanings(text: str, given: dict[str, Any], shown: str) -> None:
    assert str(parse(text, mines=1, symbols=given)) == shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-#1", r"line 1, column 1: '-' can mean covered or zero here, as '#' is covered too: say"),
        ("1x#", r"line 1, column 2: 'x' can mean covered or mine here, as '#' is covered too: say"),
        ("x-", r"'x' can mean covered or mine here next to '-'"),
        ("*-", r"'\*' can mean covered or mine here next to '-'"),
        ("|1|1|\n|1||", r"line 2, .* an empty field can mean covered or zero here: say which"),
        ("o1", r"line 1, column 1: unknown character 'o', not one of # F \? \. 0-9.*symbols can"),
        ("| 12a |", r"line 1, column 3: the field '12a' holds 3 symbols instead of one"),
        ("|#|(40000)|", r"the clue \(40000\) is over 32000"),
        ("|#|40000|", r"line 1, column 4: the clue 40000 is over 32000"),
        ("|#|1|\n|1|", "line 2: 1 cell, but line 1 has 2"),
        ("\t1\t2\n1\t#\t1\n2\t1\t1", "can be numbers of columns and rows, or clues"),
        ("|1|2|\n|---|---|\n|#|1|\n|1|1|", "can be numbers of columns, or clues: leave it or"),
        ("|---|---|", "there are no cells"),
        ("board.txt", "there is no file 'board.txt', and it is not the text of a position"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse(text, mines=1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "symbols are a mapping such as {'o': 'covered'}, not 3"),
        ({"o": "cover"}, "'o' means covered, flag, mine, zero, unread, outside or a number"),
        ({"o": -1}, "not -1"),
        ({"o": True}, "not True"),
        ({"o": 40_000}, "from 0 to 32000, not 40000"),
        ({3: "covered"}, "a symbol is a character, not 3"),
        ({"ab": "covered"}, "a symbol is one character, not 'ab'"),
        ({"(": "covered"}, r"the character '\(' cannot be a symbol of a cell"),
        ({"": "covered"}, "one character, not ''"),
    ],
)
def test_bad_meanings_are_refused(given: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse("#1", mines=1, symbols=given)


def test_a_path_is_not_a_text(tmp_path: Any) -> None:
    file = tmp_path / "board.txt"
    file.write_text("1#", encoding="utf-8")
    with pytest.raises(NotationError, match=r"not the path .*: sapper\.read takes paths"):
        parse(str(file), mines=1)
    for missing in ("missing.mbf", "games/none.avf", str(tmp_path / "none.json")):
        with pytest.raises(NotationError, match="there is no file"):
            sapper.read(missing)


def test_a_text_can_be_a_window() -> None:
    window = parse("1F#\n##?", 10, window="9x9", at=(0, 3))
    assert window.flags == [4]
    assert window.clues[3:6] == [1, None, None]
    assert window.unread == [14]
    assert len(window.outside) == 75
    assert parse("■1\n■1", window="9x9/10", at=(2, 2)).symbols == {"■": "covered", "1": "1"}
    assert parse(str(window), 10) == window
    for wrong, message in (
        ({"window": "9x9", "at": (8, 8)}, r"a window of 2x3 cells at \(8, 8\) exceeds 9x9"),
        ({"window": "3x3"}, "touches an edge of 3x3: give the place of its first cell as `at`"),
        ({"window": "9x9", "at": (9, 9)}, "bad place of a window"),
        ({"window": sapper.graph([(0, 1)])}, "a window of that board is a mapping of cells"),
    ):
        with pytest.raises(PositionError, match=message):
            parse("1F#\n##?", 10, **wrong)
    with pytest.raises(NotationError, match="omit board or window"):
        parse("1#", 1, window="9x9", board="1x2")
    with pytest.raises(NotationError, match="give the whole board as window"):
        parse("1#", 1, at=(0, 0))


@given(st.text(alphabet="#F?~.0123|-+ \t\n,;xH*_■⬜🚩️⃣‍│─┼ab()", max_size=60))
def test_any_text_is_a_position_or_one_sentence(text: str) -> None:
    message = ""
    try:
        assert parse(text, mines=1).board.size > 0
    except (NotationError, PositionError) as error:
        message = str(error)
    assert "\n" not in message
    assert len(message) < 300


@given(st.lists(st.lists(st.sampled_from("#F?.12345678"), min_size=5, max_size=5), min_size=5))
def test_headers_never_eat_cells(rows: list[list[str]]) -> None:
    """The same cells with and without numbered rows and columns."""
    plain = parse("\n".join(map("".join, rows)), mines=1)
    lines = ["  " + " ".join(map(str, range(5)))]
    lines += [f"{i} {' '.join(row)}" for i, row in enumerate(rows)]
    assert parse("\n".join(lines), mines=1) == plain
    top = "| |" + "|".join("abcde") + "|"
    table = [top, "|---" * 6 + "|", *(f"|{i + 1}|{'|'.join(row)}|" for i, row in enumerate(rows))]
    assert parse("\n".join(table), mines=1) == plain


def test_every_listed_symbol_has_one_line_of_meaning() -> None:
    found = parse("7■", mines=1)
    assert found.states.tolist() == [7, -1]
    assert found.symbols == {"7": "7", "■": "covered"}
