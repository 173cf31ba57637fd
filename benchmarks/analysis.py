"""Speed of the analysis beside a peer: the Rust package ms-toollib, in one run, by CPU time.

Every position is measured several times in turn with the peer and its best time counts, so that
what else the machine does falls out as far as it can. Run alone: ``make bench``.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
from midgame import midgame
from ms_toollib import cal_probability_onboard

import sapper

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
COVERED_FOR_PEER = 10


@dataclass(frozen=True)
class Line:
    """One measured figure beside what it has to reach."""

    what: str
    value: float
    unit: str
    wanted: str
    good: bool


def cpu_seconds(job: Callable[[], object]) -> float:
    """Measure one run."""
    before = time.process_time_ns()
    job()
    return (time.process_time_ns() - before) / 1e9


def best_of(jobs: list[Callable[[], object]], repeats: int) -> list[float]:
    """Run the jobs in turn, several times, and return the best time of each."""
    times = [[cpu_seconds(job) for job in jobs] for _ in range(repeats)]
    return [min(run[i] for run in times) for i in range(len(jobs))]


# -- beside the peer ----------------------------------------------------------------------------


def read_clues(rows: list[str]) -> list[list[int | None]]:
    return [[None if c == "#" else int(c) for c in row] for row in rows]


def for_peer(clues: list[list[int | None]]) -> list[list[int]]:
    return [[COVERED_FOR_PEER if clue is None else clue for clue in row] for row in clues]


def differ(clues: list[list[int | None]], mines: int) -> float:
    """Return the largest difference between the two probabilities of a covered cell."""
    board = sapper.grid(len(clues), len(clues[0]))
    ours = sapper.analyze(sapper.Position(board, clues, mines)).mine_probability
    theirs = np.array(cal_probability_onboard(for_peer(clues), mines)[0]).reshape(-1)
    return float(np.nanmax(np.abs(ours - theirs)))


def beside_the_peer(repeats: int) -> list[Line]:
    """Measure the stuck expert positions: probabilities alone, and from the same nested lists."""
    stuck = json.loads((DATA / "expert_stuck.json").read_text())
    ours, whole, theirs, differences = [], [], [], []
    for entry in stuck:
        clues, mines = read_clues(entry["rows"]), entry["mines"]
        codes = for_peer(clues)
        board = sapper.grid(len(clues), len(clues[0]))
        position = sapper.Position(board, clues, mines)
        jobs: list[Callable[[], object]] = [
            lambda position=position: sapper.analyze(position).mine_probability,
            lambda board=board, clues=clues, mines=mines: sapper.analyze(
                sapper.Position(board, clues, mines)
            ).mine_probability,
            lambda codes=codes, mines=mines: cal_probability_onboard(codes, mines),
        ]
        times = best_of(jobs, repeats)
        ours.append(times[0])
        whole.append(times[1])
        theirs.append(times[2])
        differences.append(differ(clues, mines))
    far = [i for i, difference in enumerate(differences) if difference > 1e-6]
    lines = [
        Line("positions where the probabilities differ by over 1e-6", len(far), "", "0", not far),
        Line("peer, median", median(theirs) * 1e6, "us", "", True),
        Line("peer, slowest", max(theirs) * 1e6, "us", "", True),
    ]
    for name, times in (("analysis", ours), ("with the position made", whole)):
        ratios = median(theirs) / median(times), max(theirs) / max(times)
        lines += [
            Line(f"{name}, median", median(times) * 1e6, "us", "", True),
            Line(f"{name}, slowest", max(times) * 1e6, "us", "", True),
            Line(f"{name}, median ratio", ratios[0], "x", ">= 25", ratios[0] >= 25),
            Line(f"{name}, slowest ratio", ratios[1], "x", ">= 50", ratios[1] >= 50),
        ]
    return lines


# -- what the peer does not do ------------------------------------------------------------------


def lattices() -> list[Line]:
    lines = []
    for entry in json.loads((DATA / "lattices.json").read_text()):
        clues = read_clues(entry["rows"])
        rows, columns = len(clues), len(clues[0])
        position = sapper.Position(sapper.grid(rows, columns), clues, entry["mines"])
        (took,) = best_of([lambda p=position: sapper.analyze(p).mine_probability], 2)
        name = f"lattice {rows}x{columns}"
        lines.append(Line(name, took * 1e3, "ms", "< 1000", took < 1))
    return lines


def large_boards() -> list[Line]:
    lines = []
    for size, mines, limit, seeds in ((100, 2500, 0.05, 5), (1000, 200_000, 2.0, 1)):
        for seed in range(1, seeds + 1):
            position = midgame(size, size, mines, seed)
            before = peak_memory()
            took = cpu_seconds(lambda p=position: sapper.analyze(p).mine_probability)
            name = f"mid-game {size}x{size}/{mines}, seed {seed}"
            lines.append(Line(name, took * 1e3, "ms", f"< {limit * 1e3:.0f}", took < limit))
        lines.append(Line(f"peak memory before {size}x{size}", before, "MB", "", True))
        lines.append(Line(f"peak memory after {size}x{size}", peak_memory(), "MB", "", True))
    return lines


def peak_memory() -> float:
    """Return the most memory this process has had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def exact_counts() -> list[Line]:
    """Measure integers and fractions on the stuck expert positions and on a larger board."""
    stuck = json.loads((DATA / "expert_stuck.json").read_text())
    positions = []
    for entry in stuck[:20]:
        clues = read_clues(entry["rows"])
        board = sapper.grid(len(clues), len(clues[0]))
        positions.append(sapper.Position(board, clues, entry["mines"]))
    layouts = [cpu_seconds(lambda p=p: sapper.analyze(p).solutions) for p in positions]
    fractions = [cpu_seconds(lambda p=p: sapper.analyze(p).exact()) for p in positions]
    large = midgame(100, 100, 2500, seed=1)
    return [
        Line("exact layouts, expert, median", median(layouts) * 1e3, "ms", "", True),
        Line("exact fractions, expert, median", median(fractions) * 1e3, "ms", "", True),
        Line(
            "exact layouts, 100x100/2500",
            cpu_seconds(lambda: sapper.analyze(large).solutions) * 1e3,
            "ms",
            "",
            True,
        ),
        Line(
            "exact fractions, 100x100/2500",
            cpu_seconds(lambda: sapper.analyze(large).exact()) * 1e3,
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
    """Measure the import of sapper beyond that of numpy, in processes of its own."""
    times = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, "-c", IMPORT], check=True, capture_output=True)
        times.append(float(done.stdout))
    took = median(times)
    return Line("import beyond numpy", took * 1e3, "ms", "< 150", took < 0.15)


# -- the table ----------------------------------------------------------------------------------


def table(lines: list[Line]) -> str:
    width = max(len(line.what) for line in lines)
    return "\n".join(
        f"{line.what:{width}} {line.value:12.2f} {line.unit:3} {line.wanted:8}"
        f" {'' if not line.wanted else 'ok' if line.good else 'MISSED'}".rstrip()
        for line in lines
    )


def main() -> None:
    """Measure all and print a table or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--repeats", type=int, default=7, help="runs of each stuck position")
    options = parser.parse_args()
    lines = [
        import_time(5),
        *beside_the_peer(options.repeats),
        *lattices(),
        *exact_counts(),
        *large_boards(),
    ]
    if options.json:
        told: dict[str, Any] = {"lines": [asdict(line) for line in lines]}
        print(json.dumps(told, indent=1))
    else:
        print(table(lines))
    missed = [line.what for line in lines if not line.good]
    if missed:
        sys.exit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
