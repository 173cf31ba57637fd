"""Accessibility: axe finds no violation in any room."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from browser_page import DESKTOP, PHONE, Visit, expect

AXE = Path(__file__).parents[2] / "page-tools" / "node_modules" / "axe-core" / "axe.min.js"

ROOMS = {
    "play": "#/play?board=9x9&mines=10&first=open&seed=5&moves=0",
    "lost": "#/play?board=1x2&mines=1&first=any&seed=1&moves=0",
    "analyse": "#/analyse?board=6x6&mines=11&cells=-*14.1-*5.32-*14.",
    "replay": "#/replay",
    "lab": "#/lab",
}


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe, which is installed with the tools of the page."""
    if not AXE.exists() and not os.environ.get("CI"):
        pytest.skip("make page installs axe")
    return AXE.read_text(encoding="utf-8")


RUN = """async () => {
    const { passes, violations } = await axe.run();
    const describe = (one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`;
    return [passes.length, violations.map(describe)];
}"""
"""Only a summary leaves the page: the full result of axe has megabytes."""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("room", ROOMS)
def test_axe_finds_no_violation(visit: Visit, axe: str, room: str, phone: bool) -> None:
    visitor = visit(ROOMS[room], size=PHONE if phone else DESKTOP, touch=phone)
    expect(visitor.room).to_be_visible()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate(axe)
    if room == "play":
        for tab in ("Help", "Bot", "Statistics", "Options"):
            visitor.open_tab(tab)
            assert visitor.page.evaluate(RUN)[1] == [], tab
        visitor.open_tab("Help")
    colors = set()
    for scheme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=scheme)
        colors.add(visitor.page.evaluate("getComputedStyle(document.body).color"))
        passes, violations = visitor.page.evaluate(RUN)
        assert passes > 20
        assert violations == []
    assert len(colors) == 2
