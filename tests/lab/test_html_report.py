"""The report: one self-contained, complete and reproducible page."""

from __future__ import annotations

import csv
import io
import re
import shlex
from base64 import b64decode
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sapper
from sapper.cli.sweep import read_numbers
from sapper.errors import LabError
from sapper.lab import points, sweep
from sapper.lab.report.commands import by_size, commands, number_text
from sapper.lab.report.holdings import FEWEST_POINTS, Holdings, holdings
from sapper.lab.report.html_report import report
from sapper.lab.store.blocks import Block, Point
from sapper.lab.store.export import to_csv
from sapper.lab.store.store import Store
from sapper.lab.sweeps.batches import play
from sapper.version import VERSION

if TYPE_CHECKING:
    from pathlib import Path

    from command_line import Run

BOARDS = ["1x2", "1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4", "2x5"]
BOARDS += ["3x3", "3x4", "3x5", "4x4", "5x5"]
VOID = {"meta", "br", "hr", "img", "link", "input", "path", "use", "image", "rect", "circle"}


def fill(store: Store) -> None:
    sweep(points(BOARDS), 60, store)
    sweep(points(["4x4", "5x5"], strategies=["pseq"]), 40, store)
    sweep(points(["hex:3x3"], first=["open", "safe"], seed=2**64 - 1), 30, store)
    sweep(points(["9x9"], [10, 20, 30]), 20, store)
    sweep(points(["8x8"], [1, 2, 3]), 20, store)
    sweep(points(["6x5"], range(20, 26)), 20, store)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "games.db"
    with Store(path) as store:
        fill(store)
    return path


@pytest.fixture(scope="module")
def held(lab: Path) -> Holdings:
    with Store(lab) as store:
        return holdings(store)


@pytest.fixture(scope="module")
def page(held: Holdings) -> str:
    return report(held, "sapper report --store games.db --output report.html")


class Page(HTMLParser):
    """Reads a page, and complains about tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)
            self.words.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.words[tag][-1] += data

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def parsed(page: str) -> Page:
    return Page(page)


def tables(parsed: Page) -> dict[str, list[dict[str, str]]]:
    links = {link["download"]: link["href"] for link in parsed.all("a") if "download" in link}
    texts = {
        name: b64decode(link.removeprefix("data:text/csv;charset=utf-8;base64,")).decode()
        for name, link in links.items()
    }
    return {name: list(csv.DictReader(io.StringIO(text))) for name, text in texts.items()}


# -- the page -----------------------------------------------------------------------------------


def test_tags_match_and_names_are_unique(parsed: Page) -> None:
    names = [attributes["id"] for _, attributes in parsed.tags if "id" in attributes]
    assert len(names) == len(set(names))
    known = set(names)
    for _, attributes in parsed.tags:
        for name in attributes.get("aria-labelledby", "").split():
            assert name in known
        for link in re.findall(r"url\(#([^)]+)\)", " ".join(attributes.values())):
            assert link in known
        if attributes.get("href", "").startswith("#"):
            assert attributes["href"][1:] in known


def test_it_needs_nothing_else(page: str, parsed: Page) -> None:
    assert not re.search(r"https?:|@import|<script|<link|<iframe", page)
    for _, attributes in parsed.tags:
        for name in ("src", "href", "xlink:href", "data", "srcset"):
            assert attributes.get(name, "#").startswith(("#", "data:"))
        assert not [name for name in attributes if name.startswith("on")]
    for url in re.findall(r"url\(([^)]*)\)", page):
        assert url.startswith("#")


def test_it_is_one_document_with_headings_captions_and_words_for_figures(parsed: Page) -> None:
    assert parsed.all("html")[0]["lang"] == "en"
    assert len(parsed.words["h1"]) == 1
    assert parsed.words["h2"][0] == "perimeter, first click safe, seed 1"
    assert len(parsed.all("figure")) == len(parsed.all("figcaption")) == len(parsed.all("svg"))
    assert len(parsed.all("table")) == len(parsed.all("caption"))
    for svg in parsed.all("svg"):
        assert svg["role"] == "img"
        assert len(svg["aria-labelledby"].split()) == 2
    assert all(words.strip() for words in parsed.words["desc"])
    assert f"Sapper {sapper.__version__}" in "".join(parsed.words["dl"])


def test_every_board_stands_in_its_table(parsed: Page, held: Holdings) -> None:
    heads = [words for words in parsed.words["th"] if re.fullmatch(r"([a-z]+:)?\d+x\d+", words)]
    expected = [one.board for group in held.groups for one in group.boards]
    assert heads == expected
    assert sorted(expected) == sorted([*BOARDS, "4x4", "5x5", "6x5", "9x9", *["hex:3x3"] * 2])
    notes = " ".join(parsed.words["p"])
    assert "in the data: 8x8: not enough points: needs games between 4 and 63 mines." in notes
    assert "6x5 has no critical density by likelihood and by the method of Chong et al. 2024: " in (
        notes
    )
    assert "not enough points: needs games between 1 and 19 mines." in notes


def test_the_table_says_what_was_found(parsed: Page, held: Holdings) -> None:
    rows = [re.split(r"\s*\n", text) for text in parsed.words["table"]]
    assert len(rows) == sum(bool(group.boards) for group in held.groups)
    (board,) = [one for one in held.groups[0].boards if one.board == "4x4"]
    (line,) = [words for words in parsed.words["tr"] if words.startswith("4x4")][:1]
    assert f"{board.likelihood.critical.value:.4f}" in line
    assert f"{board.paper.critical.value:.4f}" in line
    assert "0.2698" in line  # published
    assert f"{int(board.curve.games.sum()):,}" in line


def test_the_data_are_within(parsed: Page, held: Holdings, lab: Path) -> None:
    found = tables(parsed)
    with Store(lab) as store:
        expected = list(csv.DictReader(io.StringIO(to_csv(store.tallies()))))
    assert found["games.csv"] == expected
    assert sum(int(row["games"]) for row in expected) == held.games
    values = {(row["board"], row["strategy"], row["first"]): row for row in found["densities.csv"]}
    for group in held.groups:
        for one in group.boards:
            row = values[one.board, group.strategy, group.first]
            assert row["likelihood"] == str(one.likelihood.critical.value or row["likelihood"])
            assert row["published"] == str(one.paper.published or row["published"])
            assert int(row["games"]) == int(one.curve.games.sum())
            assert row["version"] == VERSION


def test_the_same_games_are_the_same_page(page: str, held: Holdings) -> None:
    assert report(held, "sapper report --store games.db --output report.html") == page


def test_figures_that_the_data_suffice_for(page: str) -> None:
    for words in (
        "Win rates on 1x2 to",
        "Critical densities compared with the published ones",
        "Boards of one row",
        "Boards of two rows",
        "Aspect ratio",
        "The same boards with different strategies, rules or seeds",
        "Strategies compared with perfect play",
    ):
        assert f"{words}" in page
    assert "Does the critical density have a limit?" not in page  # three squares are too few


# -- the commands -------------------------------------------------------------------------------


def test_the_commands_play_the_same_games(
    run: Run, held: Holdings, page: str, lab: Path, tmp_path: Path
) -> None:
    fresh = tmp_path / "fresh.db"
    assert held.commands
    for command in held.commands:
        words = shlex.split(command)
        assert words[:1] == ["sapper"]
        assert command in page.replace("&#x27;", "'")
        again = [str(fresh) if word == str(lab) else word for word in words[1:]]
        outcome = run(*again, "--workers", "1")
        assert outcome.code == 0, outcome.err
    with Store(lab) as old, Store(fresh) as new:
        assert to_csv(new.tallies()) == to_csv(old.tallies())


@given(st.sets(st.integers(0, 400), min_size=1, max_size=60))
def test_numbers_are_written_as_they_are_read(numbers: set[int]) -> None:
    assert read_numbers(number_text(sorted(numbers))) == sorted(numbers)


def test_a_first_cell_of_its_own_is_a_group_of_its_own() -> None:
    with Store() as store:
        sweep(points(["3x3"]), 30, store)
        sweep([Point.read("3x3", mines, start=4) for mines in range(1, 9)], 30, store)
        found = holdings(store)
        assert [group.start for group in found.groups] == [None, 4]
        assert found.elsewhere == 8
        assert len(found.commands) == 1
        shown = report(found)
    assert "first click safe in cell 4, seed 1" in shown
    assert "8 points have another first cell" in shown


def test_a_gap_in_the_games_is_said() -> None:
    with Store() as store:
        sweep(points(["3x3"]), 30, store)
        gap = Block(Point.read("3x3", 2), 100, 30)
        store.add([(gap, play(gap))])
        found = holdings(store)
    assert found.incomplete == 1
    assert "At 1 points a sweep was interrupted" in report(found)


def test_names_for_a_shell() -> None:
    with Store() as store:
        sweep(points(["3x3/2"]), 5, store)
        (line,) = commands(store.tallies(), "my lab.db")
    assert shlex.split(line)[-1] == "my lab.db"
    assert sorted(["10x10", "4x4", "torus:3x3"], key=by_size) == ["4x4", "10x10", "torus:3x3"]


def test_few_points_are_no_curve_unless_there_are_no_more() -> None:
    with Store() as store:
        sweep(points(["2x2"]), 20, store)
        sweep(points(["6x6"], range(1, FEWEST_POINTS)), 20, store)
        sweep(points(["5x5"], range(1, FEWEST_POINTS + 1)), 20, store)
        (group,) = holdings(store).groups
    assert [one.board for one in group.boards] == ["2x2", "5x5"]
    assert group.too_few == {"6x6": "not enough points: needs games between 5 and 35 mines"}


# -- the command line ---------------------------------------------------------------------------


def test_the_command_writes_the_page(run: Run, tmp_path: Path) -> None:
    lab, output = tmp_path / "games.db", tmp_path / "lab.html"
    with Store(lab) as store:
        sweep(points(["3x3", "4x4"]), 50, store)
    outcome = run("report", "--store", str(lab), "--output", str(output))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"{output}: 2 boards, 1,150 games, 2 curves\n"
    shown = Page(output.read_text("utf-8"))
    assert f"sapper report --store {lab} --output {output}" in shown.words["pre"][0]
    found = run("report", "--store", str(lab), "--output", str(output), "--json").json
    assert found["output"] == str(output)
    assert (found["games"], found["points"]) == (1150, 23)
    assert len(found["commands"]) == 1
    (group,) = found["groups"]
    assert [board["spec"] for board in group["boards"]] == ["3x3", "4x4"]
    assert group["too_few_points"] == []
    assert set(group["boards"][0]["paper"]) == {"critical_density", "interval", "why", "needs"}


def test_a_missing_store_is_said_and_not_made(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    outcome = run("report", "--store", str(path))
    assert outcome.code == 2
    assert (
        outcome.err == f"sapper: there is no store '{path}': play games with sapper density first\n"
    )
    assert not path.exists()


def test_a_store_without_games_is_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    Store(path).close()
    outcome = run("report", "--store", str(path), "--output", str(tmp_path / "r.html"))
    assert outcome.code == 2
    assert outcome.err == (
        f"sapper: the store '{path}' has no games: sapper density 8x8 plays some\n"
    )
    assert not (tmp_path / "r.html").exists()
    with Store() as store, pytest.raises(LabError, match="has no games"):
        holdings(store)


def test_what_is_no_store_or_cannot_be_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("this is not a database, whatever its name says")
    assert run("report", "--store", str(path)).code == 2
    with Store(tmp_path / "small.db") as store:
        sweep(points(["2x2"]), 5, store)
    output = tmp_path / "no" / "folder.html"
    outcome = run("report", "--store", str(tmp_path / "small.db"), "--output", str(output))
    assert outcome.code == 2
    assert outcome.err.startswith(f"sapper: cannot write '{output}'")
    assert outcome.err.count("\n") == 1
