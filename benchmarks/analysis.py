"""Speed of analysis, beside the PyPI package ms-toollib (Rust) in one run.

CPU time, each position's best of several repeats, the two programs in turn. Run alone on an idle
machine: ``make bench``.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ms_toollib
import numpy as np

import sapper
from midgame import midgame

DATA = Path(__file__).parent.parent / "tests" / "data"
COVERED_THERE = 10  # ms-toollib's code


def cpu_microseconds(work: Callable[[], object], repeats: int) -> float:
    """Return the best CPU time of several runs."""
    best = float("inf")
    for _ in range(repeats):
        before = time.process_time_ns()
        work()
        best = min(best, time.process_time_ns() - before)
    return best / 1000


def expert_stuck() -> dict[str, Any]:
    """Time both programs on a hundred stuck expert positions."""
    board = sapper.grid(16, 30)
    theirs, ours, from_lists = [], [], []
    furthest = 0.0
    for entry in json.loads((DATA / "expert_stuck.json").read_text()):
        rows = [[None if c == "#" else int(c) for c in row] for row in entry["rows"]]
        codes = [[COVERED_THERE if c is None else c for c in row] for row in rows]
        flat = [clue for row in rows for clue in row]
        mines = entry["mines"]
        position = sapper.Position(board, flat, mines)
        theirs.append(
            cpu_microseconds(lambda c=codes, m=mines: ms_toollib.cal_probability_onboard(c, m), 3)  # type: ignore[misc]
        )
        ours.append(
            cpu_microseconds(lambda p=position: sapper.analyze(p).mine_probability, 15)  # type: ignore[misc]
        )
        from_lists.append(
            cpu_microseconds(
                lambda f=flat, m=mines: (
                    sapper.analyze(  # type: ignore[misc]
                        sapper.Position(board, f, m)
                    ).mine_probability
                ),
                15,
            )
        )
        their_probability = np.array(ms_toollib.cal_probability_onboard(codes, mines)[0]).reshape(
            -1
        )
        found = sapper.analyze(position).mine_probability
        covered = ~np.isnan(found)
        furthest = max(furthest, float(np.abs(their_probability - found)[covered].max()))

    def line(times: list[float]) -> dict[str, float]:
        return {
            "median_us": statistics.median(times),
            "slowest_us": max(times),
            "median_ratio": statistics.median(theirs) / statistics.median(times),
            "slowest_ratio": max(theirs) / max(times),
        }

    return {
        "positions": len(ours),
        "ms_toollib": {"median_us": statistics.median(theirs), "slowest_us": max(theirs)},
        "sapper": line(ours),
        "sapper_from_lists": line(from_lists),
        "largest_difference": furthest,
    }


def lattices() -> list[dict[str, Any]]:
    """Time the lattices, where the order of elimination decides."""
    found = []
    for entry in json.loads((DATA / "lattices.json").read_text()):
        position = sapper.parse("\n".join(entry["rows"]), mines=entry["mines"])
        found.append(
            {
                "spec": position.board.spec,
                "seconds": cpu_microseconds(lambda p=position: sapper.analyze(p), 3) / 1e6,  # type: ignore[misc]
                "exact_seconds": cpu_microseconds(
                    lambda p=position: sapper.analyze(p).solutions,  # type: ignore[misc]
                    1,
                )
                / 1e6,
            }
        )
    return found


def large() -> list[dict[str, Any]]:
    """Time large boards in the middle of a game, with the peak memory of the process so far."""
    found = []
    for side, mines, openings in ((100, 2500, 3), (1000, 200_000, 300)):
        position = midgame(side, mines, share=0.5, openings=openings, seed=1)
        seconds = cpu_microseconds(lambda p=position: sapper.analyze(p).mine_probability, 3) / 1e6  # type: ignore[misc]
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        found.append({"spec": f"{side}x{side}/{mines}", "seconds": seconds, "peak_mb": peak})
    return found


def import_seconds(module: str) -> float:
    """Return how long a fresh interpreter takes to import a module and use a name of it."""
    code = f"import time; t = time.perf_counter(); {module}; print(time.perf_counter() - t)"
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(7)
    ]
    return statistics.median(runs)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    numpy_alone = import_seconds("import numpy")
    report = {
        "expert_stuck": expert_stuck(),
        "lattices": lattices(),
        "large": large(),
        "import_beyond_numpy": import_seconds("import numpy, sapper; sapper.analyze") - numpy_alone,
    }
    if options.json:
        print(json.dumps(report))
        return
    stuck = report["expert_stuck"]
    assert isinstance(stuck, dict)
    peer = stuck["ms_toollib"]
    print(f"{stuck['positions']} stuck expert positions, CPU time a position")
    print(
        f"  ms-toollib         median {peer['median_us']:8.1f} us  slowest {peer['slowest_us']:8.1f} us"
    )
    for name, wanted in (("sapper", "25x, 50x wanted"), ("sapper_from_lists", "from lists")):
        row = stuck[name]
        print(
            f"  {name:<18} median {row['median_us']:8.1f} us  slowest {row['slowest_us']:8.1f} us"
            f"  {row['median_ratio']:.0f}x and {row['slowest_ratio']:.0f}x as fast ({wanted})"
        )
    print(f"  largest difference of a probability: {stuck['largest_difference']:.1e}")
    for row in report["lattices"]:  # type: ignore[attr-defined]
        print(
            f"lattice {row['spec']}: {row['seconds']:.4f} s (1 s allowed),"
            f" exact count {row['exact_seconds']:.2f} s"
        )
    for row in report["large"]:  # type: ignore[attr-defined]
        print(f"mid-game {row['spec']}: {row['seconds']:.4f} s, peak {row['peak_mb']:.0f} MB")
    print(f"import beyond numpy: {report['import_beyond_numpy']:.3f} s (0.15 s allowed)")


if __name__ == "__main__":
    main()
