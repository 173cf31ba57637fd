"""Files and replays in a real browser: opened, dropped, pasted, stepped through and saved."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING

import pytest

import sapper
from browser_page import PHONE, Visit, Visitor, download, expect
from sapper import Click, Layout, Replay

if TYPE_CHECKING:
    from pathlib import Path

CLICKS = (
    Click(0.0, "open", 0),
    Click(0.5, "flag", 1),
    Click(1.5, "open", 3),
    Click(1.75, "flag", 1),
    Click(2.0, "open", 1),
)
LOST = Replay(Layout("2x3", [0, 1, 0, 0, 0, 0]), CLICKS, player="Ann")
LINK = "https://example.org/index.html?analysis=adacaaablTlT"


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "lost.rawvf"
    sapper.write(LOST, path)
    return path


def drop(visitor: Visitor, path: Path) -> None:
    """Drop a file somewhere on the page."""
    visitor.page.evaluate(
        """([data, name]) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], name));
            const event = { dataTransfer: transfer, bubbles: true, cancelable: true };
            document.querySelector("header").dispatchEvent(new DragEvent("drop", event));
        }""",
        [b64encode(path.read_bytes()).decode(), path.name],
    )


def open_file(visitor: Visitor, path: Path) -> None:
    with visitor.page.expect_file_chooser() as chooser:
        visitor.button("Open a file…").click()
    chooser.value.set_files(path)


def expect_figure(visitor: Visitor, name: str, text: str) -> None:
    expect(visitor.room.locator(f"[data-figure={name}]")).to_have_text(text)


def test_a_dropped_replay_can_be_stepped_through(visit: Visit, recording: Path) -> None:
    visitor = visit("#/play")
    drop(visitor, recording)
    slider = visitor.room.get_by_role("slider", name="Click of the replay")
    expect(slider).to_have_attribute("max", "5")
    expect_figure(visitor, "click", "0 / 5")
    slider.focus()
    visitor.key("ArrowRight", "ArrowRight", "ArrowRight")
    expect_figure(visitor, "time", "1.500 s")
    expect_figure(visitor, "risk", "33.33 %")
    expect_figure(visitor, "flags", "1")
    expect(visitor.notice).to_contain_text("opened (1, 0), risk 33.33 %, an avoidable guess")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"Click 3 of 5: 1\.500 s"))
    assert "clue 1" in visitor.says(3)
    assert "flagged" in visitor.says(1)
    visitor.key("End")
    expect(visitor.notice).to_contain_text("Mine at (0, 1)")
    assert "the mine that exploded" in visitor.says(1)
    visitor.key("ArrowLeft")
    expect_figure(visitor, "click", "4 / 5")
    assert "covered" in visitor.says(1)


def test_its_figures_and_guesses_are_shown(visit: Visit, recording: Path) -> None:
    visitor = visit("#/replay")
    expect(visitor.notice).to_contain_text("Open or drop a replay")
    open_file(visitor, recording)
    facts = visitor.panel("Summary")
    for name, text in [
        ("Player", "Ann"),
        ("Result", "Lost at click 5"),
        ("3BV/s", "1.000"),
        ("3BV", "2 of 5"),
        ("Guesses", "0 forced, 2 avoidable"),
        ("Luck", "66.67 %"),
    ]:
        expect(facts.locator(f"[data-fact='{name}']")).to_have_text(text)
    rows = visitor.panel("Guesses").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("50 %")
    strip = visitor.room.get_by_role("img", name=re.compile("2 guesses, the highest risk 50 %"))
    expect(strip).to_be_visible()
    visitor.button("Click 3").click()
    expect_figure(visitor, "click", "3 / 5")
    visitor.button("Next guess").click()
    expect_figure(visitor, "click", "5 / 5")
    visitor.button("Previous").click()
    expect_figure(visitor, "click", "4 / 5")
    visitor.button("Chances").click()
    visitor.button("Previous").click()
    expect(visitor.cell(1)).to_have_attribute("aria-label", re.compile("exactly 1/2"))


def test_it_plays_and_pauses_and_survives_a_reload(visit: Visit, recording: Path) -> None:
    visitor = visit("#/replay")
    open_file(visitor, recording)
    visitor.room.get_by_label("Speed").select_option("20")
    visitor.button("Play").click()
    expect_figure(visitor, "click", "5 / 5")
    expect(visitor.button("Play")).to_be_visible()
    visitor.button("Previous").click()
    visitor.page.wait_for_url("**click=4")
    visitor.page.reload()
    expect_figure(visitor, "click", "4 / 5")
    visitor.button("Analyse this").click()
    visitor.page.wait_for_url("**/#/analyse**")
    assert "clue 1" in visitor.says(0)
    assert visitor.room.get_by_label("Mines", exact=True).input_value() == "1"


def test_a_layout_shows_its_figures_and_is_analysed(visit: Visit, tmp_path: Path) -> None:
    layout = sapper.deal("9x9/10", seed=3)
    path = tmp_path / "board.mbf"
    sapper.write(layout, path)
    visitor = visit("#/replay")
    open_file(visitor, path)
    expect(visitor.panel("Layout").locator("[data-fact='3BV']")).to_have_text("13")
    assert visitor.says(6).endswith("a mine")
    visitor.click(6)
    expect(visitor.notice).to_contain_text("is a mine")
    visitor.click(0)
    visitor.page.wait_for_url("**/#/analyse**")
    opened = re.compile("open, clue|open, no mines")
    expect(visitor.cell(0)).to_have_attribute("aria-label", opened)
    assert visitor.room.get_by_label("Mines", exact=True).input_value() == "10"


@pytest.mark.parametrize("typed", [False, True])
def test_a_jsminesweeper_link_is_pasted(visit: Visit, typed: bool) -> None:
    visitor = visit("#/analyse")
    if typed:
        visitor.room.get_by_label("Position as text").fill(LINK)
    else:
        visitor.paste(LINK)
    expect(visitor.room.get_by_label("Board", exact=True)).to_have_value("2x3")
    assert visitor.room.get_by_label("Mines", exact=True).input_value() == "1"
    expect(visitor.panel("Analysis").locator("[data-fact=layouts]")).to_have_text("2")


def test_a_position_is_saved_for_other_programs(visit: Visit, tmp_path: Path) -> None:
    visitor = visit("#/analyse?board=2x3&mines=1&cells=1--1--")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(6)
    expected = sapper.parse("1##\n1##", mines=1)
    for button in (".mine file", "JSON file", "Text file"):
        expect(visitor.room.get_by_label("Position as text")).not_to_have_value("")
        file = download(visitor, visitor.button(button).click, tmp_path)
        assert sapper.read(file) == expected
    visitor.button("JSMinesweeper link").click()
    note = visitor.panel("Import / export").get_by_role("status")
    expect(note).to_have_text(re.compile("Copied|analysis="))
    visitor.go("#/analyse?board=hex:2x3&mines=1")
    expect(visitor.room.get_by_label("Board", exact=True)).to_have_value("hex:2x3")
    visitor.button(".mine file").click()
    expect(note).to_contain_text("only square grids, not hex:2x3")


def test_a_broken_file_is_reported(visit: Visit, tmp_path: Path, recording: Path) -> None:
    path = tmp_path / "broken.rawvf"
    path.write_text("RawVF_Version: Rev5\nWidth: 8\nHeight: 8\nBoard:\n*0\n")
    visitor = visit("#/replay")
    open_file(visitor, path)
    problem = visitor.page.get_by_role("alert")
    expect(problem).to_contain_text("roken.rawvf: ")
    bytes_ = tmp_path / "odd.mbf"
    bytes_.write_bytes(bytes([8, 8, 0, 9, 1]))
    drop(visitor, bytes_)
    expect(problem).to_contain_text("dd.mbf: ")
    drop(visitor, recording)
    expect_figure(visitor, "click", "0 / 5")
    expect(problem).to_be_hidden()


@pytest.mark.parametrize("dark", [False, True])
def test_a_replay_fits_on_a_phone(visit: Visit, recording: Path, dark: bool) -> None:
    visitor = visit("#/replay", size=PHONE, touch=True, dark=dark)
    open_file(visitor, recording)
    expect_figure(visitor, "click", "0 / 5")
    assert not visitor.scrolls_sideways()
    visitor.button("Next").tap()
    expect_figure(visitor, "click", "1 / 5")
    for name in ("Previous", "Play", "Next", "Next guess"):
        box = visitor.button(name).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] + box["width"] <= PHONE[0]
