"""Rollout search on a position: the values of its best clicks, at once or as a stream."""

from __future__ import annotations

from math import isnan
from time import monotonic
from typing import TYPE_CHECKING

from sapper.games.thinking import think
from sapper.web.api.analysis import answers, models
from sapper.web.api.analysis.positions import read_position
from sapper.web.limits import THINK_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.games.thinking import Thought

_PAUSE = 0.15
"""Minimum seconds between two progress updates."""


def search(given: models.Position) -> answers.Thinking:
    """Search for about a second and return the values."""
    return _answer(think(read_position(given)), ended=True)


def stream(given: models.Position, report: Callable[[answers.Thinking], None]) -> None:
    """Search until the choice is clear, and report the values several times per second."""
    position = read_position(given)
    last = -_PAUSE

    def on_update(found: Thought) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= _PAUSE:
            last = now
            report(_answer(found, ended=False))

    report(_answer(think(position, THINK_SECONDS, on_thought=on_update), ended=True))


def _answer(found: Thought, *, ended: bool) -> answers.Thinking:
    considered = [
        answers.ConsideredClick(
            cell=one.cell,
            safety=one.safety,
            value=None if isnan(one.value) else min(1.0, max(0.0, one.value)),
            error=one.error,
            layouts=one.layouts,
            exact=one.exact,
            dropped=one.dropped,
        )
        for one in found.considered
    ]
    return answers.Thinking(
        best=found.best,
        certain=found.certain,
        considered=considered,
        layouts=found.layouts,
        seconds=found.seconds,
        note=found.note,
        ended=ended,
    )
