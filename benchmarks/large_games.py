"""Memory and time of single games on large squares, each in a new process.

    python benchmarks/large_games.py [SIDE ...] [--against /path/to/former/bin/python]

Both should be linear in the number of cells: the last two columns are nearly constant. With
``--against``, runs of an earlier version alternate with those of the present one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

WANTED = 40
"""Largest accepted number of bytes per cell, from 1000x1000 on."""

SIDES = (250, 500, 1000, 2000, 4000)
GAMES = {250: 200, 500: 50, 1000: 12, 2000: 4, 4000: 2}
PROGRAM = """
import resource, sys
from sapper import simulate
from sapper.theory import census
side, games = int(sys.argv[1]), int(sys.argv[2])
board = f"{side}x{side}"
mines = round(side * side * census("grid").density(board, 0.9))
played = simulate(board, "pseq", games, 1, "open", threads=1, mines=mines)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
print(played.cpu_seconds / games, peak)
"""
BASE = """
import resource, sapper, sapper.theory
print(0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def measured(python: str, program: str, *arguments: str) -> tuple[float, int]:
    """Run a program in a new process; return the processor seconds per game and the peak memory."""
    command = [python, "-c", program, *arguments]
    reported = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, peak = reported.stdout.split()
    return float(seconds), int(peak)


def main() -> None:
    """Print one row per side and version."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sides", type=int, nargs="*", default=SIDES, help="sides of the squares")
    parser.add_argument("--against", help="the Python of an earlier version")
    options = parser.parse_args()
    pythons = {"present": sys.executable}
    if options.against:
        pythons["former"] = options.against
    base = {name: measured(python, BASE)[1] for name, python in pythons.items()}
    print("board        version    s/game  peak MB    ns/cell    bytes/cell")
    missed = []
    for side in options.sides:
        cells = side * side
        for name, python in pythons.items():
            seconds, peak = measured(python, PROGRAM, str(side), str(GAMES.get(side, 4)))
            bytes_per_cell = (peak - base[name]) / cells
            print(
                f"{side}x{side:<8} {name:8} {seconds:8.3f} {peak / 1e6:8.0f}"
                f" {1e9 * seconds / cells:10.0f} {bytes_per_cell:13.0f}",
                flush=True,
            )
            if name == "present" and side >= 1000 and bytes_per_cell > WANTED:
                missed.append(f"{side}x{side}")
    if missed:
        sys.exit(f"more than {WANTED} bytes per cell: {', '.join(missed)}")


if __name__ == "__main__":
    main()
