"""The server: one process, or several that share a port.

On Linux each process has a listening socket of its own (``SO_REUSEPORT``), so that the kernel
distributes connections evenly. Elsewhere all share one socket, and the fastest process accepts.
"""

from __future__ import annotations

import gc
import os
import socket
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn

from sapper import logs
from sapper.web.serving.connections import Connection

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator
    from types import FrameType

    from fastapi import FastAPI

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The host names of a server that listens on the loopback interface."""

GRACE_SECONDS = 5
"""Seconds for open requests to end when the server stops."""

_BACKLOG = 512
_COLLECT = (10_000, 20, 20)
_SWITCH_SECONDS = 0.002


@dataclass(frozen=True, slots=True)
class Settings:
    """The address, the application and the number of processes."""

    make_app: Callable[[], FastAPI]
    """Makes the application, in each process once. It is pickled if there are several processes.
    ``app.state.closing`` is an event that is set when the server stops."""

    host: str
    """The address to listen on."""

    port: int
    """The port; 0 takes any free one."""

    workers: int = 1
    """The number of processes."""

    log_level: str = logs.DEFAULT_LEVEL
    """The least level of the log records that these processes show."""


def names_of(host: str) -> tuple[str, ...] | None:
    """Return the host names to answer for; None, for any name, unless it listens on loopback."""
    return LOOPBACK if host in LOOPBACK else None


@contextmanager
def listen(settings: Settings) -> Iterator[list[socket.socket]]:
    """Open listening sockets, one per process or one for all; OSError if that is impossible."""
    with ExitStack() as opened:
        # First without SO_REUSEPORT, so that a port in use is detected.
        with open_socket(settings.host, settings.port) as alone:
            port = alone.getsockname()[1]
            if settings.workers == 1 or sys.platform != "linux":
                yield [alone]
                return
        yield [
            opened.enter_context(open_socket(settings.host, port, shared=True))
            for _ in range(settings.workers)
        ]


def open_socket(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Open a listening socket; ``shared`` allows others on the same port."""
    family, kind, protocol, _, place = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name != "nt":  # there it would share a port that is in use
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listening.bind(place)
        listening.listen(_BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


def address(host: str, port: int) -> str:
    """Return the address of the page for a browser.

    >>> address("127.0.0.1", 8000), address("::1", 80)
    ('http://127.0.0.1:8000/', 'http://[::1]:80/')
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Server(uvicorn.Server):
    """A server that ends its event streams when it is asked to stop.

    uvicorn would wait for them until its grace period is over.
    """

    def __init__(self, config: uvicorn.Config, closing: threading.Event) -> None:
        super().__init__(config)
        self._closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._closing.set()
        super().handle_exit(sig, frame)


def serve(app: FastAPI, listening: socket.socket) -> None:
    """Serve an application in this process until Ctrl-C or SIGTERM."""
    _tune()
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Connection,
        ws="none",
        lifespan="on",
        backlog=_BACKLOG,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    try:
        _Server(config, app.state.closing).run(sockets=[listening])
    except KeyboardInterrupt:
        return  # the regular way to stop it


def _tune() -> None:
    """Keep the garbage collector and the interpreter's thread switches out of short requests."""
    gc.collect()
    gc.freeze()  # loaded modules stay
    gc.set_threshold(*_COLLECT)
    # A computing thread soon yields to the one that talks to clients.
    sys.setswitchinterval(_SWITCH_SECONDS)
