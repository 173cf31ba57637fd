"""HTTP connections with a deadline for the request head and a maximum number.

A connection must send a request head within some seconds, counted from its start or from the first
byte after an answer; between two requests it may be idle (uvicorn's keep-alive). Bodies have a
deadline of their own in ``security``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from sapper.web.limits import HEAD_SECONDS, MAX_CONNECTIONS

if TYPE_CHECKING:
    import asyncio


class Connection(H11Protocol):
    """uvicorn's connection, closed if its request head does not arrive in time."""

    head_seconds = HEAD_SECONDS
    most = MAX_CONNECTIONS
    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Start the deadline of the first request; refuse one connection too many."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
            return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline."""
        self._cancel_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Cancel the deadline if the head is complete; start it at the first byte of a head."""
        super().data_received(data)
        if self._answering:
            self._cancel_timer()
        elif self._head_timer is None and not self.transport.is_closing():
            self._expect_head()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _expect_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_seconds, self._give_up)

    def _cancel_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        if not self._answering:
            self.transport.abort()
