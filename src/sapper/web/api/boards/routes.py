"""The routes of boards, presets and strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response
from pydantic_core import to_json

from sapper.strategies.registry import entries
from sapper.web.api.boards import answers, models
from sapper.web.api.boards.boards import core_answer, seconds_for
from sapper.web.errors import PROBLEMS, json_response

if TYPE_CHECKING:
    from sapper.web.serving.pools import Pool


def routes(pool: Pool) -> APIRouter:
    """Return the routes about boards and strategies."""
    router = APIRouter(tags=["boards"], responses=PROBLEMS)

    @router.get("/api/boards/{spec:path}", response_model=answers.BoardInfo)
    async def board(spec: models.Spec, *, analysed: bool = False) -> Response:
        """Cells, neighbours and coordinates of the board of a spec, such as `hex:10x12/20`.

        With `analysed`, a board that is too large for an analysis is rejected.
        """
        given = to_json({"spec": spec, "analysed": analysed})
        kept = {"Cache-Control": "max-age=3600"}
        seconds = seconds_for(models.SpecBoard(spec=spec))
        return await pool.run(lambda: core_answer("boards", given, kept), seconds)

    @router.post("/api/graph", response_model=answers.BoardInfo)
    async def graph(graph: models.Graph) -> Response:
        """The board of a graph, with the places of its nodes in a drawing."""
        return await pool.run(lambda: core_answer("graph", to_json(graph)))

    @router.get("/api/presets", response_model=list[answers.Preset])
    async def named() -> Response:
        """Named boards: the standard ones, and one of every other kind."""
        return core_answer("presets", b"{}")

    @router.get("/api/strategies", response_model=list[answers.StrategyInfo])
    async def strategies() -> Response:
        """All strategies with their descriptions and sources."""
        return json_response(
            [
                answers.StrategyInfo(
                    entry.name, entry.description, entry.source, family=entry.is_family
                )
                for entry in entries()
            ]
        )

    return router
