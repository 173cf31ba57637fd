"""The Lab room in a real browser: a sweep is started, watched, stopped, resumed and displayed."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

from browser_page import PHONE, Visit, download, expect
from lab_room import show_alone, start_sweep

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Route


def test_a_sweep_is_run_stopped_and_resumed(visit: Visit, tmp_path: Path) -> None:
    visitor = visit("#/lab")
    start_sweep(visitor, "16x16", 20_000, "30, 40, 50")
    sweep = visitor.room.locator(".sweep").first
    expect(sweep).to_have_attribute("data-state", "running")
    bar = sweep.get_by_role("progressbar")
    visitor.page.wait_for_function("bar => bar.value > 0", arg=bar.element_handle())
    visitor.button("Stop").click()
    expect(sweep).to_have_attribute("data-state", "stopped")
    done = float(sweep.get_by_role("progressbar").get_attribute("value") or 0)
    assert 0 < done < 60_000

    expect(visitor.panel("Store")).to_contain_text("16x16")
    points = visitor.room.locator(".chart .series-0 .point")
    expect(points.first).to_be_attached()

    visitor.button("Resume").click()
    expect(visitor.room.locator(".sweep").first).to_have_attribute("data-state", "running")
    visitor.button("Stop").click()
    expect(visitor.room.locator(".sweep").first).to_have_attribute(
        "data-state", re.compile("stopped|done")
    )


def test_a_sweep_may_end_before_its_first_event(visit: Visit) -> None:
    visitor = visit("#/lab")

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        if route.request.method == "POST":
            sweeps = f"{visitor.address}/api/lab/sweeps"
            while visitor.page.request.get(sweeps).json()[0]["state"] == "running":
                visitor.page.wait_for_timeout(20)
        route.fulfill(response=answer)

    visitor.page.route("**/api/lab/sweeps", answer_late)
    start_sweep(visitor, "3x7", 5, "3")
    expect(visitor.room.locator(".sweep").first).to_have_attribute("data-state", "done")
    expect(visitor.panel("Store")).to_contain_text("3x7")


def test_curves_tables_and_files(visit: Visit, tmp_path: Path) -> None:
    visitor = visit("#/lab")
    start_sweep(visitor, "4x4, 4x5", 300)
    sweep = visitor.room.locator(".sweep").first
    expect(sweep).to_have_attribute("data-state", "done")
    store = visitor.panel("Store")
    expect(store).to_contain_text("4x5")
    show_alone(visitor, "4x4")
    legend = visitor.room.locator(".legend")
    expect(legend).to_contain_text(re.compile(r"4x4 pseq critical density 0\.[0-9]+"))
    expect(visitor.room.locator(".chart .fit")).to_be_attached()
    assert visitor.room.locator(".chart .series-0 .interval").count() > 5

    table = visitor.panel("Critical densities")
    table.get_by_label("Strategy").select_option("pseq")
    row = table.get_by_role("row", name=re.compile("^4 "))
    expect(row).to_contain_text(re.compile(r"0\.\d{3}"))
    table.get_by_role("radio", name="Chong et al. 2024").check()
    expect(table.get_by_role("cell", name="0.270")).to_be_visible()  # 4x4 in table B.2
    table.get_by_role("radio", name="Difference").check()
    expect(row).to_contain_text(re.compile(r"[+−]0\.\d{3}"))

    link = visitor.room.get_by_role("link", name="CSV")
    rows = list(csv.DictReader(download(visitor, link.click, tmp_path).read_text().splitlines()))
    assert {row["board"] for row in rows} == {"4x4"}
    link = visitor.room.get_by_role("link", name="SVG")
    assert "<svg" in download(visitor, link.click, tmp_path).read_text()


def test_an_invalid_sweep_is_rejected_with_a_message(visit: Visit) -> None:
    visitor = visit("#/lab", size=PHONE, touch=True)
    assert not visitor.scrolls_sideways()
    start_sweep(visitor, "toros:9x9", 10)
    expect(visitor.panel("Sweeps").get_by_role("alert")).to_contain_text("did you mean 'torus'")
    visitor.problems.clear()  # the browser itself reports the refusal


def test_a_graph_is_swept_with_its_edges_and_several_mines_per_cell(visit: Visit) -> None:
    visitor = visit("#/lab")
    sweeps = visitor.panel("Sweeps")
    edges = sweeps.get_by_label("Edges of the graph")
    expect(edges).to_be_hidden()
    sweeps.get_by_label("Boards").fill("graph:ring")
    ring = " ".join(f"{cell}-{(cell + step) % 12}" for cell in range(12) for step in (1, 2))
    edges.fill(ring)
    sweeps.get_by_label("Maximum per cell").fill("2")
    start_sweep(visitor, "graph:ring", 200)
    sweep = visitor.room.locator(".sweep").first
    expect(sweep).to_have_attribute("data-state", "done")
    expect(sweep).to_contain_text("graph:ring · pseq · up to 2 per cell")
    store = visitor.panel("Store")
    expect(store).to_contain_text("graph:ring@")
    expect(store).to_contain_text("up to 2 mines per cell")
    show_alone(visitor, "graph:ring@")
    expect(visitor.room.locator(".legend")).to_contain_text("graph:ring@")
    points = visitor.room.locator(".chart .series-0 .point title")
    expect(points).to_have_count(22)
    sweeps.get_by_label("Maximum per cell").fill("1")
    edges.fill("")
    start_sweep(visitor, "graph:ring", 10, "2, 3")  # the graph of the store
    expect(visitor.room.locator(".sweep").first).to_have_attribute("data-state", "done")
    expect(store).to_contain_text("2 points")


def test_tori_of_hexagons_and_a_density_without_enough_points(visit: Visit) -> None:
    visitor = visit("#/lab")
    start_sweep(visitor, "hexwrap:8x8, torus:3x3x3", 30, "1, 2, 3")
    expect(visitor.room.locator(".sweep").first).to_have_attribute("data-state", "done")
    show_alone(visitor, "hexwrap:8x8")
    needs = "no critical density: not enough points: needs games between 4 and 63 mines"
    expect(visitor.room.locator(".legend")).to_contain_text(needs)
    assert visitor.room.locator(".chart .fit, .chart .critical").count() == 0


def test_mines_that_do_not_fit_are_refused(visit: Visit) -> None:
    visitor = visit("#/lab")
    before = visitor.room.locator(".sweep").count()
    start_sweep(visitor, "5x5", 30, "5, 400")
    problem = visitor.panel("Sweeps").get_by_role("alert")
    expect(problem).to_contain_text("400 mines do not fit on 5x5: there is room for 24")
    assert visitor.room.locator(".sweep").count() == before
    (logged,) = visitor.problems
    assert "422" in logged
    visitor.problems.clear()
