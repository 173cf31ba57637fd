"""``sapper serve`` as a program: it starts, answers, says what is wrong, and ends on Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from fastapi import FastAPI

from command_line import SAPPER, Run, needs_unix, wait_until
from sapper.web.serving import browser, server

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


@contextmanager
def serving(
    folder: Path, *options: str, command: Sequence[str] = SAPPER
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run a server and return its address."""
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, (line, process.stderr.read() if process.stderr else "")
        yield process, found.group()
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def ended(process: subprocess.Popen[str], number: int) -> tuple[int, str]:
    process.send_signal(number)
    _, complaints = process.communicate()
    return process.returncode, complaints


@needs_unix
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_a_signal(tmp_path: Path, workers: str, number: signal.Signals) -> None:
    with serving(tmp_path, "--workers", workers) as (process, address):
        with httpx.Client(base_url=address, timeout=None) as client:
            assert client.get("/api/presets").status_code == 200
            body = {"board": {"spec": "2x2"}, "clues": [1, None, None, None], "mines": 1}
            answer = client.post("/api/analyze", json=body)
            assert answer.json()["solutions"] == "3"
            assert "server" not in answer.headers
            assert client.get("/api/presets", headers={"host": "evil.example"}).status_code == 403
            sweep = {"boards": ["16x30/60"], "strategies": ["pseq"], "games": 100_000}
            made = client.post("/api/lab/sweeps", json=sweep).json()["id"]
            with client.stream("GET", f"/api/lab/sweeps/{made}/events") as events:
                lines = events.iter_lines()
                assert next(lines) == "event: progress"
                code, complaints = ended(process, number)
        assert (code, complaints) == (0, "")
    assert sorted(path.name for path in tmp_path.glob("*.db*")) == ["sapper.db", "sapper.db.sweeps"]


@needs_unix
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_it_opens_the_browser(tmp_path: Path, host: str) -> None:
    program = tmp_path / "browser"
    program.write_text('#!/bin/sh\necho "$1" > "$0.opened"\n', encoding="utf-8")
    program.chmod(0o700)
    opened = tmp_path / "browser.opened"
    command = ["env", f"BROWSER={program}", *SAPPER]
    with serving(tmp_path, "--open", "--host", host, command=command) as (process, address):
        wait_until(lambda: opened.exists() and opened.read_text(encoding="utf-8").endswith("\n"))
        shown = opened.read_text(encoding="utf-8").strip()
        assert shown == address.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(f"{shown}api/presets", timeout=None).status_code == 200
        assert ended(process, signal.SIGINT) == (0, "")


def test_without_a_browser_it_says_what_to_open(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: False)
    browser.open_page("http://127.0.0.1:8000/").join()
    assert caplog.messages == ["no browser was found: open http://127.0.0.1:8000/ yourself"]


SET_AGE = "from sapper.web.serving import workers; workers.MIN_SECONDS = 0"
ANY_AGE = [sys.executable, "-c", f"{SET_AGE}; from sapper.cli import main; main()"]
"""The command line, where a process of the server is replaced however soon it dies."""


@needs_unix
def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", command=ANY_AGE) as (process, address):
        with httpx.Client(base_url=address, timeout=None) as client:
            assert client.get("/api/presets").status_code == 200
        wait_until(lambda: len(_children(process.pid)) >= 2)
        for child in _children(process.pid):
            os.kill(child, signal.SIGKILL)

        def answers() -> bool:
            try:
                return httpx.get(f"{address}api/presets", timeout=5).status_code == 200
            except httpx.HTTPError:
                return False

        wait_until(answers)
        assert process.poll() is None


def _children(pid: int) -> list[int]:
    """The processes that serve; the helper of multiprocessing is not one of them."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(pid)],
        capture_output=True,
        text=True,
    ).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if "spawn_main" in line]


def test_a_port_in_use(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        outcome = run("serve", "--port", str(port))
    assert outcome.code == 2
    assert outcome.err.startswith(f"sapper: port {port} of 127.0.0.1 is in use")
    assert outcome.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--host", "no.such.host.invalid"], "is not an address of this machine"),
        (["--host", "192.0.2.1"], "is not an address of this machine"),
        (["--port", "70000"], "'--port'"),
        (["--workers", "0"], "'--workers'"),
        (["--store", "nowhere/sapper.db"], "the folder of the store, 'nowhere', does not exist"),
        (["--store", "text.db"], "not a database"),
    ],
)
def test_bad_options(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.db").write_text("no store at all, whatever its name says " * 50)
    outcome = run("serve", *options)
    assert outcome.code == 2
    assert words in outcome.err
    assert outcome.err.count("\n") == 1


def test_without_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    known = importlib.util.find_spec

    def without(name: str, *more: Any) -> Any:
        return None if name == "fastapi" else known(name, *more)

    monkeypatch.setattr("importlib.util.find_spec", without)
    outcome = run("serve", "--port", "0")
    assert outcome.code == 2
    assert "pip install 'sapper[web]'" in outcome.err


def test_where_it_listens() -> None:
    assert server.names_of("127.0.0.1") == server.LOOPBACK
    assert server.names_of("0.0.0.0") is None
    for count in (1, 3):
        settings = server.Settings(FastAPI, "127.0.0.1", 0, count)
        with server.listen(settings) as sockets:
            (port,) = {listening.getsockname()[1] for listening in sockets}
            taken = server.Settings(FastAPI, "127.0.0.1", port, count)
            with pytest.raises(OSError, match="in use"), server.listen(taken):
                pass


def test_nothing_of_the_web_is_loaded_for_help() -> None:
    code = (
        "import sys; from sapper.cli import app; app(['serve', '--help'], standalone_mode=False); "
        "print([m for m in ('fastapi', 'uvicorn', 'starlette') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip().endswith("[]"), done.stderr
