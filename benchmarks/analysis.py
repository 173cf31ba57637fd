"""Speed of the analysis compared with a peer, the Rust package ms-toollib, by CPU time.

Sapper and the peer alternate on every position. Each runs several times in a row, and the best time
counts, which removes most of the noise of other processes. Cold times are those of single
alternating runs, for which the other program has filled the caches.

Before every row an untimed allocation of a larger block makes glibc merge freed small blocks;
otherwise the next program pays for the blocks that the other has freed (10 us after a run of the
peer). Run alone on an idle machine: ``make bench``.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
from ms_toollib import cal_probability_onboard

import sapper
from midgame import midgame

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
COVERED_FOR_PEER = 10
LARGE_BLOCK = 4000
"""Bytes; larger than the blocks in the free lists of glibc."""
COLD_TURNS = 2
"""Repetitions per row: single runs are noisier."""

Clues = list[list[int | None]]


@dataclass(frozen=True)
class Line:
    """One measured figure and its target."""

    what: str
    value: float
    unit: str
    wanted: str
    good: bool


def cpu_seconds(job: Callable[[], object]) -> float:
    """Return the CPU seconds of one run."""
    before = time.process_time_ns()
    job()
    return (time.process_time_ns() - before) / 1e9


@dataclass
class Times:
    """The best times of a job in seconds: of single runs, and of runs in a row."""

    cold: float
    best: float


def alternating(jobs: list[Callable[[], object]], rows: int, length: int) -> list[float]:
    """Alternate between the jobs, each several times in a row; return the best time of each."""
    times = [float("inf")] * len(jobs)
    for _ in range(rows):
        for i, job in enumerate(jobs):
            bytes(LARGE_BLOCK)
            times[i] = min(times[i], *(cpu_seconds(job) for _ in range(length)))
    return times


def probabilities(position: sapper.Position) -> object:
    """Run the measured call."""
    return sapper.analyze(position).mine_probability


# -- compared with the peer ---------------------------------------------------------------------


def probabilities_of_clues(board: sapper.Board, clues: Clues, mines: int) -> object:
    """Run the same from the peer's input: nested lists of numbers."""
    return probabilities(sapper.Position(board, clues, mines))


def probabilities_of_text(text: str, mines: int) -> object:
    """Run the same from rows of characters."""
    return probabilities(sapper.parse(text, mines))


def read_clues(rows: list[str]) -> Clues:
    """Parse rows of digits and covered cells."""
    return [[None if c == "#" else int(c) for c in row] for row in rows]


def for_peer(clues: Clues) -> list[list[int]]:
    """Return clues in the encoding of the peer."""
    return [[COVERED_FOR_PEER if clue is None else clue for clue in row] for row in clues]


def differ(clues: Clues, mines: int) -> float:
    """Return the largest difference between the two probabilities of a covered cell."""
    board = sapper.grid(len(clues), len(clues[0]))
    ours = sapper.analyze(sapper.Position(board, clues, mines)).mine_probability
    theirs = np.array(cal_probability_onboard(for_peer(clues), mines)[0]).reshape(-1)
    return float(np.nanmax(np.abs(ours - theirs)))


def compared_with_peer(rows: int) -> list[Line]:
    """Measure the stuck expert positions: probabilities only, and from nested lists or text."""
    stuck = json.loads((DATA / "expert_stuck.json").read_text())
    found: dict[str, list[Times]] = {name: [] for name in ("analysis", "from lists", "from text")}
    theirs: list[Times] = []
    differences: list[float] = []
    for entry in stuck:
        clues, mines = read_clues(entry["rows"]), entry["mines"]
        codes = for_peer(clues)
        board = sapper.grid(len(clues), len(clues[0]))
        position = sapper.Position(board, clues, mines)
        peer = partial(cal_probability_onboard, codes, mines)
        ours: dict[str, Callable[[], object]] = {
            "analysis": partial(probabilities, position),
            "from lists": partial(probabilities_of_clues, board, clues, mines),
            "from text": partial(probabilities_of_text, "\n".join(entry["rows"]), mines),
        }
        warm = alternating([peer, *ours.values()], rows, length=5)
        theirs.append(Times(float("inf"), warm[0]))
        for (name, job), best in zip(ours.items(), warm[1:], strict=True):
            cold_peer, cold = alternating([peer, job], COLD_TURNS * rows, length=1)
            found[name].append(Times(cold, best))
            theirs[-1].cold = min(theirs[-1].cold, cold_peer)
        differences.append(differ(clues, mines))
    far = [i for i, difference in enumerate(differences) if difference > 1e-6]
    lines = [
        Line("positions whose probabilities differ by over 1e-6", len(far), "", "0", not far),
    ]
    middle, worst = _middle_and_worst("peer", theirs, lines)
    cold = median(t.cold for t in theirs)
    for name, taken in found.items():
        ours_middle, ours_worst = _middle_and_worst(name, taken, lines)
        ratios = middle / ours_middle, worst / ours_worst
        cold_ratio = cold / median(t.cold for t in taken)
        lines += [
            Line(f"{name}, median ratio", ratios[0], "x", ">= 25", ratios[0] >= 25),
            Line(f"{name}, median ratio, cold", cold_ratio, "x", ">= 40", cold_ratio >= 40),
            Line(f"{name}, slowest ratio", ratios[1], "x", ">= 50", ratios[1] >= 50),
        ]
    return lines


def _middle_and_worst(name: str, times: list[Times], lines: list[Line]) -> tuple[float, float]:
    middle, worst = median(t.best for t in times), max(t.best for t in times)
    lines += [
        Line(f"{name}, median", middle * 1e6, "us", "", True),
        Line(f"{name}, median of cold runs", median(t.cold for t in times) * 1e6, "us", "", True),
        Line(f"{name}, slowest", worst * 1e6, "us", "", True),
    ]
    return middle, worst


# -- without a peer -----------------------------------------------------------------------------


def lattices() -> list[Line]:
    """Measure boards on which the elimination order decides the cost."""
    lines = []
    for entry in json.loads((DATA / "lattices.json").read_text()):
        clues = read_clues(entry["rows"])
        rows, columns = len(clues), len(clues[0])
        position = sapper.Position(sapper.grid(rows, columns), clues, entry["mines"])
        took = cpu_seconds(partial(probabilities, position))
        name = f"lattice {rows}x{columns}"
        lines.append(Line(name, took * 1e3, "ms", "< 1000", took < 1))
    return lines


def large_boards() -> list[Line]:
    """Measure mid-game positions on large boards."""
    lines = []
    for size, mines, limit, seeds in ((100, 2500, 0.05, 5), (1000, 200_000, 2.0, 1)):
        for seed in range(1, seeds + 1):
            position = midgame(size, size, mines, seed)
            before = peak_memory()
            took = cpu_seconds(partial(probabilities, position))
            name = f"mid-game {size}x{size}/{mines}, seed {seed}"
            lines.append(Line(name, took * 1e3, "ms", f"< {limit * 1e3:.0f}", took < limit))
        lines.append(Line(f"peak memory before {size}x{size}", before, "MB", "", True))
        lines.append(Line(f"peak memory after {size}x{size}", peak_memory(), "MB", "", True))
    return lines


def peak_memory() -> float:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def exact_layouts(position: sapper.Position) -> object:
    """Count layouts as an integer."""
    return sapper.analyze(position).solutions


def exact_fractions(position: sapper.Position) -> object:
    """Compute probabilities as fractions."""
    return sapper.analyze(position).exact()


def exact_counts() -> list[Line]:
    """Measure integers and fractions on the stuck expert positions and on a larger board."""
    stuck = json.loads((DATA / "expert_stuck.json").read_text())
    positions = []
    for entry in stuck[:20]:
        clues = read_clues(entry["rows"])
        board = sapper.grid(len(clues), len(clues[0]))
        positions.append(sapper.Position(board, clues, entry["mines"]))
    layouts = [cpu_seconds(partial(exact_layouts, position)) for position in positions]
    fractions = [cpu_seconds(partial(exact_fractions, position)) for position in positions]
    large = midgame(100, 100, 2500, seed=1)
    return [
        Line("exact layouts, expert, median", median(layouts) * 1e3, "ms", "", True),
        Line("exact fractions, expert, median", median(fractions) * 1e3, "ms", "", True),
        Line(
            "exact layouts, 100x100/2500",
            cpu_seconds(partial(exact_layouts, large)) * 1e3,
            "ms",
            "",
            True,
        ),
        Line(
            "exact fractions, 100x100/2500",
            cpu_seconds(partial(exact_fractions, large)) * 1e3,
            "ms",
            "",
            True,
        ),
    ]


IMPORT = """
import time
import numpy
start = time.perf_counter()
import sapper
sapper.analyze, sapper.Position, sapper.parse
print(time.perf_counter() - start)
"""


def import_time(runs: int) -> Line:
    """Measure the import of sapper without that of numpy, in new processes."""
    times = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, "-c", IMPORT], check=True, capture_output=True)
        times.append(float(done.stdout))
    took = median(times)
    return Line("import beyond numpy", took * 1e3, "ms", "< 150", took < 0.15)


# -- the table ----------------------------------------------------------------------------------


def table(lines: list[Line]) -> str:
    """Format the table."""
    width = max(len(line.what) for line in lines)
    return "\n".join(
        f"{line.what:{width}} {line.value:12.2f} {line.unit:3} {line.wanted:8}"
        f" {'' if not line.wanted else 'ok' if line.good else 'MISSED'}".rstrip()
        for line in lines
    )


def main() -> None:
    """Measure everything and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rows", type=int, default=5, help="turns for each stuck position")
    options = parser.parse_args()
    lines = [
        import_time(5),
        *compared_with_peer(options.rows),
        *lattices(),
        *exact_counts(),
        *large_boards(),
    ]
    if options.json:
        reported: dict[str, Any] = {"lines": [asdict(line) for line in lines]}
        print(json.dumps(reported, indent=1))
    else:
        print(table(lines))
    missed = [line.what for line in lines if not line.good]
    if missed:
        sys.exit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
