"""The Lab in a real browser: state in the address, methods, phase diagram, comparisons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser_page import PHONE, Visit, Visitor, expect
from lab_room import show_alone, start_sweep

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def swept(visit: Visit) -> Callable[[], Visitor]:
    """Return how to open the Lab with a store that has the curves of 4x4 and 4x5."""

    def open_lab() -> Visitor:
        visitor = visit("#/lab")
        start_sweep(visitor, "4x4, 4x5", 300)
        expect(visitor.room.locator(".sweep").first).to_have_attribute("data-state", "done")
        expect(visitor.panel("Store")).to_contain_text("4x5")
        return visitor

    return open_lab


def test_the_state_is_in_the_address(visit: Visit, swept: Callable[[], Visitor]) -> None:
    visitor = swept()
    show_alone(visitor, "4x5")
    visitor.room.get_by_label("Critical density by").select_option("half")
    table = visitor.panel("Critical densities")
    table.get_by_label("Strategy").select_option("pseq")
    table.get_by_role("radio", name="Difference").check()
    phases = visitor.panel("Phase diagram")
    phases.get_by_label("Square boards").select_option("torus,study")
    phases.get_by_role("radio", name="Without a guess").check()
    compare = visitor.panel("Compare strategies")
    compare.get_by_label("Board and mines").fill("8x8/10")
    compare.get_by_label("Strategies").fill("basic, pseq")
    expect(visitor.page).to_have_url(
        re.compile(
            r"#/lab\?method=half&curves=4x5,pseq,safe,0,1&table=pseq&show=difference"
            r"&phases=torus,study&share=guess_free&board=8x8/10&strategies=basic,pseq$"
        )
    )
    legend = visitor.room.locator(".legend")
    expect(legend).to_contain_text("4x5 pseq critical density")

    # A reload, a link and the return from another room restore the same state.
    link = visitor.page.evaluate("location.hash")
    visitor.page.reload()
    for other in (visitor, visit(link)):
        expect(other.room.locator(".legend")).to_contain_text("4x5 pseq critical density")
        assert other.room.locator(".legend li").count() == 1
        assert other.room.get_by_label("Critical density by").input_value() == "half"
        table = other.panel("Critical densities")
        assert table.get_by_label("Strategy").input_value() == "pseq"
        assert table.get_by_role("radio", name="Difference").is_checked()
        assert (
            other.panel("Phase diagram").get_by_label("Square boards").input_value()
            == "torus,study"
        )
        compare = other.panel("Compare strategies")
        assert compare.get_by_label("Strategies").input_value() == "basic, pseq"
    visitor.page.get_by_role("link", name="Play", exact=True).click()
    expect(visitor.notice).to_contain_text("Open any cell")
    visitor.page.get_by_role("link", name="Lab", exact=True).click()
    expect(visitor.page).to_have_url(re.compile("method=half&curves=4x5"))


def test_every_method_draws_its_quantity(swept: Callable[[], Visitor]) -> None:
    visitor = swept()
    show_alone(visitor, "4x5")
    chart = visitor.panel("Curves").locator(".chart")
    method = visitor.room.get_by_label("Critical density by")
    labels = {
        "paper": "Games won",
        "half": "Games won",
        "guess-free": "Games won without a guess",
        "guesses": "Guesses per game",
        "moves": "Moves per game",
        "seconds": "Milliseconds per game",
    }
    for name, label in labels.items():
        method.select_option(name)
        expect(chart).to_have_attribute("data-method", name)
        expect(chart).to_have_attribute("aria-label", f"{label} by mine density")
        expect(chart.locator(".axis").last).to_have_text(label)
        assert chart.locator(".point").count() > 5
        # Bars and the published value are drawn only for the quantity that they describe.
        assert (chart.locator(".interval").count() > 0) == label.startswith("Games won")
        assert (chart.locator(".published").count() > 0) == (name == "paper")
        heights = chart.locator(".point").evaluate_all(
            "points => points.map(point => point.getBBox().y)"
        )
        box_ = chart.evaluate("chart => chart.viewBox.baseVal.height")
        assert all(0 <= height <= box_ for height in heights)


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_the_phase_diagram(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit("#/lab", size=size)
    phases = visitor.panel("Phase diagram")
    points = phases.locator(".chart .phase")
    expect(points.first).to_be_attached()
    assert points.count() >= 100
    assert phases.locator(".theory").count() == 3
    expect(points.first.locator("title")).to_have_text(
        re.compile(r"\d+x\d+, mine density 0\.\d+: \d+ of \d+ games won$")
    )
    phases.get_by_role("radio", name="Without a guess").check()
    expect(points.first.locator("title")).to_have_text(re.compile("won without a guess$"))
    assert not visitor.scrolls_sideways()


def test_strategies_are_compared_on_the_same_games(visit: Visit) -> None:
    visitor = visit("#/lab")
    compare = visitor.panel("Compare strategies")
    compare.get_by_label("Board and mines").fill("8x8/10")
    compare.get_by_label("Strategies").fill("pseq, random")
    compare.get_by_role("button", name="Compare").click()
    rows = compare.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(re.compile(r"^pseq[\d.]+ %\s*[\d.]+ to [\d.]+$"))
    difference = r"−\d+\.\d\d\s*−\d+\.\d\d to −\d+\.\d\d$"
    expect(rows.last).to_contain_text(re.compile(r"^random0\.\d+ %.*" + difference))
    stop = compare.get_by_role("button", name="Stop comparing")
    stop.evaluate_all("shown => shown.forEach(button => button.click())")
    expect(compare.get_by_role("button", name="Compare")).to_be_visible()
    expect(compare.locator("[data-fact=compared]")).to_contain_text(
        "of 8x8/10, the same for every strategy"
    )


@pytest.mark.parametrize(
    ("board", "strategies", "said"),
    [
        ("8x8/10", "pseq", "at least two strategies"),
        ("8x8/10", "pseq, absent", "unknown strategy 'absent'"),
        ("8x8", "pseq, best", "add the number of mines, for example 8x8/10"),
        ("foo", "pseq, best", "foo"),
    ],
)
def test_an_invalid_comparison_is_rejected_with_a_message(
    visit: Visit, board: str, strategies: str, said: str
) -> None:
    visitor = visit("#/lab")
    compare = visitor.panel("Compare strategies")
    compare.get_by_label("Board and mines").fill(board)
    compare.get_by_label("Strategies").fill(strategies)
    compare.get_by_role("button", name="Compare").click()
    expect(compare.get_by_role("alert")).to_contain_text(said)
    visitor.problems.clear()  # the browser itself reports a refusal by the server


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("method=guesswork", "method must be paper or likelihood or half or guess-free"),
        ("curves=9x9,absent,safe,0,1", 'The store has no curve "9x9,absent,safe,0,1".'),
        ("show=all", 'show must be value or published or difference, not "all"'),
        ("phases=hex,study", 'not "hex,study"'),
        ("share=none", 'not "none"'),
        ("first=never", 'first must be safe or open or any, not "never"'),
        ("seed=-1", 'The seed must be a whole number, not "-1".'),
    ],
)
def test_a_wrong_link_to_the_lab_shows_its_error_and_can_be_reset(
    visit: Visit, link: str, said: str
) -> None:
    visitor = visit(f"#/lab?{link}")
    wrong = visitor.room.locator(".wrong-link")
    expect(wrong).to_contain_text(said)
    wrong.get_by_role("button", name="Reset the Lab").click()
    expect(wrong).to_be_hidden()
    expect(visitor.page).to_have_url(re.compile("#/lab$"))
    expect(visitor.panel("Phase diagram").locator(".chart .phase").first).to_be_attached()
