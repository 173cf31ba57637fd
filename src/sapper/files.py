"""Atomic writing of files, with a FileError of one sentence if it fails.

A file is written under a temporary name in its folder and then renamed: a reader, also after an
interruption, finds the old file or the new one and never a part.
"""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator


def write(path: str | Path, content: str | bytes) -> None:
    """Write bytes, or text as UTF-8 with its line ends unchanged; FileError if that fails."""
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
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise


def check_writable(path: str | Path) -> None:
    """Raise FileError if ``write`` would fail, before long work whose result is written there."""
    with explained(path):
        place = Path(path).resolve()
        if place.exists():
            place.open("ab").close()
        if place.is_file() or not place.exists():
            part = _part(place)
            part.open("xb").close()
            part.unlink()


def exists(path: str | Path) -> bool:
    """Whether a path exists; False for a name that is too long for the disk."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def is_file(path: str | Path) -> bool:
    """Whether a path is a file; False for a name that is too long for the disk."""
    return exists(path) and Path(path).is_file()


@contextmanager
def explained(path: str | Path) -> Iterator[None]:
    """Turn an error of the system while writing a file into a FileError of one sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else None
        raise FileError(f"cannot write {str(path)!r}: {what or error}") from None


def _part(place: Path) -> Path:
    return place.with_name(f".{place.name[:100]}.{os.getpid()}.part")
