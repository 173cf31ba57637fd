"""Compare the one-step estimate of the gap to perfect play with the gap itself, on solved boards.

python benchmarks/one_step_gap.py --strategy pseq
python benchmarks/one_step_gap.py --strategy best --most-layouts 5000

The estimate is the sum, over the positions that a strategy meets, of the value of the best click
there minus the value of the strategy's click, when the strategy plays on after either. The gap is
the sum of the same differences with perfect play after either, over the positions that perfect play
meets (the performance difference lemma). So the estimate is neither a lower nor an upper bound.
Both are exact here, in layouts won.
"""

from __future__ import annotations

import argparse
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

import sapper
from sapper.games import Deal
from sapper.perfect import small_boards
from sapper.positions import COVERED

if TYPE_CHECKING:
    from collections.abc import Iterator

States = tuple[int, ...]
Layouts = list[int]  # each a set of mined cells, as bits


class OneStep:
    """The game tree of a strategy, with the values of all single deviations from it."""

    def __init__(self, spec: str, start: int, strategy: str) -> None:
        """Play from a safe first click in the cell ``start``."""
        self._deal = Deal.read(spec, first="safe", start=start)
        board = self._deal.board
        self._size = board.size
        self._neighbors = [list(board.neighbors(cell)) for cell in range(board.size)]
        self._around = [sum(1 << other for other in cells) for cells in self._neighbors]
        self._strategy = strategy
        self._known: dict[States, tuple[int, int | None]] = {}

    def wins_and_gain(self) -> tuple[int, int]:
        """Return the layouts won, and the sum of the gains of the best single clicks."""
        some = combinations(self._deal.allowed, self._deal.mines)
        layouts = [sum(1 << cell for cell in mined) for mined in some]
        covered = (COVERED,) * self._size
        outcomes = list(self._outcomes(covered, layouts, self._deal.start))
        wins = sum(self._value(*outcome)[0] for outcome in outcomes)
        return wins, sum(self._gain(*outcome) for outcome in outcomes)

    def _outcomes(
        self, states: States, layouts: Layouts, cell: int
    ) -> Iterator[tuple[States, Layouts]]:
        safe = [layout for layout in layouts if not layout >> cell & 1]
        if safe:
            yield from self._reveal(states, safe, [cell])

    def _reveal(
        self, states: States, layouts: Layouts, queue: list[int]
    ) -> Iterator[tuple[States, Layouts]]:
        while queue and states[queue[0]] != COVERED:
            queue = queue[1:]
        if not queue:
            yield states, layouts
            return
        cell, rest = queue[0], queue[1:]
        shown: dict[int, Layouts] = {}
        for layout in layouts:
            shown.setdefault((layout & self._around[cell]).bit_count(), []).append(layout)
        for number, fitting in shown.items():
            after = (*states[:cell], number, *states[cell + 1 :])
            more = [] if number else self._neighbors[cell]
            yield from self._reveal(after, fitting, rest + more)

    def _click(self, states: States, layouts: Layouts, cell: int) -> int:
        return sum(self._value(*each)[0] for each in self._outcomes(states, layouts, cell))

    def _value(self, states: States, layouts: Layouts) -> tuple[int, int | None]:
        """The layouts won from a position, and the next click; None if the game is won."""
        if states not in self._known:
            self._known[states] = self._computed(states, layouts)
        return self._known[states]

    def _computed(self, states: States, layouts: Layouts) -> tuple[int, int | None]:
        covered = self._covered(states)
        if len(covered) == self._deal.mines:
            return len(layouts), None
        mined = np.bitwise_or.reduce(np.array(layouts))
        cell = next((each for each in covered if not mined >> each & 1), None)
        if cell is None:
            position = self._deal.position(np.array(states, dtype=np.int16))
            cell = sapper.choose(position, self._strategy).cell
        return self._click(states, layouts, cell), cell

    def _covered(self, states: States) -> list[int]:
        return [cell for cell, state in enumerate(states) if state == COVERED]

    def _gain(self, states: States, layouts: Layouts) -> int:
        wins, cell = self._value(states, layouts)
        if cell is None:
            return 0
        best = max(self._click(states, layouts, each) for each in self._covered(states))
        after = self._outcomes(states, layouts, cell)
        return best - wins + sum(self._gain(*each) for each in after)


def main() -> None:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--strategy", default="pseq", help="name of a strategy")
    parser.add_argument("--most-layouts", type=int, default=2_100, help="most layouts of a board")
    parser.add_argument(
        "--least-gap", type=int, default=10, help="least gap of a ratio, in layouts"
    )
    options = parser.parse_args()
    ratios = []
    boards = exact = 0
    for row in small_boards():
        if row.layouts > options.most_layouts:
            continue
        spec = f"{row.board}/{row.mines}"
        wins, gain = OneStep(spec, row.start, options.strategy).wins_and_gain()
        gap = row.optimal - wins
        boards += 1
        exact += gap == gain
        if gap >= options.least_gap:
            ratios.append(gain / gap)
            print(f"{spec:8} {row.layouts:6,} layouts: gap {gap}, one-step {gain}", flush=True)
        elif gain and not gap:
            raise RuntimeError(f"{options.strategy} is perfect on {spec}, yet a click gains {gain}")
    print(f"{boards} boards, equal on {exact}; {len(ratios)} with a large gap", end="")
    if ratios:
        ordered = sorted(ratios)
        print(f": one-step / gap from {ordered[0]:.2f} to {ordered[-1]:.2f}", end="")
        print(f", median {median(ordered):.2f}", end="")
    print()


if __name__ == "__main__":
    main()
