"""The routes of positions."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from pydantic_core import to_json

from sapper.analysis.answer import AnalysisAnswer, contradicted
from sapper.errors import ContradictionError
from sapper.web.api.analysis import answers, models, positions, thinking, winning
from sapper.web.api.boards.boards import core_answer
from sapper.web.errors import PROBLEMS, json_response

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from sapper.web.serving.pools import Pool


def routes(pool: Pool, win_pool: Pool, think_pool: Pool) -> APIRouter:
    """Return the routes of positions."""
    router = APIRouter(tags=["analysis"], responses=PROBLEMS)

    @router.post("/api/analyze", response_model=AnalysisAnswer)
    async def analyze(position: models.PositionToAnalyze) -> Response:
        """Mine probabilities of all covered cells, certain cells and the number of layouts.

        If no layout fits, the answer is 422 with a smallest set of contradictory clues, or, if
        `report_contradiction` is set, an analysis with the same content.
        """

        def work() -> Response:
            try:
                return json_response(positions.analyzed(position))
            except ContradictionError as error:
                if not position.report_contradiction:
                    raise
                return json_response(contradicted(error))

        return await pool.run(work)

    @router.post("/api/why", response_model=answers.CellWhy)
    async def why(position: models.PositionAndCell) -> Response:
        """The reason why a cell is safe or a mine, or its mine probability."""
        return await pool.run(lambda: json_response(positions.explained(position)))

    @router.post("/api/parse", response_model=answers.Parsed)
    async def parse(text: models.Text) -> Response:
        """A position from text: `#` covered, `F` a flag, `.` or digits, `(12)` large clues."""
        return await pool.run(lambda: core_answer("parse", to_json(text)))

    @router.post("/api/format", response_model=answers.Formatted)
    async def format_(position: models.Position) -> Response:
        """The text of a position, with its board on the first line."""
        return await pool.run(lambda: core_answer("format", to_json(position)))

    @router.post("/api/win", response_model=answers.WinAnswer)
    async def win(position: models.PositionToWin) -> Response:
        """The win probability of a strategy from a position, estimated in half a second of play.

        For a narrower interval, send another request with `samples` and `wins` of the answer as
        `samples_before` and `wins_before`, unless the answer is exact.
        """
        return await win_pool.run(lambda: json_response(winning.played_on(position)))

    @router.post("/api/think", response_model=answers.Thinking)
    async def think(position: models.PositionToThink) -> Response:
        """The values of the best clicks in a position, after a second of rollout search."""
        return await think_pool.run(lambda: json_response(thinking.search(position)))

    @router.post(
        "/api/think/events",
        response_class=StreamingResponse,
        responses={
            200: {"content": {"text/event-stream": {}}, "description": "Answers of `/api/think`."}
        },
    )
    async def events(position: models.PositionToThink) -> StreamingResponse:
        """The same search as a stream of events with more precise values; the last has `ended`.

        It ends after twenty seconds, when the choice is clear, or when the client disconnects.
        """
        stream: AsyncGenerator[answers.Thinking] = await think_pool.stream(
            lambda report: thinking.stream(position, report)
        )
        # Raises here if the position is wrong, so that the answer is an error.
        first = await anext(stream)
        return StreamingResponse(
            _events(first, stream),
            headers={"Cache-Control": "no-store"},
            media_type="text/event-stream",
        )

    return router


async def _events(
    first: answers.Thinking, more: AsyncGenerator[answers.Thinking]
) -> AsyncIterator[bytes]:
    async with aclosing(more):
        yield _event(first)
        async for thinking in more:
            yield _event(thinking)


def _event(thinking: answers.Thinking) -> bytes:
    return b"data: " + to_json(thinking, inf_nan_mode="null") + b"\n\n"
