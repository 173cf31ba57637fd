"""Rollout search on one position: estimates of the win probability of each promising click.

The clicks that the value network ranks first are tried on random consistent layouts, the same for
all clicks, and each game is played out by ``best``. Clicks that fall behind are dropped (racing),
and control variates reduce the variance (``core/search/rollout_search.hpp``). The error decreases
with the square root of the number of layouts. With a fixed number of layouts the result is
deterministic. The strategy ``deep`` uses this search.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from math import isfinite, isnan, nan
from typing import TYPE_CHECKING, Any

from sapper import _core
from sapper.analysis import analyze
from sapper.analysis.question import mine_count
from sapper.errors import PositionError, TooHardError
from sapper.formatting import percent_in_full
from sapper.games.deals import check_whole
from sapper.games.winning import MAX_SAMPLES
from sapper.positions import COVERED, OUTSIDE
from sapper.strategies.compiled import Compiled

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.positions import Position
    from sapper.progress import Progress

SECONDS = 1.0
"""The default time limit, in seconds."""

MAX_SECONDS = 86_400.0
"""The largest time limit, in seconds."""

_BATCH = 8
"""Layouts between two checks of the time."""

_FALLBACK = "pseq"


@dataclass(frozen=True, slots=True)
class Considered:
    """A click that the search considered, with its estimated value."""

    cell: int
    """The cell, an index."""

    safety: float
    """P(the cell holds no mine), from 0 to 1."""

    value: float
    """The win probability after this click, from 0 to 1; nan if it was not estimated. With few
    layouts it is shrunk towards the estimate of the value network."""

    error: float
    """The standard error of the value; 0 if it is exact or all consistent layouts were used."""

    layouts: int
    """The number of layouts on which the click was tried."""

    exact: bool
    """Whether the value is exact, under perfect play."""

    dropped: bool
    """Whether the search dropped it because it fell behind the best click."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of a rollout search on a position."""

    best: int
    """The best move: the cell to open, an index."""

    certain: bool
    """Whether that cell is certainly safe."""

    considered: tuple[Considered, ...]
    """The clicks that were considered, the best first; empty if the search was not possible."""

    layouts: int
    """The number of layouts that were drawn, or of all consistent layouts if they are few."""

    seconds: float
    """The wall time of the search, in seconds."""

    note: str
    """A remark about the result in one sentence, or an empty text."""

    interrupted: bool
    """Whether the search was interrupted."""

    def summary(self, position: Position) -> str:
        """Return the best move and the clicks that were considered, one per line."""
        name = position.board.name
        lines = [f"best move: {name(self.best)}"]
        if self.certain:
            lines[0] += ", which is certainly safe"
        for one in self.considered:
            if isnan(one.value):
                continue
            value = percent_in_full(one.value) if one.exact else f"{100 * one.value:.1f} %"
            accuracy = (
                "exact"
                if one.exact
                else "all layouts played out"
                if one.error == 0 and one.layouts > 0
                else f"standard error {100 * one.error:.1f}"
            )
            lines.append(
                f"{name(one.cell)}: win chance {value} ({accuracy}), "
                f"{100 * one.safety:.1f} % safe, {one.layouts:,} layouts"
                + (", dropped" if one.dropped else "")
            )
        if self.note:
            lines.append(self.note)
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that ``sapper analyze --deep --json`` prints."""
        found = asdict(self)
        for one in found["considered"]:
            one["value"] = None if isnan(one["value"]) else one["value"]
        return {**found, "considered": list(found["considered"])}


def think(
    position: Position,
    seconds: float = SECONDS,
    *,
    layouts: int | None = None,
    progress: Progress | None = None,
    on_thought: Callable[[Thought], object] | None = None,
) -> Thought:
    r"""Search the best move of a position by rollouts.

    ``seconds`` is the time limit (above 0, at most 86,400); with ``layouts`` (1 to 10^9) that
    number of layouts is the limit instead, and the result is deterministic. The search ends early
    if a cell is certainly safe, if few enough layouts are left for perfect play or for playing out
    all of them, or if one click is clearly ahead. An interruption ends it with the result so far.
    ``progress(done, total)`` is called after every few layouts, and ``on_thought`` with the result
    so far.

    If cells can hold several mines, the board has more than 10,000 cells, or the position exceeds
    the work budget, the result is the choice of ``pseq``, and ``note`` gives the reason. Flags are
    ignored. Raises ContradictionError if no layout is consistent with the position, PositionError
    if only a part of the board is in view or no safe cell is left, and GameError or PositionError
    if a limit is out of range.

    >>> import sapper
    >>> thought = sapper.think(sapper.parse("1##\n###\n##1", mines=2), layouts=100)
    >>> thought.best, thought.considered[0].exact, round(thought.considered[0].value, 3)
    (2, True, 0.667)
    """
    started = time.monotonic()
    if OUTSIDE in position.states:
        raise PositionError("deep analysis needs the whole board, not a window")
    if layouts is None:
        check_seconds(seconds)
    else:
        check_whole(layouts, "the number of layouts", 1, MAX_SAMPLES)
    states = position.without_flags().states
    if position.least_mines is not None and int((states == COVERED).sum()) <= position.least_mines:
        raise PositionError("no cell is safe any more in this position")
    if position.max_per_cell > 1:
        why = "deep analysis does not support several mines per cell"
        return _fall_back(position, started, why)
    if position.board.size > _core.MOST_VALUED:
        why = f"deep analysis does not support boards of more than {_core.MOST_VALUED:,} cells"
        return _fall_back(position, started, why)
    interrupted = False
    try:
        analysis = analyze(position)  # its errors are more detailed
        if analysis.best is None:
            raise PositionError("no cell is safe any more in this position")
        time_limit = seconds if layouts is None else None
        core = _core.RolloutSearch(position.board.graph, states, mine_count(position), time_limit)
    except (TooHardError, _core.BudgetExceeded):
        return _fall_back(position, started, "the position is too hard for deep analysis")
    try:
        while not core.decided:
            spent = time.monotonic() - started
            if on_thought is not None:
                on_thought(_result(core, spent, interrupted=False))
            if layouts is None:
                if spent >= seconds:
                    break
                core.think(_BATCH)
                if progress is not None:
                    progress(min(100, int(100 * spent / seconds)), 100)
            else:
                if core.layouts >= layouts:
                    break
                core.think(min(_BATCH, layouts - core.layouts))
                if progress is not None:
                    progress(min(core.layouts, layouts), layouts)
    except _core.BudgetExceeded:
        return _fall_back(position, started, "later positions are too hard for deep analysis")
    except KeyboardInterrupt:
        interrupted = True
    return _result(core, time.monotonic() - started, interrupted=interrupted)


def _result(core: _core.RolloutSearch, spent: float, *, interrupted: bool) -> Thought:
    considered = tuple(
        Considered(
            one.cell,
            one.safety,
            nan if core.certain else one.value,
            one.error,
            one.layouts,
            one.exact,
            one.dropped,
        )
        for one in core.ranking
    )
    return Thought(
        considered[0].cell, core.certain, considered, core.layouts, spent, "", interrupted
    )


def check_seconds(seconds: float) -> None:
    """Raise PositionError unless a time limit is above 0 and at most ``MAX_SECONDS``."""
    if not isfinite(seconds) or not 0 < seconds <= MAX_SECONDS:
        raise PositionError(
            f"the time limit is above 0 and at most {MAX_SECONDS:,.0f} seconds, not {seconds!r}"
        )


def _fall_back(position: Position, started: float, why: str) -> Thought:
    cell = Compiled(_FALLBACK).choose(position)
    note = f"{why}, so this is the move of {_FALLBACK}"
    return Thought(cell, False, (), 0, time.monotonic() - started, note, False)
