"""Input from a file or standard input, and output of one JSON object."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from sapper.cli.failures import InputError


def read_input(file: str, most: int) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``; at most one above ``most``."""
    try:
        if file == "-":
            if sys.stdin is None:
                raise InputError("cannot read standard input: it is closed")
            return sys.stdin.buffer.read(most + 1)
        with Path(file).open("rb") as stream:
            return stream.read(most + 1)
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else None
        raise InputError(f"cannot read {file!r}: {what or error}") from None


def write_json(value: dict[str, Any]) -> None:
    """Print one JSON object, and nothing else, on standard output."""
    import json

    print(json.dumps(value, allow_nan=False))
