"""Compresses answers for those who take them so; streams of events not, as they must not wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.middleware.gzip import GZipMiddleware

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

SMALLEST = 1_000
"""Bytes of an answer below which it goes in one packet anyway."""

_LEVEL = 4
_EVENTS = "/events"


class Compression:
    """Lets everything through the compression but streams of events."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._compressed = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        events = scope["type"] != "http" or scope["path"].endswith(_EVENTS)
        await (self._plain if events else self._compressed)(scope, receive, send)
