"""A client of the web lab in tests: the application itself, without a socket."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import httpx

from sapper.web.app import LOADED_LATE, create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fastapi import FastAPI


class Client:
    """Asks, and expects an answer of a certain status."""

    def __init__(self, app: FastAPI, runner: asyncio.Runner) -> None:
        self.app = app
        """The application."""
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000")
        self._runner = runner

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        return self._runner.run(self._client.request(method, path, **options))

    def together(
        self,
        count: int,
        method: str,
        path: str,
        *,
        after: tuple[int, Callable[[], None]] | None = None,
        **options: Any,
    ) -> list[httpx.Response]:
        """Ask the same several times at once; call a function after a number of answers."""

        async def ask() -> list[httpx.Response]:
            asked = [
                asyncio.ensure_future(self._client.request(method, path, **options))
                for _ in range(count)
            ]
            if after is not None:
                answers, do = after
                while sum(answer.done() for answer in asked) < answers:
                    await asyncio.sleep(0)
                do()
            return list(await asyncio.gather(*asked))

        return self._runner.run(ask())

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        return checked(self.request("GET", path, params=params), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return checked(self.request("POST", path, json=body), status)


def checked(answer: httpx.Response, status: int) -> Any:
    assert answer.status_code == status, answer.text[:500]
    found = answer.json()
    if status >= 400:
        assert found["error"]
        assert found["kind"]
        assert "\n" not in found["error"]
    return found


@contextmanager
def web_client(store: Path, **options: Any) -> Iterator[Client]:
    for module in LOADED_LATE:  # as the server does, so that no request has to wait for them
        import_module(module)
    app = create_app(store, **options)
    with asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        try:
            yield Client(app, runner)
        finally:
            runner.run(lifespan.__aexit__(None, None, None))
