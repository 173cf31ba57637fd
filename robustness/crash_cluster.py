"""Fault injection into a cluster: its scheduler and its workers are killed at random moments.

A real Dask scheduler and two workers play a sweep. After a worker is killed, another one starts.
After the scheduler is killed, the sweep must stop with a one-line error, and the same command must
resume from the stored games on a new cluster. The final table must be byte-identical to that of an
undisturbed local sweep.
"""

from __future__ import annotations

import json
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WORKERS = 2
SECONDS = 4.0
"""Seconds within which a kill occurs after the start of a sweep or its first stored games."""

_SWEEP = ["sweep", "9x9", "--mines", "5:16", "--games", "8000", "--store", "lab.db", "--export"]
_SAPPER = [sys.executable, "-m", "sapper"]
_SAYS_WHAT = re.compile(
    r"no Dask scheduler answers|connection to .* was lost|has no worker"
    r"|went away before the first game|died again and again"
)


class BrokenPromiseError(Exception):
    """A guarantee of sweeps on a cluster is violated."""


@dataclass
class Count:
    """Trials and their results."""

    killed: int = 0
    """Number of schedulers or workers killed during a sweep."""

    reported: int = 0
    """Number of sweeps that stopped with a one-line error."""

    finished: int = 0
    """Number of sweeps that finished in spite of the kill."""

    tables: int = 0
    """Number of final tables that were compared."""

    sentences: set[str] = field(default_factory=set)
    """The different error messages, without names and addresses."""


class Cluster:
    """A scheduler and some workers in separate processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        file = folder / "scheduler.json"
        file.unlink(missing_ok=True)
        where = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.scheduler = self._start("scheduler", *where, "--scheduler-file", str(file))
        self.address = _address(file)
        self.workers = [self._worker() for _ in range(WORKERS)]

    def kill_worker(self, which: int) -> None:
        """Kill a worker and start another one."""
        _kill(self.workers[which])
        self.workers[which] = self._worker()

    def kill_scheduler(self) -> None:
        """Kill the scheduler; its workers are left running."""
        _kill(self.scheduler)

    def close(self) -> None:
        """Kill the scheduler and all workers."""
        for process in (self.scheduler, *self.workers):
            _kill(process)

    def _worker(self) -> subprocess.Popen[bytes]:
        # Without a nanny, which would restart a killed worker.
        alone = ["--no-nanny", "--nthreads", "1", "--no-dashboard"]
        return self._start("worker", self.address, *alone, "--local-directory", str(self._folder))

    def _start(self, part: str, *options: str) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        command = [sys.executable, "-m", f"distributed.cli.dask_{part}", *options]
        return subprocess.Popen(command, stdout=quiet, stderr=quiet)


def _address(file: Path) -> str:
    while True:
        try:
            address: str = json.loads(file.read_text())["address"]
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(0.05)
        else:
            return address


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


@contextmanager
def _cluster(folder: Path) -> Iterator[Cluster]:
    started = Cluster(folder)
    try:
        yield started
    finally:
        started.close()


class Sweep:
    """The command as a process with its own folder."""

    def __init__(self, folder: Path, *where: str) -> None:
        self._store = folder / "lab.db"
        self._kept = self._games()
        self._process = subprocess.Popen(
            [*_SAPPER, *_SWEEP, "table.csv", *where],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def runs_on(self, chance: random.Random) -> bool:
        """Wait for a random time; return whether the command is still running."""
        if chance.random() < 0.7:
            while self._process.poll() is None and self._games() == self._kept:
                time.sleep(0.05)
        end = time.monotonic() + chance.random() * SECONDS
        while self._process.poll() is None and time.monotonic() < end:
            time.sleep(0.05)
        return self._process.poll() is None

    def _games(self) -> float:
        """Return the number of stored games."""
        try:
            with closing(sqlite3.connect(f"file:{self._store}?mode=ro", uri=True)) as database:
                (games,) = database.execute("SELECT TOTAL(games) FROM blocks").fetchone()
        except sqlite3.OperationalError:  # there is no store yet
            return 0.0
        return float(games)

    def end(self, count: Count) -> bool:
        """Wait for the end; return whether the command succeeded."""
        _, reported = self._process.communicate()
        if self._process.returncode == 0:
            count.finished += 1
            return True
        lines = [line for line in reported.splitlines() if line.strip()]
        last = lines[-1] if lines else ""
        if self._process.returncode != 2 or "Traceback" in reported or not _SAYS_WHAT.search(last):
            raise BrokenPromiseError(f"ended with {self._process.returncode}: {reported}")
        count.reported += 1
        count.sentences.add(re.sub(r"'[^']*'|\([^)]*\)", "...", last))
        return False


class Trials:
    """Kills parts of clusters in a number of sweeps and compares every table."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._chance = random.Random(f"{seed} cluster")
        whole = folder / "undisturbed"
        whole.mkdir(parents=True)
        if not Sweep(whole, "--workers", "1").end(Count()):
            raise BrokenPromiseError("undisturbed, it does not end well")
        self._new = (whole / "table.csv").read_bytes()

    def kill_schedulers(self, times: int) -> Count:
        """Kill the scheduler in a number of sweeps."""
        count, number = Count(), 0
        while count.killed < times:
            place = self._new_folder(f"scheduler-{number}")
            number += 1
            while not self._without_scheduler(place, count, times):
                pass
            self._compare(place, count)
        return count

    def _without_scheduler(self, place: Path, count: Count, times: int) -> bool:
        """Run the sweep once on its own cluster; return whether it finished."""
        with _cluster(place) as cluster:
            sweep = Sweep(place, "--cluster", cluster.address)
            if count.killed < times and sweep.runs_on(self._chance):
                cluster.kill_scheduler()
                count.killed += 1
            return sweep.end(count)

    def kill_workers(self, times: int) -> Count:
        """Kill workers during sweeps, one after the other, until a number were killed."""
        count, number = Count(), 0
        while count.killed < times:
            place = self._new_folder(f"workers-{number}")
            number += 1
            done = False
            with _cluster(place) as cluster:
                while not done:
                    sweep = Sweep(place, "--cluster", cluster.address)
                    while count.killed < times and sweep.runs_on(self._chance):
                        cluster.kill_worker(self._chance.randrange(WORKERS))
                        count.killed += 1
                    done = sweep.end(count)
            self._compare(place, count)
        return count

    def _new_folder(self, name: str) -> Path:
        place = self._folder / name
        place.mkdir()
        return place

    def _compare(self, place: Path, count: Count) -> None:
        if (place / "table.csv").read_bytes() != self._new:
            raise BrokenPromiseError(f"{place.name}: another table than that of an undisturbed run")
        count.tables += 1
