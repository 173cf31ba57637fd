"""The slowest single decisions of a strategy in many games.

    python benchmarks/slowest.py [--board SPEC] [--strategy NAME] [--games N] [--seed S]

Games are played in blocks. A block that takes longer than the limit is bisected down to the games
that take longer than the limit in all their decisions. Those are replayed click by click, and each
guess is timed: the least processor time of three runs, which removes the noise of a busy machine.
No other game can contain a decision above the limit.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import TYPE_CHECKING

import sapper
from guesses import must_guess
from sapper.strategies import find
from sapper.strategies.compiled import as_strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 2000
TIMES = 3


def slow_games(options: argparse.Namespace, begin: int, count: int) -> Iterator[tuple[int, float]]:
    """Yield the games that took longer than the limit, with their seconds."""
    result = sapper.simulate(
        options.board,
        options.strategy,
        count,
        options.seed,
        first=options.first,
        index=begin,
        threads=1,
    )
    if result.interrupted:
        raise KeyboardInterrupt
    if 1000 * result.longest <= options.limit:
        return
    if count == 1:
        yield begin, result.longest
        return
    yield from slow_games(options, begin, count // 2)
    yield from slow_games(options, begin + count // 2, count - count // 2)


def decisions(options: argparse.Namespace, index: int) -> Iterator[tuple[float, int, int]]:
    """Yield the seconds of each guess of a game, with its open cells and remaining layouts."""
    player = as_strategy(find(options.strategy))
    start = (3, 3) if options.first == "open" else 0
    game = sapper.Game(
        options.board, seed=options.seed, index=index, first=options.first, start=start
    )
    while must_guess(game):
        took = []
        for _ in range(TIMES):
            began = time.process_time()
            cell = player.choose(game.position)
            took.append(time.process_time() - began)
        opened = int((game.position.states >= 0).sum())
        yield min(took), opened, game.analysis.solutions
        game.open(cell)


def main() -> None:
    """Print the games above the limit and their slowest decisions, and the slowest of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="16x30/99")
    parser.add_argument("--first", default="safe")
    parser.add_argument("--strategy", default="best")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=20_261_116)
    parser.add_argument("--limit", type=float, default=50.0, help="milliseconds")
    options = parser.parse_args()
    slowest, games, done = 0.0, 0, 0
    try:
        for begin in range(0, options.games, BLOCK):
            count = min(BLOCK, options.games - begin)
            for index, seconds in slow_games(options, begin, count):
                games += 1
                took, opened, layouts = max(decisions(options, index))
                slowest = max(slowest, took)
                print(
                    f"game {index}: {1000 * seconds:.1f} ms, its slowest decision "
                    f"{1000 * took:.1f} ms with {opened} cells open and {layouts:.3g} layouts left",
                    flush=True,
                )
            done = begin + count
            print(f"{done:,} of {options.games:,} games", end="\r", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    reported = (
        f"the slowest decision in them {1000 * slowest:.1f} ms" if games else "so no decision"
    )
    print(f"{done:,} games, {games} above {options.limit:g} ms; {reported}")


if __name__ == "__main__":
    main()
