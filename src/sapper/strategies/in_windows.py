"""The next click in a window, of which the strategies for whole boards know nothing.

A win cannot be planned if parts of the board are out of view. The criteria P, S, E, Q and U of
``pseq`` are defined nevertheless, over the cells in view, and ``best`` falls back on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis.analysis import TIE
from sapper.analysis.candidates import candidates
from sapper.errors import StrategyError, TooHardError

if TYPE_CHECKING:
    from sapper.analysis import Analysis

IN_WINDOWS = ("best", "pseq")
"""The strategies that choose in a window, both by the criteria of ``pseq``."""

GROUNDS = "the best of them by the criteria S, E, Q and U"
"""Why it guessed a cell, as a phrase."""


def choose_in_window(name: str, analysis: Analysis | None) -> int:
    """Return the cell in view that the named strategy opens next.

    Raises StrategyError if the strategy needs the whole board, and TooHardError without an
    analysis, which exceeded the work budget.

    >>> import sapper
    >>> view = sapper.Position.window("9x9", [[1, 1], [None, None]], 10, at=(3, 3))
    >>> choose_in_window("best", sapper.analyze(view))
    39
    """
    if name not in IN_WINDOWS:
        raise StrategyError(
            f"strategy {name!r} needs the whole board, not a window: use {' or '.join(IN_WINDOWS)}",
            strategy=name,
        )
    if analysis is None:
        raise TooHardError("too hard: a click in a window needs an analysis of it")
    if analysis.safe:
        return analysis.safe[0]
    left = candidates(analysis)
    for criterion in ("safety", "progress", "expected_safe", "entropy", "next"):
        highest = max(getattr(one, criterion) for one in left)
        left = [one for one in left if getattr(one, criterion) >= highest - TIE]
    return left[0].cell
