"""Speed of sampling layouts: stuck expert positions, and boards of many components.

    python benchmarks/sampling.py

A stuck position is the first one without a certain cell in an expert game (16x30/99, first click
open). Set-up is the time to the first layout, including the counting; the rate is that of all
others.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter

import numpy as np

from sapper.analysis import Analysis, analyze
from sapper.boards import grid
from sapper.games import Game
from sapper.positions import Position

GAMES = 40
LAYOUTS = 20_000


def stuck(index: int) -> Analysis | None:
    """Return the analysis of the first stuck position of a game, or None if there is none."""
    game = Game("16x30/99", first="open", start=(3, 3), index=index)
    while game.status == "playing":
        found = analyze(game.position)
        if not found.safe:
            return found
        for cell in found.safe:
            if game.position.states[cell] < 0:
                game.open(cell)
    return None


def spread_out(size: int, mined: float = 0.17) -> Analysis:
    """Return a large board on which every clue is its own component."""
    board = grid(size, size)
    random = np.random.default_rng(1)
    layout = random.random(board.size) < mined
    clues: list[int | None] = [None] * board.size
    for row in range(1, size, 3):
        for cell in range(row * size + 1, (row + 1) * size, 3):
            if not layout[cell]:
                clues[cell] = int(layout[list(board.neighbors(cell))].sum())
    return analyze(Position(board, clues, int(layout.sum())))


def measure(analysis: Analysis, layouts: int) -> tuple[float, float]:
    """Return the seconds to the first layout, and the layouts per second of all others."""
    began = perf_counter()
    analysis.sample(1)
    ready = perf_counter()
    analysis.sample(layouts)
    return ready - began, layouts / (perf_counter() - ready)


def main() -> None:
    """Print one row per kind of position."""
    found = [each for each in map(stuck, range(GAMES)) if each is not None]
    setups, rates = zip(*(measure(each, LAYOUTS) for each in found), strict=True)
    print(
        f"{len(found)} stuck expert positions: set-up {1e6 * median(setups):.0f} us, "
        f"{median(rates):,.0f} layouts per second, at least {min(rates):,.0f}"
    )
    for size in (100, 300):
        setup, rate = measure(spread_out(size), 200)
        print(
            f"{size}x{size}, a component for every clue: set-up {setup:.3f} s, {rate:,.0f} a second"
        )


if __name__ == "__main__":
    main()
