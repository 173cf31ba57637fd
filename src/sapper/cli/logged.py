"""The options ``--log-level`` and ``--log-every``, which all commands that take long share."""

from __future__ import annotations

import inspect
from contextlib import ExitStack
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper import logs
from sapper.cli import progress
from sapper.cli.failures import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

LogLevel = Annotated[
    str,
    typer.Option(
        "--log-level",
        metavar="LEVEL",
        help="Show log records from this level up on standard error: debug, info, warning, error "
        "or critical.",
        autocompletion=lambda: list(logs.LEVELS),
    ),
]
LogEvery = Annotated[
    float,
    typer.Option(
        "--log-every",
        metavar="SECONDS",
        help="Without a terminal: seconds between two lines of progress on standard error; 0 for "
        "none.",
    ),
]

_MOST_SECONDS = 1e9


def logged(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options to a command, and obey them while it runs."""

    @wraps(command)
    def run(*, log_level: str, log_every: float, **arguments: Any) -> None:
        if not 0 <= log_every <= _MOST_SECONDS:
            raise InputError(f"--log-every is a number of seconds from 0, not {log_every:g}")
        with ExitStack() as opened:
            opened.enter_context(logs.shown(log_level))
            opened.enter_context(progress.lines_every(log_every))
            command(**arguments)

    added = {
        "log_level": (LogLevel, logs.DEFAULT_LEVEL),
        "log_every": (LogEvery, progress.LINE_SECONDS),
    }
    signature = inspect.signature(command)
    parameters = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in added.items()
    ]
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*signature.parameters.values(), *parameters]
    )
    run.__annotations__ = {
        **command.__annotations__,
        **{name: kind for name, (kind, _) in added.items()},
    }
    return run
