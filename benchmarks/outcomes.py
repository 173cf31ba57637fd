"""What a click may show, and the positions after it."""

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
