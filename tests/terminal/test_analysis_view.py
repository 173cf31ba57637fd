"""An analysis in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

import sapper
from sapper.terminal.analysis_view import MOST_REASONS, layouts_text, reason_lines, report, wrapped


def lines(position: sapper.Position, *, why: bool = False, width: int | None = None) -> list[str]:
    return report(sapper.analyze(position), why=why, width=width).plain.split("\n")


def facts(position: sapper.Position) -> dict[str, str]:
    reported = {}
    for line in lines(position):
        heading, _, text = line.partition(" ")
        reported[heading] = text.strip()
    return reported


def test_everything_about_a_small_position() -> None:
    assert lines(sapper.parse("1#\n##", mines=1)) == [
        "2x2, 1 mine, 3 covered cells",
        "",
        "    0   1",
        "0   1 [ 33]",
        "1   33  33",
        "",
        "✓ safe  * mine  ⚑ flag  [ ] best  others: chance of a mine in %",
        "",
        "best      (0, 1), a mine with 33.33 %",
        "safe      none is certain",
        "mines     none is certain",
        "layouts   3",
        "frontier  3 cells next to clues, 1 mine expected",
    ]


def test_floating_cells_and_expected_mines() -> None:
    reported = facts(sapper.parse("######\n######\n##1###\n##32##\n######\n######", mines=11))
    assert reported["layouts"] == "2,558,160"
    assert reported["frontier"] == "12 cells next to clues, 3.68 mines expected"
    assert reported["floating"] == "21 cells next to no clue, each a mine with 34.85 %"


def test_expected_mines_are_never_rounded_to_none() -> None:
    position = sapper.parse("1" + "#" * 9, mines=1)
    assert facts(position)["frontier"] == "1 cell next to clues, 1 mine expected"
    rare = sapper.parse("###\n###\n1##", density=Fraction(1, 10**6))
    assert facts(rare)["floating"] == "5 cells next to no clue, each a mine with 0.0001 %"


def test_several_mines_a_cell_and_a_density() -> None:
    reported = facts(sapper.parse("2##\n###", mines=3, max_per_cell=3))
    assert reported["2x3,"] == "3 mines, up to 3 in a cell, 5 covered cells"
    assert reported["frontier"] == "3 cells next to clues, 2 mines expected"
    both = sapper.parse("2#\n##", density=Fraction(1, 4), max_per_cell=2)
    assert "layouts" not in facts(both)
    alone = sapper.parse("1#\n##", density=Fraction(1, 4))
    assert facts(alone)["layouts"] == "3 with any number of mines"


def test_reasons_are_grouped() -> None:
    position = sapper.parse("F1.1#\n11.1#\n...11", mines=2)
    reported = reason_lines(sapper.analyze(position))
    assert reported[0] == "(0, 0) is a mine: flagged."
    star = sapper.graph([(0, 1), (0, 2), (0, 3)])
    reported = reason_lines(sapper.analyze(sapper.Position(star, [3, None, None, None], mines=3)))
    assert reported == ["1, 2 and 3 are mines: the 3 at 0 leaves no other choice."]
    assert reason_lines(sapper.analyze(sapper.parse("#1#", mines=1))) == [
        "Nothing is certain, so there is nothing to explain."
    ]


def test_too_many_reasons_are_cut_and_it_is_said() -> None:
    position = sapper.parse("." + "#" * (MOST_REASONS + 5), mines=MOST_REASONS + 4)
    reported = reason_lines(sapper.analyze(position))
    assert reported[-1] == "5 more certain cells are explained by --why --json."


def test_big_boards_have_no_picture_but_their_extremes() -> None:
    position = sapper.Position.covered_board("100x100/2000").reveal((50, 50), 1)
    reported = lines(position, width=70)
    assert max(map(len, reported)) <= 70
    assert "⚑" not in "".join(reported)
    assert any(line.startswith("least     (49, 49): 12.5 %") for line in reported)
    assert any(line.startswith("greatest  ") for line in reported)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("1x1/0", "1"),
        ("8x8/10", "151,473,214,816"),
        ("expert", "5.60e104"),
        ("1000x1000/200000", "1.02e217319"),
    ],
)
def test_layouts(spec: str, expected: str) -> None:
    assert layouts_text(sapper.analyze(sapper.Position.covered_board(spec))) == expected


def test_sentences_break_between_cells_only() -> None:
    cells = ", ".join(f"(10, {column})" for column in range(30))
    broken = wrapped([cells], width=50).plain.split("\n")
    assert len(broken) > 4
    assert all(line.count("(") == line.count(")") for line in broken)
    assert all(len(line) <= 50 for line in broken)
