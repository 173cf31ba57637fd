"""The web page as a whole: work per frame, screen sizes, themes, boards, numbers.

The rooms have their own test files.
"""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

import pytest

import sapper
from browser_page import DESKTOP, PHONE, Visit, Visitor, expect
from sapper import service
from sapper.formatting import percent, percent_in_full
from sapper.web.api.boards.boards import Host

LARGE = (1920, 1080)
EXPERT = "#/play?board=16x30&mines=99&first=open&seed=7&moves=6p"


# -- work per frame, counted; benchmarks/page_speed.py measures times ------------------------------

COUNT_PAINTS = """() => {
    const { prototype } = CanvasRenderingContext2D;
    const { drawImage, clearRect } = prototype;
    window.drawn = 0;
    window.painted = 0;
    prototype.drawImage = function (...given) {
        window.drawn++;
        return drawImage.apply(this, given);
    };
    prototype.clearRect = function (...given) {
        window.painted++;
        return clearRect.apply(this, given);
    };
}"""


def painted(visitor: Visitor) -> tuple[int, int]:
    """Return the frames painted and the sprites copied since the last call."""
    found: list[int] = visitor.page.evaluate(
        """async () => {
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            const found = [window.painted, window.drawn];
            window.painted = window.drawn = 0;
            return found;
        }"""
    )
    return found[0], found[1]


def test_a_frame_copies_one_sprite_per_visible_cell(visit: Visit) -> None:
    visitor = visit("#/play?board=100x100&mines=1600&first=open&seed=1&moves=0", size=LARGE)
    visitor.button("Chances").click()
    expect(visitor.cell(0)).to_have_attribute("aria-label", re.compile("open|mine"))
    assert visitor.room.locator("[role=gridcell]").count() < 1500
    wide, high, cell = visitor.room.locator(".board-scroll").evaluate(
        """pane => [pane.clientWidth, pane.clientHeight, parseFloat(
            pane.querySelector(".cells").style.getPropertyValue("--cell"))]"""
    )
    seen = (wide / cell + 4) * (high / cell + 4)
    visitor.page.evaluate(COUNT_PAINTS)
    for step in range(3):
        visitor.room.locator(".board-scroll").evaluate(
            "(pane, top) => { pane.scrollTop = top; }", 200 * step + 100
        )
        frames, copies = painted(visitor)
        assert frames >= 1
        assert copies <= frames * (seen + 2)  # plus the minimap and its image
    visitor.page.set_viewport_size({"width": 1000, "height": 700})
    visitor.button("Fit").click()
    painted(visitor)
    visitor.hover(0)
    frames, copies = painted(visitor)
    assert frames >= 1
    assert copies <= 3 * frames  # zoomed out, the whole board is one image


def test_nothing_is_painted_while_the_mouse_rests(visit: Visit) -> None:
    visitor = visit(EXPERT)
    expect(visitor.cell(479)).to_be_attached()
    visitor.hover(100)
    visitor.page.evaluate(COUNT_PAINTS)
    painted(visitor)
    painted(visitor)
    assert painted(visitor) == (0, 0)


# -- screens --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [PHONE, DESKTOP, LARGE])
def test_no_room_is_wider_than_its_window(visit: Visit, size: tuple[int, int], dark: bool) -> None:
    visitor = visit(EXPERT, size=size, touch=size == PHONE, dark=dark)
    for room in ("Play", "Analyse", "Replay", "Lab"):
        rooms = visitor.page.get_by_role("navigation")
        rooms.get_by_role("link", name=room, exact=True).click()
        expect(visitor.room).to_have_attribute("aria-label", room)
        visitor.wait_for_room()
        assert not visitor.scrolls_sideways()


def test_the_theme_can_be_chosen_and_is_stored(visit: Visit) -> None:
    visitor = visit()

    def paper() -> str:
        ground: str = visitor.page.evaluate(
            "getComputedStyle(document.documentElement).backgroundColor"
        )
        return ground

    light = paper()
    toggle = visitor.page.get_by_role("button", name=re.compile("Theme"))
    toggle.click()
    assert paper() == light
    toggle.click()
    dark = paper()
    assert dark != light
    visitor.page.reload()
    visitor.page.wait_for_selector("[role=gridcell]")
    assert paper() == dark


@pytest.mark.parametrize(
    ("dark", "tile", "clue"), [(False, "c2cdd3", "1c670b"), (True, "384550", "a6f4a8")]
)
def test_the_canvas_has_the_colours_of_the_theme(
    visit: Visit, dark: bool, tile: str, clue: str
) -> None:
    found = visit(dark=dark).script(
        "/scripts/board/colors.js", "m => m.readColors(document.querySelector('main'))"
    )
    for name, color in (("tile", tile), ("clue-2", clue)):
        channels = ", ".join(str(int(color[at : at + 2], 16)) for at in (0, 2, 4))
        assert found[name] == f"rgb({channels})"
    assert re.fullmatch(r"rgb\(\d+ \d+ \d+\)", found["risk-12"])
    assert "sans-serif" in found["font"]


def test_the_grid_has_its_size_and_every_cell_its_place(visit: Visit) -> None:
    visitor = visit(EXPERT)
    grid = visitor.room.get_by_role("grid")
    expect(visitor.cell(479)).to_be_attached()
    assert grid.get_attribute("aria-rowcount") == "16"
    assert grid.get_attribute("aria-colcount") == "30"
    assert grid.get_by_role("row").count() == 16
    assert visitor.says(31).startswith("row 1, column 1, ")
    assert visitor.room.locator("[role=gridcell][tabindex='0']").count() == 1


# -- boards ---------------------------------------------------------------------------------------

POLYGONS = """(m, board) => {
    const geometry = m.geometryOf(board);
    return [...geometry.x].map((x, cell) =>
        geometry.outlines[geometry.variant[cell]].points.map(([across, along]) =>
            [x + across, geometry.y[cell] + along]));
}"""


def info_of(board: sapper.Board) -> dict[str, Any]:
    request = json.dumps({"spec": board.spec}).encode()
    found: dict[str, Any] = json.loads(service.answer("boards", request, Host())[1])
    return found


@pytest.mark.parametrize("spec", ["5x6", "hex:5x6", "tri:5x8"])
def test_cells_are_neighbours_exactly_if_their_shapes_touch(visit: Visit, spec: str) -> None:
    board = sapper.board(spec)
    polygons = visit().script("/scripts/board/geometry.js", POLYGONS, info_of(board))
    corners = [{(round(x, 6), round(y, 6)) for x, y in points} for points in polygons]
    if spec.startswith("tri"):  # no corner lies inside a side, so corners suffice
        assert {len(points) for points in corners} == {3}
    touching = [(a, b) for a, b in combinations(range(board.size), 2) if corners[a] & corners[b]]
    assert touching == board.edges()


@pytest.mark.parametrize(
    "spec",
    ["4x7", "torus:4x5", "hex:4x5", "tri:4x7", "box:3x4x5", "box:2x3x2x3", "box:7", "knight:5x5"],
)
def test_the_cell_at_a_point_is_the_one_drawn_there(visit: Visit, spec: str) -> None:
    board = sapper.board(spec)
    found = visit().script(
        "/scripts/board/geometry.js",
        """async (m, board) => {
            const { CellFinder } = await import("/scripts/board/cell_finder.js");
            const geometry = m.geometryOf(board);
            const finder = new CellFinder(geometry);
            const { x, y, width, height } = geometry;
            const inside =
                x.every(at => at > 0 && at < width) && y.every(at => at > 0 && at < height);
            return {
                inside,
                cells: [...geometry.x].map((x, cell) => finder.at(x, geometry.y[cell])),
                steps: [...geometry.x].map((_, cell) =>
                    ["up", "down", "left", "right"].map(way => geometry.step(cell, way))),
                beyond: geometry.ghosts.map(({ cell, x, y }) => finder.at(x, y) === cell),
            };
        }""",
        info_of(board),
    )
    assert found["inside"]
    assert found["cells"] == list(range(board.size))
    assert all(found["beyond"])
    assert (len(found["beyond"]) > 0) == (board.kind == "torus")
    reached = {0}
    while fresh := {step for cell in reached for step in found["steps"][cell]} - reached:
        reached |= fresh
    assert reached == set(range(board.size))


def test_every_kind_of_board_is_drawn_and_played(visit: Visit) -> None:
    visitor = visit()
    preset = visitor.room.get_by_label("Known boards")
    expect(preset.locator("option")).not_to_have_count(5)
    for spec in preset.locator("option").evaluate_all("all => all.map(one => one.value)"):
        if spec in ("", "16x30/99", "30x30/200"):
            continue
        visitor.choose_difficulty("Custom…")
        preset.select_option(spec)
        visitor.button("Start this game").click()
        visitor.page.wait_for_url(re.compile(re.escape(f"board={spec.split('/')[0]}&")))
        expect(visitor.notice).to_contain_text("to start")
        visitor.click(0)
        expect(visitor.cell(0)).to_have_attribute("aria-label", re.compile("open"))
        painted = visitor.page.evaluate(
            """() => {
                const canvas = document.querySelector("main > section:not([hidden]) canvas");
                const copy = new OffscreenCanvas(canvas.width, canvas.height)
                    .getContext("2d", { willReadFrequently: true });
                copy.drawImage(canvas, 0, 0);
                const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
                return new Set(new Uint32Array(data.buffer)).size;
            }"""
        )
        assert painted > 20, spec


# -- words ----------------------------------------------------------------------------


def test_only_certainties_are_shown_as_0_or_100(visit: Visit) -> None:
    chances = [
        0.0,
        1e-15,
        1e-7,
        0.0009,
        0.001,
        0.05,
        0.0994,
        0.0996,
        1 / 3,
        0.98,
        0.991,
        1 - 1e-9,
        1.0,
    ]
    short, full = visit().script(
        "/scripts/words/percent.js",
        "(m, all) => [all.map(m.percent), all.map(m.percentInFull)]",
        chances,
    )
    assert short == [percent(chance) for chance in chances]
    assert full[2:] == [percent_in_full(chance) for chance in chances][2:]
    for chance, *texts in zip(chances, short, full, strict=True):
        for text in texts:
            assert (text.removesuffix(" %") in ("0", "100")) == (chance in (0, 1))


def test_positions_are_written_to_and_read_from_the_address(visit: Visit) -> None:
    clues: list[int | None] = [None, 0, 0, 0, 0, 12, 3, None, None, None, None, 8, None]
    text, read = visit().script(
        "/scripts/address_codes.js",
        """(m, clues) => {
            const text = m.encodePosition(clues, new Set([0, 12]));
            const { clues: read, flags } = m.decodePosition(text, clues.length);
            const moves = m.decodeMoves(m.encodeMoves([40, [1, 2], 3]));
            return [text, { read, flags: [...flags], moves, bad: m.decodePosition(text, 5) }];
        }""",
        clues,
    )
    assert text == "f0*4.(12)3-*4.8f"
    assert read == {"read": clues, "flags": [0, 12], "moves": [40, [1, 2], 3], "bad": None}
