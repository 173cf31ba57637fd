"""Thinking about a position while somebody watches: a stream of what each click is worth.

The values fill in several times a second. Whoever asked ends it by leaving: the thread is told to
stop, and is free for others soon after.
"""

from __future__ import annotations

from contextlib import aclosing
from math import isnan
from time import monotonic
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from pydantic_core import to_json

from sapper.games.thinking import think
from sapper.web import answers, models
from sapper.web.analysis import read_position
from sapper.web.errors import json_response
from sapper.web.limits import THINK_SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable

    from sapper.games.thinking import Thought
    from sapper.web.pools import Pool

_PAUSE = 0.15
"""Seconds between two things that are told."""


def thought_about(given: models.Position, tell: Callable[[answers.Thinking], None]) -> None:
    """Think about the position of a request, and tell what is known from time to time."""
    position = read_position(given)
    last = -_PAUSE

    def told(thought: Thought) -> None:
        nonlocal last
        now = monotonic()
        if now - last >= _PAUSE:
            last = now
            tell(_answer(thought, ended=False))

    tell(_answer(think(position, THINK_SECONDS, on_thought=told), ended=True))


def _answer(thought: Thought, *, ended: bool) -> answers.Thinking:
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
        for one in thought.considered
    ]
    return answers.Thinking(
        best=thought.best,
        certain=thought.certain,
        considered=considered,
        layouts=thought.layouts,
        seconds=thought.seconds,
        note=thought.note,
        ended=ended,
    )


async def _events(
    first: answers.Thinking, more: AsyncGenerator[answers.Thinking]
) -> AsyncIterator[bytes]:
    async with aclosing(more):
        yield _event(first)
        async for thinking in more:
            yield _event(thinking)


def _event(thinking: answers.Thinking) -> bytes:
    return b"data: " + to_json(thinking, inf_nan_mode="null") + b"\n\n"


def routes(pool: Pool, problems: dict[int | str, dict[str, Any]]) -> APIRouter:
    """Return the routes of thinking."""
    router = APIRouter(tags=["analysis"], responses=problems)

    @router.post("/api/think", response_model=answers.Thinking)
    async def thought(position: models.PositionToThink) -> Response:
        """What each of the good clicks in a position is worth, after a second of thought."""
        return await pool.run(
            lambda: json_response(_answer(think(read_position(position)), ended=True))
        )

    @router.post(
        "/api/think/events",
        response_class=StreamingResponse,
        responses={
            200: {"content": {"text/event-stream": {}}, "description": "What `/api/think` tells."}
        },
    )
    async def events(position: models.PositionToThink) -> StreamingResponse:
        """The same as events whose values grow sharper; the last one has `ended`.

        It ends after twenty seconds, when the choice is clear, or when whoever asked leaves.
        """
        stream: AsyncGenerator[answers.Thinking] = await pool.stream(
            lambda tell: thought_about(position, tell)
        )
        # What is wrong with the position is told before anything else, as an error.
        first = await anext(stream)
        return StreamingResponse(
            _events(first, stream),
            headers={"Cache-Control": "no-store"},
            media_type="text/event-stream",
        )

    return router
