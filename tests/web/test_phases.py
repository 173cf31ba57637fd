"""The laboratory over HTTP: what each method looks at, and the phase diagram."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sapper.intervals import wilson
from sapper.lab.fits.definitions import METHODS
from sapper.lab.store.store import Store
from sapper.lab.sweeps.densities import densities
from sapper.theory import census
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    path = tmp_path_factory.mktemp("lab") / "store.db"
    with Store(path) as store:
        densities(["4x4", "4x5", "torus:5x5"], store, strategy="pseq", games=200)
    with web_client(path) as found:
        yield found


@pytest.mark.parametrize("method", METHODS)
def test_a_curve_tells_what_its_method_looks_at(client: Client, method: str) -> None:
    found = client.get("/api/lab/curve", board="4x4", strategy="pseq", method=method)
    curve, measured = found["curve"], found["measured"]
    quantity = {"guess-free": "guess_free", "guesses": "guesses", "moves": "moves"}.get(method)
    assert measured["quantity"] == (quantity or ("seconds" if method == "seconds" else "wins"))
    assert len(measured["values"]) == len(curve["mines"])
    if measured["quantity"] == "wins":
        assert measured["values"] == curve["win_rates"]
        assert measured["intervals"] == curve["intervals"]
    elif measured["quantity"] == "guess_free":
        counts = [round(share * 200) for share in measured["values"]]
        assert measured["intervals"] == [list(wilson(count, 200)) for count in counts]
        assert all(
            share <= rate
            for share, rate in zip(measured["values"], curve["win_rates"], strict=True)
        )
    else:
        assert measured["intervals"] is None


@pytest.mark.parametrize("kind", ["grid", "torus"])
def test_the_phase_diagram_of_the_study(client: Client, kind: str) -> None:
    found = client.get("/api/lab/phases", kind=kind)
    assert (found["strategy"], found["first"]) == ("pseq", "open")
    assert len(found["points"]) >= 100
    for point in found["points"]:
        assert point["guess_free"] <= point["wins"] <= point["games"]
        assert point["board"].startswith("torus:") == (kind == "torus")
    half = next(line for line in found["lines"] if line["rate"] == 0.5)
    cells, density = half["won"][-1]
    side = round(cells**0.5)
    prefix = "" if kind == "grid" else "torus:"
    assert density == census("grid").density(f"{prefix}{side}x{side}", 0.5)
    assert [one[0] for one in half["won"]] == [one[0] for one in half["guess_free"]]


def test_the_phase_diagram_of_the_store(client: Client) -> None:
    found = client.get("/api/lab/phases", strategy="pseq")
    assert {point["board"] for point in found["points"]} == {"4x4"}
    tori = client.get("/api/lab/phases", strategy="pseq", kind="torus")
    assert {point["board"] for point in tori["points"]} == {"torus:5x5"}
    nothing = client.get("/api/lab/phases", strategy="perimeter")
    assert (nothing["points"], nothing["lines"]) == ([], [])


def test_other_kinds_have_no_phase_diagram(client: Client) -> None:
    assert "kind" in client.get("/api/lab/phases", status=422, kind="hex")["error"]
    assert (
        "unknown-player"
        in client.get("/api/lab/phases", status=422, strategy="unknown-player")["error"]
    )
