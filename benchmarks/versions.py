"""The present version compared with an earlier one, given by its Python, by CPU time.

    python benchmarks/versions.py --against /path/to/former/bin/python

Both play the same games on one thread and alternate in short rounds. The best round of each counts,
which removes most of the noise of other processes. Wins, guesses and clicks must be identical.
``make bench AGAINST=/path/to/former/bin/python`` includes this benchmark.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

BOARDS = ("8x8/10", "9x9/10", "10x10/20", "16x16/40", "16x30/99")
STRATEGIES = ("pseq", "perimeter")
WANTED = {"8x8/10": 1.5, "9x9/10": 1.5, "10x10/20": 1.5}
"""Target ratio of games per CPU-second, present version over earlier version."""

PLAYER = """
import json, sys, time
from sapper import simulate
for line in sys.stdin:
    spec, strategy, games = json.loads(line)
    before = time.process_time()
    played = simulate(spec, strategy=strategy, games=games, seed=1, threads=1)
    took = time.process_time() - before
    result = [played.wins, played.guesses, played.moves]
    print(json.dumps({"seconds": took, "result": result}), flush=True)
"""


class Version:
    """One version in its own process."""

    def __init__(self, python: str) -> None:
        command = [python, "-c", PLAYER]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, spec: str, strategy: str, games: int) -> dict[str, Any]:
        """Play; return the CPU time and the results."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([spec, strategy, games]), file=self._process.stdin, flush=True)
        reported: dict[str, Any] = json.loads(self._process.stdout.readline())
        return reported

    def end(self) -> None:
        """Stop the process."""
        self._process.communicate()


@dataclass(frozen=True)
class Compared:
    """One board and strategy."""

    spec: str
    strategy: str
    games: int
    present: float
    former: float
    same: bool

    @property
    def ratio(self) -> float:
        """Games per CPU-second of the present version over those of the earlier one."""
        return self.former / self.present

    @property
    def good(self) -> bool:
        """Whether the games are identical and the target is reached."""
        return self.same and self.ratio >= WANTED.get(self.spec, 0.0)


def compare(
    present: Version, former: Version, spec: str, strategy: str, seconds: float, rounds: int
) -> Compared:
    """Alternate between both versions on the same games, in rounds of about the given seconds."""
    games = 1000
    took = former.play(spec, strategy, games)["seconds"]
    games = max(games, int(games * seconds / max(took, 1e-4)))
    best = [float("inf"), float("inf")]
    results = []
    for _ in range(rounds):
        for i, version in enumerate((present, former)):
            reported = version.play(spec, strategy, games)
            best[i] = min(best[i], reported["seconds"])
            results.append(reported["result"])
    same = all(result == results[0] for result in results)
    return Compared(spec, strategy, games, best[0], best[1], same)


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", required=True, help="the Python of the earlier version")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU-seconds per round")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each version")
    options = parser.parse_args()
    present, former = Version(sys.executable), Version(options.against)
    print(f"{'board':>10} {'strategy':>10} {'games':>8} {'per CPU-s':>10} {'before':>8} ratio")
    missed = []
    for spec in BOARDS:
        for strategy in STRATEGIES:
            found = compare(present, former, spec, strategy, options.seconds, options.rounds)
            wanted = f" ({WANTED[spec]} wanted)" if spec in WANTED else ""
            print(
                f"{spec:>10} {strategy:>10} {found.games:>8} {found.games / found.present:>10.0f}"
                f" {found.games / found.former:>8.0f} {found.ratio:.2f}{wanted}"
                f"{'' if found.same else '  OTHER GAMES'}",
                flush=True,
            )
            if not found.good:
                missed.append(f"{spec} {strategy}")
    present.end()
    former.end()
    if missed:
        sys.exit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
