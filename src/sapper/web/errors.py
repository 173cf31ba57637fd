"""What goes wrong, as an HTTP status and one JSON object with a sentence for people.

``{"error": sentence, "kind": class, ...}``: whatever a caller can get wrong has the name of the
library's error as its kind, with what that error knows besides.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic_core import to_json
from starlette.exceptions import HTTPException

from sapper.errors import (
    ContradictionError,
    LabError,
    NotationError,
    SapperError,
    TooHardError,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI, Request

_LOG = logging.getLogger("sapper.web")
_LONGEST = 1_000
_KINDS = {
    HTTPStatus.NOT_FOUND: ("NotFound", "there is nothing at {path}"),
    HTTPStatus.METHOD_NOT_ALLOWED: ("NotAllowed", "{method} is not for {path}"),
}


class WebError(SapperError):
    """A request that cannot be answered, for a reason of the server's own."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    kind = "WebError"
    headers: Mapping[str, str] = {}


class BusyError(WebError):
    """There is too much to do at once."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    kind = "Busy"
    headers: Mapping[str, str] = {"Retry-After": "1"}


class NotFoundError(WebError):
    """The store does not have what was asked for."""

    status = HTTPStatus.NOT_FOUND
    kind = "NotFound"


class ConflictError(WebError):
    """Not now: something else is in the way."""

    status = HTTPStatus.CONFLICT
    kind = "Conflict"


class GameForgottenError(WebError):
    """The game that moves should go on from is not kept here: all of them must be sent."""

    status = HTTPStatus.CONFLICT
    kind = "GameForgotten"


class TooLargeError(WebError):
    """More than is taken at once."""

    kind = "TooLarge"


def json_response(
    value: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """Return answers, or anything else that JSON can hold, as the answer to a request.

    It is written as it is: the type checker has seen that it fits its schema.
    """
    return Response(to_json(value, inf_nan_mode="null"), status, headers, "application/json")


def error_response(
    status: int,
    kind: str,
    message: str,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return an error as the answer to a request."""
    if len(message) > _LONGEST:
        message = f"{message[:_LONGEST]}…"
    return json_response({"error": message, "kind": kind, **more}, status, headers)


def install(app: FastAPI) -> None:
    """Answer everything that is raised on purpose."""
    app.add_exception_handler(SapperError, _of_sapper)
    app.add_exception_handler(RequestValidationError, _of_validation)
    app.add_exception_handler(HTTPException, _of_routing)


async def _of_sapper(request: Request, error: Exception) -> Response:  # noqa: ARG001
    if isinstance(error, WebError):
        return error_response(error.status, error.kind, str(error), error.headers)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    more: dict[str, Any] = {}
    if isinstance(error, ContradictionError):
        more = {"clues": list(error.clues), "needs_mine_count": error.needs_mine_count}
    elif isinstance(error, NotationError):
        more = {"line": error.line, "column": error.column}
    elif isinstance(error, TooHardError):
        more = {"width": error.width}
    elif isinstance(error, LabError):
        status = HTTPStatus.CONFLICT
    return error_response(status, type(error).__name__, str(error), **more)


async def _of_validation(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    message = str(first["msg"]).removeprefix("Value error, ")
    told = f"{where}: {message}" if where else message
    return error_response(HTTPStatus.UNPROCESSABLE_ENTITY, "ValidationError", told, where=where)


async def _of_routing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    kind, text = _KINDS.get(status, ("BadRequest", str(error.detail)))
    path = request.url.path
    if status == HTTPStatus.NOT_FOUND and path == "/":
        text = "the page is missing from this installation; the API is at /api/openapi.json"
    told = text.format(path=repr(path[:100]), method=request.method) if "{" in text else text
    return error_response(status, kind, told, error.headers)


def fault(path: str) -> Response:
    """Answer a request on which Sapper itself has just failed; call it where that is caught."""
    _LOG.exception("a fault at %s", path)
    return error_response(
        HTTPStatus.INTERNAL_SERVER_ERROR, "Fault", "a fault of Sapper's own; its log says more"
    )
