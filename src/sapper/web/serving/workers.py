"""The supervisor of several server processes: starts, replaces and stops them.

The processes share nothing but the store. If one dies, its socket is closed, so that no connection
waits there, and its successor opens its own once it is ready. uvicorn's supervisor (``--workers``)
has one socket for all processes; ``serving`` lists the differences.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from dataclasses import dataclass, replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import TYPE_CHECKING

from sapper import logs
from sapper.errors import LabError
from sapper.web.serving.server import GRACE_SECONDS, Settings, open_socket, serve

if TYPE_CHECKING:
    import socket
    from multiprocessing.context import SpawnProcess
    from types import FrameType

MIN_SECONDS = 2.0
"""A process that dies sooner is not replaced: its successor would die as well."""

_POLL_SECONDS = 0.2
_LOG = logging.getLogger("sapper.web")
_SETTLED_SECONDS = 10.0
"""Seconds after which a process certainly serves, however slowly it started."""


def serve_all(settings: Settings, sockets: list[socket.socket]) -> None:
    """Serve in this process or in ``settings.workers`` others until Ctrl-C or SIGTERM."""
    if settings.workers == 1:
        serve(settings.make_app(), sockets[0])
    else:
        _Workers(settings, sockets).run()


def _work(settings: Settings, listening: socket.socket | None) -> None:
    """Serve in a process of its own, no longer than the supervisor lives."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with logs.shown(settings.log_level):
        app = settings.make_app()
        if listening is None:
            listening = open_socket(settings.host, settings.port, shared=True)
        serve(app, listening)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


@dataclass(frozen=True, slots=True)
class _Place:
    """The socket and the start of a process."""

    listening: socket.socket | None
    """None if the process opens its own."""

    started: float
    """Monotonic time."""


class _Workers:
    """The server processes."""

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
                self._start(self._sockets[number % len(self._sockets)])
            while not self._ending.is_set():
                wait([process.sentinel for process in self._processes], _POLL_SECONDS)
                self._replace_dead()
        finally:
            for process in self._processes:
                process.terminate()
            for process in self._processes:
                process.join(GRACE_SECONDS)
                if process.is_alive():
                    process.kill()
            for listening in self._kept:
                listening.close()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._ending.set()

    def _start(self, listening: socket.socket | None) -> None:
        process = get_context("spawn").Process(
            target=_work, args=(self._settings, listening), name="sapper-serve"
        )
        process.start()
        _LOG.info("server process %s started", process.pid)
        self._processes[process] = _Place(listening, time.monotonic())

    def _replace_dead(self) -> None:
        for process, place in list(self._processes.items()):
            if process.is_alive():
                continue
            del self._processes[process]
            if self._ending.is_set():
                return
            age = time.monotonic() - place.started
            if age < MIN_SECONDS:
                raise LabError(f"a process of the server ended at once, with {process.exitcode}")
            _LOG.warning(
                "server process %s ended (%s) and is replaced", process.pid, process.exitcode
            )
            self._start(self._socket_after(place.listening))

    def _socket_after(self, listening: socket.socket | None) -> socket.socket | None:
        """Return the socket of a new process; None if it opens its own while others serve."""
        if len(self._sockets) == 1:
            return self._sockets[0]
        if listening is not None:
            listening.close()
        now = time.monotonic()
        if any(now - place.started > _SETTLED_SECONDS for place in self._processes.values()):
            return None
        kept = open_socket(self._settings.host, self._settings.port, shared=True)
        self._kept.append(kept)
        return kept
