"""Stress test of the server: slow clients, huge bodies, floods, 1,000 connections, dead workers.

Starts ``sapper serve`` on a free local port and runs one attack after the other, a few seconds
each, while light requests are sent at a steady rate. Each light request must be answered; its
latency counts from the time at which it was due.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from web_load import Connection, Tally, post, ready, serving, workers_of

LIGHT = b"GET /api/boards/9x9 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
POSITION = {"board": {"spec": "5x5"}, "clues": [1] + [None] * 24, "mines": 5}


@dataclass
class Fire:
    """The answers during an attack."""

    name: str
    answers: Counter[str] = field(default_factory=Counter)


def hardest() -> bytes:
    """Return one of the hardest analyses that are accepted."""
    size = 13
    clues = [4 if row % 2 and col % 2 else None for row in range(size) for col in range(size)]
    spec = f"{size}x{size}"
    return post("/api/analyze", {"board": {"spec": spec}, "clues": clues, "mines": size**2 // 2})


async def ask_again_and_again(port: int, request: bytes, until: float, fire: Fire) -> None:
    """Send the same request again after each answer."""
    connection = Connection(port)
    while time.perf_counter() < until:
        try:
            status, _ = await connection.ask(request)
            fire.answers[str(status)] += 1
            if status == 503:
                await asyncio.sleep(0.2)
        except (OSError, asyncio.IncompleteReadError) as error:
            fire.answers[type(error).__name__] += 1
            await connection.close()
    await connection.close()


async def flood(port: int, until: float, fire: Fire) -> None:
    """Hard requests on many connections."""
    request = hardest()
    await asyncio.gather(*(ask_again_and_again(port, request, until, fire) for _ in range(32)))


async def leave(port: int, until: float, fire: Fire) -> None:
    """Hard requests whose clients do not wait for the answer."""
    request = hardest()
    while time.perf_counter() < until:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        await writer.drain()
        await asyncio.sleep(0.02)
        writer.close()
        fire.answers["left"] += 1


async def drip(port: int, until: float, fire: Fire) -> None:
    """Clients that send one byte at a time: headers and bodies that never end."""

    async def one(start: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        with contextlib.suppress(OSError):
            writer.write(start)
            while time.perf_counter() < until and not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                with contextlib.suppress(TimeoutError):
                    if not await asyncio.wait_for(reader.read(100), 0.5):
                        break
            fire.answers["closed" if reader.at_eof() else "open"] += 1
        writer.close()

    head = b"GET /api/presets HTTP/1.1\r\nhost: 127.0.0.1\r\nx-long: "
    body = b"POST /api/parse HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9999\r\n\r\n"
    await asyncio.gather(*(one(start) for start in [head, body, b""] * 100))


async def huge(port: int, until: float, fire: Fire) -> None:
    """Bodies of many megabytes, with and without a Content-Length."""

    async def one(head: bytes, chunk: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(head)
            for _ in range(1000):
                writer.write(chunk)
                await writer.drain()
            fire.answers[(await reader.read(12))[9:].decode() or "closed"] += 1
        except OSError:
            fire.answers["closed"] += 1
        writer.close()

    start = b"POST /api/parse HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    some = b"#" * 65536
    chunked = b"%x\r\n" % len(some) + some + b"\r\n"
    while time.perf_counter() < until:
        await asyncio.gather(
            one(start + b"content-length: 99999999\r\n\r\n", some),
            one(start + b"transfer-encoding: chunked\r\n\r\n", chunked),
        )


async def crowd(port: int, until: float, fire: Fire) -> None:
    """A thousand idle connections."""
    opened = []
    for _ in range(1000):
        try:
            opened.append(await asyncio.open_connection("127.0.0.1", port))
        except OSError:
            fire.answers["refused"] += 1
    fire.answers["open"] = len(opened)
    await asyncio.sleep(max(0.0, until - time.perf_counter()))
    fire.answers["closed"] = sum(reader.at_eof() for reader, _ in opened)
    for _, writer in opened:
        writer.close()


async def kill(pid: int, until: float, fire: Fire) -> None:
    """Kill processes of the server."""
    while time.perf_counter() < until:
        if workers := workers_of(pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(workers[0], signal.SIGKILL)
                fire.answers["killed"] += 1
        await asyncio.sleep(6)


async def light(port: int, rate: float, until: float, tally: Tally) -> None:
    """Send light requests at fixed times."""
    position = post("/api/analyze", POSITION)
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for _ in range(16):
        free.put_nowait(Connection(port))

    async def one(number: int, due: float) -> None:
        connection = await free.get()
        for _ in range(3):  # like a browser after a lost connection
            try:
                status, body = await connection.ask(position if number % 2 else LIGHT)
                if status != 200:
                    tally.errors.append(f"{status}: {body[:100]!r}")
                break
            except (OSError, asyncio.IncompleteReadError):
                await connection.close()
        else:
            tally.errors.append("cut three times")
        tally.latencies.append(time.perf_counter() - due)
        free.put_nowait(connection)

    tasks = []
    began = time.perf_counter()
    number = 0
    while (due := began + number / rate) < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(one(number, due)))
        number += 1
    await asyncio.gather(*tasks)
    while not free.empty():
        await free.get_nowait().close()


Attack = Callable[[int, float, Fire], Coroutine[Any, Any, None]]
ATTACKS: dict[str, Attack] = {
    "flood": flood,
    "leave": leave,
    "drip": drip,
    "huge": huge,
    "crowd": crowd,
}


async def battle(port: int, pid: int, names: list[str], rate: float, seconds: float) -> bool:
    """Run all attacks one after the other; return whether all light requests were answered."""
    fine = True
    for _ in range(4):  # some processes may still be starting
        await ready(port)
        await asyncio.sleep(0.5)
    for name in ["nothing", *names]:
        until = time.perf_counter() + seconds
        tally, fire = Tally(name), Fire(name)
        together = [light(port, rate, until, tally)]
        if name == "kill":
            together.append(kill(pid, until, fire))
        elif name in ATTACKS:
            together.append(ATTACKS[name](port, until, fire))
        await asyncio.gather(*together)
        met = ", ".join(f"{count} {what}" for what, count in sorted(fire.answers.items()))
        print(f"{tally.line()}  | {met}", flush=True)
        for error in tally.errors[:3]:
            print("   ", error)
        fine = fine and not tally.errors
    return fine


def main() -> None:
    """Run all attacks and print their results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=40.0, help="light requests per second")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each attack")
    parser.add_argument("--workers", type=int, default=2, help="processes of the server")
    parser.add_argument("--attacks", default=",".join([*ATTACKS, "kill"]))
    options = parser.parse_args()
    with serving(options.workers) as (port, pid):
        names = options.attacks.split(",")
        fine = asyncio.run(battle(port, pid, names, options.rate, options.seconds))
    raise SystemExit(0 if fine else json.dumps("some light requests were not answered"))


if __name__ == "__main__":
    main()
