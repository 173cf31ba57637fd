"""Coverage of the intervals of sequential comparisons, by simulation.

Each run deals outcomes of pairs of games with known probabilities, looks at the interval after the
rounds of ``sapper.compare``, and stops by its rule. The table has the share of runs whose interval
contains the true difference at the end, and at all looks of a run without stopping.

    python benchmarks/sequential_coverage.py --runs 1000
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from anytime_coverage import Case, coverage

CASES = [
    Case(0.0, 0.1),
    Case(0.0, 0.02),
    Case(0.0, 0.5),
    Case(0.005, 0.05),
    Case(0.01, 0.1),
    Case(-0.03, 0.2),
    Case(0.05, 0.05),
    Case(0.3, 0.9),
]


def main() -> None:
    """Print a table of the coverage of each case."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--games", type=int, default=20_000, help="upper limit of a run")
    parser.add_argument("--half-width", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for case in CASES:
        found = coverage(case, given.runs, given.games, given.half_width, given.seed)
        print(
            f"| {case.difference:+.3f} | {case.discordant} | {given.runs:,} | "
            f"{100 * found.decided:.1f} % | {found.games:,.0f} | {100 * found.stopping:.1f} % | "
            f"{100 * found.always:.1f} % |",
            flush=True,
        )


if __name__ == "__main__":
    main()
