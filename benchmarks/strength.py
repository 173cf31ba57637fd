"""How strong the strategies are: paired on the same games, with intervals and what they cost.

    python benchmarks/strength.py [--games N] [--seed S] [--boards SPEC ...] [--strategies NAME ...]

Every strategy plays the same games. The difference to the first one is paired: games that both win
or both lose say nothing about it, so its error is that of the games they part on.
"""

from __future__ import annotations

import argparse
from math import sqrt

import numpy as np

import sapper
from sapper.intervals import wilson

BOARDS = ("16x30/99", "16x30/99 open", "16x16/40", "10x10/20", "9x9/10", "8x8/10")
STRATEGIES = ("pseq-d256", "perimeter", "pseq", "best")
NORMAL = 1.959963984540054


def measure(board: str, strategies: list[str], games: int, seed: int, threads: int | None) -> None:
    """Print a line for each strategy on a board; with " open" the first click opens at (3, 3)."""
    spec, _, first = board.partition(" ")
    base: np.ndarray | None = None
    for strategy in strategies:
        result = sapper.simulate(
            spec, strategy, games, seed, first=first or "safe", records=True, threads=threads
        )
        assert result.records is not None
        won = np.asarray(result.records.won)
        base = won if base is None else base
        gain = won.astype(int) - base
        low, high = wilson(result.wins, games)
        error = NORMAL * sqrt(gain.var() / games)
        speed = games / result.processor
        print(
            f"{board:14} {strategy:12} {100 * result.win_rate:7.3f} % "
            f"[{100 * low:.3f}, {100 * high:.3f}]  {100 * gain.mean():+.3f} ± {100 * error:.3f}  "
            f"{speed:9,.0f} games a CPU-second, slowest game {1000 * result.longest:.1f} ms",
            flush=True,
        )


def main() -> None:
    """Measure the boards asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=20_261_116)
    parser.add_argument("--threads", type=int, help="all cores if not told")
    parser.add_argument("--boards", nargs="+", default=BOARDS)
    parser.add_argument("--strategies", nargs="+", default=STRATEGIES)
    options = parser.parse_args()
    for board in options.boards:
        measure(board, list(options.strategies), options.games, options.seed, options.threads)


if __name__ == "__main__":
    main()
