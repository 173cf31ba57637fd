"""The server: one process, or several that share a port.

Processes know nothing of each other; whatever they share is in the store. The first process looks
after the others, begins a new one where one dies, and ends them when it is asked to end. On Linux
each has a socket of its own, among which the kernel deals out connections evenly; that of a process
which has died is closed, so that nobody waits there, and the next one opens its own when it is
ready. Elsewhere they share one, and whoever is quicker takes a connection.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

import uvicorn

from sapper.errors import LabError
from sapper.web.app import create_app
from sapper.web.connections import Connection

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.context import SpawnProcess
    from types import FrameType

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names that a server has which listens on this machine alone."""

BACKLOG = 512
LOADED_LATE = ("networkx", "sapper.analysis.exact", "sapper.analysis.reasons", "scipy.optimize")
"""Modules that are heavy to load, and that only some requests need."""

_COLLECT = (10_000, 20, 20)
_SWITCH_SECONDS = 0.002
_GRACE_SECONDS = 5
_LOOK_SECONDS = 0.2
_FEWEST_SECONDS = 2.0
"""A process that dies sooner will not fare better a second time."""

_SETTLED_SECONDS = 10.0
"""After this long a process serves, however slow its begin was."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve."""

    host: str
    """The address to listen on."""

    port: int
    """The port; 0 takes any that is free."""

    store: str
    """The file of the store."""

    workers: int = 1
    """How many processes."""

    @property
    def hosts(self) -> tuple[str, ...] | None:
        """The names to answer for; all where others may reach the server."""
        return LOOPBACK if self.host in LOOPBACK else None


@contextmanager
def listen(settings: Settings) -> Iterator[list[socket.socket]]:
    """Open sockets that listen, one for each process or one for all; OSError if that cannot be."""
    with ExitStack() as opened:
        # Alone, so that a port which another server uses is found out.
        with _listen(settings.host, settings.port) as alone:
            port = alone.getsockname()[1]
            if settings.workers == 1 or sys.platform != "linux":
                yield [alone]
                return
        yield [
            opened.enter_context(_listen(settings.host, port, shared=True))
            for _ in range(settings.workers)
        ]


def _listen(host: str, port: int, shared: bool = False) -> socket.socket:
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
        listening.listen(BACKLOG)
    except BaseException:
        listening.close()
        raise
    return listening


def address(host: str, port: int) -> str:
    """Return the address at which a browser finds the server.

    >>> address("127.0.0.1", 8000), address("::1", 80)
    ('http://127.0.0.1:8000/', 'http://[::1]:80/')
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(settings: Settings, sockets: list[socket.socket]) -> None:
    """Serve until asked to end, by Ctrl-C or SIGTERM."""
    if settings.workers == 1:
        _serve_here(settings, sockets[0])
    else:
        _Workers(settings, sockets).run()


class _Server(uvicorn.Server):
    """A server whose streams of events end with it."""

    def __init__(self, config: uvicorn.Config, closing: threading.Event) -> None:
        super().__init__(config)
        self._closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._closing.set()
        super().handle_exit(sig, frame)


def _serve_here(settings: Settings, listening: socket.socket) -> None:
    _prepare()
    app = create_app(settings.store, settings.hosts)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=Connection,
        ws="none",
        lifespan="on",
        backlog=BACKLOG,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    try:
        _Server(config, app.state.closing).run(sockets=[listening])
    except KeyboardInterrupt:
        return  # how a server is ended


def _prepare() -> None:
    """Do now what would make some requests slow later."""
    for name in LOADED_LATE:
        import_module(name)
    # What is loaded stays: the collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT)
    # Requests are short: a thread that computes gives way soon to the one that talks.
    sys.setswitchinterval(_SWITCH_SECONDS)


def _work(settings: Settings, listening: socket.socket | None) -> None:
    """Serve in a process of its own, for as long as the first one lives."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if listening is None:
        _prepare()
        listening = _listen(settings.host, settings.port, shared=True)
    _serve_here(settings, listening)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class _Place:
    """What a process serves, and since when."""

    listening: socket.socket | None
    """The socket, where it is not the process's own."""

    began: float


class _Workers:
    """Several processes that serve."""

    def __init__(self, settings: Settings, sockets: list[socket.socket]) -> None:
        self._settings = replace(settings, port=sockets[0].getsockname()[1])
        self._sockets = sockets
        self._kept: list[socket.socket] = []
        self._ending = threading.Event()
        self._processes: dict[SpawnProcess, _Place] = {}

    def run(self) -> None:
        """Serve until asked to end."""
        before = {
            number: signal.signal(number, self._end) for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            for number in range(self._settings.workers):
                self._begin(self._sockets[number % len(self._sockets)])
            while not self._ending.is_set():
                wait([process.sentinel for process in self._processes], _LOOK_SECONDS)
                self._replace_dead()
        finally:
            for process in self._processes:
                process.terminate()
            for process in self._processes:
                process.join(_GRACE_SECONDS)
                if process.is_alive():
                    process.kill()
            for listening in self._kept:
                listening.close()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._ending.set()

    def _begin(self, listening: socket.socket | None) -> None:
        process = get_context("spawn").Process(
            target=_work, args=(self._settings, listening), name="sapper-serve"
        )
        process.start()
        self._processes[process] = _Place(listening, time.monotonic())

    def _replace_dead(self) -> None:
        for process, place in list(self._processes.items()):
            if process.is_alive():
                continue
            del self._processes[process]
            if self._ending.is_set():
                return
            age = time.monotonic() - place.began
            if age < _FEWEST_SECONDS:
                raise LabError(f"a process of the server ended at once, with {process.exitcode}")
            self._begin(self._socket_after(place.listening))

    def _socket_after(self, listening: socket.socket | None) -> socket.socket | None:
        """Return the socket of a new process; None where it opens its own, as others serve."""
        if len(self._sockets) == 1:
            return self._sockets[0]
        if listening is not None:
            listening.close()
        now = time.monotonic()
        if any(now - place.began > _SETTLED_SECONDS for place in self._processes.values()):
            return None
        kept = _listen(self._settings.host, self._settings.port, shared=True)
        self._kept.append(kept)
        return kept
