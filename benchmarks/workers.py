"""The work of the processes of a sweep, and the games that are kept when all are killed.

    python benchmarks/workers.py --seconds 40
    python benchmarks/workers.py --strategy pseq --spec 16x30/99 --games 1000000 --seconds 20

Starts ``sapper sweep``, kills all of its processes at once (SIGKILL) after some seconds and counts
the games in the store. A process is busy if one of its threads runs or waits for a processor. The
share of samples with a busy process does not depend on other load of the machine; the CPU time
does. Linux only.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from sapper.lab import Store

_SAMPLE_SECONDS = 0.02


class Worker:
    """Samples of a process that plays."""

    def __init__(self, pid: int) -> None:
        self.process = psutil.Process(pid)
        self.samples = self.busy = 0

    def sample(self) -> None:
        """Look whether a thread is runnable."""
        stats = [path.read_text() for path in Path(f"/proc/{self.process.pid}/task").glob("*/stat")]
        self.busy += any(stat.rpartition(")")[2].split()[0] == "R" for stat in stats)
        self.samples += 1

    def summary(self) -> str:
        """Return the result in words."""
        used = self.process.cpu_times()
        age = time.time() - self.process.create_time()
        share = 100 * self.busy / max(self.samples, 1)
        return (
            f"busy in {share:.1f} % of {self.samples} samples; "
            f"{used.user + used.system:.1f} s of CPU time in {age:.1f} s"
        )


def workers_of(pid: int) -> list[int]:
    """Return the processes that play."""
    children = psutil.Process(pid).children()
    return [child.pid for child in children if "spawn_main" in " ".join(child.cmdline())]


def main() -> None:
    """Run the sweep, kill it, and print what it did."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--spec", default="9x9/20")
    options.add_argument("--strategy", default="deep:0.05")
    options.add_argument("--games", type=int, default=1_000)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--seconds", type=float, default=40.0)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "lab.db")
        command = [
            *(sys.executable, "-m", "sapper", "sweep", chosen.spec, "--store", str(store)),
            *("--strategy", chosen.strategy, "--games", str(chosen.games)),
            *("--workers", str(chosen.workers)),
        ]
        started = time.monotonic()
        sweep = subprocess.Popen(command)
        first = 0.0
        workers: dict[int, Worker] = {}
        while time.monotonic() - started < chosen.seconds and sweep.poll() is None:
            if not first and stored(store):
                first = time.monotonic() - started
                workers = {pid: Worker(pid) for pid in workers_of(sweep.pid)}
            for worker in workers.values():
                worker.sample()
            time.sleep(_SAMPLE_SECONDS)
        elapsed = time.monotonic() - started
        summaries = [worker.summary() for worker in workers.values()]
        for pid in (sweep.pid, *workers):
            psutil.Process(pid).kill()
        sweep.wait()
        print(f"{' '.join(command[2:])}, killed after {elapsed:.1f} s")
        print(f"games kept: {stored(store)}, the first after {first:.1f} s")
        for number, summary in enumerate(summaries):
            print(f"worker {number} after the first stored games: {summary}")


def stored(path: Path) -> int:
    """Return the games in a store."""
    if not path.exists():
        return 0
    with Store(path) as store:
        return sum(tally.games for tally in store.tallies())


if __name__ == "__main__":
    main()
