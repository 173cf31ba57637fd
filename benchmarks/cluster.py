"""The cost of many short tasks on a local Dask cluster, in the client and in the scheduler.

    python benchmarks/cluster.py --tasks 100000
    python benchmarks/cluster.py --tasks 100000 --single
    python benchmarks/cluster.py --tasks 100000 --single --with PYTHON

The sweep has one point per task, each with one block of a few games, which take less than a
millisecond, so that the cost is that of the tasks. ``--single`` sends each block in a job of its
own, as blocks of a second and more are sent. ``--with`` runs everything with another interpreter,
in which another version of Sapper is installed, 0.2.0 or later.

Reported are the time from the start of the sweep to its first stored result, the memory of client
and scheduler before the sweep and at its peak, and their CPU time per task. CPU time hardly depends
on other load of the machine; the other times do.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import select
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil

BOARD, MINES, GAMES = "4x4", 3, 5
WORKERS = 2
_SAMPLE_SECONDS = 0.25


def points(tasks: int) -> list[Any]:
    """Return points that differ in the seed only."""
    from sapper.lab import points as points_of

    return [points_of([BOARD], [MINES], seed=seed)[0] for seed in range(tasks)]


def send_single_blocks() -> None:
    """Make every job hold one block, in this version and in 0.2.0."""
    from sapper.lab.sweeps import batches

    if hasattr(batches, "_BATCH_WORK"):
        batches._BATCH_WORK = 0
    else:
        from sapper.lab.sweeps import schedule

        schedule.MOST_BLOCKS = 1


def run_client(address: str, tasks: int, single: bool, path: str) -> None:
    """Run the sweep, after a line of input, and print the result as JSON."""
    from sapper.lab import Store, executor, sweep

    if single:
        send_single_blocks()
    chosen = points(tasks)
    print("ready", flush=True)
    sys.stdin.readline()
    started, first, batches = time.perf_counter(), 0.0, 0
    before = _cpu_seconds()

    class TimedStore(Store):
        def add(self, *arguments: Any, **keywords: Any) -> None:
            nonlocal first, batches
            super().add(*arguments, **keywords)
            first = first or time.perf_counter() - started
            batches += 1

    with TimedStore(path) as store:
        result = sweep(chosen, GAMES, store, executor(cluster=address))
        seconds, cpu = time.perf_counter() - started, _cpu_seconds() - before
    assert result.played == tasks * GAMES
    found = {"first": first, "seconds": seconds, "cpu": cpu, "batches": batches}
    print(json.dumps(found), flush=True)
    sys.stdin.readline()


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measure(python: str, tasks: int, single: bool) -> dict[str, float]:
    """Start a scheduler, workers and a client, and return what they use."""
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        file = Path(folder, "scheduler.json")

        def start(*arguments: str, **keywords: Any) -> subprocess.Popen[str]:
            process = subprocess.Popen([python, *arguments], text=True, **keywords)
            opened.callback(process.wait)
            opened.callback(process.kill)
            return process

        def start_dask(part: str, *options: str) -> subprocess.Popen[str]:
            quiet = subprocess.DEVNULL
            module = f"distributed.cli.dask_{part}"
            return start("-m", module, *options, "--no-dashboard", stdout=quiet, stderr=quiet)

        place = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
        scheduler = psutil.Process(start_dask("scheduler", *place).pid)
        while not file.exists() or not file.read_text().endswith("\n}"):
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        local = ["--nthreads", "1", "--no-nanny", "--local-directory", folder]
        workers = [
            psutil.Process(start_dask("worker", address, *local).pid) for _ in range(WORKERS)
        ]
        command = [__file__, "--tasks", str(tasks), "--client", address, "--store"]
        command += [str(Path(folder, "lab.db")), *(["--single"] if single else [])]
        process = start(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        client = psutil.Process(process.pid)
        watched = {"scheduler": scheduler, "client": client}
        peaks = before = {name: one.memory_info().rss for name, one in watched.items()}
        spent = _cpu_of(scheduler), sum(map(_cpu_of, workers))
        process.stdin.write("go\n")
        process.stdin.flush()
        while not _readable(process):
            time.sleep(_SAMPLE_SECONDS)
            peaks = {name: max(peaks[name], one.memory_info().rss) for name, one in watched.items()}
        found: dict[str, float] = json.loads(process.stdout.readline())
        found["scheduler cpu"] = _cpu_of(scheduler) - spent[0]
        found["workers cpu"] = sum(map(_cpu_of, workers)) - spent[1]
        for name in watched:
            found[f"{name} memory before"] = before[name]
            found[f"{name} memory"] = peaks[name]
        process.stdin.write("end\n")
        process.stdin.flush()
    return found


def _cpu_of(process: psutil.Process) -> float:
    used = process.cpu_times()
    return float(used.user + used.system)


def _readable(process: subprocess.Popen[str]) -> bool:
    """Return whether a process has printed something or ended."""
    assert process.stdout is not None
    return process.poll() is not None or bool(select.select([process.stdout], [], [], 0)[0])


def main() -> None:
    """Measure, and print the result."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tasks", type=int, default=100_000)
    options.add_argument("--single", action="store_true", help="one block per job")
    options.add_argument("--with", dest="python", default=sys.executable, help="interpreter")
    options.add_argument("--client", help=argparse.SUPPRESS)
    options.add_argument("--store", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.client:
        run_client(chosen.client, chosen.tasks, chosen.single, chosen.store)
        return
    tasks = chosen.tasks
    found = measure(chosen.python, tasks, chosen.single)
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(
        f"{tasks:,} blocks of {GAMES} games of {BOARD}/{MINES}, {WORKERS} workers, load {load:.1f}"
    )
    print(f"first stored result after {found['first']:.1f} s, all after {found['seconds']:.0f} s")
    print(f"transactions of the store: {found['batches']:,.0f}")
    for name, cpu in (("client", found["cpu"]), ("scheduler", found["scheduler cpu"])):
        before, peak = found[f"{name} memory before"], found[f"{name} memory"]
        print(
            f"{name}: memory {before / 1e6:.0f} MB before, {peak / 1e6:.0f} MB at its peak; "
            f"CPU time {1e3 * cpu / tasks:.3f} ms per block"
        )
    print(
        f"workers: CPU time {1e3 * found['workers cpu'] / tasks:.3f} ms per block, with the games"
    )


if __name__ == "__main__":
    main()
