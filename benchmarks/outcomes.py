"""Outcomes of a click, the positions after it, and its win probability."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sapper

if TYPE_CHECKING:
    from collections.abc import Iterator


def outcomes(position: sapper.Position, cell: int) -> Iterator[tuple[float, sapper.Position]]:
    """Yield the positions after a click that survives, each with its probability."""
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
    """Return the win probability of a click followed by a strategy, stratified by clue value.

    The layouts are divided in proportion to the probabilities, with a minimum for each clue value.
    """
    total = 0.0
    for share, then in outcomes(position, cell):
        samples = max(least, round(share * layouts))
        found = sapper.win_probability(then, samples, seed, strategy, threads)
        total += share * found.value
    return total
