"""Win probabilities over HTTP: in steps, exact if possible, with errors in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper.intervals import wilson
from sapper.web.api.analysis import winning
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator

FEW = {"board": {"spec": "1x3"}, "clues": [None, 1, None], "mines": 1}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a step play all that it is asked for, however slow the machine is."""
    monkeypatch.setattr(winning, "WIN_SECONDS", 1e9)


@pytest.fixture
def opened() -> sapper.Position:
    return sapper.Game("9x9/20", seed=4, start=40).position


def asked(position: sapper.Position, **more: Any) -> dict[str, Any]:
    return {
        "board": {"spec": position.board.spec},
        "clues": position.clues,
        "mines": position.mines,
        "strategy": "pseq",
        **more,
    }


def test_few_layouts_are_played_exactly(client: Client) -> None:
    found = client.post("/api/win", FEW)
    assert (found["strategy"], found["value"], found["exact"]) == ("best", 0.5, True)
    assert (found["fraction"], found["interval"]) == ("1/2", [0.5, 0.5])
    assert (found["samples"], found["wins"], found["note"]) == (2, None, "")


def test_steps_add_up(client: Client, opened: sapper.Position) -> None:
    first = client.post("/api/win", asked(opened, samples=60))
    second = client.post(
        "/api/win",
        asked(opened, samples=40, samples_before=first["samples"], wins_before=first["wins"]),
    )
    whole = sapper.win_probability(opened, 100, strategy="pseq")
    assert first["samples"] == 60
    assert (second["samples"], second["wins"]) == (100, whole.wins)
    assert second["value"] == whole.value
    assert second["interval"] == list(wilson(second["wins"], 100))
    assert not second["exact"]


def test_a_step_ends_when_its_time_is_over(
    client: Client, opened: sapper.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(winning, "WIN_SECONDS", -1.0)
    found = client.post("/api/win", asked(opened, samples=100_000))
    assert found["samples"] < 100_000
    assert (found["value"] is None) == (found["samples"] == 0)


@pytest.mark.parametrize(
    ("more", "kind", "said"),
    [
        ({"clues": [None, 3, None]}, "ContradictionError", "no layout fits"),
        ({"strategy": "unknown-player"}, "StrategyError", "unknown strategy 'unknown-player'"),
        ({"strategy": "optimal"}, "StrategyError", "written in Python"),
        ({"samples": 0}, "ValidationError", "samples"),
        ({"samples": 10**9}, "ValidationError", "samples"),
        ({"wins_before": 3}, "ValidationError", "3 wins are more than the 0 layouts before"),
    ],
)
def test_what_cannot_be_played_is_refused(
    client: Client, more: dict[str, Any], kind: str, said: str
) -> None:
    found = client.post("/api/win", {**FEW, **more}, status=422)
    assert found["kind"] == kind
    assert said in found["error"]
