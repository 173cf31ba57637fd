"""Runs commands of Sapper on a faulty disk, each in a forked process.

Started with ``faulty_disk`` preloaded. Every line of standard input is a trial in JSON; every line
of standard output is its result. A fork starts without importing modules again and leaves no state
behind.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

NEVER = 0
NO_COUNTS: tuple[None, None, tuple[str, ...]] = (None, None, ())


def _play(trial: dict[str, Any], out: Path, err: Path, counts: Path) -> None:
    """Run a trial and exit the process."""
    from sapper.cli import app
    from sapper.cli.failures import exit_code
    from sapper.lab.store import store

    store._BUSY_SECONDS = trial.get("busy", store._BUSY_SECONDS)
    os.chdir(trial["folder"])
    for stream, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
    disk = ctypes.CDLL(None)
    disk.arm(trial["folder"].encode(), trial["kind"], ctypes.c_long(trial["at"]))
    try:
        code = exit_code(lambda: app(trial["arguments"], prog_name="sapper", standalone_mode=False))
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 99
    changes, failures = disk.changes_made(), disk.failures_made()
    disk.arm(b"", NEVER, ctypes.c_long(0))
    sys.stdout.flush()
    sys.stderr.flush()
    counts.write_text(json.dumps([changes, failures, list(sys.modules)]))
    os._exit(code)


def _wait(child: int, kill_after: float | None) -> int:
    """Wait for a process; kill it after some seconds if requested."""
    if kill_after is not None:
        end = time.monotonic() + kill_after
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return status
            time.sleep(0.0005)
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def _get_ready(modules: Iterable[str]) -> None:
    """Import the modules that a trial had to import, for all later trials."""
    for name in modules:
        if name not in sys.modules:
            with contextlib.suppress(Exception):
                importlib.import_module(name)


def main() -> None:
    """Run the trials."""
    with tempfile.TemporaryDirectory() as notes:
        out, err, counts = (Path(notes) / name for name in ("out", "err", "counts"))
        for line in sys.stdin:
            trial = json.loads(line)
            for path in (out, err, counts):
                path.unlink(missing_ok=True)
            begin = time.monotonic()
            child = os.fork()
            if child == 0:
                _play(trial, out, err, counts)
            status = _wait(child, trial.get("kill_after"))
            # A killed process may have been writing its counts.
            ended = not os.WIFSIGNALED(status)
            changes, failures, modules = json.loads(counts.read_text()) if ended else NO_COUNTS
            _get_ready(modules)
            reported = {
                "code": os.WEXITSTATUS(status) if ended else None,
                "signal": None if ended else os.WTERMSIG(status),
                "changes": changes,
                "failures": failures,
                "out": out.read_text(errors="replace") if out.exists() else "",
                "err": err.read_text(errors="replace") if err.exists() else "",
                "seconds": time.monotonic() - begin,
            }
            print(json.dumps(reported), flush=True)


if __name__ == "__main__":
    main()
