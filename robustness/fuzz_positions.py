"""Fuzzing the analysis from Python: small positions of every board kind against the reference.

``analyze`` must agree with the slow oracle on the number of layouts, every probability as a
fraction, the certain cells and the reasons for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import things
from sapper.analysis import analyze, reference
from sapper.errors import ContradictionError
from targets import Target, check_sentence, demand

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from sapper.positions import Position

_MOST_COVERED = 11


def _inputs(random: Random) -> Iterator[Position]:
    while True:
        position = things.any_position(random, grid=random.random() < 0.4)
        if len(position.covered) <= _MOST_COVERED:
            yield position


def _attempt(position: Position) -> bool:
    layouts = reference.count(position)
    try:
        found = analyze(position)
        exact = found.exact()
    except ContradictionError as error:
        check_sentence(str(error).partition("\n")[0])
        demand(layouts == 0, f"{layouts} layouts fit, but it is called a contradiction")
        return False
    demand(found.solutions == layouts, f"{found.solutions} layouts, not {layouts}")
    chances = reference.mine_probability(position)
    demand(exact == chances, f"{exact} is not {chances}")
    demand(found.safe == [c for c, p in enumerate(chances) if p == 0], "the safe cells")
    demand(found.mines == [c for c, p in enumerate(chances) if p == 1], "the mines")
    near = all(
        p is None or abs(float(p) - q) < 1e-12
        for p, q in zip(chances, found.mine_probability.tolist(), strict=True)
    )
    demand(near, "the probabilities as floats")
    return True


def targets() -> list[Target]:
    """Return the target of the analysis."""
    return [Target("analyze", _inputs, _attempt, cost=50)]
