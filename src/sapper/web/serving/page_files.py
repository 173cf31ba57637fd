"""Serves the page: joined into a few cacheable files, and each of its files as it is.

``/`` is the joined page of ``bundle``. ``/index.html`` is the page as it is in its folder, for
debugging in a browser: its modules are loaded one by one. The joined files are made again when a
file of the folder has changed, so that an edit is visible at the next reload.
"""

from __future__ import annotations

import gzip
import logging
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from sapper.web.serving.bundle import FOLDER, BundleError, bundle

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

_LOG = logging.getLogger("sapper.web")
_FOREVER = "public, max-age=31536000, immutable"
_LEVEL = 9


@dataclass(frozen=True, slots=True)
class _Made:
    """One of the joined files, ready to be sent."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str
    caching: str

    @classmethod
    def of(cls, kind: str, text: str, caching: str) -> _Made:
        plain = text.encode()
        tag = f'"{sha256(plain).hexdigest()[:32]}"'
        return cls(kind, plain, gzip.compress(plain, _LEVEL, mtime=0), tag, caching)

    def answer(self, headers: Headers) -> Response:
        own = {"Cache-Control": self.caching, "ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=own)
        if "gzip" not in headers.get("accept-encoding", ""):
            return Response(self.plain, headers=own, media_type=self.kind)
        own["Content-Encoding"] = "gzip"
        return Response(self.packed, headers=own, media_type=self.kind)


class PageFiles:
    """The application for every path outside the API."""

    def __init__(self, page: Path) -> None:
        self._page = page
        self._files = StaticFiles(directory=page, html=True)
        self._current()  # so that no request has to wait for it

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = scope.get("path", "")
        if path == "/" or path.startswith(f"/{FOLDER}"):
            made = self._current().get(path[1:])
            if made is not None and scope["method"] in ("GET", "HEAD"):
                await made.answer(Headers(scope=scope))(scope, receive, send)
                return
            if path != "/":
                raise HTTPException(404)
        await self._files(scope, receive, send)

    def _current(self) -> dict[str, _Made]:
        """Return the index, under "", and the joined files; none if the page cannot be joined."""
        files = sorted(path for path in self._page.rglob("*.*") if path.is_file())
        stats = [(path, path.stat()) for path in files]
        seen = tuple((str(path), stat.st_mtime_ns, stat.st_size) for path, stat in stats)
        return _joined(self._page, seen)


@lru_cache(maxsize=2)
def _joined(page: Path, seen: tuple[tuple[str, int, int], ...]) -> dict[str, _Made]:  # noqa: ARG001
    """Join a page; ``seen``, its file dates and sizes, is the cache key."""
    try:
        found = bundle(page)
    except BundleError as error:
        _LOG.warning("the page is served file by file: %s", error)
        return {}
    made = {path: _Made.of(kind, text, _FOREVER) for path, (kind, text) in found.files.items()}
    return {**made, "": _Made.of("text/html", found.index, "no-cache")}
