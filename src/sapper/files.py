"""Atomic writing of files; a failure raises FileError with a one-sentence message.

A file is written under a temporary name in its folder and then renamed. A reader, even after an
interruption, finds either the old file or the new one and never a part.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_PATH = 4096
_PATH = re.compile(r"[^\n?=]*[^\n?=./\\]\.(?![FfHhXx]+$)[A-Za-z][A-Za-z0-9]{1,7}")
_LOG = logging.getLogger(__name__)


def write(path: str | Path, content: str | bytes) -> None:
    """Write bytes, or text as UTF-8 with its line ends unchanged; raise FileError if that fails."""
    data = content.encode() if isinstance(content, str) else content
    with explained(path):
        place = Path(path).resolve()
        if place.exists() and not place.is_file():  # a terminal, a pipe or /dev/null
            place.write_bytes(data)
            return
        part = _part(place)
        try:
            with part.open("xb") as stream:
                stream.write(data)
            if place.exists():
                shutil.copymode(place, part)
            part.replace(place)
            _LOG.debug("%s written: %d bytes", place, len(data))
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise


def check_writable(path: str | Path) -> None:
    """Raise FileError if ``write`` would fail; called before long work whose result is written."""
    with explained(path):
        place = Path(path).resolve()
        if place.exists():
            place.open("ab").close()
        if place.is_file() or not place.exists():
            part = _part(place)
            part.open("xb").close()
            part.unlink()


def exists(path: str | Path) -> bool:
    """Return whether a path exists; False for a name that the file system does not allow."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def looks_like_path(text: str) -> bool:
    """Return whether a text is probably meant as the path of a file: one line with an ending.

    >>> looks_like_path("games/board.txt"), looks_like_path("1##"), looks_like_path("16x30/99")
    (True, False, False)
    """
    return len(text) <= _LONGEST_PATH and _PATH.fullmatch(text.strip()) is not None


def is_file(path: str | Path) -> bool:
    """Return whether a path is a file; False for a name that the file system does not allow."""
    return exists(path) and Path(path).is_file()


@contextmanager
def explained(path: str | Path) -> Iterator[None]:
    """Convert a system error while a file is written into a FileError of one sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else None
        raise FileError(f"cannot write {str(path)!r}: {what or error}") from None


def _part(place: Path) -> Path:
    return place.with_name(f".{place.name[:100]}.{os.getpid()}.part")
