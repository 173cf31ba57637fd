"""What every request and every answer goes through.

Requests for other hosts and from pages of other origins are refused, so that no page out there can
use a server that listens on this machine alone. Bodies are read here, up to a size and for a time,
before anything looks at them. Answers carry a policy under which the page can load nothing from
elsewhere and run no script that is not a file of its own.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders

from sapper.web.errors import error_response, fault
from sapper.web.limits import BODY_SECONDS, MAX_BODY

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
    """Checks what comes in and marks what goes out."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def send_marked(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
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
            told = fault(scope["path"])
            if not begun:
                await told(scope, receive, send_marked)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(Headers(scope=scope))
        if refusal is not None:
            told = error_response(HTTPStatus.FORBIDDEN, "Forbidden", refusal)
            await told(scope, receive, send)
        elif scope["method"] in ("GET", "HEAD"):
            await self._app(scope, receive, send)
        else:
            await self._with_body(scope, receive, send)

    def _refusal(self, headers: Headers) -> str | None:
        """Return why a request is not for this server, or None if it is."""
        host = headers.get("host", "").lower()
        if self._hosts is not None and _name(f"//{host}") not in self._hosts:
            return f"this server does not answer for the host {host[:100]!r}"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            return f"pages of {origin[:100]!r} may not use this server"
        return None

    async def _with_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole body first, as far as it may go."""
        told = Headers(scope=scope).get("content-length", "0")
        parts: list[bytes] = []
        size = int(told) if told.isdecimal() and len(told) < 16 else MAX_BODY + 1
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
                f"a request has at most {MAX_BODY:,} bytes",
                {"Connection": "close"},
            )
            await large(scope, receive, send)
            return
        body = b"".join(parts)
        given = False

        async def receive_again() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receive_again, send)


def _name(url: str) -> str | None:
    """The host of a URL without its port, None where there is none that can be read."""
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None
