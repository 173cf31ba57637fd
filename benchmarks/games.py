"""Speed of play: games per CPU-second compared with the fastest known program.

That program (C++, Tu et al., AAAI-17) was measured once on the machine on which this project was
first built; its figures are below. Run alone on an idle machine: ``make bench``.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from dataclasses import asdict, dataclass

import sapper

PEER = {
    ("8x8/10", "pseq"): 17_500,
    ("9x9/10", "pseq"): 21_700,
    ("10x10/20", "pseq"): 6_900,
    ("16x16/40", "pseq"): 5_900,
    ("16x30/99", "pseq"): 980,
    ("9x9/10", "heuristic:P"): 30_900,
    ("16x16/40", "heuristic:P"): 7_500,
    ("16x30/99", "heuristic:P"): 580,
}
"""Games per CPU-second of the AAAI-17 program, one core."""

WANTED = 3.0
"""Target ratio."""


@dataclass(frozen=True)
class Speed:
    """One row of the table."""

    spec: str
    strategy: str
    games: int
    per_second: float
    ratio: float
    longest_ms: float


def measure(spec: str, strategy: str, seconds: float) -> Speed:
    """Play for about the given CPU-seconds on one thread."""
    games = 500
    while True:
        before = time.process_time()
        result = sapper.simulate(spec, strategy=strategy, games=games, seed=1, threads=1)
        took = time.process_time() - before
        if took > seconds / 2 or games >= 2_000_000:
            break
        games = int(games * min(50.0, max(2.0, seconds / max(took, 1e-3))))
    peer = PEER.get((spec, strategy), 0)
    rate = games / took
    longest = result.longest * 1000
    return Speed(spec, strategy, games, rate, rate / peer if peer else float("nan"), longest)


def per_cell(spec: str, games: int) -> float:
    """Return CPU-nanoseconds per cell and game."""
    board, _ = spec.split("/")
    rows, columns = (int(part) for part in board.split("x"))
    before = time.process_time()
    sapper.simulate(spec, strategy="pseq", games=games, seed=1, threads=1)
    return (time.process_time() - before) / games / (rows * columns) * 1e9


def wall(threads: int, games: int) -> float:
    """Return the wall time of expert games on a number of threads."""
    before = time.perf_counter()
    sapper.simulate("16x30/99", strategy="pseq", games=games, seed=1, threads=threads)
    return time.perf_counter() - before


def peak_mb() -> float:
    """Return the peak memory of the process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU-seconds per line")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    speeds = [measure(spec, strategy, options.seconds) for spec, strategy in PEER]
    memory_before = peak_mb()
    games = int(options.seconds * 5000)
    threads = {n: min(wall(n, games) for _ in range(3)) for n in (1, 2)}
    # Alternating; the best of each counts.
    each = [(per_cell("30x30/108", 2000), per_cell("300x300/10800", 20)) for _ in range(3)]
    small, large = min(first for first, _ in each), min(second for _, second in each)
    before = time.process_time()
    huge = sapper.simulate("1000x1000/100000", strategy="perimeter", games=5, seed=1, first="open")
    huge_seconds = (time.process_time() - before) / 5
    report = {
        "speeds": [asdict(speed) for speed in speeds],
        "two_threads_over_one": threads[1] / threads[2],
        "ns_per_cell_30x30": small,
        "ns_per_cell_300x300": large,
        "per_cell_ratio": large / small,
        "huge_cpu_seconds_per_game": huge_seconds,
        "huge_moves_per_game": huge.moves / huge.games,
        "peak_mb_before_repeats": memory_before,
        "peak_mb": peak_mb(),
    }
    if options.json:
        print(json.dumps(report))
        return
    print(f"{'board':>10} {'strategy':>12} {'games':>9} {'per CPU-s':>10} {'ratio':>6} longest")
    for s in speeds:
        mark = "" if s.ratio >= WANTED else "  below the wanted ratio"
        print(
            f"{s.spec:>10} {s.strategy:>12} {s.games:>9} {s.per_second:>10.0f} {s.ratio:>6.2f}"
            f" {s.longest_ms:.1f} ms{mark}"
        )
    cells = f"30x30 {small:.0f}, 300x300 {large:.0f}, ratio {large / small:.2f} (1.2 allowed)"
    clicks = huge.moves / huge.games
    print(f"two threads over one: {threads[1] / threads[2]:.2f} (1.8 wanted)")
    print(f"pseq, ns per cell: {cells}")
    print(f"1000x1000/100000: {huge_seconds:.2f} CPU-s and {clicks:.0f} clicks per game")
    print(
        f"peak memory: {memory_before:.0f} MB after the lines above, {peak_mb():.0f} MB at the end"
    )


if __name__ == "__main__":
    main()
