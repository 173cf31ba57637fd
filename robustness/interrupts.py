"""Ctrl-C at random moments of long commands: ``python robustness/interrupts.py``.

An interrupted command must exit with 130, by the signal, or as if it had not been interrupted,
without a traceback and without processes left behind. The reaction time is measured in processor
time of the command and its children after the signal, and in wall time, which depends on the load
of the machine.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_SAPPER = [sys.executable, "-m", "sapper"]
_BOARD = "\n".join(["#" * 30] * 16)
COMMANDS = {
    "simulate": "simulate expert --games 1000000 --threads 1",
    "simulate box": "simulate box:5x5x5/31 --strategy pseq --games 1000 --threads 1",
    "simulate large": "simulate 1000x1000/150000 --games 50 --threads 1",
    "watch": "watch expert --plain --delay 1",
    "optimal": "optimal 4x5/6",
    "value": "value 4x5/5 --strategy pseq",
    "values": "values --largest 4x4",
    "sweep": "sweep expert --mines 60:99 --games 100000 --store lab.db --workers 1",
    "sweep box": "sweep box:5x5x5 --mines 31 --strategy pseq --games 2000 --workers 2",
    "density": "density 16x16 --games 20000 --store lab.db --workers 2",
    "study": "study --store study.db --workers 1",
    "difficulty": "difficulty expert --games 100000",
    "suggest": "suggest expert",
    "deal": "deal expert --no-guess --level single --index 7",
    "analyze": "analyze board.txt --mines 99 --win --samples 1000000",
    "infer": "infer board.txt --mines 99",
    "report": "report --store kept.db",
    "reproduce": "reproduce",
    "demo": "demo --store demo.db --figures figures",
    "serve": "serve --port 0 --store lab.db",
}
"""Commands to interrupt, run in a folder with a position and a store."""

CODES = (0, 1, 2, 130, -signal.SIGINT)
"""Accepted exit codes. -SIGINT occurs if Ctrl-C arrives while Python executes generated source,
such as that of a dataclass; a shell shows it as 130, too.
"""


@dataclass
class Count:
    """Results of the interruptions of one command."""

    tried: int = 0
    """Number of interruptions while it ran."""

    ended: int = 0
    """Number of runs that had ended before."""

    processor: float = 0.0
    """Largest processor time after the signal, in seconds."""

    seconds: float = 0.0
    """Largest wall time after the signal, in seconds."""

    faults: list[str] = field(default_factory=list)
    """The faults that were found."""


def interrupt(words: list[str], folder: Path, moment: float, count: Count) -> None:
    """Run a command, press Ctrl-C after some seconds, and check how it ends."""
    with tempfile.TemporaryFile("w+", dir=folder) as reported:
        process = subprocess.Popen(
            [*_SAPPER, *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=reported,
            start_new_session=True,
        )
        time.sleep(moment)
        before = _processor_seconds(process.pid)
        if process.poll() is not None:
            count.ended += 1
            return
        begin = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)  # to the whole process group, like a terminal
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        count.tried += 1
        count.seconds = max(count.seconds, time.monotonic() - begin)
        count.processor = max(count.processor, used.ru_utime + used.ru_stime - before)
        reported.seek(0)
        said = reported.read()
    if code not in CODES:
        count.faults.append(f"after {moment:.2f} s: ended with {code}: {said[-300:]}")
    elif "Traceback" in said or "terminate called" in said:
        count.faults.append(f"after {moment:.2f} s: {said[-300:]}")
    left = _left(process.pid)
    if left:
        count.faults.append(f"after {moment:.2f} s: {left} left behind")


def _processor_seconds(session: int) -> float:
    """Processor seconds of a process and of its own children that have ended."""
    try:
        fields = Path(f"/proc/{session}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def _left(session: int) -> list[str]:
    """Return the processes of a session that still run after a while, and kill them."""
    for _ in range(100):
        found = _members(session)
        if not found:
            return []
        time.sleep(0.1)
    with suppress(ProcessLookupError):
        os.killpg(session, signal.SIGKILL)
    return found


def _members(session: int) -> list[str]:
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(place.name)
    return found


def main() -> None:
    """Interrupt the selected commands and print one line per command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("commands", nargs="*", help=f"of {', '.join(COMMANDS)}; default: all")
    parser.add_argument("--times", type=int, default=5, help="interruptions per command")
    parser.add_argument(
        "--latest", type=float, default=4.0, help="latest interruption, in seconds after the start"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the moments")
    asked = parser.parse_args()
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # not ignored, as it is for a background job of a shell
    unknown = set(asked.commands) - set(COMMANDS)
    if unknown:
        parser.error(f"no command {', '.join(sorted(unknown))}")
    print(f"{'command':<16}{'tried':>7}{'ended':>7}{'processor':>11}{'seconds':>9}")
    broken = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "board.txt").write_text(_BOARD)
        kept = ["sweep", "5x5", "--mines", "2:9", "--games", "400", "--store", "kept.db"]
        subprocess.run([*_SAPPER, *kept], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for what in asked.commands or COMMANDS:
            count = Count()
            chance = random.Random(f"{asked.seed} {what}")
            for _ in range(asked.times):
                interrupt(COMMANDS[what].split(), folder, chance.random() * asked.latest, count)
            numbers = f"{count.tried:>7}{count.ended:>7}{count.processor:>11.2f}"
            print(f"{what:<16}{numbers}{count.seconds:>9.2f}", flush=True)
            for fault in count.faults:
                broken = True
                print(f"  {fault}", flush=True)
    sys.exit(broken)


if __name__ == "__main__":
    main()
