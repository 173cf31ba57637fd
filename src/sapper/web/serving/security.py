"""The middleware around the application: checks requests and adds security headers to responses.

Requests for other hosts and from pages of other origins are refused, so that no other page can use
a server on the loopback interface (DNS rebinding, cross-site requests). So are requests above the
rate of an address. Bodies are read here, limited in size and time, before the application starts.
Work is cancelled if its client disconnects. The content security policy forbids resources from
other hosts and inline scripts.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from sapper.web.errors import error_response, fault
from sapper.web.limits import BODY_SECONDS, BURST, MAX_BODY, RATE
from sapper.web.serving.pools import CONNECTION
from sapper.web.serving.rates import Rates

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The headers of every answer."""


class Guard:
    """Checks requests and adds headers to responses."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = hosts
        self._rates = Rates(RATE, BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        started = False

        async def send_marked(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    api = scope["path"].startswith("/api/")
                    headers["Cache-Control"] = "no-store" if api else "no-cache"
            await send(message)

        try:
            await self._answer(scope, receive, send_marked)
        except Exception:
            failure = fault(scope["path"])
            if not started:
                await failure(scope, receive, send_marked)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        CONNECTION.set(None if client is None else tuple(client))
        api = scope["path"].startswith("/api/")
        refusal = self._refusal(Headers(scope=scope), api)
        if refusal is not None:
            forbidden = error_response(HTTPStatus.FORBIDDEN, "Forbidden", refusal)
            await forbidden(scope, receive, send)
        elif api and not self._rates.take(_address(scope)):
            too_many = error_response(
                HTTPStatus.TOO_MANY_REQUESTS,
                "TooMany",
                f"too many requests: at most {RATE:g} per second; try again in a moment",
                {"Retry-After": "1"},
            )
            await too_many(scope, receive, send)
        elif not api and scope["method"] in ("GET", "HEAD"):
            await self._app(scope, receive, send)
        else:
            await self._with_body(scope, receive, send)

    def _refusal(self, headers: Headers, api: bool) -> str | None:
        """Return why a request is not for this server, or None if it is."""
        host = headers.get("host", "").lower()
        if self._hosts is not None and _name(f"//{host}") not in self._hosts:
            return f"this server does not answer for the host {host[:100]!r}"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            return f"pages of {origin[:100]!r} may not use this server"
        if api and headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return "pages of other sites may not use this server"
        return None

    async def _with_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body, then answer; refuse a body that is too large or too slow."""
        length = Headers(scope=scope).get("content-length", "0")
        parts: list[bytes] = []
        size = int(length) if length.isdecimal() and len(length) < 16 else MAX_BODY + 1
        try:
            async with asyncio.timeout(BODY_SECONDS):
                more = size <= MAX_BODY
                size = size if size > MAX_BODY else 0
                while more:
                    message = await receive()
                    if message["type"] != "http.request":
                        return
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    more = message.get("more_body", False) and size <= MAX_BODY
        except TimeoutError:
            late = error_response(
                HTTPStatus.REQUEST_TIMEOUT, "TooSlow", "the request took too long to arrive"
            )
            await late(scope, receive, send)
            return
        if size > MAX_BODY:
            large = error_response(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                "TooLarge",
                f"a request can have at most {MAX_BODY:,} bytes",
                {"Connection": "close"},
            )
            await large(scope, receive, send)
            return
        await self._while_wanted(b"".join(parts), scope, receive, send)

    async def _while_wanted(self, body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; cancel it if the client disconnects."""
        given = False
        gone = asyncio.ensure_future(_gone(receive))

        async def receive_again() -> Message:
            nonlocal given
            if given:
                await asyncio.shield(gone)
                return {"type": "http.disconnect"}
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        answer = asyncio.ensure_future(self._app(scope, receive_again, send))
        try:
            await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done():
                answer.cancel()
            with suppress(asyncio.CancelledError):
                await answer
        finally:
            answer.cancel()
            gone.cancel()


async def _gone(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _address(scope: Scope) -> str | None:
    """Return the address of a client; None for the loopback address."""
    client = scope.get("client")
    if client is None:
        return None
    try:
        return None if ip_address(client[0]).is_loopback else str(client[0])
    except ValueError:
        return str(client[0])


def _name(url: str) -> str | None:
    """Return the host of a URL without its port; None if it cannot be read."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None
