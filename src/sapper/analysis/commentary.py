"""Explanations of a click for players: the proof of a certain cell, or the facts about a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _core
from sapper.analysis.question import expiry, guard
from sapper.positions.totals import mines_in_words

if TYPE_CHECKING:
    from sapper.analysis.analysis import Analysis
    from sapper.positions import Position
    from sapper.strategies.registry import Entry


def explain(analysis: Analysis, cell: int, strategy: Entry | None = None) -> str:
    """Explain in one sentence why a cell is certain, or how risky it is to open it.

    ``strategy`` is the one that chose the cell, if any; its grounds are added to a guess.

    >>> import sapper
    >>> explain(sapper.analyze(sapper.parse("1##", mines=1)), 2)
    '(0, 2) is safe: the 1 at (0, 0) together with the mine count of 1 proves it'
    """
    return explanation(analysis, cell, strategy).text


def explanation(
    analysis: Analysis, cell: int, strategy: Entry | None = None, *, corrected: bool = False
) -> _core.CellExplanation:
    """Return what ``explain`` says with the clues that matter and the proof, if there is one.

    With ``corrected`` the cell is the choice of a strategy, which has its own work budget: if the
    analysis proves more, a safe cell is explained instead of a guess, or the safest cell instead of
    a mine.
    """
    position = analysis.position
    function = _core.hint if corrected else _core.explain
    return guard(
        lambda: function(
            analysis._question,
            analysis._solution,
            cell,
            position.board.names,
            mines_in_words(position),
            "" if strategy is None else strategy.grounds,
            strategy is not None and strategy.grounds_among_equals,
            expiry(analysis.limits),
        ),
        analysis.limits,
    )


def compiled_hint(analysis: Analysis, strategy: str) -> _core.CellExplanation:
    """Return the cell to open by a compiled strategy, with the reason, as ``explanation`` does."""
    position = analysis.position
    return guard(
        lambda: _core.strategy_hint(
            analysis._question,
            analysis._solution,
            strategy,
            0,
            0,
            position.board.names,
            mines_in_words(position),
            expiry(analysis.limits),
        ),
        analysis.limits,
    )


def first_click(position: Position, cell: int, safe: bool) -> str:
    """Describe the first click in one sentence; ``safe`` if its rule keeps it free of mines."""
    several = position.max_per_cell > 1
    share = None if several else (position.mines or 0) / position.board.size
    return _core.first_click_text(position.board.name(cell), safe, share)
