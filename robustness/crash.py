"""Fault injection into the store: ``make crash``, or ``python robustness/crash.py --help``.

Sweeps, adaptive sweeps, exports and reports are disturbed: they are killed at random moments, alone
and during a second writer on the same store, and at every file operation the disk is full, fails,
tears a write, or is read-only. Then the same command runs undisturbed. Its final result must be
byte-identical to that of a run without faults. Until then every file is either the old or the new
version, and a command that stops because of a fault names it in one line. Finally, schedulers and
workers of a cluster are killed during a sweep.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import crash_cluster

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER = Path(__file__).parent
KINDS = {"full": 1, "broken": 2, "killed": 3, "torn": 4, "read-only": 5}
"""Faults of the disk by the numbers of ``faulty_disk.c``."""

NEVER = 0
CLUSTER = "cluster"
STORE, TABLE, PAGE = "lab.db", "table.csv", "report.html"
_LAB = ["--store", STORE, "--workers", "1"]
_FEWER = ["sweep", "5x5", "--mines", "2:7", "--games", "40", *_LAB]
_SWEEP = ["sweep", "5x5", "--mines", "2:7", "--games", "400", *_LAB]
# Two points have no fitted curve, which makes the report fast.
_POINTS = ["sweep", "5x5", "--mines", "2:3", *_LAB, "--games"]
_ADAPTIVE = ["density", "4x4", "--half-width", "0.04", *_LAB, "--json"]
_EXPORT = [*_SWEEP, "--export", TABLE]
_REPORT = ["report", "--store", STORE, "--output", PAGE]
_SAYS_WHAT = re.compile(
    r"disk is full|No space|cannot (write|be)|I/O|Input/output|[Rr]ead-only|damaged"
)


class BrokenPromiseError(Exception):
    """A guarantee of the store is violated."""


@dataclass(frozen=True)
class Scenario:
    """A command that is disturbed."""

    name: str
    """Description for the table."""

    command: list[str]
    """The arguments of ``sapper``."""

    before: tuple[list[str], ...] = ()
    """Arguments of the commands that run undisturbed before it."""

    files: tuple[str, ...] = ()
    """Files that it writes; at any moment each is the old or the new version."""

    plays: bool = False
    """Whether it writes to the store."""


SCENARIOS = (
    Scenario("sweep", _SWEEP, plays=True),
    Scenario("adaptive sweep", _ADAPTIVE, plays=True),
    Scenario("export", _EXPORT, ([*_FEWER, "--export", TABLE], _SWEEP), (TABLE,)),
    Scenario("report", _REPORT, ([*_POINTS, "40"], _REPORT, [*_POINTS, "400"]), (PAGE,)),
)


@dataclass
class Count:
    """Trials of one kind of fault and their results."""

    tried: int = 0
    """Number of disturbed runs."""

    killed: int = 0
    """Number of killed runs."""

    reported: int = 0
    """Number of runs that stopped with a one-line error."""

    harmless: int = 0
    """Number of runs that were not affected by the fault."""

    sentences: set[str] = field(default_factory=set)
    """The different error messages, without numbers and paths."""


class Server:
    """Runs trials in preloaded processes that start at once."""

    def __init__(self, disk: Path) -> None:
        environment = {**os.environ, "LD_PRELOAD": str(disk), "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, str(FOLDER / "crash_server.py")],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, folder: Path, arguments: list[str], **trial: Any) -> dict[str, Any]:
        """Run a command in a folder; by default on a disk without faults."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"folder": str(folder), "arguments": arguments, "kind": NEVER, "at": 0, **trial}
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        reported: dict[str, Any] = json.loads(self._process.stdout.readline())
        return reported

    def close(self) -> None:
        """Stop the server."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


@contextmanager
def server() -> Iterator[Server]:
    """Compile the faulty disk and start a server on it."""
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder) / "faulty_disk.so"
        source = str(FOLDER / "faulty_disk.c")
        subprocess.run(
            ["cc", "-O1", "-shared", "-fPIC", "-o", str(disk), source, "-ldl"], check=True
        )
        started = Server(disk)
        try:
            yield started
        finally:
            started.close()


class Trials:
    """Disturbs one scenario repeatedly."""

    def __init__(
        self, scenario: Scenario, run: Callable[..., dict[str, Any]], folder: Path
    ) -> None:
        self.scenario = scenario
        self._run = run
        self._folder = folder / scenario.name.replace(" ", "-")
        self._template = self._folder / "template"
        self._template.mkdir(parents=True)
        for command in scenario.before:
            self._must_run(self._template, command)
        self.old = {name: _content(self._template / name) for name in scenario.files}
        whole = self._copy("undisturbed")
        done = self._must_run(whole, scenario.command)
        self.changes: int = done["changes"]
        again = self._must_run(self._copy("undisturbed"), scenario.command)
        self.seconds: float = min(done["seconds"], again["seconds"])
        self.new = self._state(whole)

    def _copy(self, name: str) -> Path:
        place = self._folder / name
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self._template, place)
        return place

    def _must_run(self, folder: Path, command: list[str]) -> dict[str, Any]:
        done = self._run(folder, command)
        if done["code"] != 0:
            raise BrokenPromiseError(
                f"undisturbed, {command} ends with {done['code']}: {done['err']}"
            )
        return done

    def _state(self, folder: Path) -> dict[str, bytes | str | None]:
        """Return the final state: the table of the store, and the files."""
        from sapper.lab.store.export import to_csv
        from sapper.lab.store.store import Store

        with Store(folder / STORE) as store:
            table = to_csv(store.tallies())
        return {"store": table, **{name: _content(folder / name) for name in self.scenario.files}}

    def disturb(
        self,
        count: Count,
        what: str,
        rival: Callable[..., dict[str, Any]] | None = None,
        **trial: Any,
    ) -> bool:
        """Run once with a fault, then undisturbed; return whether the fault occurred.

        With ``rival``, a second undisturbed process runs the same command on the same store.
        """
        place = self._copy("disturbed")
        with ThreadPoolExecutor(1) as meanwhile:
            other = meanwhile.submit(rival, place, self.scenario.command) if rival else None
            done = self._run(place, self.scenario.command, **trial)
        if other is not None and other.result()["code"] != 0:
            raise BrokenPromiseError(f"{what}: the second process says {other.result()['err']}")
        happened = done["signal"] is not None or bool(done["failures"])
        about = f"{self.scenario.name}, {what}"
        count.tried += 1
        if done["signal"] is not None:
            if done["signal"] != signal.SIGKILL:
                raise BrokenPromiseError(f"{about}: ended by signal {done['signal']}")
            count.killed += 1
        elif done["code"] == 0:
            count.harmless += 1
        else:
            self._check_sentence(about, done, count)
        self._check_files(about, place, killed=done["signal"] is not None)
        again = self._run(place, self.scenario.command)
        if again["code"] != 0:
            raise BrokenPromiseError(
                f"{about}: the next run ends with {again['code']}: {again['err']}"
            )
        if self._state(place) != self.new:
            raise BrokenPromiseError(f"{about}: the next run leaves something else")
        return happened

    def _check_sentence(self, about: str, done: dict[str, Any], count: Count) -> None:
        lines = [line for line in done["err"].splitlines() if line.strip()]
        if done["code"] not in (1, 2) or not lines or "Traceback" in done["err"]:
            raise BrokenPromiseError(f"{about}: ended with {done['code']}: {done['err']}")
        if not lines[-1].startswith("sapper") or not _SAYS_WHAT.search(lines[-1]):
            raise BrokenPromiseError(f"{about}: says {lines[-1]!r}")
        count.reported += 1
        count.sentences.add(re.sub(r"'[^']*'", "'...'", lines[-1]))

    def _check_files(self, about: str, place: Path, *, killed: bool) -> None:
        for name in self.scenario.files:
            if _content(place / name) not in (self.old[name], self.new[name]):
                raise BrokenPromiseError(f"{about}: {name} is neither the old one nor the new one")
        left = [path.name for path in place.iterdir() if path.name.endswith(".part")]
        if left and not killed:
            raise BrokenPromiseError(f"{about}: {left} is left behind")


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def at_every_change(trials: Trials, kind: str, most: int) -> Count:
    """Inject the fault at every file operation, or at ``most`` of them, evenly spread."""
    count = Count()
    last = trials.changes + 1  # beyond the last operation no fault occurs
    places = (
        range(1, last + 1) if last <= most else sorted({1 + i * last // most for i in range(most)})
    )
    for at in places:
        trials.disturb(count, f"{kind} at change {at}", kind=KINDS[kind], at=at)
    return count


def at_random_moments(
    trials: Trials,
    times: int,
    seed: int,
    rival: Callable[..., dict[str, Any]] | None = None,
) -> Count:
    """Kill the process in a number of trials, at moments spread over its run time."""
    count = Count()
    chance = random.Random(f"{seed} {trials.scenario.name}")
    while count.killed < times and count.tried < 5 * times:  # some are later than its end
        moment = chance.random() * trials.seconds
        before = count.killed
        trials.disturb(count, f"killed after {moment:.4f} s", rival, kill_after=moment)
        # The run time depends on the load of the machine.
        trials.seconds *= 1.1 if count.killed > before else 0.8
    return count


def main() -> None:
    """Run all scenarios and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    names = [*(scenario.name for scenario in SCENARIOS), CLUSTER]
    parser.add_argument("commands", nargs="*", help=f"of {', '.join(names)}; default: all")
    parser.add_argument("--kills", type=int, default=100, help="kills per command")
    parser.add_argument(
        "--changes", type=int, default=10_000, help="largest number of file operations that fail"
    )
    parser.add_argument(
        "--cluster-kills", type=int, default=12, help="kills of schedulers and of workers"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the moments")
    asked = parser.parse_args()
    unknown = set(asked.commands) - set(names)
    if unknown:
        parser.error(f"no command {', '.join(sorted(unknown))}: there are {', '.join(names)}")
    print(f"{'command':<16}{'fault':<16}{'tried':>7}{'killed':>8}{'reported':>10}{'harmless':>10}")
    sentences: set[str] = set()
    memory = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder,
        server() as started,
        server() as second,
    ):
        for scenario in SCENARIOS:
            if asked.commands and scenario.name not in asked.commands:
                continue
            trials = Trials(scenario, started.run, Path(folder))
            print(f"{scenario.name}: {trials.changes} file operations")
            for kind in KINDS:
                _print(scenario.name, kind, at_every_change(trials, kind, asked.changes), sentences)
            killed = at_random_moments(trials, asked.kills, asked.seed)
            _print(scenario.name, "any moment", killed, sentences)
            if scenario.plays:
                killed = at_random_moments(trials, asked.kills, asked.seed + 1, second.run)
                _print(scenario.name, "two writers", killed, sentences)
    if not asked.commands or CLUSTER in asked.commands:
        _disturb_cluster(asked.cluster_kills, asked.seed, sentences)
    print("what they said:", *sorted(sentences), sep="\n  ")


def _disturb_cluster(times: int, seed: int, sentences: set[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        trials = crash_cluster.Trials(Path(folder), seed)
        for what, count in (
            ("scheduler", trials.kill_schedulers(times)),
            ("workers", trials.kill_workers(times)),
        ):
            sentences |= count.sentences
            print(
                f"{CLUSTER}: {what} killed {count.killed} times, {count.reported} sweeps failed, "
                f"{count.finished} finished, {count.tables} tables the same",
                flush=True,
            )


def _print(name: str, kind: str, count: Count, sentences: set[str]) -> None:
    sentences |= count.sentences
    numbers = f"{count.tried:>7}{count.killed:>8}{count.reported:>10}{count.harmless:>10}"
    print(f"{name:<16}{kind:<16}{numbers}", flush=True)


if __name__ == "__main__":
    main()
