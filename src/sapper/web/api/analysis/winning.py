"""The win probability of a position, estimated by playing on in small steps.

The server keeps nothing between the steps: a request brings the counts of the steps before and
continues with the next layouts. So a client can stop at any time, and a step takes half a second.
"""

from __future__ import annotations

from sapper.errors import StrategyError
from sapper.games.winning import MOST_LAYOUTS, win_probability
from sapper.intervals import wilson
from sapper.strategies.registry import find
from sapper.web.api.analysis import answers, models
from sapper.web.api.analysis.positions import read_position
from sapper.web.limits import LIMITS, WIN_SECONDS

_LONGEST_FRACTION = 60


def played_on(given: models.PositionToWin) -> answers.WinAnswer:
    """Play one step and add it to those before."""
    if not find(given.strategy).in_core:
        raise StrategyError(
            f"strategy {given.strategy!r} is written in Python and is not available here"
        )
    before = given.samples_before
    found = win_probability(
        read_position(given),
        given.samples,
        strategy=given.strategy,
        threads=1,
        index=before,
        # If the first step was not exact, the next ones are not either.
        most_layouts=0 if before else MOST_LAYOUTS,
        seconds=WIN_SECONDS,
        limits=LIMITS,
    )
    if found.wins is None:
        fraction = str(found.fraction)
        return answers.WinAnswer(
            strategy=found.strategy,
            value=found.value,
            interval=list(found.interval),
            exact=True,
            fraction=fraction if len(fraction) <= _LONGEST_FRACTION else None,
            samples=found.samples,
            wins=None,
            note=found.note,
        )
    samples, wins = before + found.samples, given.wins_before + found.wins
    return answers.WinAnswer(
        strategy=found.strategy,
        value=wins / samples if samples else None,
        interval=list(wilson(wins, samples)),
        exact=False,
        fraction=None,
        samples=samples,
        wins=wins,
        note=found.note,
    )
