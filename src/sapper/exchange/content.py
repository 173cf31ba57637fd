"""The input of a reader: bytes with the name of their source."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from sapper import files
from sapper.cached import cached_property
from sapper.errors import NotationError

MAX_BYTES = 64_000_000
"""The largest file that is read, in bytes."""

_LONGEST_PATH = 4096
_NO_TEXT = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f]")


@dataclass(frozen=True)
class Content:
    """Bytes with the name of their source."""

    data: bytes
    """The bytes."""

    name: str
    """The name in error messages: a path, or a description such as ``the text``."""

    ending: str | None = None
    """The lower-case ending of the file name, such as ``.mbf``; None if there is no file."""

    @cached_property
    def text(self) -> str:
        """The bytes as UTF-8 text with LF line ends.

        Raises NotationError, with the number of the first invalid byte, if they are not text.
        """
        found = _NO_TEXT.search(self.data)
        if found is not None:
            raise NotationError(f"not a text: byte {found.start() + 1} is {found.group()[0]}")
        try:
            text = self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NotationError(f"not a text: byte {error.start + 1} is not UTF-8") from None
        return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def is_text(self) -> bool:
        """Whether the bytes are text."""
        try:
            return self.text is not None
        except NotationError:
            return False


def open_content(given: str | bytes | os.PathLike[str]) -> Content:
    """Return bytes or text as content, or read the file at a path.

    A string is a path if such a file exists, and otherwise the text itself. Raises NotationError if
    the file cannot be read, the content is too large, or the argument has another type.

    >>> open_content("1#").data
    b'1#'
    """
    if isinstance(given, (bytes, bytearray, memoryview)):
        return _checked(Content(bytes(given), "the bytes"))
    if isinstance(given, os.PathLike):
        return _read_file(Path(given))
    if not isinstance(given, str):
        raise NotationError(f"expected a path, bytes or a text, not {type(given).__name__}")
    if _is_path(given):
        return _read_file(Path(given))
    if files.looks_like_path(given):
        raise NotationError(f"there is no file {given.strip()!r}")
    try:
        return _checked(Content(given.encode(), "the text"))
    except UnicodeEncodeError:
        raise NotationError("the text: it contains a lone surrogate character") from None


def _is_path(text: str) -> bool:
    if not text or len(text) > _LONGEST_PATH or "\n" in text or "\0" in text:
        return False
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def _read_file(path: Path) -> Content:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else None
        raise NotationError(f"cannot read {str(path)!r}: {what or error}") from None
    return _checked(Content(data, str(path), path.suffix.lower() or None))


def _checked(content: Content) -> Content:
    if len(content.data) > MAX_BYTES:
        raise NotationError(f"{content.name}: larger than the limit of {MAX_BYTES:,} bytes")
    return content
