"""Win rates and costs of the strategies, paired on the same games, with intervals.

    python benchmarks/strength.py [--games N] [--seed S] [--boards SPEC ...] [--strategies NAME ...]

Every strategy plays the same games, and differences to the first strategy are paired: games that
both win or both lose contribute no variance. The strategies alternate in blocks of games, so that
Ctrl-C prints a table of the blocks that all have finished. ``best`` caches early decisions within a
block, so larger blocks are faster on small boards.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

import sapper
from sapper import defaults
from sapper.games.counts import Counted, Counts
from sapper.intervals import Z95

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

BOARDS = ("16x30/99", "16x30/99 open", "16x16/40", "10x10/20", "9x9/10", "8x8/10")
STRATEGIES = ("pseq-d256", "perimeter", "pseq", "best")


@dataclass
class Score(Counted):
    """The results of a strategy so far."""

    counts: Counts = field(default_factory=Counts)
    gained: int = 0
    """Games won only by this strategy, minus games won only by the first one."""
    parted: int = 0
    """Games that only one of the two won."""
    longest: float = 0.0

    def row(self, board: str, strategy: str) -> str:
        """Return the score as one line."""
        low, high = self.interval
        gain = self.gained / self.games
        error = Z95 * sqrt((self.parted / self.games - gain**2) / self.games)
        return (
            f"{board:14} {strategy:12} {self.games:9,} games {100 * self.win_rate:7.3f} % "
            f"[{100 * low:.3f}, {100 * high:.3f}]  {100 * gain:+.3f} ± {100 * error:.3f}  "
            f"{self.games / self.cpu_seconds:9,.0f} games per CPU-second, "
            f"slowest game {1000 * self.longest:.1f} ms"
        )


def measure(board: str, options: argparse.Namespace) -> bool:
    """Print one row per strategy on a board; with " open" the first click opens at (3, 3).

    Return whether all games were played.
    """
    spec, _, given = board.partition(" ")
    first: FirstClickRule = "open" if given == "open" else defaults.FIRST
    scores = {strategy: Score() for strategy in options.strategies}
    done, games = 0, int(options.games)
    index = int(options.index)
    while done < games:
        count = min(options.block, games - done)
        played = []
        for strategy in scores:
            result = sapper.simulate(
                spec,
                strategy,
                count,
                options.seed,
                first=first,
                index=index + done,
                records=True,
                threads=options.threads,
            )
            if result.interrupted:
                break
            played.append(result)
        if len(played) < len(scores):
            break
        add(list(scores.values()), played)
        done += count
        print(f"\r{board}: {done:,} of {games:,} games", end="", file=sys.stderr)
    print(file=sys.stderr)
    for strategy, score in scores.items():
        if score.games:
            print(score.row(board, strategy), flush=True)
    return done == games


def add(scores: list[Score], played: list[sapper.SimulationResult]) -> None:
    """Add a block of games that all strategies have played."""
    assert played[0].records is not None
    base = np.asarray(played[0].records.won, np.int64)
    for score, result in zip(scores, played, strict=True):
        assert result.records is not None
        gain = np.asarray(result.records.won, np.int64) - base
        score.counts += result.counts
        score.gained += int(gain.sum())
        score.parted += int(np.count_nonzero(gain))
        score.longest = max(score.longest, result.longest)


def main() -> None:
    """Measure the selected boards."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument(
        "--index", type=int, default=0, help="index of the first game, to continue a run"
    )
    parser.add_argument("--seed", type=int, default=20_261_116)
    parser.add_argument("--block", type=int, default=20_000, help="games per block of a strategy")
    parser.add_argument("--threads", type=int, help="default: all cores")
    parser.add_argument("--boards", nargs="+", default=BOARDS)
    parser.add_argument("--strategies", nargs="+", default=STRATEGIES)
    options = parser.parse_args()
    for board in options.boards:
        if not measure(board, options):
            break


if __name__ == "__main__":
    main()
