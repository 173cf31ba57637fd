"""Why a cell is safe, a mine or uncertain, as answers of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis.commentary import explanation
from sapper.errors import TooHardError
from sapper.positions.states import WORDS
from sapper.web.api.analysis.answers import CellWhy, Why

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.positions import Position
    from sapper.strategies.registry import Entry


def clues_around(position: Position, cell: int) -> list[int]:
    """Return the cells next to a cell that show a clue."""
    return [other for other in position.board.neighbors(cell) if position.clue(other) is not None]


def open_cell(position: Position, cell: int) -> CellWhy:
    """Return the state of a cell that is open or out of view."""
    clue = position.clue(cell)
    state = WORDS[int(position.states[cell])] if clue is None else f"open and shows {clue}"
    text = f"{position.board.name(cell)} is {state}"
    return CellWhy(cell, "open", None, Why(text, [], "open"))


def chosen_cell(analysis: Analysis, cell: int, strategy: Entry) -> Why | None:
    """Return why a strategy opens a cell; None if that is too hard."""
    try:
        return covered_cell(analysis, cell, strategy).why
    except TooHardError:
        return None


def covered_cell(analysis: Analysis, cell: int, strategy: Entry | None = None) -> CellWhy:
    """Return what follows for a covered cell from the clues; ``strategy`` is the one to open it."""
    found = explanation(analysis, cell, strategy)
    why = Why(found.text, found.clues, found.kind)
    chance = found.mine_probability
    if found.reason is None:
        return CellWhy(cell, "not certain", chance, why)
    return CellWhy(cell, "mine" if chance else "safe", chance, why)
