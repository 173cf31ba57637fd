"""Loading the page: few requests, few bytes, and even fewer on a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser_page import Visit, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Request, Route

OWN_FILES = 6
"""Requests for files: the page, its script, its style sheet, its icon, and the manifest."""

ASKED = 4
"""Most API requests when the Play room is opened."""


def watched(visitor: Visitor) -> list[Request]:
    """Record the requests from now on."""
    asked: list[Request] = []
    visitor.page.on("requestfinished", lambda request: asked.append(request))
    return asked


def wait_until_loaded(visitor: Visitor) -> None:
    """Wait until the Play room is loaded."""
    expect(visitor.notice).to_contain_text("to start")
    expect(visitor.room.get_by_label("Known boards").locator("option")).not_to_have_count(5)
    visitor.page.wait_for_load_state("networkidle")


def own_files(asked: list[Request]) -> list[Request]:
    return [request for request in asked if "/api/" not in request.url]


def test_the_page_loads_with_few_compressed_requests(visit: Visit) -> None:
    visitor = visit()
    wait_until_loaded(visitor)
    asked = watched(visitor)
    visitor.page.reload()
    wait_until_loaded(visitor)
    assert len(own_files(asked)) <= OWN_FILES
    assert len(asked) - len(own_files(asked)) <= ASKED

    fresh = visit("#/lab")
    entries = fresh.page.evaluate(
        """() => performance.getEntriesByType("resource")
            .filter(entry => entry.name.includes("/bundle/"))
            .map(entry => [entry.encodedBodySize, entry.decodedBodySize])"""
    )
    assert len(entries) == 2
    assert sum(encoded for encoded, _ in entries) < 120_000
    assert all(encoded < decoded / 2 for encoded, decoded in entries)


def test_a_reload_takes_script_and_style_sheet_from_the_cache(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.notice).to_contain_text("to start")
    visitor.page.reload()
    expect(visitor.notice).to_contain_text("to start")
    sent = visitor.page.evaluate(
        """() => performance.getEntriesByType("resource")
            .filter(entry => entry.name.includes("/bundle/"))
            .map(entry => entry.transferSize)"""
    )
    assert sent == [0, 0]


def test_a_room_is_busy_until_it_is_loaded(visit: Visit) -> None:
    visitor = visit()
    held: list[Route] = []
    visitor.page.route("**/api/boards/**", lambda route: held.append(route))
    with visitor.page.expect_request("**/api/boards/**"):
        visitor.page.reload()
    expect(visitor.room).to_have_attribute("aria-busy", "true")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(0)
    while not held:
        visitor.page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    expect(visitor.room).not_to_have_attribute("aria-busy", "true")
    expect(visitor.room.locator("[role=gridcell]")).not_to_have_count(0)
