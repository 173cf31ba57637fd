"""Errors as an HTTP status and a JSON object: ``{"error": sentence, "kind": class, ...}``.

The kind of an invalid input is the class name of the library's error; its other attributes become
other fields.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field
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


class Error(BaseModel):
    """An error; some kinds have further fields."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "error": "no layout fits: the 4 at (0, 0) cannot be met",
                    "kind": "ContradictionError",
                    "clues": [0],
                }
            ]
        },
    )

    error: Annotated[str, Field(description="A message in one sentence.")]
    kind: Annotated[str, Field(description="The class of the error.")]
    clues: Annotated[
        list[int] | None,
        Field(description="For a contradiction, the cells of the contradictory clues."),
    ] = None


PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Error, "description": "Not JSON."},
    403: {"model": Error, "description": "From another origin, or for another host."},
    404: {"model": Error, "description": "Not found."},
    408: {"model": Error, "description": "The request took too long to arrive."},
    409: {"model": Error, "description": "In conflict with the current state."},
    413: {"model": Error, "description": "Larger than a megabyte."},
    429: {"model": Error, "description": "Too many requests from one address."},
    422: {"model": Error, "description": "Invalid, contradictory or too hard."},
    503: {"model": Error, "description": "Too many concurrent requests."},
}
"""The responses with which any route may fail, for the OpenAPI document."""


class WebError(SapperError):
    """A request that the server refuses for a reason of its own."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    kind = "WebError"
    headers: Mapping[str, str] = {}


class BusyError(WebError):
    """All threads are busy and the queue is full."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    kind = "Busy"
    headers: Mapping[str, str] = {"Retry-After": "1"}


class NotFoundError(WebError):
    """The requested item does not exist."""

    status = HTTPStatus.NOT_FOUND
    kind = "NotFound"


class ConflictError(WebError):
    """The request conflicts with the current state."""

    status = HTTPStatus.CONFLICT
    kind = "Conflict"


class GameForgottenError(WebError):
    """The game to continue is not cached: the request must contain all moves."""

    status = HTTPStatus.CONFLICT
    kind = "GameForgotten"


class TooLargeError(WebError):
    """The request exceeds a size limit."""

    kind = "TooLarge"


def json_response(
    value: Any, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a value as a JSON response.

    It is not validated at run time: the type checker verifies that answers fit their schema.
    """
    return Response(to_json(value, inf_nan_mode="null"), status, headers, "application/json")


def error_response(
    status: int,
    kind: str,
    message: str,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """Return an error response; long messages are cut."""
    if len(message) > _LONGEST:
        message = f"{message[:_LONGEST]}…"
    return json_response({"error": message, "kind": kind, **more}, status, headers)


def install(app: FastAPI) -> None:
    """Register handlers for everything that is raised on purpose."""
    app.add_exception_handler(SapperError, _of_sapper)
    app.add_exception_handler(RequestValidationError, _of_validation)
    app.add_exception_handler(HTTPException, _of_routing)


async def _of_sapper(request: Request, error: Exception) -> Response:  # noqa: ARG001
    if isinstance(error, WebError):
        return error_response(error.status, error.kind, str(error), error.headers)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    more: dict[str, Any] = {}
    if isinstance(error, ContradictionError):
        more = {
            "clues": list(error.clues),
            "needs_mine_count": error.needs_mine_count,
            "flags_to_remove": list(error.flags_to_remove),
        }
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
    text = f"{where}: {message}" if where else message
    return error_response(HTTPStatus.UNPROCESSABLE_ENTITY, "ValidationError", text, where=where)


async def _of_routing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    kind, text = _KINDS.get(status, ("BadRequest", str(error.detail)))
    path = request.url.path
    if status == HTTPStatus.NOT_FOUND and path == "/":
        text = "the page is missing from this installation; the API is at /api/openapi.json"
    if "{" in text:
        text = text.format(path=repr(path[:100]), method=request.method)
    return error_response(status, kind, text, error.headers)


def fault(path: str) -> Response:
    """Log the exception being handled and return the response for an internal error."""
    _LOG.exception("a fault at %s", path)
    return error_response(
        HTTPStatus.INTERNAL_SERVER_ERROR, "Fault", "internal error; the server log has the details"
    )
