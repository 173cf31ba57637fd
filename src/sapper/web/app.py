"""The application: the page at ``/`` and the API under ``/api``, for one store."""

from __future__ import annotations

from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from sapper.version import VERSION
from sapper.web import errors
from sapper.web.api.analysis import routes as analysis
from sapper.web.api.boards import routes as boards
from sapper.web.api.files import routes as files
from sapper.web.api.games import routes as games
from sapper.web.api.lab import routes as lab
from sapper.web.api.lab import sweep_routes
from sapper.web.api.lab.laboratory import Laboratory
from sapper.web.api.lab.sweeps import Sweeps
from sapper.web.limits import (
    FILE_SECONDS,
    FILE_THREADS,
    LAB_SECONDS,
    SECONDS,
    THINK_THREADS,
    WIN_THREADS,
)
from sapper.web.serving.page_files import PageFiles
from sapper.web.serving.pools import SLOW_THREADS, Pool
from sapper.web.serving.security import Guard

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

PAGE = Path(__file__).parent / "page"
"""The folder of the page."""

LOADED_LATE = ("networkx", "sapper.analysis.exact", "sapper.analysis.reasons", "scipy.optimize")
"""Heavy modules that only some requests need."""

_SMALLEST_PACKED = 1_000
"""Bytes below which a response fits one packet and is not compressed."""

_PACK_LEVEL = 4

_ABOUT = """
Exact Minesweeper over HTTP. Nothing is kept between requests: a game is its address (board, mines,
rule, seed, number) and its moves. Cells are indices from 0, row by row.

Every error is `{"error": sentence, "kind": class}`, some kinds with more fields.
"""


def create_app(store: str | Path = "sapper.db", hosts: Collection[str] | None = None) -> FastAPI:
    """Make the application.

    ``store`` is the only file it reads and, with ``.sweeps`` added, one of the two that it writes.
    With ``hosts`` it answers only requests for one of these host names.
    """
    path = Path(store)
    sweeps = Sweeps(path)
    quick = Pool(slow=Pool(threads=SLOW_THREADS, gives_way=True))
    win = Pool(threads=WIN_THREADS, gives_way=True)
    think = Pool(threads=THINK_THREADS, gives_way=True)
    filing = Pool(threads=FILE_THREADS, seconds=FILE_SECONDS + SECONDS, gives_way=True)
    fits = Pool(2, waiting=16, seconds=LAB_SECONDS, wait_seconds=LAB_SECONDS, gives_way=True)
    parts = (quick, win, think, filing, fits, sweeps)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001
        for part in parts:
            part.open()
        yield
        for part in reversed(parts):
            part.close()

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
    app.add_middleware(GZipMiddleware, minimum_size=_SMALLEST_PACKED, compresslevel=_PACK_LEVEL)
    app.add_middleware(Guard, hosts=hosts)
    errors.install(app)
    app.include_router(boards.routes(quick))
    app.include_router(analysis.routes(quick, win, think))
    app.include_router(files.routes(filing))
    app.include_router(games.routes(quick))
    app.include_router(lab.routes(fits, win, Laboratory(path)))
    app.include_router(sweep_routes.routes(fits, sweeps))
    if PAGE.is_dir():
        # Not mounted, as that would answer for wrong methods under /api, too.
        app.router.default = PageFiles(PAGE)
    return app


def create_loaded_app(store: str, hosts: Collection[str] | None) -> FastAPI:
    """Make the application with all heavy modules loaded, so that no request waits for them."""
    for name in LOADED_LATE:
        import_module(name)
    return create_app(store, hosts)
