"""Log records on standard error, for the command line and the server.

All modules log to ``logging.getLogger(__name__)``, below the logger ``sapper``. The library only
attaches a ``NullHandler`` to it: a program that uses Sapper decides about handlers and levels.
"""

from __future__ import annotations

import logging
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from sapper.errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Iterator

LEVELS = ("debug", "info", "warning", "error", "critical")
"""The names of the levels."""

DEFAULT_LEVEL = "warning"

PROGRESS = logging.getLogger("sapper.progress")
"""The logger of progress lines, whose level is always INFO."""

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_TIME = "%Y-%m-%dT%H:%M:%S%z"


class _StandardError(logging.StreamHandler[TextIO]):
    """Writes to the present ``sys.stderr``, which a progress bar replaces while it is shown."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)
        self.setFormatter(logging.Formatter(_FORMAT, _TIME))

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stderr


def check_level(level: str) -> str:
    """Return the name of a level in small letters; SapperError if there is none of this name.

    >>> check_level("INFO")
    'info'
    """
    if level.lower() not in LEVELS:
        raise SapperError(f"a log level is one of {', '.join(LEVELS)}, not {level[:40]!r}")
    return level.lower()


def level() -> str:
    """Return the name of the present level of the logger ``sapper``.

    >>> with shown("error"):
    ...     level()
    'error'
    """
    return logging.getLevelName(logging.getLogger("sapper").getEffectiveLevel()).lower()


@contextmanager
def shown(level: str = DEFAULT_LEVEL) -> Iterator[None]:
    """Show the records of Sapper from this level up on standard error, and all progress lines.

    >>> with shown("info"):
    ...     logging.getLogger("sapper").isEnabledFor(logging.INFO)
    True
    >>> logging.getLogger("sapper").isEnabledFor(logging.INFO)
    False
    """
    root, handler = logging.getLogger("sapper"), _StandardError()
    before = root.level, PROGRESS.level
    root.addHandler(handler)
    root.setLevel(check_level(level).upper())
    PROGRESS.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.setLevel(before[0])
        PROGRESS.setLevel(before[1])
        root.removeHandler(handler)
