"""The chance of winning from a position, played in small steps.

Nothing is kept between the steps: each is told what those before have found, and goes on with the
layouts after theirs. So whoever asks may stop at any time, and a step ends after half a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Response

from sapper.errors import StrategyError
from sapper.games.winning import MOST_LAYOUTS, win_probability
from sapper.intervals import wilson
from sapper.strategies.registry import find
from sapper.web import answers, models
from sapper.web.analysis import read_position
from sapper.web.errors import json_response
from sapper.web.limits import LIMITS, WIN_SECONDS

if TYPE_CHECKING:
    from sapper.web.pools import Pool

_LONGEST_FRACTION = 60


def played_on(given: models.PositionToWin) -> answers.WinAnswer:
    """Play a step, and add it to those before."""
    if not find(given.strategy).in_core:
        raise StrategyError(
            f"strategy {given.strategy!r} is not played here: it is written in Python"
        )
    before = given.samples_before
    found = win_probability(
        read_position(given),
        given.samples,
        strategy=given.strategy,
        threads=1,
        first_sample=before,
        # Where the first step was not exact, the next ones are not either.
        most_layouts=0 if before else MOST_LAYOUTS,
        seconds=WIN_SECONDS,
        limits=LIMITS,
    )
    if found.wins is None:
        told = str(found.fraction)
        return answers.WinAnswer(
            strategy=found.strategy,
            value=found.value,
            interval=list(found.interval),
            exact=True,
            fraction=told if len(told) <= _LONGEST_FRACTION else None,
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


def routes(pool: Pool, problems: dict[int | str, dict[str, Any]]) -> APIRouter:
    """Return the route of the chance of winning."""
    router = APIRouter(tags=["analysis"], responses=problems)

    @router.post("/api/win", response_model=answers.WinAnswer)
    async def win(position: models.PositionToWin) -> Response:
        """The chance that a strategy wins from a position, as far as half a second of play tells.

        Ask again with `samples` and `wins` of the answer as `samples_before` and `wins_before` for
        a narrower interval; with an exact chance there is nothing more to ask.
        """
        return await pool.run(lambda: json_response(played_on(position)))

    return router
