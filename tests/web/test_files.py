"""Files and replays over HTTP: what is read, written and analysed, and what is refused."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any

import pytest

import sapper
from sapper import Click, Layout, Replay
from sapper.web.api.files import reading
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LAYOUT = Layout("2x3", [0, 1, 0, 0, 0, 0])
CLICKS = (
    Click(0.0, "open", 0),
    Click(0.5, "flag", 1),
    Click(1.5, "open", 3),
    Click(1.75, "flag", 1),
    Click(2.0, "open", 1),
)
LOST = Replay(LAYOUT, CLICKS, player="Ann")
LINK = "https://example.org/index.html?analysis=adacaaablTlT"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


def encoded(thing: Any, tmp_path: Path, ending: str) -> dict[str, str]:
    path = tmp_path / f"file{ending}"
    sapper.write(thing, path)
    return {"base64": b64encode(path.read_bytes()).decode(), "name": path.name}


def test_a_link_is_a_position(client: Client) -> None:
    found = client.post("/api/files/read", {"text": LINK})
    assert found["kind"] == "position"
    assert found["layout"] is found["replay"] is found["problem"] is None
    position = found["position"]
    assert position["board"] == {"spec": "2x3"}
    assert position["clues"] == [1, None, None, 1, None, None]
    assert (position["mines"], position["flags"], position["density"]) == (1, [], None)


@pytest.mark.parametrize("ending", [".mbf", ".txt", ".json"])
def test_a_layout_comes_with_its_facts(client: Client, tmp_path: Path, ending: str) -> None:
    layout = sapper.deal("9x9/10", seed=3)
    found = client.post("/api/files/read", encoded(layout, tmp_path, ending))
    assert found["kind"] == "layout"
    assert found["layout"]["mines"] == layout.mines.tolist()
    facts = found["facts"]
    assert facts["spec"] == "9x9/10"
    assert facts["numbers"] == layout.numbers.tolist()
    assert (facts["bbbv"], facts["openings"], facts["islands"]) == (13, 3, 5)
    assert (facts["zini"], facts["human_zini"]) == (layout.zini, layout.human_zini)


def test_several_mines_in_a_cell_have_no_zini(client: Client, tmp_path: Path) -> None:
    layout = Layout("1x3", [2, 0, 0])
    found = client.post("/api/files/read", encoded(layout, tmp_path, ".json"))
    assert found["layout"]["mines"] == [2, 0, 0]
    assert (found["facts"]["zini"], found["facts"]["bbbv"]) == (None, layout.bbbv)


def test_a_graph_keeps_its_edges(client: Client, tmp_path: Path) -> None:
    position = sapper.Position(sapper.graph([(0, 1), (1, 2)]), [1, None, None], mines=1)
    found = client.post("/api/files/read", encoded(position, tmp_path, ".json"))
    assert found["position"]["board"] == {"edges": [[0, 1], [1, 2]], "nodes": 3}


@pytest.mark.parametrize("ending", [".rawvf", ".json"])
def test_a_replay_is_read_and_analysed(client: Client, tmp_path: Path, ending: str) -> None:
    found = client.post("/api/files/read", encoded(LOST, tmp_path, ending))
    assert found["kind"] == "replay"
    recording = found["replay"]
    assert recording["player"] == "Ann"
    assert [click["cell"] for click in recording["clicks"]] == [0, 1, 3, 1, 1]
    answer = client.post("/api/replay", recording)
    expected = LOST.analysis()
    wanted = expected.to_dict()
    same = set(answer) & set(wanted) - {"moves", "seconds", "bbbv_per_second"}
    assert {name: answer[name] for name in same} == {name: wanted[name] for name in same}
    assert answer["seconds"] == pytest.approx(2.0)
    assert (answer["status"], answer["lost_at"]) == ("lost", 4)
    assert (answer["needed_guesses"], answer["unneeded_guesses"]) == (0, 2)
    for move, known in zip(answer["moves"], expected.moves, strict=True):
        assert (move["kind"], move["cell"]) == (known.click.kind, known.click.cell)
        assert (move["risk"], move["needed"]) == (known.risk, known.needed)
        assert (move["opened"], move["exploded"]) == (list(known.opened), list(known.exploded))
    assert answer["moves"][2]["risk"] == pytest.approx(1 / 3)


def test_the_first_cell_may_count_with_its_chance(client: Client, tmp_path: Path) -> None:
    recording = client.post("/api/files/read", encoded(LOST, tmp_path, ".json"))["replay"]
    answer = client.post("/api/replay", {**recording, "first": "any"})
    assert answer["moves"][0]["risk"] == pytest.approx(1 / 6)


def test_an_analysis_ends_when_its_time_is_over(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recording = client.post("/api/files/read", encoded(LOST, tmp_path, ".json"))["replay"]
    monkeypatch.setattr(reading, "FILE_SECONDS", -1.0)
    found = client.post("/api/replay", recording, 422)
    assert found["kind"] == "TooHardError"
    assert "1 of 5 clicks" in found["error"]


@pytest.mark.parametrize("name", ["mine", "text", "json", "jsminesweeper"])
def test_a_position_is_written_and_read_again(client: Client, name: str) -> None:
    position = {"board": {"spec": "2x3"}, "clues": [1, None, None, 1, None, None], "mines": 1}
    file = client.post("/api/files/write", {"format": name, "position": position})
    assert b64decode(file["base64"]).decode() == file["text"]
    again = client.post("/api/files/read", {"text": file["text"]})["position"]
    assert (again["clues"], again["mines"]) == (position["clues"], 1)


def test_a_layout_is_written_in_bytes(client: Client) -> None:
    layout = {"board": {"spec": "2x3"}, "mines": [0, 1, 0, 0, 0, 0]}
    file = client.post("/api/files/write", {"format": "mbf", "layout": layout})
    assert (file["name"], file["text"]) == ("layout.mbf", None)
    assert sapper.read(b64decode(file["base64"])) == LAYOUT


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ({"text": "nothing of the kind"}, "NotationError", "the text"),
        ({"base64": "AAEC", "name": "game.mbf"}, "NotationError", "game.mbf"),
        ({"base64": "no base64!"}, "NotationError", "base64"),
        ({"text": "2x2/1", "format": "pgn"}, "NotationError", "unknown format 'pgn'"),
        ({"text": "1000x1000/7\n#"}, "TooLarge", "1,000,000 cells"),
        ({"text": '{"type": "position", "board": "box:3x3x3x3x3x3x3x3"}'}, "TooLarge", "pairs"),
        ({"text": '{"type": "replay", "layout": {"board": "999x999"}}'}, "TooLarge", "998,001"),
        ({}, "ValidationError", "one of them"),
        ({"text": "1#", "base64": "AA=="}, "ValidationError", "one of them"),
    ],
)
def test_what_cannot_be_read_is_told(
    client: Client, body: dict[str, Any], kind: str, said: str
) -> None:
    found = client.post("/api/files/read", body, 422)
    assert found["kind"] == kind
    assert said in found["error"]


def test_a_long_board_in_a_short_link_is_too_large(client: Client) -> None:
    many = sapper.Position("200x200", [None] * 40_000, mines=9)
    found = client.post("/api/files/read", {"text": sapper.link(many, "jsminesweeper")}, 422)
    assert found["kind"] == "TooLarge"


def test_a_text_is_never_a_path(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "secret.mbf"
    sapper.write(LAYOUT, path)
    client.post("/api/files/read", {"text": str(path)}, 422)
    client.post("/api/files/read", {"text": "x", "name": str(path)}, 422)


def test_a_problem_may_be_an_answer(client: Client) -> None:
    body = {"text": "RawVF_Version: Rev5\nWidth: 8\n", "report_problem": True}
    found = client.post("/api/files/read", body)
    assert found["kind"] is None
    assert found["problem"].startswith("the text: ")


def test_without_the_library_one_sentence_says_what_to_install(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.exchange.binary_replays.find_spec", lambda name: None)
    body = {"base64": b64encode(bytes(300)).decode(), "name": "game.avf"}
    found = client.post("/api/files/read", body, 422)
    assert found["error"].endswith("pip install 'sapper[replays]'")


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("write", {"format": "mine"}, "one of them"),
        ("write", {"format": "rmv", "layout": {"board": {"spec": "1x2"}, "mines": [0, 1]}}, "read"),
        ("write", {"format": "mbf", "layout": {"board": {"spec": "1x2"}, "mines": [0]}}, "1"),
    ],
)
def test_what_cannot_be_written_is_told(
    client: Client, path: str, body: dict[str, Any], said: str
) -> None:
    assert said in client.post(f"/api/files/{path}", body, 422)["error"]


@pytest.mark.parametrize(
    "recording",
    [
        {"layout": {"board": {"spec": "1x2"}, "mines": [2, 0]}, "clicks": []},
        {
            "layout": {"board": {"spec": "1x2"}, "mines": [1, 0]},
            "clicks": [{"time": 0, "kind": "open", "cell": 2}],
        },
    ],
)
def test_what_is_no_recording_is_told(client: Client, recording: dict[str, Any]) -> None:
    assert client.post("/api/replay", recording, 422)["kind"] == "GameError"
