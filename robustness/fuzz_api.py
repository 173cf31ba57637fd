"""Fuzzing the HTTP API: the example requests of its OpenAPI document, mutated.

Every answer must be JSON. Invalid requests must be refused with 4xx, an error kind and one
sentence; status 500 is always a fault.
"""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import mutations
from targets import Target, check_sentence, demand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

_VALUES = (
    "9x9/10",
    "hex:3x3",
    "4x4",
    "",
    "pseq",
    "paper",
    "\0",
    "x" * 600,
    "1",
    "-1",
    "%00",
    "..",
    "nan",
)
_BUSY = 503

Asked = tuple[str, str, bytes | None]
"""Method, path with query, body."""


@cache
def _client() -> Any:
    """The application without a socket, as in the tests."""
    import asyncio

    import httpx

    from sapper.web.app import create_app

    folder = Path(tempfile.mkdtemp(prefix="sapper-fuzz-"))
    application = create_app(folder / "lab.db")
    runner = asyncio.Runner()
    runner.run(application.router.lifespan_context(application).__aenter__())
    transport = httpx.ASGITransport(application, raise_app_exceptions=True)
    client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000")

    def ask(method: str, path: str, body: bytes | None) -> Any:
        headers = {"content-type": "application/json"} if body is not None else {}
        return runner.run(client.request(method, path, content=body, headers=headers))

    return application, ask


@cache
def _routes() -> list[tuple[str, str, list[str], list[Any]]]:
    """Every route: method, path, names of the parameters, examples of the body."""
    application, _ = _client()
    document = application.openapi()
    schemas = document["components"]["schemas"]
    routes = []
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            names = [p["name"] for p in route.get("parameters", []) if p["in"] == "query"]
            content = route.get("requestBody", {}).get("content", {}).get("application/json", {})
            reference = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            examples = schemas.get(reference, {}).get("examples", [])
            if path.startswith("/api/sweeps") and method != "get":
                continue  # they play in the background
            routes.append((method.upper(), path, names, examples or ([{}] if content else [])))
    return routes


def _inputs(random: Random) -> Iterator[Asked]:
    while True:
        method, path, names, examples = random.choice(_routes())
        while "{" in path:
            before, _, rest = path.partition("{")
            path = before + quote(random.choice(_VALUES)) + rest.partition("}")[2]
        asked = [(name, random.choice(_VALUES)) for name in names if random.random() < 0.5]
        if asked:
            path += "?" + "&".join(f"{name}={quote(value)}" for name, value in asked)
        body = None
        if examples:
            value = random.choice(examples)
            if random.random() < 0.9:
                value = mutations.change_value(random, value)
            body = json.dumps(value).encode()
            if random.random() < 0.1:
                body = mutations.change_bytes(random, body, (b"{", b"[", b'"', b"\xff"), b"[]")
        yield method, path, body


def _attempt(asked: Asked) -> bool:
    _, ask = _client()
    answer = ask(*asked)
    demand(answer.status_code < 500 or answer.status_code == _BUSY, f"status {answer.status_code}")
    if answer.headers.get("content-type", "").startswith("application/json"):
        found = answer.json()
    else:
        demand(answer.status_code < 400, f"status {answer.status_code} that is not JSON")
        return True
    if answer.status_code >= 400:
        demand(bool(found.get("kind")), "an error without a kind")
        check_sentence(found["error"])
    return bool(answer.status_code < 400)


def targets() -> list[Target]:
    """Return the target of the API."""
    make: Callable[[Random], Iterator[Asked]] = _inputs
    return [Target("api", make, _attempt, cost=100)]
