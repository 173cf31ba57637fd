"""The Analyse room in a real browser: painting, import, analysis, sharing, export."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

import sapper
from browser_page import PHONE, Visit, Visitor, download, expect
from paper_figures import FIGURE_III_1
from sapper.theory.circuits import circuit
from sapper.web.position_link import position_link

if TYPE_CHECKING:
    from pathlib import Path

FIGURE = "#/analyse?board=6x6&mines=11&cells=-*14.1-*5.32-*14."
STUCK = "16x30/99\n" + "\n".join(["#" * 30] * 7 + ["#" * 14 + "1" + "#" * 15] + ["#" * 30] * 8)


def paint(visitor: Visitor, brush: str) -> None:
    visitor.room.get_by_role("radio", name=brush, exact=True).check()


def chance(visitor: Visitor, cell: int) -> Fraction:
    """Return the exact mine chance in the label of a cell."""
    said = visitor.says(cell)
    found = re.search(r"exactly (\d+/\d+)", said)
    if found is not None:
        return Fraction(found[1])
    certain = re.search(r"certainly .* mine chance (\d+) %", said)
    assert certain is not None, said
    return Fraction(int(certain[1]), 100)


def expect_analysed(visitor: Visitor) -> None:
    expect(visitor.panel("Analysis").locator("[data-fact=layouts]")).to_be_visible()


def test_a_figure_of_fowler_and_young_is_painted_and_analysed(visit: Visit) -> None:
    visitor = visit("#/analyse")
    visitor.room.get_by_label("Board", exact=True).fill("6x6")
    visitor.button("New board").click()
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(36)
    visitor.room.get_by_label("Mines", exact=True).fill("11")
    paint(visitor, "Clue 1")
    visitor.click((2, 2))
    paint(visitor, "Clue 3")
    visitor.click((3, 2))
    visitor.hover((3, 3))
    visitor.key("2")
    layouts = visitor.panel("Analysis").locator("[data-fact=layouts]")
    expect(layouts).to_have_text("2\u2009558\u2009160")
    exact = sapper.analyze(sapper.parse(FIGURE_III_1, mines=11)).exact()
    for cell, expected in enumerate(exact):
        if expected is not None:
            assert chance(visitor, cell) == expected
    assert chance(visitor, 7) == Fraction(1, 22)
    visitor.hover((1, 1))
    tip = visitor.room.locator(".cell-tip")
    expect(tip).to_contain_text("4.545 % = 1/22")
    expect(visitor.panel("Analysis")).to_contain_text("(1, 1), mine chance 4.545 %, exactly 1/22")


def test_a_contradiction_highlights_its_clues(visit: Visit) -> None:
    visitor = visit("#/analyse")
    visitor.paste("3x4/4\n#14#\n####\n####")
    expect(visitor.notice).to_contain_text("Contradiction")
    expect(visitor.notice).to_contain_text("the 1 at (0, 1) and the 4 at (0, 2)")
    conflict = re.compile("part of the contradiction")
    for cell in (1, 2):
        expect(visitor.cell(cell)).to_have_attribute("aria-label", conflict)
    visitor.hover(2)
    visitor.key("2")
    expect_analysed(visitor)
    expect(visitor.cell(1)).not_to_have_attribute("aria-label", conflict)
    expect(visitor.notice).to_have_text("Nothing is certain here.")


def test_a_contradiction_highlights_the_flags_to_remove(visit: Visit) -> None:
    visitor = visit("#/analyse")
    visitor.paste("2x2/1\n1F\n#F")
    expect(visitor.notice).to_contain_text(
        "(0, 1) and (1, 1) cannot both be mines; remove the flag"
    )
    expect(visitor.cell(3)).to_have_attribute("aria-label", re.compile("part of the contradiction"))
    visitor.hover(3)
    visitor.key("#")
    expect_analysed(visitor)
    expect(visitor.cell(2)).to_have_attribute("aria-label", re.compile("certainly safe"))


def test_unread_cells_are_painted_drawn_and_linked(visit: Visit) -> None:
    visitor = visit("#/analyse")
    visitor.paste("1x4/1\n1##~")
    expect(visitor.cell(3)).to_have_attribute("aria-label", re.compile("out of view"))
    visitor.hover(1)
    visitor.key("q")
    expect(visitor.cell(1)).to_have_attribute("aria-label", re.compile("open, number unread"))
    expect(visitor.notice).to_contain_text("Contradiction")
    visitor.key("#")
    paint(visitor, "Open, number unread")
    visitor.click(2)
    expect_analysed(visitor)
    expect(visitor.cell(1)).to_have_attribute("aria-label", re.compile("certainly a mine"))
    expect(visitor.room.get_by_label("Position as text")).to_have_value("1x4/1\n1#?~")
    visitor.button("Share link").click()
    other = visit(visitor.page.url.split("/", 3)[3])
    expect_analysed(other)
    assert other.everything_said() == visitor.everything_said()


def test_symbols_of_other_programs_are_read_with_a_note(visit: Visit) -> None:
    visitor = visit("#/analyse")
    visitor.paste("| ■ | 1️⃣ | ? |\n| ■ | 1 |   |")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(6)
    note = "Read ■ as covered, an empty field as zero."
    expect(visitor.panel("Import / export")).to_contain_text(note)


def test_a_link_contains_the_whole_state(visit: Visit) -> None:
    visitor = visit("#/analyse")
    visitor.paste("hex:4x5/6\n#####\n#12##\n#2F3#\n##3##")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(20)
    visitor.room.get_by_role("radio", name="Zero %").check()
    expect_analysed(visitor)
    visitor.button("Share link").click()
    expect(visitor.panel("Import / export")).to_contain_text("contains the whole position")
    other = visit(visitor.page.url.split("/", 3)[3])
    expect_analysed(other)
    assert other.everything_said() == visitor.everything_said()
    assert other.room.get_by_label("Board", exact=True).input_value() == "hex:4x5"
    assert other.room.get_by_label("Mines", exact=True).input_value() == "6"
    assert other.room.get_by_role("radio", name="Zero %").is_checked()


def test_painting_by_keys_wheel_and_drag_with_undo(visit: Visit) -> None:
    visitor = visit("#/analyse?board=5x5&mines=4")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(25)
    visitor.hover(12)
    visitor.page.mouse.wheel(0, -100)
    expect(visitor.cell(12)).to_have_attribute("aria-label", re.compile("no mines around"))
    visitor.page.mouse.wheel(0, -100)
    expect(visitor.cell(12)).to_have_attribute("aria-label", re.compile("clue 1"))
    visitor.page.mouse.wheel(0, 100)
    visitor.page.mouse.wheel(0, 100)
    expect(visitor.cell(12)).to_have_attribute("aria-label", re.compile("covered"))
    paint(visitor, "Clue 2")
    visitor.hover(0)
    visitor.page.mouse.down()
    for cell in (1, 2, 3):
        visitor.hover(cell)
    visitor.page.mouse.up()
    assert all("clue 2" in visitor.says(cell) for cell in range(4))
    visitor.key("u")
    assert all("covered" in visitor.says(cell) for cell in range(4))
    visitor.hover(24)
    visitor.key("f")
    assert "flagged" in visitor.says(24)
    visitor.click(24, button="right")
    assert "covered" in visitor.says(24)


def test_a_position_is_read_from_and_written_as_text(visit: Visit, tmp_path: Path) -> None:
    visitor = visit(FIGURE)
    text = visitor.room.get_by_label("Position as text")
    expect(text).to_have_value(re.compile(r"^6x6/11\n######\n######\n##1###\n##32##"))
    file = download(visitor, visitor.button("Text file").click, tmp_path)
    read = sapper.parse(file.read_text())
    assert (read.mines, read.clue((3, 3))) == (11, 2)
    text.fill("3x4/2\n####\n1221\n....")
    expect(visitor.panel("Analysis")).to_contain_text("2 cells: (0, 1) (0, 2)")
    visitor.page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["torus:3x4/2\\n1###\\n####\\n####\\n"], "torus.txt"));
            document.querySelector("main > section:not([hidden])").dispatchEvent(
                new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
            );
        }"""
    )
    expect(visitor.room.get_by_label("Board", exact=True)).to_have_value("torus:3x4")


def test_the_picture_is_a_png_of_the_board(visit: Visit, tmp_path: Path) -> None:
    visitor = visit(FIGURE)
    expect_analysed(visitor)
    file = download(visitor, visitor.button("Picture").click, tmp_path)
    image = file.read_bytes()
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = (int.from_bytes(image[at : at + 4], "big") for at in (16, 20))
    assert width == height > 300
    assert len(image) > 5_000


def test_overlays_show_zeros_and_information(visit: Visit) -> None:
    visitor = visit(FIGURE)
    expect_analysed(visitor)
    analysis = sapper.analyze(sapper.parse(FIGURE_III_1, mines=11))
    for cell, shown in analysis.clue_distributions().items():
        said = visitor.says(cell)
        bits = re.search(r"([0-9.]+) bits", said)
        zero = re.search(r"zero chance ([0-9.]+) %", said)
        assert bits is not None
        assert zero is not None
        assert float(bits[1]) == pytest.approx(shown.entropy, abs=0.006)
        assert float(zero[1]) == pytest.approx(100 * shown.zero, rel=1e-3, abs=1e-9)
    for overlay in ("Zero %", "Information", "Off", "Mine %"):
        visitor.room.get_by_role("radio", name=overlay).check()
    visitor.room.get_by_role("radio", name="Information").check()
    visitor.page.wait_for_url("**show=information**")


def test_an_unknown_number_of_mines(visit: Visit) -> None:
    visitor = visit("#/analyse?board=2x3&mines=1-2&cells=1-*5.")
    number = visitor.panel("Analysis").locator("[data-fact=number]")
    expect(number).to_have_text("1: 33.33 %, 2: 66.67 %; 1.67 expected")
    field = visitor.room.get_by_label("Mines", exact=True)
    expect(field).to_have_value("1-2")
    field.fill("1:0.5,2:0.5")
    expect(number).to_have_text("1: 55.56 %, 2: 44.44 %; 1.44 expected")
    visitor.page.wait_for_url("**mines=1:0.5,2:0.5**")
    field.fill("1:0.5,2:0.4")
    expect(visitor.panel("Analysis")).to_contain_text("sum to 0.9, not to 1")
    field.fill("1")
    expect(number).to_have_count(0)


def test_several_mines_in_a_cell_and_a_density(visit: Visit) -> None:
    visitor = visit("#/analyse?board=2x3&mines=6&cells=-6-*4.")
    expect(visitor.panel("Analysis")).to_contain_text("Contradiction")
    visitor.room.get_by_label("Max mines per cell").fill("2")
    layouts = visitor.panel("Analysis").locator("[data-fact=layouts]")
    clues = [None, 6, None, None, None, None]
    position = sapper.Position(sapper.board("2x3"), clues, mines=6, max_per_cell=2)
    expect(layouts).to_have_text(f"{sapper.analyze(position).solutions:,}".replace(",", "\u2009"))
    visitor.room.get_by_role("radio", name="Density").check()
    visitor.room.get_by_label("Density", exact=True).last.fill("0.3")
    expect(layouts).to_have_text("–")
    position = sapper.Position(sapper.board("2x3"), clues, density=0.3, max_per_cell=2)
    said = re.search(r"mine chance ([0-9.]+) %", visitor.says(0))
    assert said is not None
    expected = sapper.analyze(position).mine_probability[0]
    assert float(said[1]) == pytest.approx(100 * float(expected), rel=1e-3)
    visitor.room.get_by_label("Density", exact=True).last.fill("1.5")
    expect(visitor.notice).to_contain_text("between 0 and 1")


def test_why_a_painted_cell_is_certain(visit: Visit) -> None:
    visitor = visit("#/analyse?board=3x4&mines=2&cells=-*4.12210*4.")
    expect_analysed(visitor)
    visitor.hover(1)
    visitor.key("w")
    expect(visitor.panel("Why")).to_contain_text("(0, 1) is a mine")
    lit = [i for i, label in enumerate(visitor.everything_said()) if "of the reason" in label]
    position = sapper.parse("####\n1221\n....", mines=2)
    assert lit == sorted(sapper.analyze(position).reason(1).clues)


def test_painting_by_touch(visit: Visit) -> None:
    visitor = visit("#/analyse?board=6x6&mines=6", size=PHONE, touch=True)
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(36)
    paint(visitor, "Clue 1")
    visitor.tap(14)
    expect(visitor.cell(14)).to_have_attribute("aria-label", re.compile("clue 1"))
    paint(visitor, "Clue 0")
    visitor.drag_finger(0, 1, 2)
    for cell in (0, 1, 2):
        expect(visitor.cell(cell)).to_have_attribute("aria-label", re.compile("no mines around"))
    assert not visitor.scrolls_sideways()


def test_every_change_of_a_cell_is_analysed(visit: Visit) -> None:
    visitor = visit("#/analyse")
    visitor.paste(STUCK)
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(480)
    expect_analysed(visitor)
    visitor.hover(60)
    for turn in range(25):
        with visitor.page.expect_response("**/api/analyze"):
            visitor.key("1" if turn % 2 == 0 else "#")


def test_the_link_of_a_circuit_opens_its_position(visit: Visit) -> None:
    made = circuit("a")
    visitor = visit(position_link(made.position))
    expect_analysed(visitor)
    expect(visitor.panel("Analysis").locator("[data-fact=layouts]")).to_have_text("1")
    said = visitor.everything_said()
    assert len(said) == made.position.board.size
    for cell, clue in enumerate(made.position.clues):
        words = "no mines around" if clue == 0 else f"clue {clue}"
        assert (clue is None) is (words not in said[cell])
    assert all("certainly a mine" in said[cell] for cell in made.wires["a"])


def test_the_win_chance_is_estimated_on_request(visit: Visit) -> None:
    visitor = visit("#/analyse")
    visitor.paste("1x3/1\n#1#")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(3)
    winning = visitor.panel("Win chance")
    said = winning.locator("[data-fact=win]")
    winning.get_by_role("button", name="Estimate win chance").click()
    expect(said).to_have_text(
        "Win chance from here: 50 %, exactly 1/2 (best, all 2 possible solutions)."
    )
    expect(winning.get_by_role("button", name="Estimate win chance")).to_be_visible()
    visitor.paste(STUCK)
    expect(said).to_contain_text("Estimate the win chance from here.")
    winning.get_by_role("button", name="Estimate win chance").click()
    expect(said).to_have_text(re.compile(r"Win chance from here: [\d.]+ % ± [\d.]+ \(best"))
    # A change of the position cancels the estimate.
    visitor.hover(0)
    visitor.key("1")
    expect(said).to_contain_text("Estimate the win chance from here.")
    expect(winning.get_by_role("button", name="Stop")).to_be_hidden()
