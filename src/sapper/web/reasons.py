"""Why a cell is what it is, as the API tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis.commentary import explain
from sapper.errors import TooHardError
from sapper.web.game_answers import CellWhy, Why

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.positions import Position
    from sapper.strategies.registry import Entry


def clues_around(position: Position, cell: int) -> list[int]:
    """Return the cells next to a cell that show a clue."""
    return [other for other in position.board.neighbors(cell) if position.clue(other) is not None]


def open_cell(position: Position, cell: int) -> CellWhy:
    """Return what is known about a cell that is open."""
    text = f"{position.board.name(cell)} is open and shows {position.clue(cell)}"
    return CellWhy(cell, "open", None, Why(text, [], "open"))


def chosen_cell(analysis: Analysis, cell: int, strategy: Entry) -> Why | None:
    """Return why a strategy opens a cell; None where that is too hard to tell."""
    try:
        told = covered_cell(analysis, cell).why
        if told.kind != "guess":
            return told
        return Why(explain(analysis, cell, strategy), told.clues, told.kind)
    except TooHardError:
        return None


def covered_cell(analysis: Analysis, cell: int) -> CellWhy:
    """Return what the clues tell about a covered cell."""
    position = analysis.position
    chance = float(analysis.mine_probability[cell])
    if 0.0 < chance < 1.0:
        guess = Why(explain(analysis, cell), clues_around(position, cell), "guess")
        return CellWhy(cell, "not certain", chance, guess)
    reason = analysis.reason(cell)
    proof = Why(reason.text(position), list(reason.clues), reason.kind)
    return CellWhy(cell, "mine" if chance else "safe", chance, proof)
