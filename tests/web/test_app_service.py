"""The server and the core give the same answer to a request, valid or not."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

import sapper
from sapper import service
from sapper.web.api.analysis import models
from sapper.web.api.boards.boards import Host
from sapper.web.api.boards.models import Graph
from web_client import web_client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from web_client import Client

JSON = {"content-type": "application/json"}

REQUESTS = 250
"""Generated requests per route."""

KINDS = ("", "", "", "torus:", "hex:", "tri:", "box:", "reach2:", "hexwrap:", "nope:", "graph:")
SYMBOLS = ("#", "F", "?", ".", "1", "2", "(12)", "~", "x", "-", "■", "🚩", "1️⃣", "*", ":one:", "é")
MINES = (0, 1, 3, 99, None, "8-12", "1:0.5,2:0.5", "1:1/3,2:2/3", "1:1", "5-3", "-4", "x", "1:2")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("service")
    with web_client(folder / "store.db") as made:
        yield made


def spec(random: Random) -> str:
    kind, mines = random.choice(KINDS), random.choice(("", "", "/1", "/3", "/x", "/99"))
    dims = [str(random.choice((1, 2, 3, 5, 8, 200))) for _ in range(random.choice((2, 2, 2, 3)))]
    return f"{kind}{'x'.join(dims)}{mines}"


def graph(random: Random) -> dict[str, Any]:
    nodes = random.randrange(1, 7)
    edges = [[random.randrange(nodes + 1), random.randrange(nodes)] for _ in range(4)]
    return {"nodes": nodes, "edges": random.sample(edges, random.randrange(4))}


def board(random: Random) -> Any:
    if random.random() < 0.05:
        return random.choice((None, 5, {}, {"spec": 5}, {"spec": ""}, {"spec": "2x2", "a": 1}))
    return {"spec": spec(random)} if random.random() < 0.7 else graph(random)


def text(random: Random) -> dict[str, Any]:
    rows, columns = random.randrange(1, 5), random.randrange(1, 6)
    pool = random.choice((SYMBOLS[:6], SYMBOLS, random.sample(SYMBOLS, 3)))
    cells = [[random.choice(pool) for _ in range(columns)] for _ in range(rows)]
    rows_of_text = ["".join(row) for row in cells]
    table = [f"| {' | '.join(row)} |" for row in cells]
    lines = random.choice((rows_of_text, table))
    request: dict[str, Any] = {"text": "\n".join(lines)}
    if random.random() < 0.3:
        request["board"] = board(random)
    if random.random() < 0.3:
        request["mines"] = random.choice((0, 1, 99, None, -1, 10**9, "3", 1.5))
    return request


def cells_of(where: Any) -> int:
    """Return the cells of the board of a request, at most 100; 4 if it has none."""
    if isinstance(where, dict) and "nodes" in where:
        return int(where["nodes"])
    try:
        return min(100, sapper.board(where["spec"]).size)
    except (sapper.SapperError, TypeError, KeyError):
        return 4


def position(random: Random) -> dict[str, Any]:
    where = board(random)
    cells = cells_of(where)
    clues = [random.choice((None, None, None, 0, 1, 2, 12, -3, -4)) for _ in range(cells)]
    request = {"board": where, "clues": clues, "mines": random.choice(MINES)}
    if random.random() < 0.3:
        request["flags"] = [random.randrange(cells + 1)]
    if random.random() < 0.2:
        request["density"] = random.choice((0.2, 0, 1, None, 1e-16))
    if random.random() < 0.2:
        request["max_per_cell"] = random.choice((1, 2, 0, 101, None))
    if random.random() < 0.05:
        request[random.choice(("zzz", "clues"))] = None
    return request


ROUTES = [("parse", text), ("format", position), ("graph", graph)]


def core_answer(route: str, request: Any) -> tuple[int, Any]:
    status, body = service.answer(route, json.dumps(request).encode(), Host())
    return status, json.loads(body)


@pytest.mark.parametrize(("route", "make"), ROUTES)
def test_the_server_answers_as_the_core(
    client: Client, route: str, make: Callable[[Random], dict[str, Any]]
) -> None:
    random = Random(1)
    successes = 0
    for _ in range(REQUESTS):
        request = make(random)
        answer = client.request("POST", f"/api/{route}", json=request)
        assert core_answer(route, request) == (answer.status_code, answer.json()), request
        successes += answer.status_code == 200
    assert REQUESTS // 10 < successes < REQUESTS


def test_boards_are_those_of_the_core(client: Client) -> None:
    random = Random(2)
    for number in range(REQUESTS):
        request = {"spec": spec(random), "analysed": number % 3 == 0}
        answer = client.request(
            "GET",
            f"/api/boards/{quote(str(request['spec']), safe='/:')}",
            params={"analysed": request["analysed"]},
        )
        assert core_answer("boards", request) == (answer.status_code, answer.json()), request
    assert core_answer("presets", {}) == (200, client.get("/api/presets"))


def test_the_examples_of_the_schema_are_answered(client: Client) -> None:
    null = client.request("POST", "/api/parse", content=b"null", headers=JSON)
    assert core_answer("parse", None) == (null.status_code, null.json())
    for route, model in (("parse", models.Text), ("format", models.Position), ("graph", Graph)):
        extra: Any = model.model_config["json_schema_extra"]
        for request in extra["examples"]:
            answer = client.request("POST", f"/api/{route}", json=request)
            assert answer.status_code == 200
            assert core_answer(route, request) == (200, answer.json())


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "the text ends where a value is expected at byte 1"),
        (b"{", "a name in quotes is expected at byte 2"),
        (b'{"text": "#", "text": "#"}', 'the name "text" occurs twice in the object at byte 1'),
        (b"[" * 101, "more than 100 nested arrays and objects at byte 101"),
        (b'{"text": "\xff"}', "the text is not UTF-8 at byte 11"),
        (b"null", "Input should be a valid dictionary or object to extract fields from"),
        (b"5", "Input should be a valid dictionary or object to extract fields from"),
    ],
)
def test_what_is_no_request_is_refused_in_one_sentence(body: bytes, sentence: str) -> None:
    status, answer = service.answer("parse", body, Host())
    assert status == 422
    assert json.loads(answer) == {"error": sentence, "kind": "ValidationError", "where": ""}


def test_a_route_that_does_not_exist_is_named() -> None:
    status, answer = service.answer("nothing", b"{}", Host())
    assert (status, json.loads(answer)["kind"]) == (404, "NotFound")
    assert set(service.ROUTES) == {"boards", "graph", "presets", "parse", "format"}
