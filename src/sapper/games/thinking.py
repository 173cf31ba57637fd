"""Thinking about one position: what each of the good clicks is worth.

The clicks that the model of values ranks first are tried on layouts drawn from all that fit, each
played on as ``best`` plays (rollout search, ``core/search/rollout_search.hpp``). More time gives
closer values; for a fixed number of layouts they are the same every time. The strategy ``deep``
plays by it.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from math import isfinite, isnan, nan
from typing import TYPE_CHECKING, Any

from sapper import _core
from sapper.analysis import analyze
from sapper.errors import PositionError, TooHardError
from sapper.formatting import percent_in_full
from sapper.games.deals import check_whole
from sapper.games.winning import MAX_SAMPLES
from sapper.positions import COVERED, FLAGGED
from sapper.strategies.compiled import Compiled

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.positions import Position
    from sapper.progress import Progress

SECONDS = 1.0
"""How long it thinks, if not told."""

MAX_SECONDS = 86_400.0
"""The longest that it thinks."""

_AT_ONCE = 8
"""Layouts between two looks at the clock."""

_FALLBACK = "pseq"


@dataclass(frozen=True, slots=True)
class Considered:
    """What a click is worth."""

    cell: int
    """The cell."""

    safety: float
    """P(it holds no mine)."""

    value: float
    """The chance of winning by it; nan where that was not thought about."""

    error: float
    """The standard error of the value, which leans towards the model's while layouts are few; 0
    where all layouts were played on, nearly perfectly."""

    layouts: int
    """The layouts that it was tried on."""

    exact: bool
    """Whether the value is exact, under perfect play."""

    dropped: bool
    """Whether it fell behind and was tried no further."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What was thought about a position."""

    best: int
    """The cell to open."""

    certain: bool
    """Whether that is certainly safe."""

    considered: tuple[Considered, ...]
    """The clicks that were thought about, the best first."""

    layouts: int
    """The layouts that were drawn, or all that fit where these were few enough to play on."""

    seconds: float
    """The time it took, by the clock on the wall."""

    note: str
    """What is to be known about it, in a sentence; mostly empty."""

    interrupted: bool
    """Whether an interruption came before the end."""

    def summary(self, position: Position) -> str:
        """Return the clicks, one a line."""
        name = position.board.name
        lines = [f"opens {name(self.best)}"]
        if self.certain:
            lines[0] += ", which is certainly safe"
        for one in self.considered:
            if isnan(one.value):
                continue
            told = percent_in_full(one.value) if one.exact else f"{100 * one.value:.1f} %"
            spread = (
                "exactly"
                if one.exact
                else "all layouts played on"
                if one.error == 0 and one.layouts > 0
                else f"drawing error {100 * one.error:.1f}"
            )
            lines.append(
                f"{name(one.cell)}: wins {told} ({spread}), safe with {100 * one.safety:.1f} %, "
                f"{one.layouts:,} layouts" + (", given up" if one.dropped else "")
            )
        if self.note:
            lines.append(self.note)
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return it as ``sapper analyze --deep --json`` prints it."""
        told = asdict(self)
        for one in told["considered"]:
            one["value"] = None if isnan(one["value"]) else one["value"]
        return {**told, "considered": list(told["considered"])}


def think(
    position: Position,
    seconds: float = SECONDS,
    *,
    layouts: int | None = None,
    progress: Progress | None = None,
    on_thought: Callable[[Thought], object] | None = None,
) -> Thought:
    r"""Think about a position for a time, or on a number of layouts, and return what to open.

    It stops early where a cell is certain, where so few layouts are left that perfect play is
    known, or that all of them can be played on, or where one click is clearly ahead. With
    ``layouts`` the result is the same every time. An interruption ends it with what is known by
    then. Where it cannot think (several mines a cell, a board of more than 10,000 cells, a position
    that is too hard) the click is that of ``pseq``, and ``note`` says so. ContradictionError where
    no layout fits.

    ``on_thought`` is told what is known so far, every few layouts.

    >>> import sapper
    >>> thought = sapper.think(sapper.parse("1##\n###\n##1", mines=2), layouts=100)
    >>> thought.best, thought.considered[0].exact, round(thought.considered[0].value, 3)
    (2, True, 0.667)
    """
    began = time.monotonic()
    if position.mines is None:
        raise PositionError("thinking needs the number of mines, not a density")
    if layouts is None:
        check_seconds(seconds)
    else:
        check_whole(layouts, "the number of layouts", 1, MAX_SAMPLES)
    states = position.states.copy()
    states[states == FLAGGED] = COVERED
    if int((states == COVERED).sum()) <= position.mines:
        raise PositionError("no cell is safe any more in this position")
    if position.max_per_cell > 1:
        return _fall_back(position, began, "with several mines a cell it cannot think")
    if position.board.size > _core.MOST_VALUED:
        told = f"it cannot think about boards of more than {_core.MOST_VALUED:,} cells"
        return _fall_back(position, began, told)
    interrupted = False
    try:
        analyze(position)  # whose errors say more
        patience = seconds if layouts is None else None
        core = _core.RolloutSearch(position.board.graph, states, position.mines, patience)
    except (TooHardError, _core.BudgetExceeded):
        return _fall_back(position, began, "the position is too hard to think about")
    try:
        while not core.decided:
            spent = time.monotonic() - began
            if on_thought is not None:
                on_thought(_known(core, spent, interrupted=False))
            if layouts is None:
                if spent >= seconds:
                    break
                core.think(_AT_ONCE)
                if progress is not None:
                    progress(min(100, int(100 * spent / seconds)), 100)
            else:
                if core.layouts >= layouts:
                    break
                core.think(min(_AT_ONCE, layouts - core.layouts))
                if progress is not None:
                    progress(min(core.layouts, layouts), layouts)
    except _core.BudgetExceeded:
        return _fall_back(position, began, "what may come after is too hard to think about")
    except KeyboardInterrupt:
        interrupted = True
    return _known(core, time.monotonic() - began, interrupted=interrupted)


def _known(core: _core.RolloutSearch, spent: float, *, interrupted: bool) -> Thought:
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
    """Raise PositionError unless one can think for so long."""
    if not isfinite(seconds) or not 0 < seconds <= MAX_SECONDS:
        raise PositionError(
            f"the time to think is above 0 and at most {MAX_SECONDS:,.0f} seconds, not {seconds!r}"
        )


def _fall_back(position: Position, began: float, why: str) -> Thought:
    cell = Compiled(_FALLBACK).choose(position)
    note = f"{why}: this is what {_FALLBACK} opens"
    return Thought(cell, False, (), 0, time.monotonic() - began, note, False)
