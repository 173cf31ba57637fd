"""The routes of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from sapper.web.api.analysis.answers import CellWhy
from sapper.web.api.boards.boards import seconds_for
from sapper.web.api.games import advice, answers, models, results, views
from sapper.web.api.games.played import Games
from sapper.web.errors import PROBLEMS, json_response

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.analysis.answer import Answer
    from sapper.web.api.games.played import Played
    from sapper.web.serving.pools import Pool


def routes(pool: Pool) -> APIRouter:
    """Return the routes of games; the server stores nothing between requests."""
    router = APIRouter(tags=["games"], responses=PROBLEMS)
    known = Games()

    async def answer(game: models.Game, make: Callable[[Played], Answer]) -> Response:
        def work() -> Response:
            played = known.follow(game)
            try:
                return json_response(make(played))
            finally:
                known.keep(played)

        return await pool.run(work, seconds_for(game.board))

    @router.post("/api/game", response_model=answers.GameState)
    async def state(game: models.Game) -> Response:
        """The view of the player after the moves; it contains the layout only after the end."""
        return await answer(game, views.state)

    @router.post("/api/game/moves", response_model=answers.GameStep)
    async def moves(game: models.GameMoves) -> Response:
        """The changes made by the next moves of a game, whose last `key` is sent as `after`.

        After a 409 of the kind `GameForgotten`, send all moves without `after`.
        """

        def work() -> Response:
            played, before = known.go_on(game)
            try:
                return json_response(views.step(played, before))
            finally:
                known.keep(played)

        return await pool.run(work, seconds_for(game.board))

    @router.post("/api/game/hint", response_model=answers.Hint)
    async def hint(game: models.Game) -> Response:
        """A cell to open, the reason, and for a guess the effect of each candidate."""
        return await answer(game, advice.hint)

    @router.post("/api/game/why", response_model=CellWhy)
    async def why(game: models.GameAndCell) -> Response:
        """The reason why a cell is safe or a mine, or its mine probability."""
        return await answer(game, lambda played: advice.why(played, game.cell))

    @router.post("/api/game/advise", response_model=answers.Advice)
    async def advise(game: models.GameAndStrategy) -> Response:
        """The next click of a strategy."""
        return await answer(game, lambda played: advice.advise(played, game.strategy, game.explain))

    @router.post("/api/game/replay", response_model=answers.Replay)
    async def replay(game: models.Game) -> Response:
        """A finished game, cell by cell."""
        return await answer(game, views.replay)

    @router.post("/api/game/result", response_model=answers.GameResult)
    async def result(game: models.Game) -> Response:
        """The result of a finished game: 3BV, ZiNi, guesses, luck, and a better last click."""
        return await answer(game, results.result)

    return router
