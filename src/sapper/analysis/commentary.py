"""A click in words: the proof of a certain cell, or what speaks for a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.analysis.analysis import TIE, Analysis
from sapper.errors import TooHardError
from sapper.formatting import percent_in_full

if TYPE_CHECKING:
    from sapper.positions import Position
    from sapper.strategies.registry import Entry


def explain(analysis: Analysis, cell: int, strategy: Entry | None = None) -> str:
    """Return in a sentence why a cell is certain, or what the risk of opening it is.

    With the strategy that chose the cell, also what made it do so.

    >>> import sapper
    >>> explain(sapper.analyze(sapper.parse("1##", mines=1)), 2)
    '(0, 2) is safe: the 1 at (0, 0) together with the mine count of 1 proves it'
    """
    probability = float(analysis.mine_probability[cell])
    if probability in (0.0, 1.0):
        return analysis.reason(cell).text(analysis.position)
    chance = percent_in_full(probability)
    parts = [f"a guess: {analysis.position.board.name(cell)} has a {chance} chance of being a mine"]
    rank, equals = _rank(analysis, probability)
    parts.append(rank)
    reason = "" if strategy is None else strategy.grounds
    if strategy is not None and strategy.grounds_among_equals and equals < 2:
        reason = ""
    promise = _promise(analysis, cell)
    return "; ".join(part for part in (", ".join(parts), reason, promise) if part)


def first_click(position: Position, cell: int, safe: bool) -> str:
    """Return in a sentence what the first click is."""
    name = position.board.name(cell)
    if safe:
        return f"the first click: {name} is safe by the rule"
    share = (position.mines or 0) / (position.board.size * position.max_per_cell)
    if position.max_per_cell > 1:
        return f"the first click: {name} may hold a mine"
    return f"the first click: {name} has a {percent_in_full(share)} chance of being a mine"


def _rank(analysis: Analysis, probability: float) -> tuple[str, int]:
    """Return how the risk compares, and how many cells share it if it is the least, else 0."""
    chances = analysis.mine_probability
    unsure = chances[~np.isnan(chances)]
    least = float(unsure.min())
    if least == 0.0:
        safe = analysis.position.board.name(analysis.safe[0])
        others = "" if len(analysis.safe) == 1 else f" (and {len(analysis.safe) - 1} more)"
        return f"although {safe} is certainly safe{others}", 0
    if probability > least + TIE:
        return f"while the safest cell has {percent_in_full(least)}", 0
    equals = int(np.count_nonzero(unsure <= least + TIE))
    others = f"{equals - 1} other{'s' * (equals != 2)}"
    return ("the safest cell" if equals == 1 else f"tied for safest with {others}"), equals


def _promise(analysis: Analysis, cell: int) -> str:
    """Return the chance of an opening and the expected information of the cell's number."""
    try:
        shown = analysis.clue_distribution(cell)
    except TooHardError:
        return ""
    information = f"expected information {shown.entropy:.2f} bits"
    if shown.zero > 0:
        return f"{percent_in_full(shown.zero)} chance of an opening, {information}"
    return information
