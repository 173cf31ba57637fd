"""Connections that keep the server waiting are closed, and so are those that are too many.

A connection says what it wants within some seconds, from its begin or from the first byte after an
answer; between two requests it may be idle for a few. Bodies have a time of their own (see
``security``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from sapper.web.limits import HEAD_SECONDS, MAX_CONNECTIONS

if TYPE_CHECKING:
    import asyncio


class Connection(H11Protocol):
    """A connection that does not wait for ever."""

    head_seconds = HEAD_SECONDS
    most = MAX_CONNECTIONS
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
            return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """End all waiting."""
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a head that has begun."""
        super().data_received(data)
        if self._answering:
            self._head_came()
        elif self._head_timer is None and not self.transport.is_closing():
            self._expect_head()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self._give_up)

    def _head_came(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        if not self._answering:
            self.transport.abort()
