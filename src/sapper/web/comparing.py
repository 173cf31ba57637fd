"""Strategies on the same games, played in small steps.

Nothing is kept between the steps: each is told what those before have found, and goes on with the
games after theirs. So whoever asks may stop at any time, and a step ends after half a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Response

from sapper.errors import SpecError, StrategyError
from sapper.games import comparison
from sapper.strategies.registry import find
from sapper.web import lab_answers, models
from sapper.web.boards import read_board
from sapper.web.errors import json_response
from sapper.web.limits import WIN_SECONDS

if TYPE_CHECKING:
    from sapper.web.pools import Pool


def compared(given: models.Comparison) -> lab_answers.Compared:
    """Play a step, and add it to those before."""
    board, spec_mines = read_board(given.board)
    mines = spec_mines if given.mines is None else given.mines
    if mines is None:
        raise SpecError(f"say how many mines, as in {board.spec}/10")
    for name in given.strategies:
        if not find(name).in_core:
            raise StrategyError(f"strategy {name!r} is not played here: it is written in Python")
    found = comparison.compare(
        board,
        given.strategies,
        given.games,
        given.seed,
        given.first,
        mines=mines,
        first_game=given.games_before,
        seconds=WIN_SECONDS,
    )
    if given.before:
        found = [
            comparison.Compared(
                now.strategy, before.wins, before.only_this, before.only_first, given.games_before
            )
            + now
            for now, before in zip(found, given.before, strict=True)
        ]
    return lab_answers.Compared(
        spec=f"{board.spec}/{mines}",
        games=found[0].games,
        strategies=[_answer(one) for one in found],
    )


def _answer(one: comparison.Compared) -> lab_answers.ComparedStrategy:
    return lab_answers.ComparedStrategy(
        strategy=one.strategy,
        wins=one.wins,
        win_rate=one.win_rate,
        interval=list(one.interval),
        only_this=one.only_this,
        only_first=one.only_first,
        difference=one.difference,
        difference_interval=list(one.difference_interval),
    )


def routes(pool: Pool, problems: dict[int | str, dict[str, Any]]) -> APIRouter:
    """Return the route of comparisons."""
    router = APIRouter(tags=["laboratory"], responses=problems)

    @router.post("/api/compare", response_model=lab_answers.Compared)
    async def compare(comparison: models.Comparison) -> Response:
        """How often strategies win the same games, as far as half a second of play tells.

        Ask again with `games` of the answer as `games_before` and the counts of its strategies as
        `before` for narrower intervals.
        """
        return await pool.run(lambda: json_response(compared(comparison)))

    return router
