"""Thinking over HTTP: events that grow sharper, errors in a sentence, threads given back."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper.stopping import Cancelled
from sapper.web.api.analysis import thinking
from sapper.web.serving.pools import Pool
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FEW = {"board": {"spec": "1x3"}, "clues": [None, 1, None], "mines": 1}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


@pytest.fixture(scope="module")
def guess() -> sapper.Position:
    """A position of an expert game in which a guess is necessary."""
    game = sapper.Game("16x30/99", seed=8, first="open", start=(3, 3))
    while not game.must_guess:
        game.open(game.analysis.safe[0])
    return game.position


def asked(position: sapper.Position) -> dict[str, Any]:
    return {
        "board": {"spec": position.board.spec},
        "clues": position.clues,
        "mines": position.mines,
    }


def events(client: Client, body: dict[str, Any]) -> list[dict[str, Any]]:
    answer = client.request("POST", "/api/think/events", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return [json.loads(part.removeprefix("data: ")) for part in answer.text.split("\n\n") if part]


def test_few_layouts_are_known_exactly(client: Client) -> None:
    last = events(client, FEW)[-1]
    assert last["ended"]
    first = last["considered"][0]
    assert (first["value"], first["exact"]) == (0.5, True)
    assert last["best"] in (0, 2)
    assert client.post("/api/think", FEW)["considered"] == last["considered"]


def test_a_certain_cell_needs_no_thought(client: Client) -> None:
    last = events(client, {"board": {"spec": "1x4"}, "clues": [1, None, None, None], "mines": 1})
    assert (last[-1]["best"], last[-1]["certain"]) == (2, True)
    assert last[-1]["considered"][0]["value"] is None


def test_values_fill_in_while_it_thinks(
    client: Client, guess: sapper.Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "_PAUSE", 0.0)
    monkeypatch.setattr(thinking, "THINK_SECONDS", 0.5)
    answers = events(client, asked(guess))
    assert [one["ended"] for one in answers] == [False] * (len(answers) - 1) + [True]
    assert len(answers) > 1
    layouts = [one["layouts"] for one in answers]
    assert layouts == sorted(layouts)
    for one in answers:
        assert one["best"] == one["considered"][0]["cell"]
        assert all(0 <= click["value"] <= 1 for click in one["considered"])


@pytest.mark.parametrize(
    ("more", "kind", "said"),
    [
        ({"clues": [None, 3, None]}, "ContradictionError", "no layout fits"),
        ({"mines": 2}, "PositionError", "no cell is safe any more"),
        ({"clues": [None]}, "PositionError", "1"),
    ],
)
def test_what_cannot_be_thought_about_is_refused(
    client: Client, more: dict[str, Any], kind: str, said: str
) -> None:
    for path in ("/api/think", "/api/think/events"):
        found = client.post(path, {**FEW, **more}, status=422)
        assert found["kind"] == kind
        assert said in found["error"]


def test_a_thought_that_is_given_up_frees_its_thread(guess: sapper.Position) -> None:
    ended: list[type[BaseException]] = []

    def work(report: Callable[[int], None]) -> None:
        try:
            while True:  # endless, unless it is stopped
                sapper.think(guess, layouts=10**8, on_thought=lambda known: report(known.layouts))
        except BaseException as error:
            ended.append(type(error))
            raise

    async def listen() -> int:
        pool = Pool(threads=1, wait_seconds=1e9)
        stream = await pool.stream(work)
        await anext(stream)
        await stream.aclose()
        found = await pool.run(lambda: 7)  # for which there is no other thread
        pool.close()
        return found

    assert asyncio.run(listen()) == 7
    assert ended == [Cancelled]


def test_a_stream_tells_everything_and_then_what_went_wrong() -> None:
    def work(report: Callable[[int], None]) -> None:
        for number in range(3):
            report(number)
        raise sapper.PositionError("no more")

    async def listen() -> list[int]:
        pool = Pool(threads=1)
        stream = await pool.stream(work)
        answers = [await anext(stream) for _ in range(3)]
        with pytest.raises(sapper.PositionError, match="no more"):
            await anext(stream)
        pool.close()
        return answers

    assert asyncio.run(listen()) == [0, 1, 2]
