"""The routes of files and recordings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from sapper.errors import SapperError
from sapper.web.api.files import answers, models, reading
from sapper.web.errors import PROBLEMS, json_response

if TYPE_CHECKING:
    from sapper.web.serving.pools import Pool


def routes(pool: Pool) -> APIRouter:
    """Return the routes about files and recordings."""
    router = APIRouter(tags=["files"], responses=PROBLEMS)

    @router.post("/api/files/read", response_model=answers.FileFound)
    async def read(file: models.FileToRead) -> Response:
        """A layout, a position or a replay from a file, a text or a link in any format.

        Unreadable content is a 422, or, with `report_problem`, an answer with the error.
        """

        def work() -> Response:
            try:
                return json_response(reading.found(file))
            except SapperError as error:
                if not file.report_problem:
                    raise
                problem = answers.FileFound(None, None, None, None, None, str(error))
                return json_response(problem)

        return await pool.run(work)

    @router.post("/api/files/write", response_model=answers.WrittenFile)
    async def write(file: models.FileToWrite) -> Response:
        """A position or a layout as a file or a link in a format."""
        return await pool.run(lambda: json_response(reading.written(file)))

    @router.post("/api/replay", response_model=answers.RecordingAnalysis)
    async def replay(recording: models.RecordingToAnalyze) -> Response:
        """The risk of every click of a recorded game, and which guesses were needed."""
        return await pool.run(lambda: json_response(reading.analyzed(recording)))

    return router
