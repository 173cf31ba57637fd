"""Explanations of a click for players: the proof of a certain cell, or the facts about a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.analysis.analysis import TIE, Analysis
from sapper.errors import TooHardError
from sapper.formatting import percent_chance, percent_in_full

if TYPE_CHECKING:
    from sapper.positions import Position
    from sapper.strategies.registry import Entry


def explain(analysis: Analysis, cell: int, strategy: Entry | None = None) -> str:
    """Explain in one sentence why a cell is certain, or how risky it is to open it.

    ``strategy`` is the one that chose the cell, if any; its grounds are added to a guess.

    >>> import sapper
    >>> explain(sapper.analyze(sapper.parse("1##", mines=1)), 2)
    '(0, 2) is safe: the 1 at (0, 0) together with the mine count of 1 proves it'
    """
    probability = float(analysis.mine_probability[cell])
    if probability in (0.0, 1.0):
        return analysis.reason(cell).text(analysis.position)
    rank, equals = _rank(analysis, probability)
    risk = (
        f"a guess: {analysis.position.board.name(cell)} has {percent_chance(probability)} of being "
        f"a mine, {rank}"
    )
    reason = "" if strategy is None else strategy.grounds
    if strategy is not None and strategy.grounds_among_equals and equals < 2:
        reason = ""
    return "; ".join(part for part in (risk, reason, _information(analysis, cell)) if part)


def first_click(position: Position, cell: int, safe: bool) -> str:
    """Describe the first click in one sentence; ``safe`` if its rule keeps it free of mines."""
    name = position.board.name(cell)
    if safe:
        return f"the first click: {name} is safe by the rule"
    share = (position.mines or 0) / (position.board.size * position.max_per_cell)
    if position.max_per_cell > 1:
        return f"the first click: {name} may hold a mine"
    return f"the first click: {name} has {percent_chance(share)} of being a mine"


def _rank(analysis: Analysis, probability: float) -> tuple[str, int]:
    """Compare a risk with the lowest one; count the cells that share it, 0 if it is higher."""
    covered = analysis.mine_probability[analysis.position.covered]
    lowest = float(covered.min())
    if lowest == 0.0:
        safe = analysis.position.board.name(analysis.safe[0])
        others = "" if len(analysis.safe) == 1 else f", as are {len(analysis.safe) - 1} others"
        return f"although {safe} is certainly safe{others}", 0
    if probability > lowest + TIE:
        return f"compared with {percent_in_full(lowest)} for the safest cell", 0
    equals = int(np.count_nonzero(covered <= lowest + TIE))
    rank = "the safest cell" if equals == 1 else f"tied for safest with {equals - 1} others"
    return rank, equals


def _information(analysis: Analysis, cell: int) -> str:
    """Describe what the number of a cell would reveal; empty if that exceeds the work budget."""
    try:
        shown = analysis.clue_distribution(cell)
    except TooHardError:
        return ""
    bits = f"its number would give {shown.entropy:.2f} bits of information"
    if shown.zero > 0:
        return f"{percent_chance(shown.zero)} of an opening, and {bits}"
    return bits
