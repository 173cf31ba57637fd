"""Memory and time of single games on large squares, each in a process of its own.

    python benchmarks/large_games.py

Both should be linear in the cells: the last two columns hardly change from line to line.
"""

from __future__ import annotations

import subprocess
import sys

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
print(played.processor / games, peak)
"""
BASE = """
import resource, sapper, sapper.theory
print(0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def measured(program: str, *arguments: str) -> tuple[float, int]:
    """Run a program of its own; return the processor time of a game and the peak of memory."""
    command = [sys.executable, "-c", program, *arguments]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, peak = told.stdout.split()
    return float(seconds), int(peak)


def main() -> None:
    """Print a line for each side."""
    _, base = measured(BASE)
    print("board        s a game  peak MB  ns a cell  bytes a cell")
    for side in SIDES:
        seconds, peak = measured(PROGRAM, str(side), str(GAMES[side]))
        cells = side * side
        print(
            f"{side}x{side:<8} {seconds:8.3f} {peak / 1e6:8.0f} {1e9 * seconds / cells:10.0f}"
            f" {(peak - base) / cells:13.0f}"
        )


if __name__ == "__main__":
    main()
