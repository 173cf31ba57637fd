"""Watching the bot in a real browser: marked and explained clicks, scrolling, pauses, tally."""

from __future__ import annotations

import re

from browser_page import Visit, Visitor, expect

EXPERT = "#/play?board=16x30&mines=99&first=open&seed=8"


def choose(visitor: Visitor, name: str, fast: bool = True) -> None:
    visitor.open_tab("Bot")
    visitor.room.get_by_label("Strategy", exact=True).select_option(name)
    visitor.room.get_by_label("Speed").focus()
    visitor.key("End" if fast else "Home")


def marked(visitor: Visitor) -> list[str]:
    return [said for said in visitor.everything_said() if "the last click" in said]


def test_the_last_click_is_marked_and_explained(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9&mines=10&first=safe&seed=3")
    choose(visitor, "pseq")
    player = visitor.panel("Watch the bot")
    visitor.button("Step").click()
    expect(player).to_contain_text(
        "pseq opened (0, 0): the first click: (0, 0) is safe by the rule"
    )
    assert len(marked(visitor)) == 1
    assert marked(visitor)[0].startswith("row 0, column 0,")
    visitor.button("Step").click()
    expect(player).to_contain_text(
        re.compile(r"pseq opened \((?!0, 0\)).*: .*(proves|prove|a guess)")
    )
    assert len(marked(visitor)) == 1
    expect(visitor.notice).to_contain_text("pseq opened")
    # A click of the player removes the mark.
    visitor.key("b")
    expect(visitor.notice).not_to_contain_text("pseq opened")
    assert marked(visitor) == []


def test_the_view_follows_a_strategy(visit: Visit) -> None:
    visitor = visit("#/play?board=60x60&mines=500&first=safe&seed=1&moves=1")
    expect(visitor.notice).to_contain_text(re.compile("safe move|guess"))
    choose(visitor, "random")
    scroller = visitor.room.locator(".board-scroll")
    for _ in range(6):
        said = visitor.room.locator(".watched").inner_text()
        visitor.button("Step").click()
        expect(visitor.room.locator(".watched")).not_to_have_text(said)
        place = re.search(r"opened \((\d+), (\d+)\)", visitor.room.locator(".watched").inner_text())
        assert place is not None
        # The clicked cell is within the pane.
        inside = scroller.evaluate(
            """(pane, [row, column]) => {
                const size = pane.querySelector(".board-spacer").offsetWidth / 60;
                const x = column * size - pane.scrollLeft, y = row * size - pane.scrollTop;
                return x > -1 && y > -1 && x + size / 2 < pane.clientWidth + 1
                    && y + size / 2 < pane.clientHeight + 1;
            }""",
            [int(place[1]), int(place[2])],
        )
        assert inside
        if re.search("Lost", visitor.notice.inner_text()):
            break


def test_it_pauses_before_a_guess_and_continues(visit: Visit) -> None:
    visitor = visit(EXPERT)
    choose(visitor, "pseq")
    visitor.room.get_by_label("Pause at guesses").check()
    visitor.button("Autoplay").click()
    expect(visitor.notice).to_contain_text(
        re.compile("pseq would open .*a guess.*Press Autoplay to continue")
    )
    expect(visitor.button("Autoplay")).to_be_visible()
    guesses = visitor.figure("guesses")
    assert guesses == "0"
    where = re.search(r"would open \((\d+), (\d+)\)", visitor.notice.inner_text())
    assert where is not None
    place = (int(where[1]), int(where[2]))
    assert "covered" in visitor.says(place)
    assert "the selected cell" in visitor.says(place)
    visitor.button("Autoplay").click()
    expect(visitor.room.locator("[data-figure=guesses]")).to_have_text(re.compile("[1-9]"))


def test_games_in_a_row_are_tallied_with_the_reference_rate(visit: Visit) -> None:
    visitor = visit("#/play?board=4x4&mines=3&first=safe&seed=11")
    choose(visitor, "pseq")
    visitor.room.get_by_label("Games in a row").fill("5")
    visitor.button("Autoplay").click()
    tally = visitor.room.locator("[data-fact=tally]")
    expect(tally).to_contain_text(
        re.compile(r"pseq\. Won \d of 5 games: [\d.]+ % \(95 % CI [\d.]+–[\d.]+\)")
    )
    expect(visitor.button("Autoplay")).to_be_visible()
    expect(visitor.page).to_have_url(re.compile("game=4"))
    known = visitor.room.locator("[data-fact=known]")
    expect(known).to_contain_text(re.compile(r"Reference: [\d.]+ % of [\d\s]+ other games won"))

    # The games depend only on the seed, so that the tally can be repeated.
    first = tally.inner_text()
    visitor.button("Reset tally").click()
    expect(tally).to_be_hidden()
    again = visit("#/play?board=4x4&mines=3&first=safe&seed=11")
    choose(again, "pseq")
    again.room.get_by_label("Games in a row").fill("5")
    again.button("Autoplay").click()
    expect(again.room.locator("[data-fact=tally]")).to_have_text(first)


def test_a_game_with_a_click_of_the_player_does_not_count(visit: Visit) -> None:
    visitor = visit("#/play?board=4x4&mines=3&first=safe&seed=11&moves=0")
    expect(visitor.notice).to_contain_text(re.compile("safe move|guess"))
    choose(visitor, "pseq")
    visitor.button("Autoplay").click()
    expect(visitor.notice).to_contain_text(re.compile("Won|Lost"))
    expect(visitor.button("Autoplay")).to_be_visible()
    expect(visitor.room.locator("[data-fact=tally]")).to_be_hidden()


def test_a_run_of_games_can_be_paused(visit: Visit) -> None:
    visitor = visit("#/play?board=9x9&mines=10&first=open&seed=2")
    choose(visitor, "pseq")
    visitor.room.get_by_label("Games in a row").fill("1000")
    visitor.button("Autoplay").click()
    expect(visitor.room.locator("[data-fact=tally]")).to_contain_text("Won")
    visitor.button("Pause").click()
    expect(visitor.button("Autoplay")).to_be_visible()
    visitor.button("New game").click()
    expect(visitor.notice).to_contain_text("Open any cell to start")
    expect(visitor.button("Autoplay")).to_be_visible()
