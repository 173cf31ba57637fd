"""The laboratory over HTTP: curves, tables, figures, and sweeps started, stopped and resumed."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import sqlite3
import threading
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from command_line import wait_until
from sapper.data.published_densities import CRITICAL_DENSITIES
from sapper.errors import LabError
from sapper.lab.fits.definitions import DEFAULT_METHOD, METHODS
from sapper.lab.store.export import COLUMNS
from sapper.lab.store.store import Store
from sapper.lab.sweeps.densities import densities
from sapper.web.api.lab import sweep_ledger
from sapper.web.api.lab.sweep_ledger import Ledger
from sapper.web.errors import ConflictError, NotFoundError
from web_client import Client, checked, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sapper.types import DensityMethod

SWEEPS = "/api/lab/sweeps"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "store.db"
    with Store(path) as opened:
        densities(["4x4", "4x5", "hex:4x4"], opened, strategy="pseq", games=200)
        densities(["4x4"], opened, strategy="perimeter", games=100, seed=2**64 - 1, first="any")
    return path


@pytest.fixture(scope="module")
def client(store: Path) -> Iterator[Client]:
    with web_client(store) as found:
        yield found


@pytest.fixture(scope="module")
def unused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A laboratory that never runs a sweep."""
    with web_client(tmp_path_factory.mktemp("unused") / "new.db") as found:
        yield found


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Client]:
    with web_client(tmp_path / "new.db") as found:
        yield found


# -- reading ------------------------------------------------------------------------------------


def test_what_there_is(client: Client) -> None:
    found = client.get("/api/lab/boards")
    assert [(row["board"], row["strategy"]) for row in found] == [
        ("4x4", "perimeter"),
        ("4x4", "pseq"),
        ("4x5", "pseq"),
        ("hex:4x4", "pseq"),
    ]
    assert found[0] == {
        "board": "4x4",
        "strategy": "perimeter",
        "first": "any",
        "start": 0,
        "seed": str(2**64 - 1),
        "max_per_cell": 1,
        "points": 15,
        "games": 1500,
    }


def test_an_empty_store(empty: Client, tmp_path: Path) -> None:
    assert empty.get("/api/lab/boards") == []
    assert empty.get(SWEEPS) == []
    found = empty.get("/api/lab/curve", status=404, board="4x4")
    assert found["kind"] == "NotFound"
    assert empty.request("GET", "/api/lab/export.csv").text == ",".join(COLUMNS) + "\n"
    assert list(tmp_path.iterdir()) == [], "reading makes no file"


@pytest.mark.parametrize("method", ["likelihood", "paper", "half", "guess-free", "moves"])
def test_a_curve(client: Client, store: Path, method: DensityMethod) -> None:
    found = client.get("/api/lab/curve", board="4x4", strategy="pseq", method=method)
    with Store(store) as opened:
        (same,) = densities(["4x4"], opened, strategy="pseq", games=200, method=method)
    assert found["curve"]["mines"] == list(range(1, 16))
    assert found["curve"]["wins"] == same.curve.wins.tolist()
    assert found["curve"]["densities"] == same.curve.densities.tolist()
    assert found["curve"]["win_rates"] == same.curve.win_rates.tolist()
    assert found["curve"]["intervals"] == same.curve.intervals.tolist()
    assert found["critical"]["value"] == same.critical.value
    assert found["critical"]["method"] == method
    assert found["published"] == float(CRITICAL_DENSITIES[4, 4])
    if method in ("likelihood", "paper"):
        assert len(found["fit"]) > 50
        assert all(0 <= place <= 1 and -0.5 < rate < 1.5 for place, rate in found["fit"])
    else:
        assert found["fit"] == []


def test_another_first_cell(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.db") as opened:
        for start, games in ((None, 30), (5, 40)):
            densities(["4x4", "3x4"], opened, strategy="pseq", games=games, start=start)
        densities(["3x4"], opened, strategy="book004:pseq", games=10)
    with web_client(tmp_path / "lab.db") as client:
        rows = client.get("/api/lab/boards")
        assert [(row["board"], row["strategy"], row["start"], row["games"]) for row in rows] == [
            ("3x4", "book004:pseq", 6, 110),
            ("3x4", "pseq", 0, 330),
            ("3x4", "pseq", 5, 440),
            ("4x4", "pseq", 0, 450),
            ("4x4", "pseq", 5, 600),
        ]
        own = client.get("/api/lab/curve", board="4x4", strategy="pseq")
        assert own["curve"]["games"] == [30] * 15
        there = client.get("/api/lab/curve", board="4x4", strategy="pseq", start=5)
        assert there["curve"]["games"] == [40] * 15
        assert client.get("/api/lab/curve", board="3x4", strategy="book004:pseq")["curve"]
        assert client.get("/api/lab/curve", status=404, board="4x4", strategy="pseq", start=3)
        client.get("/api/lab/curve", status=422, board="4x4", strategy="pseq", start=-1)
        cells = client.get("/api/lab/table", strategy="pseq", method="half")["cells"]
        (cell,) = (cell for cell in cells if (cell["p"], cell["q"]) == (4, 4))
        assert cell["value"] is not None


def test_the_methods_are_those_of_the_laboratory(client: Client) -> None:
    assert [row["name"] for row in client.get("/api/lab/methods")] == list(METHODS)
    own = client.get("/api/lab/curve", board="4x4", strategy="pseq")
    assert own["critical"]["method"] == DEFAULT_METHOD
    paths = client.get("/api/openapi.json")["paths"]
    for path in ("curve", "table", "figure.svg"):
        asked = {it["name"]: it["schema"] for it in paths[f"/api/lab/{path}"]["get"]["parameters"]}
        assert asked["method"]["enum"] == list(METHODS)
        assert asked["method"]["default"] == DEFAULT_METHOD
    wrong = client.get("/api/lab/curve", status=422, board="4x4", method="guessing")
    assert "Input should be 'paper', 'likelihood'" in wrong["error"]


def test_a_board_goes_by_any_of_its_names(client: Client) -> None:
    by_spec = client.get("/api/lab/curve", board="grid:4x4/3", strategy="pseq")
    assert by_spec == client.get("/api/lab/curve", board="4x4", strategy="pseq")


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"board": "4x4", "strategy": "unknown-player"}, 422),
        ({"board": "4y4"}, 422),
        ({}, 422),
        ({"board": "4x4", "method": "guessing"}, 422),
        ({"board": "4x4", "first": "never"}, 422),
        ({"board": "4x4", "seed": "-1"}, 422),
        ({"board": "9x9", "strategy": "pseq"}, 404),
        ({"board": "4x4", "strategy": "pseq", "seed": 2}, 404),
        ({"board": "../../etc/passwd"}, 422),
    ],
)
def test_curves_that_cannot_be(client: Client, asked: dict[str, Any], status: int) -> None:
    for path in ("curve", "figure.svg"):
        client.get(f"/api/lab/{path}", status=status, **asked)


def test_the_table(client: Client) -> None:
    cells = client.get("/api/lab/table", strategy="pseq")["cells"]
    by_sides = {(cell["p"], cell["q"]): cell for cell in cells}
    assert set(by_sides) == set(CRITICAL_DENSITIES)
    played = [sides for sides, cell in by_sides.items() if cell["value"] is not None]
    assert played == [(4, 4), (4, 5)]
    curve = client.get("/api/lab/curve", board="4x5", strategy="pseq")
    assert by_sides[4, 5]["value"] == curve["critical"]["value"]
    assert by_sides[4, 5]["interval"] == curve["critical"]["interval"]
    assert by_sides[3, 3]["published"] == float(CRITICAL_DENSITIES[3, 3])


def test_export(client: Client) -> None:
    answer = client.request("GET", "/api/lab/export.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 15 + 15 + 19 + 15
    asked = {"board": "4x4", "strategy": "pseq"}
    some = client.request("GET", "/api/lab/export.csv", params=asked).text
    assert {row["board"] for row in csv.DictReader(io.StringIO(some))} == {"4x4"}
    far = client.request("GET", f"/api/lab/export.csv?start={10**25}").text
    assert list(csv.DictReader(io.StringIO(far))) == []
    assert checked(client.request("GET", "/api/lab/export.csv?board=q"), 422)


def test_a_figure(client: Client) -> None:
    answer = client.request("GET", "/api/lab/figure.svg?board=4x4&strategy=pseq")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "<svg" in answer.text
    assert "<script" not in answer.text


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    path.write_text("not a store, but long enough to be looked at " * 50)
    with web_client(path) as client:
        found = client.get("/api/lab/boards", status=409)
        assert found["kind"] == "LabError"
        body = {"boards": ["4x4"], "strategies": ["pseq"], "games": 1}
        client.post(SWEEPS, body, status=409)


# -- sweeps -------------------------------------------------------------------------------------


def wait_for(client: Client, number: int, states: tuple[str, ...]) -> dict[str, Any]:
    wait_until(lambda: listed(client, number)["state"] in states)
    return listed(client, number)


def listed(client: Client, number: int) -> dict[str, Any]:
    (row,) = (row for row in client.get(SWEEPS) if row["id"] == number)
    return dict(row)


def events(client: Client, number: int) -> list[tuple[str, dict[str, Any]]]:
    answer = client.request("GET", f"{SWEEPS}/{number}/events", timeout=60)
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = []
    for event in answer.text.strip().split("\n\n"):
        if not event.startswith(":"):
            name, data = event.split("\n")
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def test_a_sweep_from_beginning_to_end(empty: Client, tmp_path: Path) -> None:
    body = {"boards": ["4x4", "3x3/2"], "strategies": ["pseq", "perimeter"], "games": 300}
    row = empty.post(SWEEPS, body, status=201)
    assert (row["state"], row["total"], row["seed"]) == ("running", 2 * 300 * 16, "1")
    seen = events(empty, row["id"])
    assert [name for name, _ in seen[-2:]] == ["progress", "end"]
    assert {name for name, _ in seen[:-1]} == {"progress"}
    assert seen[-1][1]["state"] == "done"
    assert seen[-2][1]["done"] == seen[-2][1]["total"] == row["total"]
    done = [data["done"] for name, data in seen if name == "progress"]
    assert done == sorted(done)
    (listed,) = empty.get(SWEEPS)
    assert (listed["state"], listed["boards"], listed["mines"]) == ("done", body["boards"], None)
    assert sorted(path.name for path in tmp_path.glob("*.db*")) == ["new.db", "new.db.sweeps"]
    assert empty.get("/api/lab/curve", board="4x4", strategy="pseq")["curve"]["games"] == [300] * 15
    empty.post(f"{SWEEPS}/1/resume", status=409)
    empty.post(f"{SWEEPS}/1/stop", status=409)
    again = empty.post(SWEEPS, body, status=201)
    assert events(empty, again["id"])[-1][1]["state"] == "done"


def test_a_server_that_ends_leaves_the_streams_of_another_alone(tmp_path: Path) -> None:
    body = {"boards": ["16x30"], "strategies": ["pseq"], "games": 50_000, "mines": [60]}
    with web_client(tmp_path / "ended.db") as ended:
        ended.get(SWEEPS)
        ended.app.state.closing.set()  # as at Ctrl-C
        number = ended.post(SWEEPS, body, status=201)["id"]
        assert [name for name, _ in events(ended, number)] == ["progress"]
    app = ended.app
    with web_client(tmp_path / "other.db") as other:
        body = {**body, "boards": ["4x4"], "mines": [3], "games": 2_000}
        number = other.post(SWEEPS, body, status=201)["id"]
        assert events(other, number)[-1][0] == "end"

    async def begun_again() -> bool:
        async with app.router.lifespan_context(app):
            return not app.state.closing.is_set()

    assert app.state.closing.is_set()
    assert asyncio.run(begun_again())


def test_a_sweep_is_stopped_and_resumed(empty: Client, tmp_path: Path) -> None:
    body = {"boards": ["16x30"], "strategies": ["pseq"], "games": 50_000, "mines": [60, 61]}
    number = empty.post(SWEEPS, body, status=201)["id"]
    empty.post(f"{SWEEPS}/{number}/resume", status=409)
    empty.post(f"{SWEEPS}/{number}/stop")
    row = wait_for(empty, number, ("stopped",))
    assert row["done"] < row["total"]
    assert events(empty, number)[-1] == ("end", {"state": "stopped", "error": None})
    with Store(tmp_path / "new.db") as opened:
        assert sum(tally.games for tally in opened.tallies()) == row["done"]
    assert empty.post(f"{SWEEPS}/{number}/resume")["state"] == "running"
    wait_until(lambda: listed(empty, number)["done"] > row["done"])
    empty.post(f"{SWEEPS}/{number}/stop")
    wait_for(empty, number, ("stopped",))


def test_stop_and_resume_through_another_process(tmp_path: Path) -> None:
    """As far as the servers know: two applications that share nothing but the files."""
    path = tmp_path / "shared.db"
    body = {"boards": ["16x30"], "strategies": ["pseq"], "games": 50_000, "mines": [60]}
    with web_client(path) as first, web_client(path) as second:
        number = first.post(SWEEPS, body, status=201)["id"]
        assert [row["state"] for row in second.get(SWEEPS)] == ["running"]
        second.post(f"{SWEEPS}/{number}/stop")
        before = wait_for(first, number, ("stopped",))
        second.post(f"{SWEEPS}/{number}/resume")
        first.post(f"{SWEEPS}/{number}/resume", status=409)
        wait_until(lambda: listed(second, number)["done"] > before["done"])
        first.post(f"{SWEEPS}/{number}/stop")
        wait_for(second, number, ("stopped",))


def test_a_server_that_ends_stops_its_sweeps(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    body = {"boards": ["16x30"], "strategies": ["pseq"], "games": 50_000, "mines": [60]}
    with web_client(path) as client:
        number = client.post(SWEEPS, body, status=201)["id"]
    with web_client(path) as client:
        assert wait_for(client, number, ("stopped",))["done"] < 50_000
        assert not [t for t in threading.enumerate() if t.name.startswith("sweep-")]


def test_python_strategies_play_in_a_process_of_their_own(empty: Client) -> None:
    body = {"boards": ["3x3/2"], "strategies": ["book004:perimeter"], "games": 20}
    number = empty.post(SWEEPS, body, status=201)["id"]
    assert wait_for(empty, number, ("done", "failed"))["state"] == "done"


def test_only_so_many_at_once(empty: Client) -> None:
    body = {"boards": ["16x30"], "strategies": ["pseq"], "games": 50_000, "mines": [60]}
    numbers = [empty.post(SWEEPS, body, status=201)["id"] for _ in range(sweep_ledger.MOST_RUNNING)]
    assert "sweeps are already running" in empty.post(SWEEPS, body, status=409)["error"]
    for number in numbers:
        empty.post(f"{SWEEPS}/{number}/stop")
        wait_for(empty, number, ("stopped",))


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"boards": []}, "ValidationError"),
        ({"boards": ["4y4"]}, "SpecError"),
        ({"boards": ["1x1"]}, "SpecError"),
        ({"boards": ["200x200"]}, "TooLarge"),
        ({"strategies": ["unknown-player"]}, "StrategyError"),
        ({"strategies": []}, "ValidationError"),
        ({"games": 0}, "ValidationError"),
        ({"games": 1_000_001}, "ValidationError"),
        ({"games": 1_000_000, "boards": ["30x30"]}, "TooLarge"),
        ({"mines": [17]}, "GameError"),
        ({"mines": [5, 400], "boards": ["5x5"]}, "GameError"),
        ({"mines": [-1]}, "ValidationError"),
        ({"mines": []}, "ValidationError"),
        ({"first": "never"}, "ValidationError"),
        ({"seed": -1}, "ValidationError"),
        ({"store": "/tmp/other.db"}, "ValidationError"),
    ],
)
def test_sweeps_that_cannot_be(unused: Client, more: dict[str, Any], kind: str) -> None:
    body = {"boards": ["4x4"], "strategies": ["pseq"], "games": 10, **more}
    assert unused.post(SWEEPS, body, status=422)["kind"] == kind
    assert unused.get(SWEEPS) == []


def test_sweeps_that_are_not_there(unused: Client) -> None:
    for number in (1, 99):
        assert unused.get(f"{SWEEPS}/{number}/events", status=404)["kind"] == "NotFound"
        unused.post(f"{SWEEPS}/{number}/stop", status=404)
        unused.post(f"{SWEEPS}/{number}/resume", status=404)
    unused.get(f"{SWEEPS}/0/events", status=422)
    unused.get(f"{SWEEPS}/x/events", status=422)


# -- the list -----------------------------------------------------------------------------------

REQUEST = {"boards": ["4x4"], "strategies": ["pseq"], "first": "safe", "games": 5, "seed": 1}


def test_a_sweep_whose_process_died_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(sweep_ledger, "time", SimpleNamespace(time=lambda: now))
    ledger = Ledger(tmp_path / "list")
    row = ledger.add(REQUEST, 75)
    assert ledger.heartbeat(row)
    now += sweep_ledger.LOST_SECONDS
    assert ledger.row(row.id).state == "running"
    now += 1.0
    assert ledger.row(row.id).state == "stopped"
    with pytest.raises(ConflictError):
        ledger.ask_to_stop(row.id)
    again = ledger.resume(row.id)
    assert (again.state, again.run) == ("running", 2)
    assert not ledger.heartbeat(row), "the first run must end if it is still there"
    ledger.end(row, "done")
    assert ledger.row(row.id).state == "running", "what it says no longer counts"
    assert ledger.heartbeat(again)


def test_the_list_is_kept_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_ledger, "MOST_KEPT", 3)
    ledger = Ledger(tmp_path / "list")
    for _ in range(6):
        ledger.end(ledger.add(REQUEST, 75), "done")
    assert [row.id for row in ledger.rows()] == [6, 5, 4]


def test_failures_are_told(empty: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: Any) -> None:
        raise LabError("the disk is full")

    monkeypatch.setattr("sapper.web.api.lab.sweeps.sweep", fail)
    body = {"boards": ["4x4"], "strategies": ["pseq"], "games": 10}
    number = empty.post(SWEEPS, body, status=201)["id"]
    assert wait_for(empty, number, ("failed",))["error"] == "the disk is full"
    assert events(empty, number)[-1] == ("end", {"state": "failed", "error": "the disk is full"})
    monkeypatch.undo()
    empty.post(f"{SWEEPS}/{number}/resume")
    assert wait_for(empty, number, ("done", "failed"))["state"] == "done"


def test_a_list_that_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("nothing " * 500)
    with pytest.raises(LabError, match="the list of sweeps"):
        Ledger(tmp_path / "list").rows()
    with pytest.raises(NotFoundError):
        Ledger(tmp_path / "none").row(1)


def test_a_damaged_sweep_is_left_out_of_the_list(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "list")
    ledger.end(ledger.add(REQUEST, 75), "done")
    whole = {**REQUEST, "colour": "red"}  # a field of a later version
    damaged = [
        "{",
        "5",
        "{}",
        json.dumps({**REQUEST, "boards": 5}),
        json.dumps({**REQUEST, "games": "x"}),
    ]
    with closing(sqlite3.connect(ledger.path)) as database, database:
        for request in [json.dumps(whole), *damaged]:
            database.execute(
                "INSERT INTO sweeps (request, state, done, total, began, seen, run, stop)"
                " VALUES (?, 'done', 0, 75, 0, 0, 1, 0)",
                (request,),
            )
    assert [row.id for row in ledger.rows()] == [2, 1]
    assert ledger.row(2).answer().total == 75
    with pytest.raises(NotFoundError, match="sweep 3 cannot be read"):
        ledger.row(3)


def test_a_heartbeat_in_the_future_does_not_keep_a_sweep_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr(sweep_ledger, "time", SimpleNamespace(time=lambda: now))
    ledger = Ledger(tmp_path / "list")
    rows = [ledger.add(REQUEST, 75) for _ in range(sweep_ledger.MOST_RUNNING)]
    now -= 1_000.0  # the clock was set back
    assert {ledger.row(row.id).state for row in rows} == {"stopped"}
    assert ledger.add(REQUEST, 75).state == "running"
