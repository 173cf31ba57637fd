"""Why a cell is what it is, as the API tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sapper.analysis.commentary import explain

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.positions import Position


def why(text: str, clues: list[int], kind: str) -> dict[str, Any]:
    """Return a reason: a sentence, the cells of its clues, and what kind of step it is."""
    return {"text": text, "clues": clues, "kind": kind}


def clues_around(position: Position, cell: int) -> list[int]:
    """Return the cells next to a cell that show a clue."""
    return [other for other in position.board.neighbors(cell) if position.clue(other) is not None]


def open_cell(position: Position, cell: int) -> dict[str, Any]:
    """Return what is known about a cell that is open."""
    text = f"{position.board.name(cell)} is open and shows {position.clue(cell)}"
    return {
        "cell": cell,
        "state": "open",
        "mine_probability": None,
        "why": why(text, [], "open"),
    }


def covered_cell(analysis: Analysis, cell: int) -> dict[str, Any]:
    """Return what the clues tell about a covered cell."""
    position = analysis.position
    chance = float(analysis.mine_probability[cell])
    told = {"cell": cell, "mine_probability": chance}
    if 0.0 < chance < 1.0:
        guess = why(explain(analysis, cell), clues_around(position, cell), "guess")
        return {**told, "state": "not certain", "why": guess}
    reason = analysis.reason(cell)
    proof = why(reason.text(position), list(reason.clues), reason.kind)
    return {**told, "state": "mine" if chance else "safe", "why": proof}
