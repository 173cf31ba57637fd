"""Files: whether there is one, and writing them whole or not at all, or one sentence why not.

A file is written beside its place and then put there, so that whoever reads it, and whoever is
interrupted, finds the old one or the new one and never a part.
"""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sapper.errors import LabError

if TYPE_CHECKING:
    from collections.abc import Iterator


def write(path: str | Path, content: str | bytes) -> None:
    """Write text, as UTF-8 with its line ends as they are, or bytes; LabError if that cannot be."""
    data = content.encode() if isinstance(content, str) else content
    with explained(path):
        place = Path(path).resolve()
        if place.exists() and not place.is_file():  # a terminal, a pipe, nothing at all
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
    """Raise LabError where ``write`` could not write, so that no work is lost to it."""
    with explained(path):
        place = Path(path).resolve()
        if place.exists():
            place.open("ab").close()
        if place.is_file() or not place.exists():
            part = _part(place)
            part.open("xb").close()
            part.unlink()


def exists(path: str | Path) -> bool:
    """Whether there is anything at a path; a name that is too long for the disk is nowhere."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def is_file(path: str | Path) -> bool:
    """Whether there is a file at a path; a name that is too long for the disk is nowhere."""
    return exists(path) and Path(path).is_file()


@contextmanager
def explained(path: str | Path) -> Iterator[None]:
    """Turn what the system says about writing a file into one sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else None
        raise LabError(f"cannot write {str(path)!r}: {what or error}") from None


def _part(place: Path) -> Path:
    return place.with_name(f".{place.name[:100]}.{os.getpid()}.part")
