"""The routes of sweeps: begin, list, watch, stop, resume."""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Path, Response
from fastapi.responses import StreamingResponse

from sapper.web.api.lab import answers, models
from sapper.web.errors import PROBLEMS, BusyError, json_response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sapper.web.api.lab.sweep_ledger import Row
    from sapper.web.api.lab.sweeps import Sweeps
    from sapper.web.serving.pools import Pool

MOST_WATCHERS = 32
"""Event streams that a process serves at once."""

LOOK_SECONDS = 0.25
"""Seconds between two polls of a watched sweep."""

_SILENCE = 40
"""Polls without news after which a comment keeps the stream alive."""

Number = Annotated[int, Path(ge=1, le=2**53, description="The id of the sweep.")]


def routes(pool: Pool, sweeps: Sweeps) -> APIRouter:
    """Return the routes of sweeps."""
    router = APIRouter(prefix="/api/lab/sweeps", tags=["sweeps"], responses=PROBLEMS)
    watchers = 0

    @router.post("", response_model=answers.SweepRow, status_code=HTTPStatus.CREATED)
    async def begin(sweep: models.Sweep) -> Response:
        """Start a sweep; games in the store are not played again."""

        def work() -> Response:
            return json_response(sweeps.begin(sweep).answer(), HTTPStatus.CREATED)

        return await pool.run(work)

    @router.get("", response_model=list[answers.SweepRow])
    async def rows() -> Response:
        """All sweeps, the last one first."""
        return await pool.run(lambda: json_response([row.answer() for row in sweeps.ledger.rows()]))

    @router.post("/{number}/stop", response_model=answers.SweepRow)
    async def stop(number: Number) -> Response:
        """Ask a sweep to stop; it does so after the games being played."""
        return await pool.run(lambda: json_response(sweeps.ledger.ask_to_stop(number).answer()))

    @router.post("/{number}/resume", response_model=answers.SweepRow)
    async def resume(number: Number) -> Response:
        """Resume a sweep that was stopped or has failed."""

        def work() -> Response:
            request = models.Sweep.model_validate(sweeps.ledger.row(number).request)
            return json_response(sweeps.resume(number, request).answer())

        return await pool.run(work)

    @router.get(
        "/{number}/events",
        response_class=StreamingResponse,
        responses={
            200: {"content": {"text/event-stream": {}}, "description": "progress..., then end."}
        },
    )
    async def events(number: Number) -> StreamingResponse:
        """The progress of a sweep: events `progress`, then `end` with its state."""
        first = await pool.run(lambda: sweeps.ledger.row(number))
        if watchers >= MOST_WATCHERS:
            raise BusyError(f"too many clients ({watchers}) are watching sweeps: try again later")
        return StreamingResponse(
            watch(first), headers={"Cache-Control": "no-store"}, media_type="text/event-stream"
        )

    async def watch(row: Row) -> AsyncIterator[str]:
        nonlocal watchers
        watchers += 1
        sent: dict[str, Any] | None = None
        silence = 0
        try:
            while True:
                now = row.progress()
                if now != sent:
                    yield _event("progress", now)
                    sent, silence = now, 0
                elif silence >= _SILENCE:
                    yield ": still there\n\n"
                    silence = 0
                if row.state != "running":
                    yield _event("end", {"state": row.state, "error": row.error})
                    return
                if sweeps.closing.is_set():
                    return
                await asyncio.sleep(LOOK_SECONDS)
                silence += 1
                row = await asyncio.to_thread(sweeps.ledger.row, row.id)
        finally:
            watchers -= 1

    return router


def _event(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"
