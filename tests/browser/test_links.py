"""Links to games, valid and invalid; the settings of the Play room, with and without storage."""

from __future__ import annotations

import re

import pytest

import sapper
from browser_page import Visit, expect

BEGINNER = "#/play?board=9x9&mines=10&first=safe&seed=1"
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("denied", "SecurityError"); },
});"""
FULL_STORAGE = """Storage.prototype.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
};"""


def test_a_link_to_another_game_shows_its_own_replay(visit: Visit) -> None:
    visitor = visit("#/play?board=1x2&mines=1&first=any&seed=1")
    expect(visitor.notice).to_contain_text("to start")
    visitor.click(0)  # this ends the game in any case
    replay = visitor.panel("Replay")
    expect(replay).to_contain_text("Click 1 of 1")
    game = sapper.Game("4x4/2", seed=1, first="open")
    clicks: list[int] = []
    while game.status == "playing":
        cell = game.analysis.best if clicks else 0
        assert cell is not None
        game.open(cell)
        clicks.append(cell)
    count = len(clicks)
    assert count > 1
    coded = ".".join("0123456789abcdef"[cell] for cell in clicks)
    visitor.go(f"#/play?board=4x4&mines=2&first=open&seed=1&moves={coded}")
    expect(replay).to_contain_text(f"Click {count} of {count}")
    visitor.open_tab("Replay")
    visitor.button("Previous").click()
    expect(replay).to_contain_text(f"Click {count - 1} of {count}")
    assert "covered" in visitor.says(clicks[-1])
    assert "open" in visitor.says(clicks[0])


def test_a_link_without_a_seed_deals_a_new_game_of_that_kind(visit: Visit) -> None:
    seeds = set()
    for _ in range(2):
        visitor = visit("#/play?board=16x30&mines=99")
        expect(visitor.room.locator("[role=gridcell]")).to_have_count(480)
        assert visitor.figure("mines") == "99"
        visitor.page.wait_for_url(re.compile(r"seed=\d+"))
        found = re.search(r"seed=(\d+)", visitor.page.url)
        assert found is not None
        seeds.add(found[1])
        assert "first=open" in visitor.page.url
    assert len(seeds) == 2


BAD = {
    "board=foo": "unknown board 'foo'",
    "board=": "names no board",
    "seed=7": "names no board",
    "board=9x9&seed=1": "Add the number of mines, for example 9x9/10",
    "board=9x9&mines=500&seed=1": "500 mines do not fit on 9x9",
    "board=9x9&mines=-3&seed=1": "must be a whole number, not “-3”",
    "board=4x4&mines=14&first=open&seed=1": "14 mines do not fit on 4x4",
    "board=9x9&mines=10&first=never&seed=1": "any or safe or open",
    "board=9x9&mines=10&noguess=magic&seed=1": "single or subtraction or engine",
    "board=9x9&mines=10&seed=abc": "seed must be a whole number",
    "board=9x9&mines=10&seed=1&game=x": "number of the game must be a whole number",
    "board=9x9&mines=10&seed=1&moves=!!!!": "moves of the link cannot be read",
    "board=9x9&mines=10&seed=1&moves=zz": "cell 1295, but 9x9 has only 81 cells",
    "board=9x9&mines=10&seed=1&flags=-": "flags of the link cannot be read",
    "board=graph:3&edges=0&mines=1&seed=1": "Edges must look like 0-1.1-2",
    "board=1x2&mines=1&first=any&seed=1&moves=0.1.0": "comes after the end",
}


def test_the_error_of_a_link_is_shown_with_a_button_to_continue(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.notice).to_contain_text("to start")
    for query, message in BAD.items():
        visitor.go(f"#/play?{query}")
        expect(visitor.notice).to_contain_text(re.compile(re.escape(message), re.IGNORECASE))
        said = visitor.notice.inner_text()
        assert said[0].isupper() or said[0].isdigit(), said
        assert said.endswith((".", "?")), said
        visitor.button("Play a beginner game").click()
        expect(visitor.notice).to_contain_text("to start")
        expect(visitor.button("Play a beginner game")).to_be_hidden()
        assert visitor.figure("mines") == "10"
    visitor.problems.clear()  # the browser itself reports rejected requests


def test_a_bad_first_link_is_shown_with_a_button_to_continue(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9&mines=10&seed=1&moves=!!!!")
    expect(visitor.notice).to_contain_text("cannot be read")
    visitor.button("Play a beginner game").click()
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(81)


def test_a_new_visitor_starts_with_an_opening_and_settings_are_stored(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.notice).to_contain_text("no mines around it")
    visitor.choose_difficulty("Intermediate")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(256)
    visitor.choose_difficulty("Custom…")
    visitor.room.locator("dialog summary").click()
    visitor.room.get_by_label("First click").select_option("any")
    visitor.button("Start this game").click()
    expect(visitor.notice).to_contain_text("even the first may be a mine")
    visitor.button("Chances").click()
    visitor.open_tab("Options")
    visitor.room.get_by_label("Practice").check()
    visitor.page.goto("about:blank")
    visitor.go("")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(256)
    expect(visitor.notice).to_contain_text("even the first may be a mine")
    expect(visitor.button("Chances")).to_have_attribute("aria-pressed", "true")
    expect(visitor.room.get_by_label("Practice")).to_be_checked()


def test_a_new_game_can_be_undone_until_its_first_click(visit: Visit) -> None:
    visitor = visit(BEGINNER)
    expect(visitor.notice).to_contain_text("to start")
    visitor.click((4, 4))
    expect(visitor.cell((4, 4))).to_have_attribute("aria-label", re.compile("open"))
    before = visitor.everything_said()
    visitor.key("n")
    expect(visitor.notice).to_contain_text("Press U to return to your last game")
    assert all("covered" in label for label in visitor.everything_said())
    visitor.key("u")
    expect(visitor.cell((4, 4))).to_have_attribute("aria-label", re.compile("open"))
    assert visitor.everything_said() == before
    visitor.page.wait_for_url(re.compile("seed=1&moves=14"))
    expect(visitor.button("Undo")).to_be_disabled()


def test_in_practice_any_click_can_be_undone(visit: Visit) -> None:
    visitor = visit(BEGINNER)
    expect(visitor.notice).to_contain_text("to start")
    visitor.click((4, 4))
    expect(visitor.cell((4, 4))).to_have_attribute("aria-label", re.compile("open"))
    expect(visitor.button("Undo")).to_be_disabled()
    visitor.open_tab("Options")
    visitor.room.get_by_label("Practice").check()
    visitor.hover((4, 4))
    visitor.key("Control+z")
    expect(visitor.cell((4, 4))).to_have_attribute("aria-label", re.compile("covered"))


def test_assistance_can_be_switched_off(visit: Visit) -> None:
    visitor = visit(f"{BEGINNER}&moves=14")
    expect(visitor.notice).to_contain_text("There is a safe move")
    visitor.button("Chances").click()
    expect(visitor.cell(0)).to_have_attribute("aria-label", re.compile("mine"))
    visitor.open_tab("Options")
    visitor.room.get_by_label("Assistance").uncheck()
    expect(visitor.cell(0)).not_to_have_attribute("aria-label", re.compile("mine"))
    expect(visitor.notice).to_have_text("")
    for name in ("Hint", "Play best", "Why?", "Chances", "Help", "Bot"):
        expect(visitor.button(name)).to_be_hidden()
    before = visitor.everything_said()
    visitor.hover(0)
    visitor.key("h", "b", "p", "w")
    assert visitor.everything_said() == before
    visitor.page.reload()
    expect(visitor.cell(40)).to_have_attribute("aria-label", re.compile("open"))
    expect(visitor.button("Hint")).to_be_hidden()


@pytest.mark.parametrize("script", [NO_STORAGE, FULL_STORAGE], ids=["forbidden", "full"])
def test_the_page_works_without_storage(visit: Visit, script: str) -> None:
    visitor = visit()
    visitor.page.add_init_script(script)
    visitor.go("#/play?board=4x4&mines=3&first=safe&seed=3")
    visitor.page.reload()
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(16)
    visitor.open_tab("Options")
    visitor.room.get_by_label("Practice").check()
    for cell in range(16):
        if visitor.notice.inner_text().startswith(("Won", "Lost")):
            break
        if "covered" in visitor.says(cell):
            visitor.click(cell)
            expect(visitor.cell(cell)).not_to_have_attribute("aria-label", re.compile("covered$"))
    expect(visitor.panel("Result")).to_be_visible()
    games = visitor.panel("Your games")
    expect(games).to_contain_text("of 1")
    expect(games).to_contain_text("This browser stores nothing")
    visitor.button("New game").click()
    expect(visitor.notice).to_contain_text("to start")
    expect(games).to_contain_text("of 1")


def test_invalid_stored_values_are_ignored(visit: Visit) -> None:
    visitor = visit()
    visitor.page.evaluate(
        """() => {
            localStorage.setItem("sapper-play", '{"spec": 7, "first": "x", "chances": "yes"}');
            localStorage.setItem("sapper-games", '[1, {"kind": "9x9/10, open"}, null]');
            localStorage.setItem("sapper-tallies", '[[1], ["x", null]]');
        }"""
    )
    visitor.page.goto("about:blank")
    visitor.go("")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(81)
    expect(visitor.notice).to_contain_text("no mines around it")
    visitor.click((4, 4))
    expect(visitor.cell((4, 4))).to_have_attribute("aria-label", re.compile("open"))
