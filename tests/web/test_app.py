"""The API besides games: boards, positions, limits, security and the page."""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
from dataclasses import fields
from fractions import Fraction
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from fastapi import Response

import sapper
from sapper.analysis.answer import Answer
from sapper.boards.kinds import KINDS
from sapper.lab.fits.definitions import METHODS
from sapper.strategies.registry import entries
from sapper.web import limits
from sapper.web.app import PAGE
from sapper.web.errors import BusyError
from sapper.web.serving import pools
from web_client import Client, checked, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


def asked(position: sapper.Position, **more: Any) -> dict[str, Any]:
    return {
        "board": {"spec": position.board.spec},
        "clues": position.clues,
        "flags": position.flags,
        "mines": position.mines,
        "max_per_cell": position.max_per_cell,
        **more,
    }


# -- boards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["16x30/99", "hex:10x12/20", "tri:3x4", "box:3x3x3/2", "expert"])
@pytest.mark.parametrize("encoded", [True, False])
def test_boards(client: Client, spec: str, encoded: bool) -> None:
    board, parsed = sapper.board(spec), sapper.parse_spec(spec)
    path = spec.replace("/", "%2F").replace(":", "%3A") if encoded else spec
    found = client.get(f"/api/boards/{path}")
    assert found["spec"] == board.spec
    assert (found["kind"], found["shape"]) == (board.kind, list(board.shape))
    assert (found["size"], found["mines"]) == (board.size, parsed.mines)
    assert found["neighbors"] == [board.neighbors(cell) for cell in range(board.size)]
    assert found["coordinates"] == [list(board.coordinates(cell)) for cell in range(board.size)]
    assert found["max_degree"] == board.max_degree
    assert board.described is not None
    assert (found["tiling"], found["wraps"]) == (board.described.tiling, board.described.wraps)
    assert found["positions"] is None


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("toros:9x9", "SpecError"),
        ("0x9", "SpecError"),
        ("9x9/82", "SpecError"),
        ("1001x1000", "TooLarge"),
        ("999999999x999999999", "SpecError"),
        ("box:3x3x3x3x3x3x3x3x3", "TooLarge"),
        ("x" * 501, "ValidationError"),
        ("..%2F..%2Fetc%2Fpasswd", "SpecError"),
    ],
)
def test_boards_that_cannot_be(client: Client, spec: str, kind: str) -> None:
    assert client.get(f"/api/boards/{spec}", status=422)["kind"] == kind


def test_the_largest_board(client: Client) -> None:
    assert client.get("/api/boards/100x200")["size"] == limits.MAX_CELLS


def test_graphs(client: Client) -> None:
    edges = [[0, 1], [1, 2], [2, 3], [3, 0]]
    found = client.post("/api/graph", {"edges": edges, "nodes": 5})
    assert (found["kind"], found["size"], found["mines"]) == ("graph", 5, None)
    assert (found["tiling"], found["wraps"]) == ("graph", False)
    assert found["neighbors"] == [[1, 3], [0, 2], [1, 3], [0, 2], []]
    places = {tuple(place) for place in found["positions"]}
    assert len(places) == 5
    assert all(0 <= along <= 1 for place in places for along in place)
    assert client.post("/api/graph", {"edges": edges, "nodes": 5}) == found
    alone = client.post("/api/graph", {"edges": [], "nodes": 1})
    assert alone["positions"] == [[0.5, 0.5]]


@pytest.mark.parametrize(
    ("graph", "kind"),
    [
        ({"edges": [[0, 0]], "nodes": 2}, "BoardError"),
        ({"edges": [[0, 1], [1, 0]], "nodes": 2}, "BoardError"),
        ({"edges": [[0, 2]], "nodes": 2}, "ValidationError"),
        ({"edges": [[0, 1, 2]], "nodes": 3}, "ValidationError"),
        ({"edges": [], "nodes": 0}, "ValidationError"),
        ({"edges": [], "nodes": limits.MAX_DRAWN + 1}, "TooLarge"),
    ],
)
def test_graphs_that_cannot_be(client: Client, graph: dict[str, Any], kind: str) -> None:
    assert client.post("/api/graph", graph, status=422)["kind"] == kind


def test_presets_can_be_played(client: Client) -> None:
    presets = client.get("/api/presets")
    assert {"beginner", "intermediate", "expert"} <= {preset["name"] for preset in presets}
    shapes = {preset["name"]: preset["spec"] for preset in presets if ":" in preset["spec"]}
    assert shapes == {
        "torus": "torus:12x16/30",
        "hexagons": "hex:14x16/36",
        "hexagonal torus": "hexwrap:12x14/34",
        "triangles": "tri:12x24/40",
        "triangular torus": "triwrap:12x24/44",
        "box": "box:5x6x6/20",
        "rook": "rook:12x16/40",
        "rook torus": "rookwrap:12x16/44",
        "knight": "knight:10x12/16",
        "radius 2": "reach2:12x16/18",
    }
    kinds = set()
    for preset in presets:
        state = client.post("/api/game", {"board": {"spec": preset["spec"]}, "moves": [0]})
        assert state["status"] in ("playing", "won")
        kinds.add(sapper.parse_spec(preset["spec"]).kind)
    assert kinds == {"grid", *KINDS}


def test_strategies(client: Client) -> None:
    found = client.get("/api/strategies")
    assert [entry["name"] for entry in found] == [entry.name for entry in entries()]
    assert all(entry["description"] and entry["source"] for entry in found)


# -- analysis -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        sapper.parse("1#\n##", mines=1),
        sapper.parse("######\n######\n##1###\n##32##\n######\n######", mines=11),
        sapper.parse("####\n1221\n....", mines=2),
        sapper.parse("2F#\n###", mines=3),
        sapper.parse("3##\n###", mines=5, max_per_cell=3),
        sapper.parse("hex:3x3/3\n#2#\n###\n###"),
        sapper.parse("...", mines=0),
    ],
    ids=str,
)
def test_analysis_is_that_of_the_library(client: Client, position: sapper.Position) -> None:
    found = client.post("/api/analyze", asked(position))
    analysis = sapper.analyze(position)
    exact = analysis.exact()
    assert found["solutions"] == str(analysis.solutions)
    assert found["log10_solutions"] == pytest.approx(analysis.log10_solutions)
    assert found.pop("seconds") >= 0
    assert {**found, "seconds": None} == analysis.answer(shown=True).to_dict()
    assert [cell["index"] for cell in found["cells"]] == position.covered
    for cell in found["cells"]:
        index = cell["index"]
        shown = analysis.clue_distribution(index)
        assert cell["mine_probability"] == analysis.mine_probability[index]
        assert Fraction(cell["exact"]) == exact[index]
        assert cell["zero_probability"] == pytest.approx(shown.zero)
        assert cell["information"] == pytest.approx(shown.entropy)


def test_stuck_expert_positions(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.web.api.analysis.positions.SLOW_SECONDS", 1e9)
    for stuck in json.loads((DATA / "expert_stuck.json").read_text())[:10]:
        position = sapper.parse("\n".join(stuck["rows"]), mines=stuck["mines"])
        found = client.post("/api/analyze", asked(position))
        assert found["safe"] == []
        best = sapper.analyze(position).best
        assert best is not None
        assert found["best"] == list(position.board.coordinates(best))
        assert all(cell["exact"] for cell in found["cells"])
        assert all(cell["information"] is not None for cell in found["cells"])


def test_a_density_instead_of_mines(client: Client) -> None:
    position = {"board": {"spec": "1x3"}, "clues": [1, None, None], "density": 0.25}
    found = client.post("/api/analyze", position)
    assert found["log10_solutions"] is None
    assert found["cells"][1]["exact"] == "1/4"
    many = {**position, "max_per_cell": 2}
    assert client.post("/api/analyze", many)["solutions"] is None


@pytest.mark.parametrize("mines", ["1-2", "1:0.5,2:0.5"])
def test_an_unknown_number_of_mines(client: Client, mines: str) -> None:
    position = {"board": {"spec": "2x3"}, "clues": [1, *[None] * 5], "mines": mines}
    expected = sapper.analyze(
        sapper.parse("1##\n###", mines=sapper.positions.totals.parse_mines(mines))
    )
    found = client.post("/api/analyze", position)
    assert [(one["mines"], one["exact"]) for one in found["mine_count"]] == [
        (number, str(share)) for number, share in expected.exact_mine_count().items()
    ]
    assert found["solutions"] == "9"
    assert client.post("/api/win", {**position, "samples": 20})["exact"] is True
    thinking = client.post("/api/think", position)
    assert thinking["best"] in range(1, 6)
    known = client.post("/api/analyze", {**position, "mines": 1})
    assert known["mine_count"] is None


def test_a_bad_number_of_mines(client: Client) -> None:
    position = {"board": {"spec": "2x3"}, "clues": [1, *[None] * 5], "mines": "1:0.5,2:0.4"}
    found = client.post("/api/analyze", position, status=422)
    assert found["kind"] == "PositionError"
    assert "sum to 0.9, not to 1" in found["error"]


def test_mines_of_the_spec(client: Client) -> None:
    position = {"board": {"spec": "1x3/1"}, "clues": [1, None, None]}
    assert client.post("/api/analyze", position)["safe"] == [[0, 2]]
    assert client.post("/api/analyze", {**position, "mines": 2})["mines"] == [[0, 1], [0, 2]]


def test_a_graph_can_be_analysed(client: Client) -> None:
    board = {"edges": [[0, 1], [0, 2]], "nodes": 4}
    position = {"board": board, "clues": [1, None, None, None], "mines": 1}
    found = client.post("/api/analyze", position)
    assert [cell["exact"] for cell in found["cells"]] == ["1/2", "1/2", "0"]


def test_a_contradiction_names_its_clues(client: Client) -> None:
    position = sapper.parse("#14#\n####", mines=4)
    found = client.post("/api/analyze", asked(position), status=422)
    assert found["kind"] == "ContradictionError"
    assert found["clues"] == [1, 2]
    with pytest.raises(sapper.ContradictionError) as caught:
        sapper.analyze(position)
    assert found["error"] == str(caught.value)
    answer = client.post("/api/analyze", asked(position, report_contradiction=True))
    assert answer["contradiction"] == {
        "error": str(caught.value),
        "clues": [1, 2],
        "needs_mine_count": False,
        "wrong_flags": [],
        "conflicting_flags": [],
        "flags_to_remove": [],
    }
    assert (answer["solutions"], answer["best"], answer["cells"]) == ("0", None, [])
    count = client.post("/api/analyze", asked(sapper.parse("1#\n##", mines=3)), status=422)
    assert count["needs_mine_count"] is True


def test_a_contradiction_names_wrong_flags(client: Client) -> None:
    position = sapper.parse("F1F#\n####\n####\n.F##", mines=3)
    found = client.post("/api/analyze", asked(position), status=422)
    assert found["flags_to_remove"] == [2, 13]
    answer = client.post("/api/analyze", asked(position, report_contradiction=True))
    named = answer["contradiction"]
    assert named["error"] == found["error"]
    assert "remove the 2 flags at (0, 2) and (3, 1)" in named["error"]
    assert (named["wrong_flags"], named["conflicting_flags"]) == ([13], [0, 2])


def test_unread_cells_and_windows(client: Client) -> None:
    text = "4x4/3\n1?~~\n##~~\n~~~~\n~~~~"
    parsed = client.post("/api/parse", {"text": text})
    assert parsed["clues"] == [1, -3, -4, -4, None, None, *[-4] * 10]
    assert parsed["symbols"] == {}
    known = {**parsed, "symbols": {"?": "unread"}}
    answer = client.post("/api/analyze", known)
    analysis = sapper.analyze(sapper.parse(text))
    assert [cell["index"] for cell in answer["cells"]] == [4, 5]
    assert [cell["exact"] for cell in answer["cells"]] == ["1/2", "1/2"]
    assert answer["solutions"] == str(analysis.solutions)
    assert client.post("/api/format", known)["text"] == text
    for cell, words in ((1, "(0, 1) is open, its number unread"), (2, "(0, 2) is out of view")):
        why = client.post("/api/why", {**known, "cell": cell})
        assert (why["state"], why["why"]["text"]) == ("open", words)
    other = client.post("/api/parse", {"text": "■1\n■1", "mines": 1})
    assert other["symbols"] == {"■": "covered", "1": "1"}
    wrong = client.post("/api/analyze", {**known, "clues": [-5, *parsed["clues"][1:]]}, status=422)
    assert wrong["kind"] == "ValidationError"


def test_why_of_a_position(client: Client) -> None:
    position = sapper.parse("..1#\n..2#\n112#\n####", mines=3)
    analysis = sapper.analyze(position)
    seen = set()
    for cell in range(16):
        found = client.post("/api/why", asked(position, cell=cell))
        seen.add(found["state"])
        if found["state"] in ("safe", "mine"):
            reason = analysis.reason(cell)
            assert found["why"] == {
                "text": reason.text(position),
                "clues": list(reason.clues),
                "kind": reason.kind,
            }
        elif found["state"] == "not certain":
            assert found["mine_probability"] == analysis.mine_probability[cell]
            assert "a guess" in found["why"]["text"]
        else:
            assert "is open and shows" in found["why"]["text"]
    assert seen == {"safe", "mine", "not certain", "open"}
    assert client.post("/api/why", asked(position, cell=16), status=422)["kind"] == "BoardError"
    wrong = asked(sapper.parse("9#", mines=1), cell=1)
    assert client.post("/api/why", wrong, status=422)["kind"] == "ContradictionError"
    flagged = client.post("/api/why", asked(sapper.parse("1F#", mines=1), cell=1))
    assert flagged["why"]["kind"] == "flag"


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"clues": [1]}, "PositionError"),
        ({"clues": [1, None, None, -1]}, "ValidationError"),
        ({"clues": [1, None, None, 40_000]}, "ValidationError"),
        ({"clues": [1, None, None, "2"]}, "ValidationError"),
        ({"clues": None}, "ValidationError"),
        ({"flags": [0]}, "PositionError"),
        ({"flags": [9]}, "PositionError"),
        ({"mines": None}, "PositionError"),
        ({"density": 0.5}, "PositionError"),
        ({"density": 2, "mines": None}, "ValidationError"),
        ({"max_per_cell": 101}, "ValidationError"),
        ({"board": {"spec": "hex"}}, "SpecError"),
    ],
)
def test_positions_that_cannot_be(client: Client, more: dict[str, Any], kind: str) -> None:
    position = {"board": {"spec": "2x2"}, "clues": [1, None, None, None], "mines": 1}
    for path in ("/api/analyze",) + (() if "mines" in more else ("/api/format",)):
        assert client.post(path, {**position, **more}, status=422)["kind"] == kind


def test_what_is_too_hard_is_refused_soon(client: Client) -> None:
    size = 61
    clues = [4 if row % 2 and col % 2 else None for row in range(size) for col in range(size)]
    position = {"board": {"spec": f"{size}x{size}"}, "clues": clues, "mines": size * size // 3}
    found = client.post("/api/analyze", position, status=422)
    assert found["kind"] == "TooHardError"
    assert found["width"] > 10  # known before the work, not found out when its time ran out


def test_exact_fractions_end_where_they_are_too_many(client: Client) -> None:
    covered = {"board": {"spec": "40x40"}, "clues": [None] * 1600, "mines": 200}
    found = client.post("/api/analyze", covered)
    assert found["cells"][0]["exact"] is None
    assert found["cells"][0]["mine_probability"] == pytest.approx(1 / 8)
    assert len(found["solutions"]) == 1 + int(found["log10_solutions"])
    several = {**covered, "max_per_cell": 9, "mines": 5000}
    many = client.post("/api/analyze", several)
    assert many["solutions"] is None
    assert many["cells"][0]["information"] is None
    digits = {"board": {"spec": "30x30"}, "clues": [0] + [None] * 899, "density": 0.123456789012}
    assert client.post("/api/analyze", digits)["cells"][-1]["exact"] is not None


def test_a_slow_analysis_is_told_without_the_rest(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.web.api.analysis.positions.SLOW_SECONDS", -1.0)
    found = client.post("/api/analyze", asked(sapper.parse("1#\n##", mines=1)))
    assert (found["solutions"], found["best"]) == (None, [0, 1])
    assert found["log10_solutions"] == pytest.approx(log10(3))
    for cell in found["cells"]:
        assert cell["mine_probability"] == pytest.approx(1 / 3)
        assert (cell["exact"], cell["zero_probability"], cell["information"]) == (None,) * 3


# -- text ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["hex:2x3/2\n1##\n#F#", "1x4/1\n.1##", "box:2x2x2/1\n1#\n##\n\n##\n##"]
)
def test_text_and_back(client: Client, text: str) -> None:
    found = client.post("/api/parse", {"text": text})
    position = sapper.parse(text)
    assert found["clues"] == position.clues
    assert (found["flags"], found["mines"]) == (position.flags, position.mines)
    assert found["board"] == {"spec": position.board.spec}
    assert client.post("/api/format", found)["text"] == text
    assert client.post("/api/parse", {"text": text, "mines": 3})["mines"] == 3


def test_text_without_mines(client: Client) -> None:
    found = client.post("/api/parse", {"text": "1#\n##"})
    assert (found["board"], found["mines"]) == ({"spec": "2x2"}, None)
    assert client.post("/api/format", found)["text"] == "2x2\n1#\n##"


def test_text_of_a_graph(client: Client) -> None:
    board = {"edges": [[0, 1], [1, 2]], "nodes": 3}
    position = {"board": board, "clues": [1, None, None], "flags": [1], "mines": 1}
    text = client.post("/api/format", position)["text"]
    assert text == "graph:3/1\n1F#"
    assert client.post("/api/parse", {"text": text}, status=422)["kind"] == "NotationError"
    parsed = client.post("/api/parse", {"text": text, "board": board})
    assert parsed == {**position, "symbols": {}}


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"text": ""}, "NotationError"),
        ({"text": "1!#"}, "NotationError"),
        ({"text": "##\n#"}, "NotationError"),
        ({"text": "\n".join(["#" * 150] * 150)}, "TooLarge"),
        ({"text": "box:" + "x".join(["2"] * 14) + "\n" + "##\n" * 8192}, "TooLarge"),
        ({"text": "#" * 400_001}, "ValidationError"),
        ({"text": "##", "max_per_cell": 0}, "ValidationError"),
        ({"text": "##", "board": {"spec": "1x3"}}, "NotationError"),
    ],
)
def test_text_that_is_no_position(client: Client, more: dict[str, Any], kind: str) -> None:
    found = client.post("/api/parse", more, status=422)
    assert found["kind"] == kind
    if more["text"] == "1!#":
        assert (found["line"], found["column"]) == (1, 2)


# -- limits and safety --------------------------------------------------------------------------


def test_a_large_body_is_refused_at_once(client: Client) -> None:
    large = b'{"text": "' + b"#" * limits.MAX_BODY + b'"}'
    headers = {"content-type": "application/json"}
    for content in (large, (part for part in [large])):
        options: dict[str, Any] = {"headers": headers}
        if isinstance(content, bytes):
            options["content"] = content
        else:

            async def stream(parts: Any = content) -> Any:
                for part in parts:
                    yield part

            options["content"] = stream()
        answer = client.request("POST", "/api/parse", **options)
        assert checked(answer, 413)["kind"] == "TooLarge"


def test_a_body_that_says_it_is_large_is_not_read(client: Client) -> None:
    headers = {"content-type": "application/json", "content-length": str(10**12)}
    answer = client.request("POST", "/api/parse", headers=headers, content=b"{}")
    assert checked(answer, 413)["kind"] == "TooLarge"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"9" * 10_000, b'{"text": NaN}', b"null"]
)
def test_what_is_not_a_request(client: Client, body: bytes) -> None:
    for path in ("/api/parse", "/api/analyze", "/api/game", "/api/lab/sweeps"):
        headers = {"content-type": "application/json"}
        answer = client.request("POST", path, content=body, headers=headers)
        assert answer.status_code in (400, 422), answer.text
        assert set(answer.json()) >= {"error", "kind"}


def test_json_must_say_that_it_is(client: Client) -> None:
    """Pages elsewhere can send text without being asked, but not JSON."""
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        answer = client.request(
            "POST", "/api/parse", content=b'{"text": "##"}', headers={"content-type": kind}
        )
        checked(answer, 422)


def test_too_much_at_once_is_turned_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()

    def slow(*given: Any) -> Response:
        end.wait()
        return Response(b"{}", media_type="application/json")

    monkeypatch.setattr("sapper.web.api.analysis.routes.core_answer", slow)
    room = pools.THREADS + pools.WAITING
    with web_client(tmp_path / "store.db") as client:
        found = client.together(
            room + 8, "POST", "/api/parse", json={"text": "##"}, after=(8, end.set)
        )
        by_status = [answer.status_code for answer in found]
        assert by_status.count(200) >= pools.THREADS
        busy = [answer for answer in found if answer.status_code == 503]
        assert len(busy) >= 8
        assert all(answer.headers["retry-after"] == "1" for answer in busy)
        assert all(answer.json()["kind"] == "Busy" for answer in busy)
        assert len(client.together(3, "POST", "/api/parse", json={"text": "##"})) == 3


def test_what_takes_too_long_is_answered_meanwhile() -> None:
    """Its thread is taken until it has really ended."""

    async def ask() -> None:
        pool = pools.Pool(threads=1, waiting=1, seconds=0.1, wait_seconds=0.1)
        end = threading.Event()
        with pytest.raises(sapper.TooHardError, match=r"within 0\.1 seconds"):
            await pool.run(end.wait)
        with pytest.raises(BusyError):
            await pool.run(lambda: 1)
        end.set()
        while True:
            try:
                assert await pool.run(lambda: 2) == 2
                break
            except BusyError:
                continue
        pool.close()

    asyncio.run(ask())


def test_a_failure_that_nobody_waits_for_is_forgotten() -> None:
    given_up = threading.Event()

    def fail() -> None:
        given_up.wait()
        raise ValueError("too late")

    async def ask() -> None:
        pool = pools.Pool(threads=1, waiting=1, seconds=0.05)
        with pytest.raises(sapper.TooHardError):
            await pool.run(fail)
        given_up.set()
        assert await pool.run(lambda: 3) == 3
        pool.close()

    asyncio.run(ask())


def test_every_answer_has_its_headers(client: Client) -> None:
    for method, path in [
        ("GET", "/api/presets"),
        ("GET", "/api/nothing"),
        ("POST", "/api/analyze"),
        ("GET", "/"),
        ("GET", "/nothing"),
        ("DELETE", "/api/presets"),
        ("GET", "/api/lab/export.csv"),
    ]:
        answer = client.request(method, path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in answer.headers
        if path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store"


def test_nothing_is_at_other_paths(client: Client) -> None:
    for path in ("/api/nothing", "/nothing", "/docs", "/redoc", "/openapi.json"):
        assert client.get(path, status=404)["kind"] == "NotFound"
    assert client.post("/api/presets", {}, status=405)["kind"] == "NotAllowed"
    assert checked(client.request("GET", "/api/analyze"), 405)["kind"] == "NotAllowed"


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/..%2fapp.py",
        "/%2e%2e/app.py",
        "/styles/../../app.py",
        "/%2e%2e%2f%2e%2e%2fpyproject.toml",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/..\\app.py",
        "/app.py%00.html",
    ],
)
def test_no_other_file_can_be_reached(client: Client, path: str) -> None:
    answer = client.request("GET", path)
    assert answer.status_code in (400, 404, 405)
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_pages_of_others_may_not_use_it(tmp_path: Path) -> None:
    with web_client(tmp_path / "store.db", hosts=("127.0.0.1", "localhost")) as client:
        for host in ("127.0.0.1:8000", "localhost:9", "LOCALHOST"):
            assert client.request("GET", "/api/presets", headers={"host": host}).status_code == 200
        for host in ("evil.example", "127.0.0.1.evil.example:8000", "", "[::"):
            answer = client.request("GET", "/api/presets", headers={"host": host})
            assert checked(answer, 403)["kind"] == "Forbidden"
        own = {"origin": "http://127.0.0.1:8000"}
        assert client.request("GET", "/api/presets", headers=own).status_code == 200
        for origin in ("http://evil.example", "null", "http://127.0.0.1:9"):
            answer = client.request("POST", "/api/parse", headers={"origin": origin}, json={})
            assert checked(answer, 403)["kind"] == "Forbidden"


def test_a_fault_of_its_own_tells_nothing_else(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: Any) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("sapper.web.api.analysis.routes.core_answer", fail)
    answer = client.request("POST", "/api/parse", json={"text": "##"})
    assert checked(answer, 500)["kind"] == "Fault"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "secret" not in answer.text


# -- the page and the schema --------------------------------------------------------------------


def test_the_page(client: Client) -> None:
    answer = client.request("GET", "/")
    if (PAGE / "index.html").exists():
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
    else:
        assert "page is missing" in checked(answer, 404)["error"]


def test_a_missing_page_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.web.app.PAGE", tmp_path / "nowhere")
    with web_client(tmp_path / "store.db") as client:
        assert "the page is missing" in client.get("/", status=404)["error"]
        assert client.get("/api/presets")


def test_scripts_are_served_as_scripts(client: Client) -> None:
    for script in sorted(PAGE.rglob("*.js"))[:3]:
        answer = client.request("GET", "/" + script.relative_to(PAGE).as_posix())
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(("text/javascript", "application/javascr"))


def test_the_schema_describes_everything(client: Client) -> None:
    schema = client.get("/api/openapi.json")
    assert schema["info"]["title"] == "Sapper"
    asked_for = 0
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            assert operation["description"], path
            assert set(operation["responses"]) >= {"422", "503"}
            body = operation.get("requestBody")
            if body is not None:
                (content,) = body["content"].values()
                name = content["schema"]["$ref"].rpartition("/")[2]
                assert schema["components"]["schemas"][name]["examples"], path
                asked_for += 1
    assert asked_for >= 9
    error = schema["components"]["schemas"]["Error"]
    assert set(error["required"]) == {"error", "kind"}


def test_every_field_of_an_answer_is_described_and_there(client: Client) -> None:
    schemas = client.get("/api/openapi.json")["components"]["schemas"]
    kinds = [kind for kind in Answer.__subclasses__() if kind.__name__ in schemas]
    assert len(kinds) > 15
    for kind in kinds:
        schema = schemas[kind.__name__]
        assert schema["description"] == inspect.getdoc(kind)
        assert (
            list(schema["properties"]) == schema["required"] == [one.name for one in fields(kind)]
        )
        for name, field in schema["properties"].items():
            assert "$ref" in field or field["description"], f"{kind.__name__}.{name}"


def test_examples_of_the_schema_work(client: Client) -> None:
    schema = client.get("/api/openapi.json")
    for path, methods in schema["paths"].items():
        body = methods.get("post", {}).get("requestBody")
        if body is None or "sweeps" in path or path.endswith("/events"):
            continue
        name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for example in schema["components"]["schemas"][name]["examples"]:
            of_the_end = path in ("/api/game/replay", "/api/game/result")
            status = 422 if of_the_end else 200
            client.post(path, example, status=status)


def test_the_methods_of_the_schema_are_those_there_are(client: Client) -> None:
    schema = client.get("/api/openapi.json")
    (method,) = (
        parameter
        for parameter in schema["paths"]["/api/lab/curve"]["get"]["parameters"]
        if parameter["name"] == "method"
    )
    assert method["schema"]["enum"] == list(METHODS)
    assert [found["name"] for found in client.get("/api/lab/methods")] == list(METHODS)
