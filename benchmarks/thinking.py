"""Loss of the choices of ``deep`` compared with perfect play, by number of rollout layouts.

    python benchmarks/thinking.py

The positions are those in which ``pseq`` must guess on boards small enough for perfect play, with
more remaining layouts than ``deep`` solves exactly.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

import sapper
from guesses import must_guess
from outcomes import outcomes
from sapper import _core

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARDS = ("5x5/5", "5x5/6")
GAMES = 400
LAYOUTS = (16, 64, 256, 1024)
SOLVED = 4096


def positions(spec: str) -> Iterator[tuple[sapper.Position, int]]:
    """Yield the different positions of a board, with the cell that ``pseq`` opens."""
    met: set[bytes] = set()
    for seed in range(GAMES):
        game = sapper.Game(spec, seed=seed)
        if game.position.states[0] < 0:
            game.open(0)
        while must_guess(game) and game.analysis.solutions > SOLVED:
            chosen = game.hint("pseq").cell
            key = game.position.states.tobytes()
            if key not in met:
                met.add(key)
                yield game.position, chosen
            game.open(chosen)


def exact_value(perfect: sapper.PerfectPlay, position: sapper.Position, cell: int) -> float:
    """Return the win probability of a click followed by perfect play."""
    total = 0.0
    for share, then in outcomes(position, cell):
        over = len(then.covered) == then.mines
        total += share * (1.0 if over else float(perfect.best_click(then)[1]))
    return total


def main() -> None:
    """Print the mean loss of each method."""
    losses: defaultdict[str, list[float]] = defaultdict(list)
    for spec in BOARDS:
        perfect = sapper.optimal(spec, start=0)
        for position, chosen in positions(spec):
            assert position.mines is not None
            search = _core.RolloutSearch(position.board.graph, position.states, position.mines)
            choices = {"pseq": chosen, "network": search.ranking[0].cell}
            for layouts in LAYOUTS:
                search.think(layouts - search.layouts)
                choices[f"{layouts} layouts"] = search.ranking[0].cell
            best = float(perfect.best_click(position)[1])
            values = {c: exact_value(perfect, position, c) for c in set(choices.values())}
            for name, cell in choices.items():
                losses[name].append(best - values[cell])
    for name, lost in losses.items():
        error = 1.96 * float(np.std(lost)) / len(lost) ** 0.5
        mean = f"{100 * np.mean(lost):.2f} ± {100 * error:.2f}"
        print(f"{name:14} loses {mean} points, {len(lost)} positions")


if __name__ == "__main__":
    main()
