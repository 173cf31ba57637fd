"""Load on the web lab: stuck expert positions at a steady rate, with hostile requests in between.

Starts ``sapper serve`` on a free port and sends analyses at fixed times, whether or not the
previous ones were answered; a latency counts from the time at which its request was due, so that a
server that falls behind cannot hide it. Every answer is checked. Once per second a request is too
hard or too large; it must be refused at once and delay no other. Before that, connections opened at
once must be spread over the processes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sapper

if TYPE_CHECKING:
    from collections.abc import Iterator

POSITIONS = Path(__file__).parent.parent / "tests" / "data" / "expert_stuck.json"
WARM_SECONDS = 2.0
LARGEST_SHARE = 1.6
"""Largest accepted number of connections of one process, relative to the mean."""


@dataclass
class Tally:
    """The latencies and errors of some requests."""

    name: str
    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def line(self) -> str:
        """Return the latencies as one line."""
        if not self.latencies:
            return f"{self.name:10} no answer, {len(self.errors)} errors"
        ordered = sorted(self.latencies)
        p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * p))] for p in (0.5, 0.99))
        return (
            f"{self.name:10} {len(ordered):6} answers  {len(self.errors)} errors  "
            f"p50 {1e3 * p50:7.1f} ms  p99 {1e3 * p99:7.1f} ms  max {1e3 * ordered[-1]:7.1f} ms"
        )


class Connection:
    """A persistent connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request and return status and body of its answer."""
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        assert self._reader is not None
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        assert length is not None, head
        body = await self._reader.readexactly(int(length.group(1)))
        if b"connection: close" in head.lower():
            await self.close()
        return int(head[9:12]), body

    async def close(self) -> None:
        """Close it; the next request reconnects."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


def post(path: str, body: Any) -> bytes:
    """Write a request."""
    text = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(text)}\r\n\r\n".encode() + text


def analyses() -> list[tuple[bytes, str]]:
    """Return a request for every stuck position, with its number of layouts."""
    asked = []
    for stuck in json.loads(POSITIONS.read_text()):
        position = sapper.parse("\n".join(stuck["rows"]), mines=stuck["mines"])
        body = {"board": {"spec": "16x30"}, "clues": position.clues, "mines": position.mines}
        asked.append((post("/api/analyze", body), str(sapper.analyze(position).solutions)))
    return asked


def hostile() -> list[tuple[bytes, int]]:
    """Return requests that must be refused, with the expected status."""
    size = 61
    clues = [4 if row % 2 and col % 2 else None for row in range(size) for col in range(size)]
    hard = {"board": {"spec": f"{size}x{size}"}, "clues": clues, "mines": size * size // 3}
    large = {"text": "#" * 2_000_000}
    huge = {"board": {"spec": "4000x4000/9"}, "moves": [0]}
    return [
        (post("/api/analyze", hard), 422),
        (post("/api/parse", large), 413),
        (post("/api/game", huge), 422),
    ]


async def ready(port: int) -> None:
    """Wait until every process of the server answers, because new connections reach all of them."""
    for _ in range(20):
        connection = Connection(port)
        await connection.ask(b"GET /api/presets HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        await connection.close()


async def load(
    port: int, rate: float, seconds: float, connections: int, offending: bool
) -> list[Tally]:
    """Send requests at a rate for some time."""
    asked, refused = analyses(), hostile()
    await ready(port)
    fair, unfair = Tally("analyses"), Tally("refusals")
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for _ in range(connections):
        free.put_nowait(Connection(port))
    began = time.perf_counter() + 0.1

    async def ask(number: int, due: float, tally: Tally) -> None:
        connection = await free.get()
        try:
            request, solutions = asked[number % len(asked)]
            status, body = await connection.ask(request)
            if status != 200 or f'"solutions":"{solutions}"'.encode() not in body:
                tally.errors.append(f"{status}: {body[:200]!r}")
        except (OSError, asyncio.IncompleteReadError) as error:
            tally.errors.append(repr(error))
            await connection.close()
        finally:
            tally.latencies.append(time.perf_counter() - due)
            free.put_nowait(connection)

    async def offend(number: int) -> None:
        connection = Connection(port)
        request, expected = refused[number % len(refused)]
        sent = time.perf_counter()
        try:
            status, body = await connection.ask(request)
            if status != expected:
                unfair.errors.append(f"{status}: {body[:200]!r}")
        except (OSError, asyncio.IncompleteReadError) as error:
            unfair.errors.append(repr(error))
        unfair.latencies.append(time.perf_counter() - sent)
        await connection.close()

    warm = Tally("warm-up")
    tasks: list[asyncio.Task[None]] = []
    total = int(rate * (seconds + WARM_SECONDS))
    for number in range(total):
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        counted = number >= rate * WARM_SECONDS
        tasks.append(asyncio.create_task(ask(number, due, fair if counted else warm)))
        if offending and number % int(max(1, rate)) == 0:
            tasks.append(asyncio.create_task(offend(number // int(max(1, rate)))))
    await asyncio.gather(*tasks)
    while not free.empty():
        await free.get_nowait().close()
    fair.errors += warm.errors
    return [fair, unfair]


async def spread(port: int, pid: int, connections: int) -> list[int]:
    """Open connections at once and return how many each process has; Linux only."""
    for _ in range(4):  # some processes may still be starting
        await ready(port)
        await asyncio.sleep(0.5)
    opened = [Connection(port) for _ in range(connections)]
    request = b"GET /api/presets HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    await asyncio.gather(*(connection.ask(request) for connection in opened))
    counts = [_connections_of(worker, port) for worker in workers_of(pid)]
    for connection in opened:
        await connection.close()
    return counts


def workers_of(pid: int) -> list[int]:
    """Return the server processes below a supervisor."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(pid)],
        capture_output=True,
        text=True,
    ).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if "spawn_main" in line]


def _connections_of(pid: int, port: int) -> int:
    """Count the established connections of a process on a port, as /proc lists them."""
    own = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            own.add(str(file.readlink()))
    rows = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    return sum(
        f"socket:[{row[9]}]" in own and row[3] == "01" and row[1].endswith(f":{port:04X}")
        for row in rows
    )


@contextmanager
def serving(workers: int) -> Iterator[tuple[int, int]]:
    """Run ``sapper serve`` with an empty store; yield its port and the number of its process."""
    command = [sys.executable, "-c", "from sapper.cli import main; main()", "serve", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [*command, "--workers", str(workers), "--store", f"{folder}/store.db"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            found = re.search(r":(\d+)/", server.stdout.readline())
            assert found is not None
            yield int(found.group(1)), server.pid
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def main() -> None:
    """Run the load and print its latencies and errors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=200.0, help="analyses per second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2, help="processes of the server")
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument(
        "--hostile",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="with requests that are too hard or too large in between",
    )
    options = parser.parse_args()
    uneven = False
    with serving(options.workers) as (port, pid):
        if options.workers > 1 and sys.platform == "linux":
            counts = asyncio.run(spread(port, pid, options.connections))
            print(f"{options.connections} connections opened at once, by process: {counts}")
            uneven = max(counts) > LARGEST_SHARE * sum(counts) / len(counts)
        tallies = asyncio.run(
            load(port, options.rate, options.seconds, options.connections, options.hostile)
        )
    print(
        f"{options.rate:g} analyses per second, {options.seconds:g} s, {options.workers} processes"
    )
    for tally in tallies:
        print(tally.line())
        for error in tally.errors[:5]:
            print("   ", error)
    if uneven:
        print("    one process has most of the connections")
    raise SystemExit(uneven or any(tally.errors for tally in tallies))


if __name__ == "__main__":
    main()
