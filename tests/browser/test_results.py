"""Time, results, records, no-guess games and stored games of the Play room."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from browser_page import Visit, Visitor, download, expect, play_best_to_the_end
from sapper.games import is_no_guess

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Route

    from sapper.types import Level

SMALL = "#/play?board=4x4&mines=3&first=safe&seed=3"
EONS = 10_000_000
"""Milliseconds; longer than any test."""


def shift_clock(visitor: Visitor) -> None:
    """Let the test shift the clock of the page by ``window.shift``; this reloads the page."""
    visitor.page.add_init_script(
        """window.shift = 0;
        const now = performance.now.bind(performance);
        performance.now = () => now() + window.shift;"""
    )
    visitor.page.reload()


def pass_time(visitor: Visitor, milliseconds: int) -> None:
    visitor.page.evaluate("by => { window.shift += by; }", milliseconds)


def shown_seconds(visitor: Visitor) -> float:
    """Return the seconds of the status bar, which shows minutes and seconds or only seconds."""
    parts = [float(part) for part in visitor.figure("time").removesuffix(" s").split(":")]
    return parts[-1] + (60 * parts[0] if len(parts) > 1 else 0)


def result(visitor: Visitor, name: str) -> Locator:
    return visitor.panel("Result").locator(f"[data-result={name}]")


def stored_games(visitor: Visitor) -> list[dict[str, Any]]:
    """Return the finished games that the page has stored."""
    found: list[dict[str, Any]] = visitor.page.evaluate(
        "JSON.parse(localStorage.getItem('sapper-games') ?? '[]')"
    )
    return found


def win(visitor: Visitor, game: sapper.Game) -> list[int]:
    """Open all safe cells of a known layout."""
    opened: list[int] = []
    while game.status == "playing":
        cell = game.analysis.best if opened else 0
        assert cell is not None
        visitor.click(cell)
        game.open(cell)
        opened.append(cell)
        expect(visitor.cell(cell)).not_to_have_attribute("aria-label", re.compile("covered"))
    return opened


def winnable(spec: str) -> int:
    """Return the first seed whose game can be solved from cell 0 without a guess."""
    for seed in range(100):
        game = sapper.Game(spec, seed=seed)
        game.open(0)
        while game.status == "playing":
            best = game.analysis.best
            assert best is not None
            game.open(best)
        if game.status == "won" and game.moves > 2:
            return seed
    raise AssertionError("no game is won")


def test_the_time_survives_a_reload_and_stops_in_other_rooms(visit: Visit) -> None:
    seed = winnable("4x4/3")
    visitor = visit(f"#/play?board=4x4&mines=3&first=safe&seed={seed}")
    shift_clock(visitor)
    expect(visitor.notice).to_contain_text("to start")
    visitor.click(0)
    expect(visitor.cell(0)).to_have_attribute("aria-label", re.compile("open"))
    pass_time(visitor, 7000)
    visitor.page.get_by_role("link", name="Lab").click()
    expect(visitor.room).to_have_attribute("aria-label", "Lab")
    pass_time(visitor, EONS)
    visitor.page.get_by_role("link", name="Play", exact=True).click()
    expect(visitor.cell(0)).to_have_attribute("aria-label", re.compile("open"))
    assert 7 <= shown_seconds(visitor) < EONS / 1000
    visitor.page.wait_for_url(re.compile("moves="))
    visitor.page.reload()
    expect(visitor.cell(0)).to_have_attribute("aria-label", re.compile("open"))
    assert 7 <= shown_seconds(visitor) < EONS / 1000
    game = sapper.Game("4x4/3", seed=seed)
    game.open(0)
    while game.status == "playing":
        best = game.analysis.best
        assert best is not None
        visitor.click(best)
        game.open(best)
        expect(visitor.cell(best)).not_to_have_attribute("aria-label", re.compile("covered"))
    expect(visitor.notice).to_contain_text(re.compile(r"Won .* in (\d+:)?\d+\.\d\d"))
    time = visitor.figure("time")
    visitor.page.reload()
    expect(visitor.notice).to_contain_text(f"in {time}")


def test_a_game_from_elsewhere_has_no_time(visit: Visit) -> None:
    seed = winnable("4x4/3")
    visitor = visit(f"#/play?board=4x4&mines=3&first=safe&seed={seed}")
    expect(visitor.notice).to_contain_text("to start")
    win(visitor, sapper.Game("4x4/3", seed=seed))
    expect(visitor.notice).to_contain_text("Won")
    visitor.page.wait_for_function("() => location.hash.split('.').length > 2")
    link = visitor.page.url.split("/", 3)[3]
    other = visit(link)
    expect(other.notice).to_contain_text(re.compile(r"^Won with"))
    assert " in " not in other.notice.inner_text()
    expect(result(other, "time")).to_have_text("unknown")
    assert other.figure("time") == "–"


def test_the_result_of_a_won_game_is_shown_and_stored(visit: Visit, tmp_path: Path) -> None:
    seed = winnable("5x5/5")
    visitor = visit(f"#/play?board=5x5&mines=5&first=safe&seed={seed}")
    expect(visitor.panel("Your games")).to_contain_text("No finished games yet: 5x5/5, safe start")
    expect(visitor.notice).to_contain_text("to start")
    game = sapper.Game("5x5/5", seed=seed)
    opened = win(visitor, game)
    layout = game.true_layout
    expect(result(visitor, "clicks")).to_have_text(str(len(opened)))
    assert result(visitor, "bbbv").text_content() == str(layout.bbbv)
    assert result(visitor, "zini").text_content() == str(layout.zini)
    efficiency = f"{100 * layout.bbbv / len(opened):.0f} %"
    assert result(visitor, "efficiency").inner_text() == efficiency
    assert re.fullmatch(r"(\d+:)?\d+\.\d\d( s)?", result(visitor, "time").inner_text())
    assert int(result(visitor, "needed").text_content() or "") == game.guesses
    assert result(visitor, "unneeded").text_content() == "0"
    expect(visitor.panel("Result")).to_contain_text("Your first win in this mode")

    games = visitor.panel("Your games")
    expect(games).to_contain_text("1 of 1")
    visitor.page.wait_for_url(re.compile("moves="))
    visitor.page.reload()
    expect(games).to_contain_text("1 of 1")  # counted once
    visitor.open_tab("Statistics")
    saved = download(visitor, visitor.button("Export").click, tmp_path)
    kept = json.loads(saved.read_text())["games"]
    assert [(one["kind"], one["won"], one["bbbv"]) for one in kept] == [
        ("5x5/5, safe", True, layout.bbbv)
    ]
    visitor.button("Delete these").click()
    visitor.button("Really delete 1 game?").click()
    expect(games).to_contain_text("No finished games yet: 5x5/5, safe start")
    visitor.page.reload()
    expect(games).to_contain_text("No finished games yet: 5x5/5, safe start")


def test_the_result_of_a_lost_game_shows_the_better_move(visit: Visit) -> None:
    game = sapper.Game("9x9/10", seed=1)
    game.open(40)
    mine = game.analysis.mines[0]
    visitor = visit("#/play?board=9x9&mines=10&first=safe&seed=1")
    expect(visitor.notice).to_contain_text("to start")
    visitor.click(40)
    expect(visitor.cell(40)).to_have_attribute("aria-label", re.compile("open"))
    visitor.click(mine)
    expect(visitor.notice).to_contain_text("was certainly a mine")
    card = visitor.panel("Result")
    expect(card).to_contain_text("was certainly safe")
    expect(result(visitor, "unneeded")).to_have_text("1")
    expect(result(visitor, "zini-efficiency")).to_have_text("–")
    expect(visitor.panel("Replay")).to_contain_text("certainly a mine. It was a mine")
    expect(visitor.panel("Your games")).to_contain_text("0 of 1")
    visitor.button("Undo").click()
    expect(card).to_be_hidden()


def test_a_game_with_help_is_not_counted(visit: Visit) -> None:
    visitor = visit(SMALL)
    expect(visitor.notice).to_contain_text("to start")
    play_best_to_the_end(visitor)
    expect(visitor.panel("Result")).to_contain_text("Not counted")
    expect(visitor.panel("Your games")).to_contain_text("Not counted: 1 game with help or undo")


def test_games_of_the_bot_are_not_recorded(visit: Visit) -> None:
    visitor = visit(SMALL)
    visitor.open_tab("Bot")
    visitor.room.get_by_label("Strategy", exact=True).select_option("pseq")
    visitor.room.get_by_label("Speed").focus()
    visitor.key("End")
    visitor.room.get_by_label("Games in a row").fill("3")
    visitor.button("Autoplay").click()
    expect(visitor.room.locator("[data-fact=tally]")).to_contain_text("of 3 games")
    expect(visitor.button("Autoplay")).to_be_visible()
    assert stored_games(visitor) == []


def test_a_game_that_the_bot_continued_is_not_counted(visit: Visit) -> None:
    visitor = visit(SMALL)
    expect(visitor.notice).to_contain_text("to start")
    visitor.click(0)
    expect(visitor.cell(0)).to_have_attribute("aria-label", re.compile("open"))
    visitor.open_tab("Bot")
    visitor.room.get_by_label("Strategy", exact=True).select_option("pseq")
    visitor.button("Autoplay").click()
    expect(visitor.notice).to_contain_text(re.compile("Won|Lost"))
    expect(visitor.panel("Your games")).to_contain_text("Not counted: 1 game with help or undo")


def test_a_board_that_is_won_before_any_click_is_not_recorded(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9/81&first=any")
    expect(visitor.notice).to_contain_text("Won")
    expect(visitor.panel("Result")).to_be_visible()
    assert stored_games(visitor) == []


def start_with_mine(visitor: Visitor) -> int:
    """Start a game whose first click may hit a mine, and return a cell with a mine."""
    visitor.go("#/play?board=2x2&mines=3&first=any&seed=1")
    expect(visitor.notice).to_contain_text("to start")
    game = sapper.Game("2x2/3", seed=1, first="any")
    return next(cell for cell in range(4) if game.copy().open(cell) == [])


def test_a_game_is_recorded_however_quickly_the_next_one_starts(visit: Visit) -> None:
    visitor = visit()
    held: list[Route] = []
    visitor.page.route("**/api/game/result", lambda route: held.append(route))
    visitor.click(start_with_mine(visitor))
    expect(visitor.notice).to_contain_text("Lost")
    visitor.key("n")
    expect(visitor.notice).to_contain_text("to start")
    assert [(one["won"], one["solved"]) for one in stored_games(visitor)] == [(False, None)]
    held[0].continue_()
    visitor.page.wait_for_function(
        "() => JSON.parse(localStorage.getItem('sapper-games'))[0].solved === 0"
    )


def test_a_click_that_loses_after_a_restart_is_recorded(visit: Visit) -> None:
    visitor = visit()
    mine = start_with_mine(visitor)
    held: list[Route] = []
    visitor.page.route("**/api/game/moves", lambda route: held.append(route))
    visitor.click(mine)
    while not held:
        visitor.page.wait_for_timeout(10)
    visitor.key("n")
    expect(visitor.notice).to_contain_text("to start")
    assert stored_games(visitor) == []
    held[0].continue_()
    expect(visitor.panel("Your games")).to_contain_text("0 of 1")
    assert [one["won"] for one in stored_games(visitor)] == [False]


@pytest.mark.parametrize("level", ["engine", "subtraction", "single"])
def test_a_no_guess_game(visit: Visit, level: Level) -> None:
    visitor = visit()
    visitor.room.get_by_label("Guessing").select_option(level)
    expect(visitor.notice).to_contain_text("no guess is needed")
    visitor.click((2, 6))
    expect(visitor.cell((2, 6))).to_have_attribute("aria-label", re.compile("open"))
    visitor.page.wait_for_url(re.compile(f"noguess={level}&.*moves="))
    seed = re.search(r"seed=(\d+)", visitor.page.url)
    assert seed is not None
    layout = sapper.no_guess("9x9/10", seed=int(seed[1]), start=(2, 6), level=level)
    assert is_no_guess(layout, (2, 6), level)
    for cell in range(81):
        if layout.mines[cell] == 0 and "covered" in visitor.says(cell):
            visitor.click(cell)
            expect(visitor.cell(cell)).not_to_have_attribute("aria-label", re.compile("covered"))
    expect(visitor.notice).to_contain_text("Won")
    visitor.page.wait_for_url(re.compile("moves="))
    visitor.page.reload()  # preset, level and game are restored
    expect(visitor.notice).to_contain_text("Won")
    assert visitor.room.get_by_label("Guessing").input_value() == level


def test_no_guess_games_on_other_boards(visit: Visit) -> None:
    for board in ("hex:6x7&mines=8", "box:3x3x3&mines=4", "graph:4&edges=0-1.1-2.2-3&mines=1"):
        visitor = visit(f"#/play?board={board}&noguess=engine&seed=2")
        expect(visitor.notice).to_contain_text("no guess is needed")
        visitor.click(0)
        expect(visitor.cell(0)).to_have_attribute("aria-label", re.compile("open"))
    visitor = visit("#/play?board=2x2&mines=2&noguess=engine&seed=2")
    expect(visitor.notice).to_contain_text("no guess is needed")
    visitor.click(0)
    expect(visitor.notice).to_contain_text("there may be none")
    assert visitor.figure("time") == "0:00"
    visitor.problems.clear()  # the browser itself reports the refusal
