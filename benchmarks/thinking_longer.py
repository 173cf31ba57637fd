"""Whether the choices of ``deep`` improve with the number of rollout layouts.

The value network alone and ``best`` are included for comparison.

    python benchmarks/thinking_longer.py [--board SPEC] [--positions N] [--seed S] [--layouts N ...]

The positions are those in which ``best`` must guess in games of a seed, with more remaining layouts
than are solved exactly. Each is searched with an increasing number of layouts. Every choice is
valued by rollouts of the fast ``pseq-d256`` on many other layouts; its loss is the distance to the
choice with the largest value.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

import sapper
from guesses import must_guess
from outcomes import chance
from sapper import _core
from sapper.strategies import find
from sapper.strategies.compiled import as_strategy

if TYPE_CHECKING:
    from collections.abc import Iterator

LAYOUTS = (200, 2000, 20_000)
"""About the numbers for 0.1, 1 and 10 seconds on 10x10/20."""

JUDGE, JUDGES = "pseq-d256", 65_536
SOLVED = 256
BEST = as_strategy(find("best"))


def positions(spec: str, seed: int) -> Iterator[sapper.Position]:
    """Yield different positions of games, at most one per game.

    The position determines the random numbers of its search, so repeated positions, such as the
    first ones of games, would count several times.
    """
    index = 0
    seen: set[sapper.Position] = set()
    while True:
        game = sapper.Game(spec, seed=seed, index=index)
        guesses = index % 4
        index += 1
        if game.position.states[0] < 0:
            game.open(0)
        while must_guess(game) and game.analysis.solutions > SOLVED:
            if guesses == 0:
                if game.position not in seen:
                    seen.add(game.position)
                    yield game.position
                break
            guesses -= 1
            game.open(game.hint("best").cell)


def main() -> None:
    """Print the mean loss of each method."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="10x10/20")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=20_261_116)
    parser.add_argument("--layouts", type=int, nargs="+", default=LAYOUTS)
    options = parser.parse_args()
    losses: defaultdict[str, list[float]] = defaultdict(list)
    spent: defaultdict[str, float] = defaultdict(float)
    found = positions(options.board, options.seed)
    try:
        for done in range(options.positions):
            position = next(found)
            chosen = choices(position, options.layouts, spent)
            values = judged(position, set(chosen.values()))
            for name, cell in chosen.items():
                losses[name].append(max(values.values()) - values[cell])
            print(f"{done + 1} of {options.positions} positions", end="\r", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    for name, lost in losses.items():
        error = 1.96 * float(np.std(lost)) / len(lost) ** 0.5
        mean = f"{100 * np.mean(lost):.2f} ± {100 * error:.2f}"
        seconds = spent[name] / len(lost)
        print(f"{name:14}, {seconds:6.3f} CPU-seconds: {mean} points behind, {len(lost)} positions")


def choices(
    position: sapper.Position, layouts: list[int], spent: defaultdict[str, float]
) -> dict[str, int]:
    """Return the choice of every method, and add up its time."""
    assert position.mines is not None
    chosen: dict[str, int] = {}
    began = time.process_time()
    chosen["best"] = BEST.choose(position)
    spent["best"] += time.process_time() - began
    asked = position.board.graph, position.states, position.mines
    began = time.process_time()
    chosen["network"] = _core.RolloutSearch(*asked, looks_ahead=False).ranking[0].cell
    spent["network"] += time.process_time() - began
    began = time.process_time()
    search = _core.RolloutSearch(*asked)
    for number in layouts:
        if number > search.layouts and not search.decided:
            search.think(number - search.layouts)
        name = f"{number} layouts"
        chosen[name] = search.ranking[0].cell
        spent[name] += time.process_time() - began
    return chosen


def judged(position: sapper.Position, cells: set[int]) -> dict[int, float]:
    """Return the win probabilities of clicks by rollouts; empty if there is only one click."""
    if len(cells) == 1:
        return dict.fromkeys(cells, 0.0)
    return {cell: chance(position, cell, JUDGE, JUDGES, least=100) for cell in cells}


if __name__ == "__main__":
    main()
