"""The page on a phone: complete hints, touch targets, landscape, installation, offline use."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browser_page import PHONE, Visit, Visitor, expect

EXPERT = "#/play?board=16x30&mines=99&first=open&seed=7&moves=6p"
SIDEWAYS = (844, 390)
ROOMS = ("#/play?board=9x9&mines=10&first=safe&seed=1&moves=14", "#/analyse", "#/replay", "#/lab")

TOO_SMALL = """() => {
    const touched = "a[href], button, input, select, textarea, summary, .segments label";
    return [...document.querySelectorAll(touched)]
        .filter(one => one.checkVisibility() && !one.matches(".skip, .visually-hidden"))
        .filter(one => one.type !== "file")
        .map(one => {
            const mark = one.matches("[type=radio], [type=checkbox]");
            const box = ((mark && one.closest("label")) || one).getBoundingClientRect();
            const name = `${one.tagName} ${one.ariaLabel || one.textContent || one.id}`;
            return [name.trim().slice(0, 40), box.width, box.height];
        })
        .filter(([, width, height]) => width < 44 || height < 44);
}"""


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_too_small_to_touch(visit: Visit, room: str) -> None:
    visitor = visit(room, size=PHONE, touch=True)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert visitor.page.evaluate(TOO_SMALL) == []
    assert not visitor.scrolls_sideways()


def within(visitor: Visitor, box: dict[str, float] | Any) -> bool:
    size = visitor.page.viewport_size
    assert size is not None
    return bool(
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


def test_a_long_hint_is_fully_visible_and_does_not_move_the_board(visit: Visit) -> None:
    visitor = visit(EXPERT, size=PHONE, touch=True)
    expect(visitor.notice).to_contain_text("There is a safe move")
    board = visitor.room.locator(".board-scroll")
    before = board.bounding_box()
    long = "A guess: (12, 3) has a 20.6 % chance of being a mine; it has the greatest win chance "
    visitor.notice.evaluate("(notice, text) => { notice.textContent = text; }", 3 * long)
    inside = visitor.notice.evaluate(
        "notice => notice.scrollHeight <= notice.clientHeight + 1 && notice.clientHeight > 60"
    )
    assert inside
    shown = visitor.notice.bounding_box()
    assert within(visitor, shown)
    assert board.bounding_box() == before
    assert before is not None
    assert shown is not None
    assert shown["y"] + shown["height"] <= before["y"] + 1
    on_top = visitor.notice.evaluate(
        """notice => {
            const box = notice.getBoundingClientRect();
            return document.elementFromPoint(box.x + 20, box.y + 8) === notice;
        }"""
    )
    assert on_top  # not below the figures


def test_in_landscape_board_and_tools_are_on_the_screen(visit: Visit) -> None:
    visitor = visit(EXPERT, size=SIDEWAYS, touch=True)
    expect(visitor.notice).to_contain_text("There is a safe move")
    for name in ("Flag", "Hint", "Play best", "Why?", "Chances", "Undo", "New game"):
        assert within(visitor, visitor.button(name).bounding_box()), name
    board = visitor.room.locator(".board-scroll").bounding_box()
    assert board is not None
    assert within(visitor, board)
    assert board["height"] > 250
    assert within(visitor, visitor.notice.bounding_box())
    visitor.button("Hint").tap()
    expect(visitor.notice).to_contain_text("is safe")


def test_a_small_screen_shows_the_whole_expert_board(visit: Visit) -> None:
    visitor = visit(EXPERT, size=(1024, 768))
    expect(visitor.notice).to_contain_text("There is a safe move")
    wide, room, high, height = visitor.room.locator(".board-scroll").evaluate(
        "pane => [pane.scrollWidth, pane.clientWidth, pane.scrollHeight, pane.clientHeight]"
    )
    assert wide <= room + 1
    assert high <= height + 1


def test_the_page_can_be_installed(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.notice).to_contain_text("to start")
    session = visitor.page.context.new_cdp_session(visitor.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("/manifest.webmanifest")
    manifest = visitor.page.evaluate("fetch('/manifest.webmanifest').then(found => found.json())")
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    for icon in manifest["icons"]:
        size = visitor.page.evaluate(
            """async source => {
                const image = new Image();
                image.src = source;
                await image.decode();
                return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            icon["src"],
        )
        assert icon["sizes"] in (size, "any")


def test_the_page_opens_offline(visit: Visit) -> None:
    visitor = visit(keep=True)
    expect(visitor.notice).to_contain_text("to start")
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    kept = visitor.page.evaluate(
        """async () => (await (await caches.open("sapper-page")).keys())
            .map(request => new URL(request.url).pathname)"""
    )
    assert len([path for path in kept if path.startswith("/bundle/")]) == 2
    assert "/" in kept
    assert not [path for path in kept if path.startswith("/api/")]
    visitor.page.context.set_offline(True)
    visitor.page.reload()
    expect(visitor.page.get_by_role("link", name="Analyse")).to_be_visible()
    expect(visitor.page.get_by_text(re.compile("reach the server")).first).to_be_visible()
    visitor.problems = [one for one in visitor.problems if "ERR_INTERNET_DISCONNECTED" not in one]
