"""The application: the page at ``/`` and the API under ``/api``, for one store."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI

from sapper.version import VERSION
from sapper.web import (
    analysis,
    answers,
    boards,
    comparing,
    errors,
    files,
    game_routes,
    lab,
    sweep_routes,
    thinking,
    winning,
)
from sapper.web.compression import Compression
from sapper.web.lab import Laboratory
from sapper.web.limits import (
    FILE_SECONDS,
    FILE_THREADS,
    LAB_SECONDS,
    SECONDS,
    THINK_THREADS,
    WIN_THREADS,
)
from sapper.web.page_files import PageFiles
from sapper.web.pools import SLOW_THREADS, Pool
from sapper.web.security import Guard
from sapper.web.sweeps import Sweeps

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

PAGE = Path(__file__).parent / "page"
"""The files of the page."""

PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": answers.Error, "description": "Not JSON."},
    403: {"model": answers.Error, "description": "From another origin, or for another host."},
    404: {"model": answers.Error, "description": "There is no such thing."},
    408: {"model": answers.Error, "description": "The request took too long to arrive."},
    409: {"model": answers.Error, "description": "Not now."},
    413: {"model": answers.Error, "description": "More than a megabyte."},
    429: {"model": answers.Error, "description": "Too many requests of one address: wait."},
    422: {"model": answers.Error, "description": "Wrong, contradictory or too hard."},
    503: {"model": answers.Error, "description": "Too much at once: try again."},
}
"""How requests may fail."""

_ABOUT = """
Exact Minesweeper over HTTP. Nothing is kept between requests: a game is its address (board, mines,
rule, seed, number) and its moves. Cells are indices from 0, row by row.

Every error is `{"error": sentence, "kind": class}`, some kinds with more fields.
"""


def create_app(store: str | Path = "sapper.db", hosts: Collection[str] | None = None) -> FastAPI:
    """Make the application.

    ``store`` is the only file it reads and, with ``.sweeps`` added, one of the two that it writes.
    With ``hosts`` it answers only requests for one of these names.
    """
    path = Path(store)
    laboratory = Laboratory(path)
    sweeps = Sweeps(path)
    pool = Pool(slow=Pool(threads=SLOW_THREADS, gives_way=True))
    win_pool = Pool(threads=WIN_THREADS, gives_way=True)
    think_pool = Pool(threads=THINK_THREADS, gives_way=True)
    file_pool = Pool(threads=FILE_THREADS, seconds=FILE_SECONDS + SECONDS, gives_way=True)
    lab_pool = Pool(
        threads=2, waiting=16, seconds=LAB_SECONDS, wait_seconds=LAB_SECONDS, gives_way=True
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001
        pool.open()
        win_pool.open()
        think_pool.open()
        file_pool.open()
        lab_pool.open()
        sweeps.open()
        yield
        sweeps.close()
        pool.close()
        win_pool.close()
        think_pool.close()
        file_pool.close()
        lab_pool.close()

    app = FastAPI(
        title="Sapper",
        version=VERSION,
        summary="The Minesweeper laboratory",
        description=_ABOUT,
        openapi_url="/api/openapi.json",
        docs_url=None,  # its scripts would come from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.closing = sweeps.closing
    app.add_middleware(Compression)
    app.add_middleware(Guard, hosts=hosts)
    errors.install(app)
    app.include_router(boards.routes(pool, PROBLEMS))
    app.include_router(analysis.routes(pool, PROBLEMS))
    app.include_router(winning.routes(win_pool, PROBLEMS))
    app.include_router(comparing.routes(win_pool, PROBLEMS))
    app.include_router(thinking.routes(think_pool, PROBLEMS))
    app.include_router(files.routes(file_pool, PROBLEMS))
    app.include_router(game_routes.routes(pool, PROBLEMS))
    app.include_router(lab.routes(lab_pool, laboratory, PROBLEMS))
    app.include_router(sweep_routes.routes(lab_pool, sweeps, PROBLEMS))
    if PAGE.is_dir():
        # Not mounted, as that would answer for wrong methods under /api, too.
        app.router.default = PageFiles(PAGE)
    return app
