"""The server under load: hard and light requests together, and clients that leave or are slow."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn

import sapper
from sapper.stopping import Cancelled
from sapper.web.serving import connections, pools, rates, security
from web_client import Client, checked, web_client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with web_client(tmp_path / "store.db") as client:
        yield client


def small() -> sapper.Position:
    return sapper.Position("5x5", [1] + [None] * 24, mines=5)


def work_for_ever() -> None:
    """Many short calls of the core, none of which is long enough to be stopped inside."""
    while True:
        sapper.analyze(small())


# -- hard work and light work -----------------------------------------------------------------


def test_hard_work_leaves_the_quick_threads() -> None:
    """With one quick thread light work is answered while as much as there is room for is hard."""

    async def ask() -> None:
        slow = pools.Pool(threads=1, waiting=2, seconds=1e9, wait_seconds=1e9)
        pool = pools.Pool(threads=1, wait_seconds=1e9, slow=slow)
        started: list[int] = []
        end = threading.Event()

        def hard() -> str:
            started.append(threading.get_ident())
            while not end.is_set():
                sapper.analyze(small())
            return "hard"

        async def ask_hard(number: int) -> str:
            pools.CONNECTION.set(number)
            return await pool.run(hard)

        asked = [asyncio.create_task(ask_hard(number)) for number in range(3)]
        while len(started) < 4:  # all three in the quick thread, one of them in the slow one
            await asyncio.sleep(0.01)
        for _ in range(5):
            assert await pool.run(lambda: "light") == "light"
        assert not any(task.done() for task in asked)
        end.set()
        assert await asyncio.gather(*asked) == ["hard"] * 3
        pool.close()

    asyncio.run(ask())


def test_a_connection_that_asks_hard_things_begins_slowly() -> None:
    async def ask() -> None:
        pool = pools.Pool(threads=1, slow=pools.Pool(threads=1, gives_way=True))
        threads: list[int] = []

        def work(seconds: float) -> None:
            """Work until this thread has worked for so long."""
            threads.append(threading.get_ident())
            end = time.thread_time() + seconds
            while time.thread_time() < end:
                sapper.analyze(small())

        pools.CONNECTION.set("a client")
        # Endless in the quick thread, which stops it, and hard in the other one.
        await pool.run(lambda: work(3 * pools.PATIENCE if threads else float("inf")))
        assert len(set(threads)) == 2  # it was started again
        for _ in range(3):
            await pool.run(lambda: work(0.0))
        quick, slow, *later = threads
        assert later == [slow, quick, quick]
        pool.close()

    asyncio.run(ask())


def test_what_fails_in_the_quick_threads_fails() -> None:
    async def ask() -> None:
        pool = pools.Pool(slow=pools.Pool(threads=1))
        with pytest.raises(ZeroDivisionError):
            await pool.run(lambda: 1 // 0)
        pool.close()
        with pytest.raises(sapper.SapperError, match="shutting down"):
            await pool.run(lambda: 1)

    asyncio.run(ask())


# -- clients that leave -------------------------------------------------------------------------


def test_work_for_a_client_that_has_gone_is_given_up(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, ended = threading.Event(), threading.Event()

    def parsed(*given: Any) -> None:
        started.set()
        try:
            work_for_ever()
        except Cancelled:
            ended.set()
            raise

    monkeypatch.setattr("sapper.web.api.analysis.routes.core_answer", parsed)
    body = b'{"text": "##"}'
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/parse",
        "raw_path": b"/api/parse",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "http_version": "1.1",
        "root_path": "",
    }
    messages: Iterator[dict[str, Any]] = iter(
        [{"type": "http.request", "body": body, "more_body": False}, {"type": "http.disconnect"}]
    )
    sent: list[Any] = []

    async def receive() -> Any:
        message = next(messages)
        if message["type"] == "http.disconnect":
            await asyncio.to_thread(started.wait)
        return message

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        await client.app(scope, receive, send)
        await asyncio.to_thread(ended.wait)

    client._runner.run(ask())
    assert ended.is_set()
    assert sent == []


# -- who may ask, and how often -----------------------------------------------------------------


def test_an_address_that_sends_too_much_is_told_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "Rates", lambda *_: rates.Rates(1, 3, clock=lambda: 0.0))
    address: list[str | None] = ["192.0.2.1"]
    monkeypatch.setattr(security, "_address", lambda scope: address[0])
    with web_client(tmp_path / "store.db") as client:
        found = [client.request("GET", "/api/presets") for _ in range(5)]
        assert [answer.status_code for answer in found] == [200] * 3 + [429] * 2
        assert checked(found[-1], 429)["kind"] == "TooMany"
        assert found[-1].headers["retry-after"] == "1"
        assert "content-security-policy" in found[-1].headers
        assert client.request("GET", "/").status_code == 200  # the page itself is no work
        for other in ("192.0.2.2", None):
            address[0] = other
            assert client.request("GET", "/api/presets").status_code == 200


def test_this_machine_has_no_limit() -> None:
    addresses = {
        ("127.0.0.1", 5): None,
        ("::1", 5): None,
        ("192.0.2.1", 5): "192.0.2.1",
        ("testclient", 5): "testclient",
        None: None,
    }
    for given, address in addresses.items():
        assert security._address({"client": given}) == address


def test_few_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "MOST_BUCKETS", 10)
    now = 0.0
    limited = rates.Rates(rate=1, burst=2, clock=lambda: now)
    for number in range(100):
        assert limited.take(f"192.0.2.{number}")
    assert len(limited._buckets) <= 10
    now = 1000.0
    assert limited.take("192.0.2.200")


def test_pages_of_other_sites_may_not_ask(client: Client) -> None:
    for site, status in [("cross-site", 403), ("same-site", 403), ("same-origin", 200)]:
        answer = client.request("GET", "/api/presets", headers={"sec-fetch-site": site})
        assert answer.status_code == status
        page = client.request("GET", "/", headers={"sec-fetch-site": site})
        assert page.status_code == 200  # a link may lead to the page


# -- connections --------------------------------------------------------------------------------


class Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class Loop:
    """A loop whose time passes when the test says so."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(call))
        return self.timers[-1]

    def create_task(self, work: Any, **_: Any) -> Any:
        work.close()
        return Future()

    def pass_time(self) -> None:
        timers, self.timers = self.timers, []
        for timer in timers:
            if timer.call is not None:
                timer.call()


class Transport:
    def __init__(self) -> None:
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


def connected(loop: Loop, state: Any) -> tuple[connections.Connection, Transport]:
    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    made = connections.Connection(uvicorn.Config(app), state, {}, loop)  # type: ignore[arg-type]
    transport = Transport()
    made.connection_made(transport)
    return made, transport


def test_a_connection_that_says_nothing_is_closed() -> None:
    state = uvicorn.server.ServerState()
    for said in (b"", b"GET /api/presets HTTP/1.1\r\nx-long: "):
        loop = Loop()
        made, transport = connected(loop, state)
        for byte in said:
            made.data_received(bytes([byte]))
        assert not transport.aborted
        loop.pass_time()
        assert transport.aborted


def test_a_connection_whose_request_came_is_not() -> None:
    loop = Loop()
    made, transport = connected(loop, uvicorn.server.ServerState())
    made.data_received(b"GET /api/presets HTTP/1.1\r\nhost: a\r\n\r\n")
    loop.pass_time()
    assert not transport.aborted


def test_too_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections.Connection, "most", 2)
    state = uvicorn.server.ServerState()
    made = [connected(Loop(), state) for _ in range(3)]
    assert [transport.aborted for _, transport in made] == [False, False, True]
