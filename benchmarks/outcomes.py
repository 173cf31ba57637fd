"""What a click may show, the positions after it, and the chance of winning by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sapper

if TYPE_CHECKING:
    from collections.abc import Iterator


def outcomes(position: sapper.Position, cell: int) -> Iterator[tuple[float, sapper.Position]]:
    """Yield the positions after a click that survives, each with its chance."""
    layouts = sapper.analyze(position).solutions
    for number in range(len(position.board.neighbors(cell)) + 1):
        clues = [None if state < 0 else int(state) for state in position.states]
        clues[cell] = number
        then = sapper.Position(position.board, clues, mines=position.mines)
        try:
            yield sapper.analyze(then).solutions / layouts, then
        except sapper.ContradictionError:
            continue


def chance(
    position: sapper.Position,
    cell: int,
    strategy: str,
    layouts: int,
    *,
    least: int,
    seed: int = 1,
    threads: int | None = None,
) -> float:
    """Return the chance of winning by a click and a strategy after it, number by number.

    Of the layouts every number has its share, but at least so many.
    """
    total = 0.0
    for share, then in outcomes(position, cell):
        samples = max(least, round(share * layouts))
        found = sapper.win_probability(then, samples, seed, strategy, threads)
        total += share * found.value
    return total
