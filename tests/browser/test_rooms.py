"""Between the rooms in a real browser: analysing a game, playing a position, win chances."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import sapper
from browser_page import PHONE, Visit, Visitor, download, expect, play_best_to_the_end

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Route

GAME = "#/play?board=9x9&mines=10&first=open&seed=5&moves=14"
"""A game with one open cell and its cascade."""

GUESS = "#/analyse?board=6x6&mines=11&cells=-*14.1-*5.32-*14."


def clues(visitor: Visitor) -> list[str]:
    """Return the labels of all cells without chances."""
    said = visitor.everything_said()
    more = r", (?:mine|certainly|zero|the selected|\d)"
    return [re.split(more, one.split(", ", 2)[-1])[0] for one in said]


# -- between Play and Analyse ---------------------------------------------------------------------


def test_a_game_is_opened_in_analyse_and_played_again(visit: Visit) -> None:
    visitor = visit(GAME)
    expect(visitor.notice).to_contain_text(re.compile("safe move|guess"))
    played = clues(visitor)
    assert any(one not in ("covered",) for one in played)
    visitor.open_tab("Help")
    visitor.button("Analyse this").click()
    expect(visitor.page).to_have_url(re.compile("#/analyse"))
    expect(visitor.panel("Analysis").locator("[data-fact=layouts]")).to_be_visible()
    assert clues(visitor) == played

    visitor.button("Play from here").click()
    expect(visitor.page).to_have_url(re.compile("#/play.*cells="))
    visitor.wait_for_room()  # Until then the previous game is shown.
    expect(visitor.notice).to_contain_text(re.compile("safe move|guess"))
    assert clues(visitor) == played
    assert visitor.figure("guesses") == "0"

    # It is an ordinary game, and its link restores the current position.
    visitor.key("b")
    expect(visitor.page).to_have_url(re.compile("moves="))
    now = clues(visitor)
    assert now != played
    again = visit(visitor.page.evaluate("location.hash"))
    expect(again.notice).to_contain_text(re.compile("safe move|guess|Won|Lost"))
    assert clues(again) == now


def test_any_click_of_a_finished_game_can_be_analysed(visit: Visit) -> None:
    visitor = visit("#/play?board=4x4&mines=3&first=safe&seed=1&moves=0")
    play_best_to_the_end(visitor)
    visitor.open_tab("Replay")
    replay = visitor.room.get_by_role("slider", name=re.compile("click", re.IGNORECASE)).first
    expect(replay).to_be_visible()
    replay.focus()
    visitor.key("Home", "ArrowRight")
    first = clues(visitor)
    visitor.open_tab("Help")
    visitor.button("Analyse this").click()
    expect(visitor.panel("Analysis").locator("[data-fact=layouts]")).to_be_visible()
    assert clues(visitor) == first


def test_playing_on_waits_for_the_analysis(visit: Visit) -> None:
    visitor = visit("#/analyse?board=1x4&mines=1&cells=-1--")
    layouts = visitor.panel("Analysis").locator("[data-fact=layouts]")
    expect(layouts).to_have_text("2")
    held: list[Route] = []
    visitor.page.route("**/api/analyze", lambda route: held.append(route))
    with visitor.page.expect_request("**/api/analyze"):
        visitor.page.reload()
    visitor.button("Play from here").click()
    # Painted while it waits: the game starts from the last position that is shown.
    with visitor.page.expect_request("**/api/analyze"):
        visitor.panel("Position").get_by_label("Mines", exact=True).fill("2")
    expect(visitor.page).to_have_url(re.compile("#/analyse.*mines=2"))
    while len(held) < 2:
        visitor.page.wait_for_timeout(20)
    held[1].continue_()  # The page has cancelled the first request.
    expect(visitor.page).to_have_url(re.compile("#/play.*mines=2"))
    expect(visitor.notice).to_contain_text("guess")


def test_games_from_one_position_have_different_layouts(visit: Visit) -> None:
    visitor = visit("#/analyse?board=1x4&mines=1&cells=-1--")
    seen = set()
    covered = re.compile("covered$")
    for _ in range(12):
        expect(visitor.panel("Analysis").locator("[data-fact=layouts]")).to_have_text("2")
        visitor.button("Play from here").click()
        expect(visitor.page).to_have_url(re.compile("#/play"))
        visitor.wait_for_room()
        expect(visitor.cell(0)).to_have_attribute("aria-label", covered)
        expect(visitor.notice).to_contain_text("There is a safe move")
        visitor.click(0)
        expect(visitor.cell(0)).not_to_have_attribute("aria-label", covered)
        seen.add("Lost" in visitor.notice.inner_text())
        if len(seen) == 2:
            break
        visitor.page.go_back()
        expect(visitor.page).to_have_url(re.compile("#/analyse"))
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("#/analyse?board=1x3&mines=1&cells=-3-", "cannot be played: there is no analysis"),
        ("#/analyse?board=1x2&mines=1&cells=-1", "No safe cell is left"),
        ("#/analyse?board=1x3&density=0.2&cells=-1-", "needs a number of mines, not a density"),
    ],
)
def test_a_position_that_cannot_be_played_is_reported(visit: Visit, link: str, said: str) -> None:
    visitor = visit(link)
    expect(visitor.panel("Analysis").locator(".result > *").first).to_be_visible()
    visitor.button("Play from here").click()
    expect(visitor.notice).to_contain_text(said)
    expect(visitor.page).to_have_url(re.compile("#/analyse"))


# -- win chance and deep analysis -----------------------------------------------------------------


def test_play_estimates_the_win_chance_on_request(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9&mines=20&first=open&seed=5")
    winning = visitor.panel("Win chance")
    said = winning.locator("[data-fact=win]")
    visitor.open_tab("Help")
    winning.get_by_role("button", name="Estimate win chance").click()
    expect(said).to_have_text("Open a first cell before you ask for the win chance.")
    visitor.click((4, 4))
    expect(said).to_contain_text("Estimate the win chance")
    winning.get_by_role("button", name="Estimate win chance").click()
    expect(said).to_contain_text(re.compile(r"Win chance from here: [\d.]+ %"))


@pytest.mark.parametrize("room", ["play", "analyse"])
def test_moves_are_compared_during_the_deep_analysis(visit: Visit, room: str) -> None:
    cells = GUESS.partition("cells=")[2]
    seed = "&first=any&seed=1" if room == "play" else ""
    visitor = visit(f"#/{room}?board=6x6&mines=11{seed}&cells={cells}")
    winning = visitor.panel("Win chance")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(36)
    if room == "play":
        visitor.open_tab("Help")
    winning.get_by_role("button", name="Deep analysis").click()
    rows = winning.locator("tbody tr")
    expect(rows.first).to_contain_text(re.compile(r"\(\d, \d\).* %"))
    expect(winning.locator(".best-move")).to_contain_text("Best ")
    # It can be stopped and keeps its last result, unless it has ended before.
    stop = winning.get_by_role("button", name="Stop")
    stop.evaluate_all("shown => shown.forEach(button => button.click())")
    expect(winning.get_by_role("button", name="Deep analysis")).to_be_visible()
    expect(rows.first).to_be_visible()
    # A focused move highlights its cell. Another move may have become the first meanwhile.
    rows.first.get_by_role("button").focus()
    row, column = re.findall(r"\d", rows.first.get_by_role("button").inner_text())
    expect(visitor.cell((int(row), int(column)))).to_have_attribute(
        "aria-label", re.compile("selected")
    )


def test_a_certain_cell_needs_no_search_and_a_contradiction_is_explained(visit: Visit) -> None:
    visitor = visit("#/analyse?board=1x4&mines=1&cells=1---")
    winning = visitor.panel("Win chance")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(4)
    winning.get_by_role("button", name="Deep analysis").click()
    expect(winning.locator(".best-move")).to_have_text("(0, 2) is certainly safe.")
    visitor.go("#/analyse?board=1x3&mines=1&cells=-3-")
    expect(visitor.notice).to_contain_text("Contradiction")
    winning.get_by_role("button", name="Deep analysis").click()
    expect(winning.locator("[data-fact=win]")).to_contain_text("no layout fits")
    visitor.problems.clear()  # the browser itself reports the refusal


# -- wrong links ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("board=foo", "foo"),
        ("board=", "Enter a board, for example 9x9/10."),
        ("board=9x9&mines=-3", 'mines must be a whole number from 0 to 81, not "-3"'),
        ("board=9x9&mines=500", 'from 0 to 81, not "500"'),
        ("board=9x9&mines=ten", 'not "ten"'),
        ("board=9x9&density=7", 'between 0 and 1, not "7"'),
        ("board=9x9&density=", "The density must be between 0 and 1"),
        ("board=9x9&mines=10&max=0", "max must be a whole number from 1 to 99"),
        ("board=9x9&mines=10&cells=!!!", 'The cells of this link cannot be read: "!!!".'),
        ("board=9x9&mines=10&cells=---", "This link has 3 cells, but 9x9 has 81."),
        ("board=9x9&mines=10&show=everything", 'not "everything"'),
        ("board=graph:3&edges=0-1.1-9999999&mines=1", "A graph can have at most 400 nodes"),
        ("board=900x900&mines=10", "810,000 cells"),
    ],
)
def test_a_wrong_link_to_analyse_shows_its_error_and_a_button(
    visit: Visit, link: str, said: str
) -> None:
    visitor = visit(f"#/analyse?{link}")
    wrong = visitor.room.get_by_role("alert").filter(has=visitor.page.get_by_role("button"))
    expect(wrong).to_contain_text(said)
    wrong.get_by_role("button", name="Open an empty board").click()
    expect(wrong).to_be_hidden()
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(81)
    expect(visitor.panel("Analysis").locator("[data-fact=layouts]")).to_be_visible()
    visitor.problems.clear()  # the browser itself reports a refusal by the server


# -- stability of the Analyse room ----------------------------------------------------------------


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_a_notice_does_not_move_the_board(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit("#/analyse?board=5x5&mines=3", size=size, touch=size == PHONE)
    expect(visitor.panel("Analysis").locator("[data-fact=layouts]")).to_be_visible()
    before = visitor.cell(12).bounding_box()
    visitor.hover(12)
    visitor.key("8")
    expect(visitor.notice).to_contain_text("Contradiction")
    assert visitor.cell(12).bounding_box() == before
    visitor.key("1")
    expect(visitor.notice).not_to_contain_text("Contradiction")
    assert visitor.cell(12).bounding_box() == before


def drop(visitor: Visitor, name: str, text: str) -> None:
    visitor.page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name, { type: "text/plain" }));
            const event = { dataTransfer: data, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", event));
        }""",
        [name, text],
    )


def test_a_dropped_file_replaces_a_focused_text(visit: Visit) -> None:
    visitor = visit("#/analyse?board=2x2&mines=1")
    text = visitor.room.get_by_label("Position as text")
    expect(text).to_have_value("2x2/1\n##\n##")
    text.click()
    text.fill("2x2/1\n1#\n##")
    expect(visitor.room.locator("[data-fact=layouts]")).to_have_text("3")
    drop(visitor, "other.txt", "1x4/1\n1###\n")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(4)
    expect(text).to_have_value("1x4/1\n1###")
    # A text is not overwritten while it is being typed.
    text.fill("1x4/1\n1# ##")
    expect(visitor.room.locator("[data-fact=layouts]")).to_have_text("1")
    expect(text).to_have_value("1x4/1\n1# ##")


def test_settings_that_a_text_cannot_include_are_kept_and_reported(
    visit: Visit, tmp_path: Path
) -> None:
    visitor = visit("#/analyse?board=2x2&density=0.25&max=2&cells=1---")
    text = visitor.room.get_by_label("Position as text")
    expect(text).to_have_value("2x2\n1#\n##")
    text.fill("2x2\n2#\n##")
    expect(visitor.page).to_have_url(re.compile("density=0.25&max=2&cells=2---"))
    note = visitor.panel("Import / export").get_by_role("status")
    download(visitor, visitor.button("Text file").click, tmp_path)
    expect(note).to_have_text(
        "The text does not include the density and the maximum of mines per cell: "
        "use the JSON file or the link."
    )
    saved = download(visitor, visitor.button("JSON file").click, tmp_path)
    position = sapper.read(saved)
    assert isinstance(position, sapper.Position)
    assert (position.density, position.max_per_cell) == (0.25, 2)


def test_a_graph_has_the_mines_of_its_spec_and_its_edges_in_json(
    visit: Visit, tmp_path: Path
) -> None:
    visitor = visit("#/analyse")
    visitor.room.get_by_label("Board", exact=True).fill("graph:5/2")
    visitor.room.get_by_label("Edges").fill("0-1 1-2 2-3 3-4")
    visitor.button("New board").click()
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(5)
    expect(visitor.room.get_by_label("Mines", exact=True)).to_have_value("2")
    expect(visitor.room.locator("[data-fact=layouts]")).to_have_text("10")
    again = visit("#/analyse?board=graph:5/2&edges=0-1.1-2.2-3.3-4")
    expect(again.room.locator("[data-fact=layouts]")).to_have_text("10")
    note = visitor.panel("Import / export").get_by_role("status")
    download(visitor, visitor.button("Text file").click, tmp_path)
    expect(note).to_contain_text("the edges of the graph")
    saved = download(visitor, visitor.button("JSON file").click, tmp_path)
    position = sapper.read(saved)
    assert isinstance(position, sapper.Position)
    assert position.board.neighbors(2) == [1, 3]
