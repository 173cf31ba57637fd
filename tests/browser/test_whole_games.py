"""Whole games with the keyboard alone, and by touch alone on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import sapper
from browser_page import PHONE, Visit, Visitor, expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.types import Level

SETTLED = re.compile("open|flagged, a mine")


def tab_to(visitor: Visitor, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        visitor.key("Tab")
        if visitor.page.evaluate("at => document.activeElement.matches(at)", selector):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def chords(game: sapper.Game) -> list[int]:
    """Return the clues whose mines are all flagged and that have covered neighbours left."""
    position, flags = game.position, set(game.flags)
    found = []
    for clue in position.revealed:
        around = [cell for cell in game.board.neighbors(clue) if cell in position.covered]
        flagged = [cell for cell in around if cell in flags]
        if len(flagged) == position.clue(clue) and len(around) > len(flagged):
            found.append(clue)
    return found


def play(
    visitor: Visitor,
    game: sapper.Game,
    first: int,
    open_cell: Callable[[int], None],
    flag: Callable[[int], None],
) -> int:
    """Play a no-guess game to its end with flags, chords and safe cells; return the clicks."""
    open_cell(first)
    game.open(first)
    expect(visitor.cell(first)).to_have_attribute("aria-label", SETTLED)
    clicks = 1
    while game.status == "playing":
        clicks += 1
        mines = [cell for cell in game.analysis.mines if cell not in game.flags]
        if (
            mines and len(game.flags) < game.mines - 1
        ):  # with all mines flagged, the library counts the game as won
            flag(mines[0])
            game.flag(mines[0])
            expect(visitor.cell(mines[0])).to_have_attribute("aria-label", re.compile("flagged"))
        elif clues := chords(game):
            open_cell(clues[0])
            opened = game.chord(clues[0])
            expect(visitor.cell(opened[0])).to_have_attribute("aria-label", SETTLED)
        else:
            cell = game.analysis.safe[0]
            open_cell(cell)
            game.open(cell)
            expect(visitor.cell(cell)).to_have_attribute("aria-label", SETTLED)
    return clicks


def dealt(visitor: Visitor, spec: str, level: Level) -> sapper.Game:
    """Return the game of the address of the page."""
    visitor.page.wait_for_url(re.compile(f"noguess={level}"))
    seed = re.search(r"seed=(\d+)", visitor.page.url)
    assert seed is not None
    return sapper.Game.without_guess(spec, level, seed=int(seed[1]))


def expect_won(visitor: Visitor, clicks: int) -> None:
    expect(visitor.notice).to_contain_text("Won without a guess in")
    card = visitor.panel("Result")
    expect(card.locator("[data-result=clicks]")).to_have_text(str(clicks))
    expect(card.locator("[data-result=needed]")).to_have_text("0")
    expect(visitor.panel("Your games")).to_contain_text("1 of 1")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.notice).to_contain_text("to start")
    tab_to(visitor, ".game-row select:has(option[value=engine])")
    visitor.key("ArrowDown")
    expect(visitor.notice).to_contain_text("no guess is needed")
    game = dealt(visitor, "9x9/10", "engine")
    visitor.page.evaluate("document.activeElement.blur()")
    tab_to(visitor, "[role=gridcell]")

    def move_to(cell: int) -> None:
        row, column = game.board.coordinates(cell)
        visitor.key("Control+ArrowUp", "Control+ArrowLeft")
        visitor.key(*["ArrowDown"] * row, *["ArrowRight"] * column)

    def press(key: str) -> Callable[[int], None]:
        def act(cell: int) -> None:
            move_to(cell)
            visitor.key(key)

        return act

    clicks = play(visitor, game, 40, press("Enter"), press("f"))
    expect_won(visitor, clicks)
    visitor.key("n")
    expect(visitor.notice).to_contain_text("no guess is needed")
    expect(visitor.panel("Result")).to_be_hidden()


def test_a_whole_game_by_touch_alone_on_a_phone(visit: Visit) -> None:
    visitor = visit("#/play?board=7x7&mines=7&noguess=subtraction", size=PHONE, touch=True)
    expect(visitor.notice).to_contain_text("no guess is needed")
    game = dealt(visitor, "7x7/7", "subtraction")
    clicks = play(visitor, game, 24, visitor.tap, visitor.press_long)
    expect_won(visitor, clicks)
    assert not visitor.scrolls_sideways()
    visitor.button("New game").tap()
    expect(visitor.panel("Result")).to_be_hidden()
    visitor.tap(10)
    expect(visitor.cell(10)).to_have_attribute("aria-label", SETTLED)
