"""Compare the enumeration of layouts and ``analyze_many`` with brute force on random small boards.

    python robustness/brute_force_layouts.py --boards 20000 --seed 1

Board i of a seed is determined by both, so any difference can be reproduced with ``--first i
--boards 1``. The program prints the number of boards by kind and exits with 1 at a difference.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

import sapper

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from listed_layouts import listed_layouts, random_position, weights
from sapper.positions.states import can_hold_mines

if TYPE_CHECKING:
    from sapper.positions import Position


def check(position: Position) -> int:
    """Compare one position; return the number of its layouts, or raise AssertionError."""
    expected = listed_layouts(position)
    batch = sapper.analyze_many(
        position.board,
        position.states[None],
        position.mine_count,
        position.max_per_cell,
        density=position.density,
    )
    assert bool(batch.consistent[0]) == bool(len(expected)), "consistency differs"
    assert bool(batch.contradictory[0]) != bool(len(expected)), "contradiction differs"
    if not len(expected):
        return 0
    weight = weights(position, expected)
    mined = (weight[:, None] * (expected > 0)).sum(axis=0) / weight.sum()
    covered = np.flatnonzero(can_hold_mines(position.states))
    difference = np.abs(batch.mine_probability[0, covered] - mined[covered]).max()
    assert difference < 1e-9, f"probabilities differ by {difference}"
    in_view = (position.states == sapper.COVERED) | (position.states == sapper.FLAGGED)
    certain_mines = (expected > 0).all(axis=0) & in_view
    certain_safe = ~(expected > 0).any(axis=0) & in_view
    assert np.array_equal(batch.mines[0], certain_mines), "certain mines differ"
    assert np.array_equal(batch.safe[0], certain_safe), "safe cells differ"

    analysis = sapper.analyze(position)
    found = np.concatenate(list(analysis.layout_arrays(rows=1 + len(expected) // 2)))
    assert len(found) == len(expected), f"{len(found)} layouts, not {len(expected)}"
    assert np.array_equal(np.unique(found, axis=0), expected), "layouts differ"
    totals = found.sum(axis=1, dtype=np.int64)
    assert (np.diff(totals) >= 0).all(), "numbers of mines decrease"
    if position.mines is not None:
        counted = len(found)
        if position.max_per_cell > 1:
            ways = factorial(position.mines)
            counted = sum(ways // prod(map(factorial, row)) for row in found.tolist())
        assert counted == analysis.solutions, "the ways do not add up to the solutions"
    objects = [layout.mines.tolist() for layout in analysis.layouts(limit=20)]
    assert objects == found[:20].tolist(), "Layout objects differ"
    return len(found)


def run(boards: int, seed: int, first: int = 0) -> tuple[Counter[str], int]:
    """Check boards ``first``, ``first`` + 1, ... of a seed; return their kinds and all layouts."""
    kinds: Counter[str] = Counter()
    layouts = 0
    for index in range(first, first + boards):
        position = random_position(Random(f"{seed}:{index}"))
        kinds[position.board.kind] += 1
        try:
            layouts += check(position)
        except AssertionError as error:
            raise AssertionError(f"board {index} of seed {seed}: {error}\n{position!r}") from error
    return kinds, layouts


def main() -> None:
    """Run the checks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    kinds, layouts = run(options.boards, options.seed, options.first)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    print(f"{options.boards} boards with {layouts} layouts agree with brute force")


if __name__ == "__main__":
    main()
