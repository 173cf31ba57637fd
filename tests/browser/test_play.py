"""The Play room in a real browser: games, hints and replays by mouse, keyboard and touch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import sapper
from browser_page import PATIENCE, PHONE, Visit, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import Response, Route

BEGINNER = "#/play?board=9x9&mines=10&first=safe&seed=1"
PLACE = re.compile(r"\((\d+), (\d+)\)")


def first_place(text: str) -> tuple[int, int]:
    found = PLACE.search(text)
    assert found is not None, text
    return int(found[1]), int(found[2])


def follow_hints(visitor: Visitor, most: int = 200) -> None:
    """Open the cell of every hint until the game is over."""
    why = visitor.panel("Why")
    for _ in range(most):
        if visitor.notice.inner_text().startswith(("Won", "Lost")):
            return
        visitor.button("Hint").click()
        expect(why.locator(".why-text")).to_be_attached()
        visitor.click(first_place(why.inner_text()))
        expect(why.locator(".why-text")).to_have_count(0)
    raise AssertionError("the game does not end")


def layouts_revealed(visitor: Visitor) -> list[tuple[str, bool]]:
    """Record the status of every answer about a game, and whether it contains the layout."""
    answers: list[tuple[str, bool]] = []

    def read(response: Response) -> None:
        if response.url.endswith("/api/game/moves"):
            state = response.json()
            answers.append((state["status"], state["layout"] is not None))

    visitor.page.on("response", read)
    return answers


def test_a_game_is_won_by_following_hints(visit: Visit) -> None:
    visitor = visit(BEGINNER)
    answers = layouts_revealed(visitor)
    expect(visitor.notice).to_contain_text("the first is safe")
    visitor.click((4, 4))
    expect(visitor.notice).not_to_contain_text("to start")
    follow_hints(visitor)
    expect(visitor.notice).to_contain_text("Won")
    assert visitor.figure("mines") == "0"
    assert visitor.figure("safe") == "0"
    assert int(visitor.panel("Result").locator("[data-result=bbbv]").text_content() or "") > 0
    flagged = [label for label in visitor.everything_said() if "flagged, a mine" in label]
    assert len(flagged) == 10
    assert {revealed for status, revealed in answers if status == "playing"} == {False}
    assert answers[-1] == ("won", True)


def test_a_lost_game_can_be_replayed_and_its_click_undone(visit: Visit) -> None:
    visitor = visit("#/play?board=8x8&mines=20&first=any&seed=3")
    game = sapper.Game("8x8/20", seed=3, first="any")
    for cell in range(64):
        if visitor.notice.inner_text().startswith("Lost"):
            break
        if "covered" in visitor.says(cell):
            before = visitor.says(cell)
            visitor.click(cell)
            expect(visitor.cell(cell)).not_to_have_attribute("aria-label", before)
            game.open(cell)
    assert game.status == "lost"
    expect(visitor.notice).to_contain_text("was a mine")
    assert game.exploded is not None
    assert "exploded" in visitor.says(game.exploded)

    replay = visitor.panel("Replay")
    visitor.panel("Result").get_by_role("button", name="Replay").click()
    expect(replay).to_be_visible()
    expect(replay).to_contain_text("It was a mine")
    slider = replay.get_by_role("slider")
    slider.focus()
    visitor.key("Home")
    expect(replay).to_contain_text("Before the first click")
    assert all("covered" in label for label in visitor.everything_said())
    visitor.key("ArrowRight")
    expect(replay).to_contain_text("Click 1 of")
    visitor.button("Chances").click()
    expect(visitor.cell(63)).to_have_attribute("aria-label", re.compile("mine chance [0-9.]+ %"))
    slider.focus()
    visitor.key("End")
    expect(replay).to_contain_text("It was a mine")

    visitor.button("Undo").click()
    expect(visitor.notice).to_contain_text("1 click undone")
    expect(replay).to_be_hidden()
    assert "covered" in visitor.says(game.exploded)


def test_a_certain_cell_is_proved_by_highlighted_clues(visit: Visit) -> None:
    visitor = visit(f"{BEGINNER}&moves=14")  # 40 in base 36: the middle
    game = sapper.Game("9x9/10", seed=1)
    game.open(40)
    analysis = sapper.analyze(game.position)
    safe = next(cell for cell in analysis.safe if len(analysis.reason(cell).clues) > 1)
    expect(visitor.notice).to_contain_text("There is a safe move")
    visitor.button("Why?").click()
    visitor.click(safe)
    why = visitor.panel("Why")
    expect(why).to_contain_text("is safe")
    assert first_place(why.inner_text()) == game.board.coordinates(safe)
    lit = [i for i, label in enumerate(visitor.everything_said()) if "of the reason" in label]
    assert lit == sorted(analysis.reason(safe).clues)
    assert "selected" in visitor.says(safe)
    mine = analysis.mines[0]
    visitor.hover(mine)
    visitor.key("w")
    expect(why).to_contain_text("is a mine")


def stuck_game() -> tuple[int, sapper.Game]:
    for seed in range(200):
        game = sapper.Game("9x9/10", seed=seed)
        game.open(0)
        if game.must_guess and game.position.clue(0) != 0:
            return seed, game
    raise AssertionError("no game begins with a guess")


def test_a_forced_guess_is_announced_and_its_candidates_are_compared(visit: Visit) -> None:
    seed, game = stuck_game()
    visitor = visit(f"#/play?board=9x9&mines=10&first=safe&seed={seed}&moves=0")
    expect(visitor.notice).to_contain_text("you have to guess")
    visitor.button("Hint").click()
    visitor.open_tab("Help")
    table = visitor.panel("Why").get_by_role("table")
    expect(table).to_be_visible()
    rows = table.locator("tbody tr").all_inner_texts()
    exact = sapper.analyze(game.position).exact()
    for row in rows:
        cell = game.board.cell(first_place(row))
        safety = re.search(r"([0-9.]+) %", row)
        chance = exact[cell]
        assert safety is not None
        assert chance is not None
        assert float(safety[1]) == pytest.approx(100 * float(1 - chance), rel=1e-3)
    before = float(visitor.figure("luck").removesuffix(" %"))
    assert before == 100
    visitor.button("Play best").click()
    expect(visitor.panel("Luck").locator("tbody tr")).to_have_count(1)
    assert visitor.figure("guesses") == "1"


def test_every_chance_is_shown_and_exact(visit: Visit) -> None:
    visitor = visit(f"{BEGINNER}&moves=14")
    game = sapper.Game("9x9/10", seed=1)
    game.open(40)
    analysis = sapper.analyze(game.position)
    visitor.button("Chances").click()
    expect(visitor.cell(analysis.safe[0])).to_have_attribute("aria-label", re.compile("safe"))
    for cell, chance in enumerate(analysis.exact()):
        said = visitor.says(cell)
        if chance is None:
            assert "open" in said
        elif chance in (0, 1):
            assert f"mine chance {100 * chance} %" in said
            assert "certainly" in said
        else:
            assert f"exactly {chance}" in said
            assert "mine chance 0 %" not in said
            assert "mine chance 100 %" not in said
    doubtful = next(c for c, p in enumerate(analysis.exact()) if p is not None and 0 < p < 1)
    visitor.hover(doubtful)
    expect(visitor.room.locator(".cell-tip")).to_contain_text(str(analysis.exact()[doubtful]))


def test_flags_chords_and_a_link_to_the_game(visit: Visit) -> None:
    visitor = visit(f"{BEGINNER}&moves=14")
    game = sapper.Game("9x9/10", seed=1)
    game.open(40)
    analysis = sapper.analyze(game.position)
    clue = next(
        cell
        for cell in game.position.revealed
        if (around := [c for c in game.board.neighbors(cell) if c in game.position.covered])
        and set(around) & set(analysis.safe)
        and set(around) - set(analysis.safe) <= set(analysis.mines)
    )
    expect(visitor.notice).to_contain_text("There is a safe move")
    mines = [cell for cell in game.board.neighbors(clue) if cell in analysis.mines]
    for mine in mines:
        visitor.click(mine, button="right")
        assert "flagged" in visitor.says(mine)
    assert visitor.figure("mines") == str(10 - len(mines))
    all_flags = rf"flags=[0-9a-z]+(\.[0-9a-z]+){{{len(mines) - 1}}}$"
    expect(visitor.page).to_have_url(re.compile(all_flags))
    before = visitor.page.url
    visitor.click(clue)
    opened = [cell for cell in game.board.neighbors(clue) if cell in analysis.safe]
    expect(visitor.cell(opened[0])).to_have_attribute("aria-label", re.compile("open"))
    assert all("open" in visitor.says(cell) for cell in opened)
    expect(visitor.page).not_to_have_url(before)
    other = visit(visitor.page.url.split("/", 3)[3])
    expect(other.cell(opened[0])).to_have_attribute("aria-label", re.compile("open"))
    assert other.everything_said() == visitor.everything_said()


def test_a_game_on_hexagons(visit: Visit) -> None:
    visitor = visit()
    visitor.choose_difficulty("Custom…")
    visitor.room.locator("dialog summary").click()
    visitor.room.get_by_label("Board", exact=True).fill("hex:6x7/6")
    expect(visitor.room.get_by_label("Width")).to_have_value("7")
    expect(visitor.room.get_by_label("Shape")).to_have_value("hex")
    visitor.room.get_by_label("Seed").fill("12")
    visitor.button("Start this game").click()
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(42)
    visitor.click((2, 3))
    expect(visitor.notice).not_to_contain_text("to start")
    follow_hints(visitor)
    expect(visitor.notice).to_contain_text(re.compile("Won|Lost"))
    assert "hex:6x7" in visitor.page.url


def test_a_strategy_plays_to_the_end(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9&mines=8&first=open&seed=2")
    visitor.open_tab("Bot")
    visitor.room.get_by_label("Strategy", exact=True).select_option("pseq")
    speed = visitor.room.get_by_label("Speed")
    speed.focus()
    visitor.key("End")
    visitor.button("Autoplay").click()
    expect(visitor.notice).to_contain_text(re.compile("Won|Lost"), timeout=PATIENCE)
    expect(visitor.button("Autoplay")).to_be_visible()


def focus_board(visitor: Visitor) -> None:
    for _ in range(40):
        visitor.key("Tab")
        if visitor.page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            return
    raise AssertionError("Tab does not lead to the board")


def move_to(visitor: Visitor, row: int, column: int) -> None:
    visitor.key("Control+ArrowUp", "Control+ArrowLeft")
    visitor.key(*["ArrowDown"] * row, *["ArrowRight"] * column)
    label = visitor.page.evaluate("document.activeElement.ariaLabel")
    assert label.startswith(f"row {row}, column {column},")


def test_a_game_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit("#/play?board=6x6&mines=4&first=safe&seed=6")
    focus_board(visitor)
    move_to(visitor, 0, 0)
    visitor.key("Enter")
    game = sapper.Game("6x6/4", seed=6)
    game.open(0)
    expect(visitor.notice).not_to_contain_text("to start")
    while game.status == "playing":
        analysis = sapper.analyze(game.position)
        if analysis.mines and analysis.mines[0] not in game.flags:
            mine = analysis.mines[0]
            move_to(visitor, *game.board.coordinates(mine))
            visitor.key("f")
            expect(visitor.cell(mine)).to_have_attribute("aria-label", re.compile("flagged"))
            visitor.key("w")
            expect(visitor.panel("Why")).to_contain_text("is a mine")
            game.flag(mine)
        cell = analysis.best
        assert cell is not None
        move_to(visitor, *game.board.coordinates(cell))
        visitor.key("Space")
        game.open(cell)
        over = "flagged|mine" if game.status != "playing" else "open"
        expect(visitor.cell(cell)).to_have_attribute("aria-label", re.compile(f"open|{over}"))
    expect(visitor.notice).to_contain_text("Won" if game.status == "won" else "Lost")
    visitor.key("?")
    help_sheet = visitor.page.get_by_role("dialog")
    expect(help_sheet).to_contain_text("chord")
    visitor.key("Escape")
    expect(help_sheet).to_be_hidden()


def test_hint_and_chord_by_key(visit: Visit) -> None:
    visitor = visit(f"{BEGINNER}&moves=14")
    expect(visitor.notice).to_contain_text("There is a safe move")
    focus_board(visitor)
    visitor.key("h")
    why = visitor.panel("Why")
    expect(why).to_contain_text("is safe")
    row, column = first_place(why.inner_text())
    label = visitor.page.evaluate("document.activeElement.ariaLabel")
    assert label.startswith(f"row {row}, column {column},")
    visitor.key("c")  # on a covered cell a chord does nothing
    assert "covered" in visitor.says((row, column))
    visitor.key("Enter")
    expect(visitor.cell((row, column))).to_have_attribute("aria-label", re.compile("open"))


def test_a_game_by_touch_on_a_phone(visit: Visit) -> None:
    visitor = visit(BEGINNER, size=PHONE, touch=True)
    assert not visitor.scrolls_sideways()
    visitor.tap((4, 4))
    expect(visitor.cell((4, 4))).to_have_attribute("aria-label", re.compile("open"))
    game = sapper.Game("9x9/10", seed=1)
    game.open(40)
    one, two = sapper.analyze(game.position).mines[:2]
    visitor.press_long(one)
    expect(visitor.cell(one)).to_have_attribute("aria-label", re.compile("flagged"))
    visitor.button("Flag").tap()
    visitor.tap(two)
    expect(visitor.cell(two)).to_have_attribute("aria-label", re.compile("flagged"))
    assert visitor.figure("mines") == "8"
    safe = sapper.analyze(game.position).safe[0]
    visitor.press_long(safe)  # in flag mode a long press opens
    expect(visitor.cell(safe)).to_have_attribute("aria-label", re.compile("open"))
    visitor.button("Hint").tap()
    expect(visitor.notice).to_contain_text(re.compile("is safe|least likely|mine"))
    assert not visitor.scrolls_sideways()


def test_two_fingers_zoom_the_board_and_one_scrolls_it(visit: Visit) -> None:
    visitor = visit("#/play?board=16x30&mines=99&seed=1", size=PHONE, touch=True)
    expect(visitor.cell(479)).to_be_attached()

    def width() -> float:
        box = visitor.cell(0).bounding_box()
        assert box is not None
        return box["width"]

    before = width()
    # The board is rotated, so that rows run from left to right.
    left, right = visitor.middle((2, 4)), visitor.middle((7, 4))
    spread = [(left[0] - 40, left[1]), (right[0] + 40, right[1])]
    visitor.touch([[left, right], spread], 30)
    assert width() > 1.2 * before
    pane = visitor.room.locator(".board-scroll")
    visitor.touch(
        [[visitor.middle((6, 4))], [visitor.middle((4, 4))], [visitor.middle((2, 4))]], 30
    )
    assert pane.evaluate("pane => pane.scrollLeft") > 0
    assert "to start" in visitor.notice.inner_text()  # neither opened a cell


def test_an_unknown_chance_is_not_shown_as_a_number(visit: Visit) -> None:
    visitor = visit("#/play?board=1x2&mines=1&first=any&seed=1")

    def without_chances(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        for step in [*found.get("steps", []), *found.get("luck", {}).get("risks", [])]:
            step["mine_probability"] = None
        if "luck" in found:
            found["luck"]["survived"] = None
        route.fulfill(response=answer, json=found)

    visitor.page.route("**/api/game/moves", without_chances)
    visitor.page.route("**/api/game/replay", without_chances)
    visitor.click(0)
    expect(visitor.notice).to_contain_text(re.compile("Won|Lost"))
    expect(visitor.panel("Luck").locator("td").last).to_have_text("too hard to compute")
    assert visitor.figure("luck") == "–"
    expect(visitor.panel("Replay")).to_contain_text("mine chance too hard to compute")
    expect(visitor.notice).not_to_contain_text("%")


def test_a_custom_game_by_width_height_and_shape(visit: Visit) -> None:
    visitor = visit()
    visitor.choose_difficulty("Custom…")
    dialog = visitor.page.get_by_role("dialog", name="Custom game")
    dialog.get_by_label("Width").fill("7")
    dialog.get_by_label("Height").fill("4")
    dialog.get_by_label("Mines", exact=True).fill("5")
    expect(dialog).to_contain_text("28 cells, 17.9 % of them mines")
    dialog.get_by_label("Shape").select_option("Hexagons")
    visitor.button("Start this game").click()
    expect(dialog).to_be_hidden()
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(28)
    assert visitor.figure("mines") == "5"
    expect(visitor.page).to_have_url(re.compile(r"board=hex:4x7"))

    visitor.choose_difficulty("Custom…")
    dialog.get_by_label("Width").fill("9")
    visitor.key("Escape")
    expect(dialog).to_be_hidden()
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(28)
    visitor.choose_difficulty("Expert")
    expect(visitor.room.locator("[role=gridcell]")).to_have_count(480)


def test_few_controls_precede_the_first_click(visit: Visit) -> None:
    visitor = visit()
    expect(visitor.notice).to_contain_text("to start")
    visitor.page.evaluate("document.activeElement.blur()")
    stops: list[str] = []
    for _ in range(40):
        visitor.key("Tab")
        stop = visitor.page.evaluate("document.activeElement.outerHTML.slice(0, 300)")
        if stop in stops or stop.startswith("<body"):
            break
        stops.append(stop)
    assert len(stops) <= 15
    visitor.room.get_by_role("button", name="Flag").focus()
    visitor.key("ArrowRight")
    assert visitor.page.evaluate("document.activeElement.innerText") == "Hint"
    visitor.key("End", "ArrowRight")
    assert visitor.page.evaluate("document.activeElement.innerText") == "Flag"


def test_nothing_that_appears_moves_the_board(visit: Visit) -> None:
    visitor = visit(f"{BEGINNER}&moves=14")
    expect(visitor.notice).to_contain_text("There is a safe move")
    board = visitor.room.locator(".board-scroll")
    before = board.bounding_box()
    visitor.button("Hint").click()
    expect(visitor.notice).to_contain_text("is safe")
    assert board.bounding_box() == before
    visitor.page.route("**/api/game/hint", lambda route: route.abort())
    visitor.button("Hint").click()
    expect(visitor.page.get_by_text("Can't reach the server").first).to_be_visible()
    assert board.bounding_box() == before
    visitor.page.locator(".page-problem").get_by_role("button", name="Close").click()
    expect(visitor.page.locator(".page-problem")).to_be_hidden()
    visitor.problems.clear()


def test_the_result_can_be_shared(visit: Visit) -> None:
    visitor = visit("#/play?board=1x2&mines=1&first=any&seed=1")
    expect(visitor.notice).to_contain_text("to start")
    visitor.page.evaluate(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; }"
    )
    visitor.click(0)
    card = visitor.panel("Result")
    expect(card).to_be_visible()
    card.get_by_role("button", name="Share").click()
    expect(card).to_contain_text("were copied")
    copied = visitor.page.evaluate("window.copied")
    assert re.match(r"Minesweeper, 1x2/1, no safe start: (won|lost)", copied)
    link = copied.split("\n")[1]
    other = visit(link.split("/", 3)[3])
    expect(other.notice).to_contain_text("to start")
    card.get_by_role("button", name="Play again").click()
    expect(card).to_be_hidden()
