"""Large boards in a real browser: a million cells, fit, map, zoom, pan; quick clicks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from browser_page import DESKTOP, PHONE, Visit, Visitor, expect
from sapper.games import Deal

if TYPE_CHECKING:
    from playwright.sync_api import Route

MILLION = "#/play?board=1000x1000&mines=200000&first=open&seed=1"
HUNDRED = "#/play?board=100x100&mines=1600&first=open&seed=1&moves=0"


def pane(visitor: Visitor) -> dict[str, float]:
    """Return the size and the scroll position of the board in its pane."""
    found: dict[str, float] = visitor.room.locator(".board-scroll").evaluate(
        """pane => ({
            left: pane.scrollLeft, top: pane.scrollTop,
            width: pane.clientWidth, height: pane.clientHeight,
            wide: pane.scrollWidth, high: pane.scrollHeight,
        })"""
    )
    return found


def cell_size(visitor: Visitor) -> float:
    size: str = visitor.room.get_by_role("grid").evaluate(
        "grid => grid.style.getPropertyValue('--cell')"
    )
    return float(size.removesuffix("px"))


def board_middle(visitor: Visitor) -> tuple[float, float]:
    box = visitor.room.locator(".board-scroll").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def colours_seen(visitor: Visitor, selector: str) -> int:
    """Return the number of colours of a canvas."""
    count: int = visitor.room.locator(selector).evaluate(
        """canvas => {
            const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
            copy.drawImage(canvas, 0, 0);
            const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
            return new Set(new Uint32Array(data.buffer)).size;
        }"""
    )
    return count


def test_a_million_cells_are_played(visit: Visit) -> None:
    visitor = visit(f"{MILLION}&moves=apqs")  # 499924 in base 36
    game = sapper.Game("1000x1000/200000", seed=1, first="open", risks=False)
    opened = game.open(int("apqs", 36))
    expect(visitor.notice).to_contain_text("near the last click")
    assert visitor.figure("safe") == str(800_000 - len(opened))
    assert visitor.figure("guesses") == "–"
    visitor.button("Hint").click()
    why = visitor.panel("Why")
    expect(why).to_contain_text("is safe")
    found = re.search(r"\((\d+), (\d+)\)", why.inner_text())
    assert found is not None
    safe = game.board.cell((int(found[1]), int(found[2])))
    assert safe in sapper.analyze(game.position).safe
    visitor.button("Play best").click()
    expect(visitor.room.locator("[data-figure=safe]")).not_to_have_text(str(800_000 - len(opened)))
    assert visitor.room.locator("[role=gridcell]").count() < 1500
    visitor.button("Chances").click()
    expect(visitor.notice).to_contain_text("not calculated above 20,000 cells")


def test_fit_shows_the_whole_board(visit: Visit) -> None:
    visitor = visit(HUNDRED)
    expect(visitor.notice).to_contain_text("There is a safe move")
    before = pane(visitor)
    assert before["wide"] > before["width"] + 1
    visitor.button("Fit").click()
    after = pane(visitor)
    assert after["wide"] <= after["width"] + 1
    assert after["high"] <= after["height"] + 1
    assert colours_seen(visitor, ".board-spacer canvas") > 3
    visitor.button("Larger").click()
    assert pane(visitor)["high"] > pane(visitor)["height"] + 1


def test_a_click_on_the_map_scrolls_the_board(visit: Visit) -> None:
    visitor = visit(HUNDRED)
    expect(visitor.notice).to_contain_text("There is a safe move")
    minimap = visitor.room.locator(".minimap canvas")
    expect(minimap).to_be_visible()
    assert colours_seen(visitor, ".minimap canvas") > 3
    box = minimap.bounding_box()
    assert box is not None
    visitor.page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    found = pane(visitor)
    assert abs(found["left"] + found["width"] / 2 - found["wide"] / 2) < 30
    assert abs(found["top"] + found["height"] / 2 - found["high"] / 2) < 30
    visitor.button("Fit").click()
    expect(minimap).to_be_hidden()


def test_ctrl_and_wheel_zoom_around_the_pointer(visit: Visit) -> None:
    visitor = visit(HUNDRED)
    expect(visitor.notice).to_contain_text("There is a safe move")
    size = cell_size(visitor)
    x, y = board_middle(visitor)
    visitor.page.mouse.move(x, y)

    def pointed() -> tuple[float, float]:
        box = visitor.room.locator(".board-scroll").bounding_box()
        assert box is not None
        now, each = pane(visitor), cell_size(visitor)
        return (now["left"] + x - box["x"] - 18) / each, (now["top"] + y - box["y"] - 18) / each

    before = pointed()
    visitor.page.keyboard.down("Control")
    visitor.page.mouse.wheel(0, -200)
    visitor.page.wait_for_function(
        """size => parseFloat(document.querySelector("main > section:not([hidden]) .cells")
            .style.getPropertyValue("--cell")) > 1.2 * size""",
        arg=size,
    )
    visitor.page.keyboard.up("Control")
    assert pointed() == pytest.approx(before, abs=0.3)


@pytest.mark.parametrize("way", ["middle", "Control"])
def test_a_drag_pans_the_board_and_opens_nothing(visit: Visit, way: str) -> None:
    visitor = visit(HUNDRED)
    expect(visitor.notice).to_contain_text("There is a safe move")
    safe = visitor.figure("safe")
    x, y = board_middle(visitor)
    visitor.page.mouse.move(x, y)
    if way == "Control":
        visitor.page.keyboard.down("Control")
        visitor.page.mouse.down()
    else:
        visitor.page.mouse.down(button="middle")
    visitor.page.mouse.move(x - 60, y - 50, steps=4)
    visitor.page.mouse.move(x - 120, y - 90, steps=4)
    if way == "Control":
        visitor.page.mouse.up()
        visitor.page.keyboard.up("Control")
    else:
        visitor.page.mouse.up(button="middle")
    found = pane(visitor)
    assert (found["left"], found["top"]) == (120, 90)
    assert visitor.figure("safe") == safe
    assert visitor.page.url.endswith("moves=0")


def test_a_wide_board_is_rotated_on_a_phone(visit: Visit) -> None:
    expert = "#/play?board=16x30&mines=99&first=open&seed=7&moves=6p"
    visitor = visit(expert, size=PHONE, touch=True)
    expect(visitor.cell((15, 29))).to_be_attached()
    first, below, right = (visitor.middle(place) for place in ((0, 0), (0, 1), (1, 0)))
    assert below[1] > first[1]
    assert below[0] == first[0]
    assert right[0] > first[0]
    assert right[1] == first[1]
    assert pane(visitor)["high"] > pane(visitor)["wide"]
    target = (1, 2)
    assert "covered" in visitor.says(target)
    visitor.tap(target)
    expect(visitor.cell(target)).not_to_have_attribute("aria-label", re.compile("covered$"))
    visitor.page.set_viewport_size({"width": 740, "height": 360})
    expect(visitor.room.locator(".board-scroll")).to_be_visible()
    visitor.page.wait_for_function(
        """() => {
            const pane = document.querySelector("main > section:not([hidden]) .board-scroll");
            return pane.scrollWidth > pane.scrollHeight;
        }"""
    )


# -- the network ----------------------------------------------------------------------------------


def safe_cells(spec: str, seed: int, start: int) -> list[int]:
    mines = Deal.read(spec, first="open", start=start).game(seed, 0).mines
    return [cell for cell, count in enumerate(mines) if not count]


def test_quick_clicks_on_a_slow_network_are_sent_together(visit: Visit) -> None:
    visitor = visit("#/play?board=16x30&mines=99&first=open&seed=7&moves=6p", size=DESKTOP)
    expect(visitor.notice).to_contain_text("There is a safe move")
    held: list[Route] = []
    asked: list[Any] = []

    def hold(route: Route) -> None:
        asked.append(route.request.post_data_json)
        held.append(route)

    visitor.page.route("**/api/game/moves", hold)
    safe = safe_cells("16x30/99", 7, int("6p", 36))
    covered = [cell for cell in safe if "covered" in visitor.says(cell)]
    clicked = covered[::-40][:8]
    visitor.click(clicked[0])
    visitor.page.wait_for_timeout(0)
    for cell in clicked[1:]:
        visitor.click(cell)
    assert len(asked) == 1
    assert asked[0]["moves"] == [clicked[0]]
    assert asked[0]["after"] is not None  # known moves are not sent again
    held[0].continue_()
    expect(visitor.cell(clicked[0])).to_have_attribute("aria-label", re.compile("open"))
    while len(held) < 2:
        visitor.page.wait_for_timeout(10)
    held[1].continue_()
    for cell in clicked:
        expect(visitor.cell(cell)).to_have_attribute("aria-label", re.compile("open"))
    assert len(asked) == 2
    assert set(asked[1]["moves"]) <= set(clicked[1:])


def test_the_whole_game_is_sent_if_the_server_forgot_it(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9&mines=10&first=open&seed=1&moves=14")
    expect(visitor.notice).to_contain_text("There is a safe move")
    asked: list[Any] = []

    def forget(route: Route) -> None:
        body: Any = route.request.post_data_json
        asked.append(body)
        if body["after"] is None:
            route.continue_()
        else:
            wrong = {"error": "not known here", "kind": "GameForgotten"}
            route.fulfill(status=409, json=wrong)

    visitor.page.route("**/api/game/moves", forget)
    game = sapper.Game("9x9/10", seed=1, first="open")
    game.open(40)
    safe = sapper.analyze(game.position).safe[0]
    visitor.click(safe)
    expect(visitor.cell(safe)).to_have_attribute("aria-label", re.compile("open"))
    assert [body["after"] is None for body in asked] == [False, True]
    assert asked[1]["moves"] == [40, safe]
    visitor.problems = [problem for problem in visitor.problems if "409" not in problem]
