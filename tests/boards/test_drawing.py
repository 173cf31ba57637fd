"""Notebook output: pictures that agree with the analysis, and tables of results."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings

import sapper
from sapper.boards import Board, palette
from sapper.boards.drawing import Look, Picture, draw
from sapper.boards.geometry import MAX_NODES, geometry
from sapper.formatting import percent, percent_in_full
from sapper.games.drawing import end_look
from sapper.html_table import density, share, table
from sapper.lab import densities, points, sweep
from sapper.lab.difficulty.difficulty import rate
from sapper.lab.store.store import Store
from sapper.papers.citation import Citation
from sapper.papers.claims import Claim, Verdict
from strategies_for_positions import LATTICES, boards, reachable

SVG = "{http://www.w3.org/2000/svg}"
HARMLESS = {"svg", "g", "title", "text", "path", "rect", "circle"}
PLAIN = {"table", "caption", "thead", "tbody", "tr", "th", "td", "span"}
ATTRIBUTE_OF_ELSEWHERE = re.compile(r"href|src|on[a-z]+|class|id")


class Cells:
    """A picture, cell by cell."""

    def __init__(self, svg: str | None) -> None:
        assert svg is not None
        self.root = ET.fromstring(svg)
        groups = [g for g in self.root.iter(f"{SVG}g") if "data-cell" in g.attrib]
        self.groups = {int(g.attrib["data-cell"]): g for g in groups}
        assert len(groups) == len(self.groups)

    @property
    def title(self) -> str:
        return self.root.findtext(f"{SVG}title") or ""

    def tip(self, cell: int) -> str:
        return self.groups[cell].findtext(f"{SVG}title") or ""

    def text(self, cell: int) -> str:
        return self.groups[cell].findtext(f"{SVG}text") or ""

    def uses(self, cell: int, color: str) -> bool:
        return color in ET.tostring(self.groups[cell], "unicode")

    def using(self, color: str) -> list[int]:
        return sorted(cell for cell in self.groups if self.uses(cell, color))


def check_harmless(svg: str | None) -> None:
    assert svg is not None
    for element in ET.fromstring(svg).iter():
        assert element.tag.removeprefix(SVG) in HARMLESS
        for name, value in element.attrib.items():
            assert not ATTRIBUTE_OF_ELSEWHERE.fullmatch(name)
            assert "url(" not in value
    assert svg.count("http") == 1  # the name space


# -- boards -------------------------------------------------------------------------------------


@given(boards())
@settings(deadline=None, max_examples=60)
def test_every_board_is_drawn_with_all_its_cells(board: Board) -> None:
    where = geometry(board)
    assert where is not None
    assert len(set(where.middles)) == board.size
    assert all(0 < x < where.width and 0 < y < where.height for x, y in where.middles)
    svg = board._repr_svg_()
    check_harmless(svg)
    cells = Cells(svg)
    assert sorted(cells.groups) == list(range(board.size))
    assert [cells.tip(cell) for cell in range(board.size)] == [
        board.name(cell) for cell in range(board.size)
    ]
    assert cells.title


@pytest.mark.parametrize("board", [b for b in LATTICES if b.size > 1], ids=lambda b: b.spec)
def test_the_neighbours_of_the_middle_are_pointed_out(board: Board) -> None:
    assert Cells(board._repr_svg_()).using(palette.NEAR) == board.neighbors(board.middle)


@pytest.mark.parametrize("board", [sapper.hexagonal(5, 6), sapper.triangular(4, 9)])
def test_cells_that_share_a_side_are_neighbours(board: Board) -> None:
    where = geometry(board)
    assert where is not None

    def corners(cell: int) -> set[tuple[float, float]]:
        (x, y), outline = where.middles[cell], where.outlines[cell]
        return {(round(x + a, 6) + 0.0, round(y + b, 6) + 0.0) for a, b in outline.corners}

    for cell in range(board.size):
        touching = [
            other
            for other in range(board.size)
            if other != cell and len(corners(cell) & corners(other)) >= 2
        ]
        assert set(touching) <= set(board.neighbors(cell))
        if board.kind == "hex":
            assert touching == board.neighbors(cell)


def test_rows_and_columns_have_numbers() -> None:
    root = ET.fromstring(sapper.grid(3, 12)._repr_svg_() or "")

    labels = [text.text for text in root.findall(f"{SVG}text")]
    assert labels[:15] == [*map(str, range(12)), "0", "1", "2"]


def test_layers_have_their_coordinate() -> None:
    drawn = sapper.box(2, 3, 3, 3)._repr_svg_()
    assert drawn is not None
    assert "layer 1, 2<" in drawn


def test_a_torus_shows_its_opposite_edge() -> None:
    torus, grid = (Cells(board._repr_svg_()) for board in (sapper.torus(4, 5), sapper.grid(4, 5)))
    repeated = [g for g in torus.root.iter(f"{SVG}g") if "opacity" in g.attrib]
    assert [len(group) for group in repeated] == [6 * 7 - 4 * 5]
    assert not [g for g in grid.root.iter(f"{SVG}g") if "opacity" in g.attrib]


def test_names_of_nodes_are_escaped() -> None:
    names = ["<script>alert(1)</script>", 'a"b', "c&d", "\x00\x1b\ud800", "x" * 99]
    board = sapper.graph(list(pairwise(names)))
    svg = board._repr_svg_()
    check_harmless(svg)
    cells = Cells(svg)
    assert [cells.tip(cell) for cell in (0, 1, 2, 4)] == [names[0], names[1], names[2], names[4]]
    position = sapper.Position(board, [1, None, None, None, None], mines=1)
    check_harmless(position._repr_svg_())
    check_harmless(sapper.analyze(position)._repr_svg_())


def test_the_same_graph_has_the_same_picture() -> None:
    pictures = {sapper.graph(nx.karate_club_graph())._repr_svg_() for _ in range(2)}
    assert len(pictures) == 1


def test_nodes_of_a_graph_do_not_cover_each_other() -> None:
    for made in (nx.karate_club_graph(), nx.complete_graph(20), nx.star_graph(30)):
        where = geometry(sapper.graph(made))
        assert where is not None
        for cell, (x, y) in enumerate(where.middles):
            for a, b in where.middles[:cell]:
                assert (x - a) ** 2 + (y - b) ** 2 > 1


@pytest.mark.parametrize(
    "board",
    [
        sapper.grid(51, 50),
        sapper.grid(999, 999),
        sapper.box(1000),
        sapper.graph(nx.path_graph(MAX_NODES + 1)),
    ],
    ids=lambda board: board.spec,
)
def test_boards_too_large_to_draw_are_described_in_words(board: Board) -> None:
    position = sapper.Position.covered_board(board, mines=5)
    for thing in (board, position, sapper.analyze(position), sapper.Game(board, mines=5)):
        assert thing._repr_svg_() is None
        assert not hasattr(thing, "_repr_html_")
        assert len(repr(thing)) < 200
    assert sapper.grid(50, 50)._repr_svg_() is not None


# -- positions and analyses ---------------------------------------------------------------------


@given(reachable())
@settings(deadline=None)
def test_a_position_shows_its_clues_and_flags(position: sapper.Position) -> None:
    svg = position._repr_svg_()
    check_harmless(svg)
    cells = Cells(svg)
    for cell, clue in enumerate(position.clues):
        assert cells.text(cell) == (str(clue) if clue else "")
        assert cells.uses(cell, palette.TILE) == (clue is None)
        reported = "flagged" if cell in position.flags else "covered" if clue is None else str(clue)
        assert cells.tip(cell) == f"{position.board.name(cell)}: {reported}"
    assert cells.using(palette.FLAG) == position.flags


@given(reachable())
@settings(deadline=None)
def test_a_picture_says_what_the_analysis_says(position: sapper.Position) -> None:
    analysis = sapper.analyze(position)
    svg = analysis._repr_svg_()
    check_harmless(svg)
    cells, exact = Cells(svg), analysis.exact()
    for cell, clue in enumerate(position.clues):
        if clue is not None:
            assert cells.text(cell) == (str(clue) if clue else "")
            continue
        chance, fraction = float(analysis.mine_probability[cell]), exact[cell]
        assert cells.text(cell) == percent(chance)
        assert cells.uses(cell, palette.risk_color(chance))
        if 0 < chance < 1:
            assert percent_in_full(chance) in cells.tip(cell)
            assert f"({fraction})" in cells.tip(cell) or len(str(fraction)) > 24
    unflagged = set(position.covered) - set(position.flags)
    assert cells.using(palette.SAFE) == sorted(unflagged & set(analysis.safe))
    assert cells.using(palette.MINED) == sorted(unflagged & set(analysis.mines))
    assert cells.using(palette.FLAG) == position.flags
    assert cells.using(palette.BEST) == ([] if analysis.best is None else [analysis.best])


@given(reachable(density=True))
@settings(deadline=None, max_examples=20)
def test_positions_with_a_density_are_drawn(position: sapper.Position) -> None:
    assert "density" in Cells(sapper.analyze(position)._repr_svg_()).title


def test_an_expert_board_is_drawn_without_exact_numbers() -> None:
    analysis = sapper.analyze(sapper.Position.covered_board("expert").reveal(0, 1))
    cells = Cells(analysis._repr_svg_())
    assert cells.text(1) == "33"
    assert cells.tip(1) == "(0, 1): 33.33 % chance of a mine"
    assert "_fractions" not in vars(analysis)


def test_the_figure_of_the_document_is_what_is_drawn() -> None:
    docs = Path(__file__).parents[2] / "docs"
    document = (docs / "how-to" / "notebooks.md").read_text("utf-8")
    rows = document.partition("sapper.parse('''\n")[2].partition("''', mines=18)")[0]
    position = sapper.parse(rows.replace("... ", ""), mines=18)
    figure = (docs / "figures" / "notebook_analysis.svg").read_text("utf-8")
    assert figure == f"{sapper.analyze(position)._repr_svg_()}\n"


def test_only_certain_cells_have_the_ends_of_the_scale() -> None:
    chances = [0.0, 1e-9, 0.5, 1 - 1e-9, 1.0]
    assert len({palette.risk_color(chance) for chance in chances}) == 5


# -- games --------------------------------------------------------------------------------------


def test_a_game_that_is_on_hides_its_mines() -> None:
    game = sapper.Game("9x9/10", seed=1)
    game.open(40)
    flagged = game.position.covered[0]
    game.flag(flagged)
    cells = Cells(game._repr_svg_())
    position = Cells(game.position._repr_svg_())
    assert all(
        ET.tostring(cells.groups[cell]) == ET.tostring(position.groups[cell])
        for cell in range(game.board.size)
    )
    assert cells.using(palette.FLAG) == [flagged]


def test_a_lost_game_shows_where_the_mines_were() -> None:
    game = sapper.Game("4x4/3", first="any", seed=1)
    played = sapper.Game("4x4/3", first="any", seed=1)
    while played.exploded is None:
        played.open(played.position.covered[0])
    mines = [cell for cell, number in enumerate(played.true_layout.mines) if number]
    safe = next(cell for cell in range(16) if cell not in mines)
    game.flag(safe)
    game.flag(mines[0])
    game.open(mines[1])
    svg = game._repr_svg_()
    check_harmless(svg)
    cells = Cells(svg)
    assert game.true_layout.mines[mines[1]] == 1
    assert cells.using(palette.LOST) == [mines[1]]
    assert cells.using(palette.FLAG) == sorted([safe, mines[0]])
    assert cells.tip(safe).endswith("flagged, but no mine")
    assert cells.tip(mines[0]).endswith("flagged, and a mine")
    assert cells.tip(mines[1]).endswith("a mine, which ended the game")
    assert cells.tip(mines[2]).endswith("covered, a mine")
    assert "was a mine" in cells.title


def test_a_won_game_shows_its_mines() -> None:
    game = sapper.Game("5x5/3", seed=1, start=0)
    while game.exploded is None and game.safe_left:
        game.open(game.hint().cell)
    cells = Cells(game._repr_svg_())
    mined = [cell for cell, number in enumerate(game.true_layout.mines) if number]
    assert [cell for cell in range(25) if cells.tip(cell).endswith("a mine")] == mined


def test_several_mines_in_a_cell_are_counted() -> None:
    where = geometry(sapper.grid(1, 3))
    assert where is not None
    drawn = draw(
        where,
        Picture([end_look(2), end_look(3, exploded=True), Look()], ["a", "b", "c"], "several"),
    )
    cells = Cells(drawn)
    assert [cells.text(cell) for cell in range(3)] == ["2", "3", ""]


# -- results ------------------------------------------------------------------------------------


def read(html: str) -> dict[str, str]:
    """The rows of a table: name to text."""
    root = ET.fromstring(html)
    assert root.tag == "table"
    assert {element.tag for element in root.iter()} <= PLAIN
    for element in root.iter():
        assert set(element.attrib) <= {"style", "scope", "aria-hidden"}
    assert "http" not in html
    assert "url(" not in html
    rows = root.findall("tbody/tr")
    return {row[0].text or "": " ".join(cell.text or "" for cell in row[1:]) for row in rows}


def test_a_simulation_shows_its_interval() -> None:
    result = sapper.simulate("8x8/10", games=200)
    reported = read(result._repr_html_())
    low, high = map(percent_in_full, result.interval)
    assert reported["games"] == "200"
    assert reported["won"] == str(result.wins)
    assert reported["win rate"] == f"{percent_in_full(result.win_rate)} (95 %: {low} to {high})"
    assert reported["guesses per game"] == f"{result.guesses / 200:.2f}"
    assert reported["moves per game"] == f"{result.moves / 200:.2f}"


def test_perfect_play_shows_its_fraction_and_first_clicks() -> None:
    reported = read(sapper.optimal("4x4/4", first="any")._repr_html_())
    assert reported["wins"] == "961 of 1,820 layouts"
    assert reported["chance"].startswith("961/1820, ")
    assert next(name for name in reported if name.startswith("from")) == "from (0, 1)"
    assert read(sapper.optimal("2x2/4")._repr_html_())["wins"] == "1 of 1 layouts"


def test_the_value_of_a_strategy_shows_its_fraction() -> None:
    value = sapper.strategy_value("4x4/4", "pseq", first="any")
    assert read(value._repr_html_())["chance"].startswith(str(Fraction(924, 1820)))
    read(sapper.strategy_value("3x3/2", "random")._repr_html_())


def test_one_mine_escapes_its_nodes() -> None:
    reported = read(sapper.one_mine([("<a>", "b"), ("b", "c")])._repr_html_())
    assert reported["chance"] == "2/3, 66.67 %"
    assert reported["best first guesses"] == "<a>, c"
    assert "won before" in read(sapper.one_mine([], nodes=[1])._repr_html_())["best first guesses"]


def test_the_laboratory_shows_its_intervals() -> None:
    with Store() as store:
        swept = sweep(points(["4x4/3"]), 100, store)
        (found,) = densities(["5x5"], store, games=200, method="likelihood")
    assert read(swept._repr_html_())["played now"] == "100"
    critical = found.critical
    assert critical.value is not None
    assert critical.interval is not None
    low, high = critical.interval
    expected = f"{critical.value:.4f} (95 %: {low:.4f} to {high:.4f})"
    assert read(critical._repr_html_())["critical density"] == expected
    reported = read(found._repr_html_())
    assert reported["critical density"] == expected
    assert reported["Chong et al. 2024"] == f"{found.published:.4f}"


def test_a_density_that_is_not_defined_says_why() -> None:
    undefined = sapper.lab.CriticalDensity("half", None, None, "no game was lost on 1x3", None)
    reported = read(undefined._repr_html_())
    assert reported["critical density"] == "not defined: no game was lost on 1x3"


def test_a_difficulty_shows_its_intervals() -> None:
    rated = rate("6x6/5", games=50, critical=False)
    low, high = rated.interval
    reported = read(rated._repr_html_())
    assert reported["level"] == rated.level
    assert reported["difficulty"] == f"{rated.score:.1f} of 100 (95 %: {low:.1f} to {high:.1f})"
    assert reported["pseq wins"] == share(rated.win_rate, rated.win_interval).text


def test_a_reproduction_counts_its_verdicts() -> None:
    verdicts: list[tuple[str, Verdict]] = [
        ("000", "agrees"),
        ("000", "corrected"),
        ("001", "agrees"),
    ]
    papers = (
        Citation("a2001", "000", "A & B 2001", "A & B", "Title", 2001),
        Citation("c", "001", "C", "", "C", None),
    )
    keys = {paper.number: paper.key for paper in papers}
    claims = tuple(
        Claim(paper, "1", "a", "1", "1", verdict, "", keys[paper]) for paper, verdict in verdicts
    )
    found = sapper.Reproduction(claims, papers, True, 1, 0.5)
    shown = read(found._repr_html_())
    assert shown == {
        "A & B, Title, 2001": "2 1 0 1 0 2 0",
        "C": "1 1 0 0 0 1 0",
        "all": "3 2 0 1 0 3 0",
    }


def test_bars_stay_within_their_track() -> None:
    html = table("t", [("a", share(1.0, (0.999, 1.0))), ("b", density(0.0, (-0.1, 1.2)))])
    for left, width in re.findall(r"left:([\d.]+)%;width:([\d.]+)%", html):
        assert float(left) + float(width) <= 100
    read(html)


# -- cost ---------------------------------------------------------------------------------------


def test_nothing_of_this_is_loaded_before_it_is_shown() -> None:
    code = (
        "import sys, sapper\n"
        "position = sapper.parse('1#', mines=1)\n"
        "analysis = sapper.analyze(position)\n"
        "shown = ('drawing', 'geometry', 'html_table', 'markup', 'palette', 'networkx')\n"
        "print([m for m in sys.modules if m.split('.')[-1] in shown])\n"
        "analysis._repr_svg_()\n"
        "print([m for m in sys.modules if m in ('networkx', 'scipy')])\n"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert loaded.stdout.split("\n")[:2] == ["[]", "[]"], loaded.stderr
