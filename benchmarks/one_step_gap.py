"""Compare the one-step estimate of the gap to perfect play with the gap itself, on solved boards.

    python benchmarks/one_step_gap.py [--strategies NAME ...] [--most-layouts N] [--output FILE]

The estimate is the sum, over the positions that a strategy meets, of the value of the best click
there minus the value of the strategy's click, when the strategy plays on after either. The gap is
the sum of the same differences with perfect play after either, over the positions that perfect play
meets (the performance difference lemma). So the estimate is neither a lower nor an upper bound.
Both are exact here, in layouts won. Each game is written as soon as it is done, and an interrupted
run continues from the file.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

import sapper
from sapper import files
from sapper.cli.progress import bar
from sapper.games import Deal
from sapper.lab.study import one_step_gaps
from sapper.perfect import small_boards
from sapper.positions import COVERED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.perfect.small_board_table import SmallBoard

OUTPUT = Path(one_step_gaps.__file__).parents[2] / "data" / one_step_gaps.FILE
STRATEGIES = ("infer-guess", "pseq", "pseq-d256")

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
    """Read the command line and compute the games that the file does not have."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--strategies", nargs="+", default=STRATEGIES, help="strategies of the table"
    )
    parser.add_argument("--most-layouts", type=int, default=3_500, help="most layouts of a game")
    parser.add_argument("--least-gap", type=int, default=10, help="least gap, in layouts won")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    asked = parser.parse_args()
    if not files.is_file(asked.output):
        files.write(asked.output, ",".join(one_step_gaps.COLUMNS) + "\n")
    known = one_step_gaps.read(asked.output.read_text(encoding="utf-8"))
    done = {(row.board, row.mines, row.start, row.strategy) for row in known}
    games = [
        (row, strategy)
        for row in sorted(small_boards(), key=lambda row: row.layouts)
        for strategy in asked.strategies
        if row.layouts <= asked.most_layouts and _gap(row, strategy) >= asked.least_gap
    ]
    with bar("one-step gaps", len(games), "games") as progress:
        for number, (row, strategy) in enumerate(games):
            if progress is not None:
                progress(number, len(games))
            if (row.board, row.mines, row.start, strategy) in done:
                continue
            wins, gain = OneStep(f"{row.board}/{row.mines}", row.start, strategy).wins_and_gain()
            if wins != row.wins[strategy]:
                raise RuntimeError(f"{strategy} wins {wins} of {row}, against the table")
            fixed = (row.board, row.mines, row.start, row.layouts, strategy, row.optimal)
            with asked.output.open("a", encoding="utf-8") as stream:
                stream.write(",".join(map(str, (*fixed, wins, gain))) + "\n")
    table = one_step_gaps.read(asked.output.read_text(encoding="utf-8"))
    for strategies in (*((name,) for name in asked.strategies), one_step_gaps.STRATEGIES):
        chosen = [row for row in table if row.strategy in strategies]
        if chosen:
            print(f"{', '.join(strategies)}: {one_step_gaps.error_law(chosen).summary()}")


def _gap(row: SmallBoard, strategy: str) -> Fraction:
    """The layouts that perfect play wins and a strategy does not; 0 if they are not known."""
    wins = row.wins[strategy]
    return Fraction() if wins is None else row.optimal - wins


if __name__ == "__main__":
    main()
