"""Inputs that once ended in a traceback under ``make fuzz``: each is refused in one sentence."""

from __future__ import annotations

import sqlite3
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import sapper
from sapper.cli.failures import InputError
from sapper.cli.sweep import read_numbers
from sapper.errors import LabError, NotationError, PositionError, SpecError, StrategyError
from sapper.games.counts import Counts
from sapper.lab.store import export
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.store import Store
from sapper.lab.study import rows
from sapper.strategies.registry import find
from sapper.version import VERSION, same_address
from sapper.web.position_link import read_position_link

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Run


@pytest.mark.parametrize("text", ["0:999999999", "1:99999,5:90000", "3,1:100000000:2"])
def test_a_list_of_mines_longer_than_any_sweep(text: str) -> None:
    with pytest.raises(InputError, match="at most 100,000 numbers of mines"):
        read_numbers(text)


def test_numbers_between_blanks_of_any_kind() -> None:
    assert read_numbers("\x1c6, 8:9 ") == [6, 8, 9]


@pytest.mark.parametrize("name", ["deep:\udc94", "heuristic:\udcff", "agent003:é"])
def test_names_of_strategies_that_no_text_holds(name: str) -> None:
    with pytest.raises(StrategyError, match="unknown strategy"):
        find(name)


@pytest.mark.parametrize(
    "query",
    [
        f"board=2x2&mines=1&cells=-*{'9' * 5000}.",
        "board=2x2&mines=1&cells=-*20001.",
        f"board=2x2&mines={'9' * 5000}&cells=-*4.",
        "board=2x2&density=1e999999999&cells=-*4.",
        "board=2x2&density=1/0&cells=-*4.",
        "board=2x2&mines=1&max=²&cells=-*4.",
        "board=2x2&mines=٣&cells=-*4.",
    ],
)
def test_links_of_the_page_with_numbers_that_are_none(query: str) -> None:
    with pytest.raises(PositionError, match=r"a link with|clues for"):
        read_position_link(f"#/analyse?{query}")


@pytest.mark.parametrize(
    "text",
    [
        f"hex:{'9' * 479}",
        f"3x3/{'9' * 490}",
        f"{'9' * 400}\udcff",
        f"3x3{'x3' * 240}",
        f"{chr(0xDCFF) * 400}:3x3",
        f"graph:{chr(0xDCFF) * 400}",
    ],
)
def test_the_message_about_a_spec_is_short(text: str) -> None:
    with pytest.raises(SpecError) as refused:
        sapper.board(text)
    assert len(str(refused.value)) < 1_000


@pytest.mark.parametrize("density", ["1e9999", "1E999999999", "1e-999999999"])
def test_a_density_in_json_that_memory_would_not_hold(density: str) -> None:
    text = f'{{"type": "position", "board": "1x2", "density": "{density}", "clues": [null, 1]}}'
    with pytest.raises(NotationError, match="'density' is a number or a fraction"):
        sapper.read(text.encode())


@pytest.mark.parametrize("sign", [1, -1])
def test_numbers_of_more_digits_than_python_writes(sign: int) -> None:
    number = sign * 10**5000
    with pytest.raises(PositionError, match="thousands of digits"):
        sapper.Position("1x2", [None, number], mines=1)
    with pytest.raises(PositionError, match="thousands of digits"):
        sapper.Position("1x2", [None, 1], density=Fraction(number))
    with pytest.raises(PositionError, match="thousands of digits"):
        sapper.Position("1x2", [None, 1], mines=number)


def test_the_message_about_a_click_is_short() -> None:
    clicks = f'[{{"time": 1, "kind": "{"o" * 5000}", "cell": 0}}]'
    layout = '{"board": "1x2", "mines": [0, 1]}'
    text = f'{{"type": "replay", "layout": {layout}, "clicks": {clicks}}}'
    with pytest.raises(NotationError, match="open or flag or chord") as reported:
        sapper.read(text)
    assert len(str(reported.value)) < 200


def test_versions_that_are_none() -> None:
    assert not same_address("9" * 5000)
    assert not same_address("x")


COLUMNS = ",".join(export.COLUMNS)


@pytest.mark.parametrize("text", [f"{COLUMNS}\n9x9", f"{COLUMNS}\n{'9' * 5000},x\n,", "3\n,s", ""])
def test_tables_that_are_cut_or_damaged(text: str, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text)
    with pytest.raises(LabError, match=r"table\.csv") as reported:
        export.read(path)
    assert "\n" not in str(reported.value)
    assert len(str(reported.value)) < 1000


@pytest.mark.parametrize("row", ["a,b,0", f"{'a,' * 10}{VERSION},more"])
def test_rows_of_a_study_with_columns_missing_or_left_over(row: str, tmp_path: Path) -> None:
    path = tmp_path / "study.csv"
    with path.open("w") as stream:
        rows.to_csv([], stream)
        stream.write(f"{row}\n")
    with pytest.raises(LabError, match="a row of critical densities has 11 columns"):
        rows.read(path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE points SET board = '4\x7f4'",
        "UPDATE points SET board = x'ff'",
        "UPDATE points SET seed = 'x'",
        "UPDATE points SET mines = 'many'",
        "UPDATE points SET start = -1",
        "UPDATE blocks SET wins = 99",
        "UPDATE blocks SET games = 'a'",
        "UPDATE blocks SET moves = -5",
        "UPDATE blocks SET games = 0, wins = 0",
        "DELETE FROM engine",
    ],
)
def test_stores_that_say_what_cannot_be(change: str, tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    point = Point("4x4", 3, "pseq", "safe", 0, 1)
    with Store(path) as store:
        store.add([(Block(point, 0, 10), Counts(10, 5, 2, 9, 60, 50, 0.1))])
    database = sqlite3.connect(path)
    database.execute("PRAGMA ignore_check_constraints = ON")
    database.execute(change)
    database.commit()
    database.close()
    with pytest.raises(LabError, match="is damaged"), Store(path) as store:
        store.tallies()


def test_a_store_whose_tables_are_damaged_text(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    Store(path).close()
    whole = path.read_bytes()
    for wrong in (b"CREATE TABLE points\x80", b"CREATE TABLE points'\n"):
        path.write_bytes(whole.replace(b"CREATE TABLE points (", wrong))
        with pytest.raises(LabError, match="damaged") as reported, Store(path) as store:
            store.tallies()
        assert "\n" not in str(reported.value)


LONG = "a" * 300
"""A file name longer than any file system accepts."""


@pytest.mark.parametrize(
    "words",
    [
        ["watch", LONG],
        ["play", LONG],
        ["report", "--store", LONG],
        ["sweep", "3x3", "--mines", "1", "--games", "1", "--store", f"{LONG}.db"],
        ["values", "--largest", "1x2", "--output", f"{LONG}.csv"],
        ["serve", "--store", f"{LONG}/lab.db"],
    ],
    ids=lambda words: words[0],
)
def test_names_that_are_too_long_for_a_file(
    words: list[str], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    reported = run(*words)
    assert reported.code == 2
    assert reported.err.startswith("sapper")
    assert reported.err.count("\n") == 1


def test_a_position_in_a_line_longer_than_any_name_of_a_file(run: Run) -> None:
    reported = run("infer", "#" * 300, "--mines", "60")
    assert reported.code == 0, reported.err
