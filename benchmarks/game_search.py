"""Microseconds per step of a tree search on a game, and of the ways to copy one.

    python benchmarks/game_search.py [SPEC]

A step is a ``push`` or a ``pop``. The cells are random covered cells of a position in mid-game, in
a fixed order, so that every run makes the same moves.
"""

from __future__ import annotations

import copy
import pickle
import random
import sys
import time
from typing import TYPE_CHECKING

import sapper

if TYPE_CHECKING:
    from collections.abc import Callable

_ROUNDS = 20
_DEPTH = 3


def best_time(work: Callable[[], int]) -> float:
    """Return the least CPU time per step over several rounds, in microseconds."""
    times = []
    for _ in range(_ROUNDS):
        began = time.process_time()
        steps = work()
        times.append((time.process_time() - began) / steps)
    return min(times) * 1e6


def mid_game(spec: str) -> sapper.Game:
    """Return a game in which the certain cells near the start are open."""
    game = sapper.Game(spec, seed=1, start=0)
    for cell in game.analysis.safe[:5]:
        game.open(cell)
    return game


def search(game: sapper.Game, lines: list[list[int]]) -> int:
    """Make and undo every line of moves; return the number of steps."""
    steps = 0
    for line in lines:
        made = 0
        for cell in line:
            if game.status != "playing" or game.clue(cell) is not None:
                break
            game.push(cell)
            made += 1
        for _ in range(made):
            game.pop()
        steps += 2 * made
    return steps


def single(game: sapper.Game, cells: list[int]) -> int:
    """Push and pop every cell."""
    push, pop = game.push, game.pop
    for cell in cells:
        push(cell)
        pop()
    return 2 * len(cells)


def main() -> None:
    """Print one line per measurement."""
    spec = sys.argv[1] if len(sys.argv) > 1 else "9x9/10"
    game = mid_game(spec)
    drawn = random.Random(1)
    covered = game.position.covered
    cells = [drawn.choice(covered) for _ in range(2_000)]
    lines = [drawn.sample(covered, min(_DEPTH, len(covered))) for _ in range(1_000)]
    copies: dict[str, Callable[[sapper.Game], object]] = {
        "copy": sapper.Game.copy,
        "deepcopy": copy.deepcopy,
        "pickle and back": lambda g: pickle.loads(pickle.dumps(g)),
    }
    print(f"{spec}, {len(covered)} covered cells; CPU time, best of {_ROUNDS} rounds")
    print(f"push or pop, one move deep: {best_time(lambda: single(game, cells)):.2f} µs per step")
    print(
        f"lines of up to {_DEPTH} moves, with checks of the status: "
        f"{best_time(lambda: search(game, lines)):.2f} µs per step"
    )
    for name, make in copies.items():

        def work(make: Callable[[sapper.Game], object] = make) -> int:
            for _ in range(200):
                make(game)
            return 200

        print(f"{name}: {best_time(work):.1f} µs")


if __name__ == "__main__":
    main()
