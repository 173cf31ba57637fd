"""What axe, which looks for barriers to people with disabilities, finds on the page: nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from browser_page import DESKTOP, PHONE, Visit, expect

AXE = Path(__file__).parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"

ROOMS = {
    "play": "#/play?board=9x9&mines=10&first=open&seed=5&moves=0",
    "lost": "#/play?board=1x2&mines=1&first=any&seed=1&moves=0",
    "analyse": "#/analyse?board=6x6&mines=11&cells=-*14.1-*5.32-*14.",
    "replay": "#/replay",
    "lab": "#/lab",
}


@pytest.fixture(scope="module")
def axe() -> str:
    """The program that is run in the page; it comes with the tools of the page."""
    if not AXE.exists() and not os.environ.get("CI"):
        pytest.skip("make page installs axe")
    return AXE.read_text(encoding="utf-8")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("room", ROOMS)
def test_there_is_no_barrier(visit: Visit, axe: str, room: str, phone: bool, dark: bool) -> None:
    visitor = visit(ROOMS[room], size=PHONE if phone else DESKTOP, touch=phone, dark=dark)
    expect(visitor.room).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate(axe)
    found = visitor.page.evaluate("axe.run()")
    assert len(found["passes"]) > 20
    assert [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found["violations"]] == []
