"""Whether the choices of ``deep`` get better with the layouts it thinks on, valued by far more.

    python benchmarks/thinking_longer.py [--board SPEC] [--positions N] [--seed S]

The positions are those in which ``best`` must guess in games of a seed, while more layouts are left
than are solved exactly. Each is thought about on ever more layouts, and every choice on the way is
valued by other layouts, many more: what it loses against the choice that these rank first.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

import sapper
from outcomes import outcomes
from sapper import _core

if TYPE_CHECKING:
    from collections.abc import Iterator

LAYOUTS = (1, 16, 128, 1024)
JUDGES = 8_192
SOLVED = 256


def positions(spec: str, seed: int) -> Iterator[sapper.Position]:
    """Yield positions of games, one a game at most."""
    index = 0
    while True:
        game = sapper.Game(spec, seed=seed, index=index)
        guesses = index % 4
        index += 1
        if game.position.states[0] < 0:
            game.open(0)
        while game.status == "playing":
            safe = [cell for cell in game.analysis.safe if game.position.states[cell] < 0]
            if not safe and game.analysis.solutions <= SOLVED:
                break
            if not safe and guesses == 0:
                yield game.position
                break
            guesses -= not safe
            game.open(safe[0] if safe else game.hint("best").cell)


def main() -> None:
    """Print the mean loss by the number of layouts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="10x10/20")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=20_261_116)
    options = parser.parse_args()
    losses: defaultdict[int, list[float]] = defaultdict(list)
    spent: defaultdict[int, float] = defaultdict(float)
    found = positions(options.board, options.seed)
    for _ in range(options.positions):
        position = next(found)
        assert position.mines is not None
        thought = _core.Thought(position.board.graph, position.states, position.mines)
        began = time.process_time()
        chosen: dict[int, int] = {}
        for layouts in LAYOUTS:
            if not thought.decided:
                thought.think(layouts - thought.layouts)
            chosen[layouts] = thought.ranking[0].cell
            spent[layouts] += time.process_time() - began
        values = judged(position, set(chosen.values()))
        for layouts, cell in chosen.items():
            losses[layouts].append(max(values.values()) - values[cell])
    for layouts, lost in losses.items():
        error = 1.96 * float(np.std(lost)) / len(lost) ** 0.5
        mean = f"{100 * np.mean(lost):.2f} ± {100 * error:.2f}"
        seconds = spent[layouts] / len(lost)
        print(f"{layouts:6} layouts, {seconds:6.2f} CPU-seconds: {mean} points behind")


def judged(position: sapper.Position, cells: set[int]) -> dict[int, float]:
    """Return the chances of winning by clicks, played on by ``best``; nothing if there is one."""
    if len(cells) == 1:
        return dict.fromkeys(cells, 0.0)
    return {cell: chance(position, cell) for cell in cells}


def chance(position: sapper.Position, cell: int) -> float:
    """Return the chance of winning by a click, number by number that it may show."""
    total = 0.0
    for share, then in outcomes(position, cell):
        samples = max(100, int(share * JUDGES))
        total += share * float(sapper.win_probability(then, samples, strategy="best").value)
    return total


if __name__ == "__main__":
    main()
