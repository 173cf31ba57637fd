"""The mouse in the Play room: pressed cells, clicks, chords, modes; and keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import sapper
from browser_page import PHONE, Visit, Visitor, Where, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator

MIDDLE = "#/play?board=9x9&mines=10&first=safe&seed=1&moves=14"  # 40 in base 36 is opened
OPEN = re.compile("open")
COVERED = re.compile("covered")
FLAGGED = re.compile("flagged")


def middle_game() -> tuple[sapper.Game, sapper.Analysis]:
    game = sapper.Game("9x9/10", seed=1)
    game.open(40)
    return game, sapper.analyze(game.position)


def pixel(visitor: Visitor, where: Where) -> str:
    """Return the colour in the middle of a cell."""
    found: str = visitor.page.evaluate(
        """([x, y]) => {
            const canvas = document.querySelector("main > section:not([hidden]) canvas");
            const box = canvas.getBoundingClientRect();
            const scale = canvas.width / box.width;
            const at = [(x - box.left) * scale, (y - box.top) * scale];
            const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            copy.drawImage(canvas, ...at, 1, 1, 0, 0, 1, 1);
            return copy.getImageData(0, 0, 1, 1).data.join();
        }""",
        visitor.middle(where),
    )
    return found


def expect_pixel(visitor: Visitor, where: Where, color: str, same: bool = True) -> None:
    """Wait until a cell has a colour or, unless ``same``, another one."""
    for _ in range(2000):
        if (pixel(visitor, where) == color) == same:
            return
        visitor.page.evaluate("new Promise(requestAnimationFrame)")
    raise AssertionError(f"cell {where} is {pixel(visitor, where)}, not {color}")


def check(visitor: Visitor, option: str) -> Locator:
    return visitor.room.get_by_label(option, exact=True)


def test_a_click_acts_on_release_and_held_cells_look_pressed(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9&mines=10&first=safe&seed=1")
    expect(visitor.notice).to_contain_text("to start")
    visitor.hover(0)
    raised = pixel(visitor, (4, 4))
    visitor.hover((4, 3))
    visitor.page.mouse.down()
    expect_pixel(visitor, (4, 3), raised, same=False)
    sunk = pixel(visitor, (4, 3))
    visitor.hover((4, 4))
    expect_pixel(visitor, (4, 4), sunk)
    expect_pixel(visitor, (4, 3), raised)
    visitor.page.mouse.up()
    expect(visitor.cell((4, 4))).to_have_attribute("aria-label", OPEN)
    assert visitor.page.url.endswith("seed=1") or "moves=14" in visitor.page.url


def test_a_press_that_leaves_the_board_opens_nothing(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9&mines=10&first=safe&seed=1")
    visitor.hover((4, 4))
    visitor.page.mouse.down()
    visitor.page.mouse.move(5, 5)
    visitor.page.mouse.up()
    visitor.hover((4, 4))
    visitor.hover((4, 5))
    assert all("covered" in label for label in visitor.everything_said())


def test_the_right_button_flags_on_press(visit: Visit) -> None:
    visitor = visit(MIDDLE)
    _, analysis = middle_game()
    mine = analysis.mines[0]
    expect(visitor.cell(40)).to_have_attribute("aria-label", OPEN)
    visitor.hover(mine)
    visitor.page.mouse.down(button="right")
    expect(visitor.cell(mine)).to_have_attribute("aria-label", FLAGGED)
    visitor.page.mouse.up(button="right")
    assert "flagged" in visitor.says(mine)


@pytest.mark.parametrize("by", ["middle", "both"])
def test_chords_by_the_middle_button_and_by_both(visit: Visit, by: str) -> None:
    visitor = visit(MIDDLE)
    game, analysis = middle_game()
    covered = set(game.position.covered)
    clue = next(
        cell
        for cell in game.position.revealed
        if (around := set(game.board.neighbors(cell)) & covered)
        and around & set(analysis.safe)
        and around - set(analysis.safe) <= set(analysis.mines)
    )
    around = set(game.board.neighbors(clue)) & covered
    safe = next(cell for cell in around if cell in analysis.safe)
    expect(visitor.cell(clue)).to_have_attribute("aria-label", OPEN)
    for mine in around & set(analysis.mines):
        visitor.click(mine, button="right")
    raised = pixel(visitor, safe)
    visitor.hover(clue)
    mouse = visitor.page.mouse
    if by == "middle":
        mouse.down(button="middle")
    else:
        mouse.down(button="right")
        mouse.down(button="left")
    expect_pixel(visitor, safe, raised, same=False)  # the preview of the chord
    assert "covered" in visitor.says(safe)
    if by == "middle":
        mouse.up(button="middle")
    else:
        mouse.up(button="left")
        mouse.up(button="right")
    expect(visitor.cell(safe)).to_have_attribute("aria-label", OPEN)
    assert all("open" in visitor.says(cell) for cell in around & set(analysis.safe))


def test_flag_mode_swaps_the_buttons_and_is_stored(visit: Visit) -> None:
    visitor = visit(MIDDLE)
    _, analysis = middle_game()
    mine, safe = analysis.mines[0], analysis.safe[0]
    expect(visitor.cell(40)).to_have_attribute("aria-label", OPEN)
    visitor.button("Flag").click()
    visitor.click(mine)
    expect(visitor.cell(mine)).to_have_attribute("aria-label", FLAGGED)
    visitor.click(safe, button="right")
    expect(visitor.cell(safe)).to_have_attribute("aria-label", OPEN)
    visitor.page.reload()
    expect(visitor.button("Flag")).to_have_attribute("aria-pressed", "true")


def test_hold_to_flag(visit: Visit) -> None:
    visitor = visit(MIDDLE)
    _, analysis = middle_game()
    mine, safe = analysis.mines[0], analysis.safe[0]
    expect(visitor.cell(40)).to_have_attribute("aria-label", OPEN)
    visitor.open_tab("Options")
    check(visitor, "Hold to flag").check()
    visitor.hover(mine)
    visitor.page.mouse.down()
    expect(visitor.cell(mine)).to_have_attribute("aria-label", FLAGGED)
    visitor.page.mouse.up()
    assert "flagged" in visitor.says(mine)  # its release opened nothing
    visitor.click(safe)
    expect(visitor.cell(safe)).to_have_attribute("aria-label", OPEN)


def test_escape_leaves_why_and_an_open_cell_is_explained(visit: Visit) -> None:
    visitor = visit(MIDDLE)
    expect(visitor.notice).to_contain_text("There is a safe move")
    visitor.button("Why?").click()
    expect(visitor.button("Why?")).to_have_attribute("aria-pressed", "true")
    visitor.key("Escape")
    expect(visitor.button("Why?")).to_have_attribute("aria-pressed", "false")
    visitor.button("Why?").click()
    visitor.click(40)
    expect(visitor.panel("Why")).to_contain_text("is open and shows")


def test_keys_work_after_using_a_slider_or_a_swatch(visit: Visit) -> None:
    visitor = visit(MIDDLE)
    expect(visitor.notice).to_contain_text("There is a safe move")
    visitor.open_tab("Bot")
    visitor.room.get_by_label("Speed").focus()
    visitor.key("ArrowLeft", "h")
    expect(visitor.notice).to_contain_text("is safe")

    visitor.go("#/analyse?board=4x4&mines=3")
    expect(visitor.cell(15)).to_be_attached()
    visitor.room.get_by_role("radio", name="Clue 1", exact=True).check(force=True)
    visitor.hover(5)
    visitor.key("2")
    expect(visitor.cell(5)).to_have_attribute("aria-label", re.compile("clue 2"))


def test_ctrl_z_undoes_paint_wherever_the_focus_is(visit: Visit) -> None:
    visitor = visit("#/analyse?board=4x4&mines=3")
    expect(visitor.cell(15)).to_be_attached()
    text = visitor.room.get_by_role("textbox").last
    text.click()
    text.press_sequentially("x")
    typed = text.input_value()
    visitor.click(5)
    painted = visitor.says(5)
    assert "covered" not in painted
    visitor.page.evaluate("document.activeElement.blur()")
    visitor.hover(5)
    visitor.key("Control+z")
    expect(visitor.cell(5)).to_have_attribute("aria-label", COVERED)
    assert not visitor.page.evaluate("document.activeElement.matches('textarea, input')")
    assert typed != ""


def test_the_help_explains_chords_by_middle_and_both_buttons(visit: Visit) -> None:
    visitor = visit()
    visitor.key("?")
    sheet = visitor.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Middle button, or both")
    expect(sheet).to_contain_text("when the button is released")


def test_a_cell_under_a_finger_looks_pressed(visit: Visit) -> None:
    visitor = visit("#/play?board=6x6&mines=4&first=safe&seed=6", size=PHONE, touch=True)
    expect(visitor.notice).to_contain_text("to start")
    raised = pixel(visitor, 14)
    session = visitor.page.context.new_cdp_session(visitor.page)
    x, y = visitor.middle(14)
    points = [{"x": x, "y": y, "id": 0}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    expect_pixel(visitor, 14, raised, same=False)
    session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    expect_pixel(visitor, 14, raised)
