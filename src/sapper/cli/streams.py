"""What the commands read and write: a file or standard input, one JSON object, or rich text."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sapper.cli.failures import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

    from sapper.render import Marks


def read_input(file: str, most: int) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``; at most one above ``most``."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(most + 1)
        with Path(file).open("rb") as stream:
            return stream.read(most + 1)
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else None
        raise InputError(f"cannot read {file!r}: {what or error}") from None


def write_json(value: dict[str, Any]) -> None:
    """Print one JSON object, and nothing else, on standard output."""
    import json

    # Counts of layouts have any number of digits; Python's bound guards against foreign input.
    sys.set_int_max_str_digits(0)
    print(json.dumps(value, allow_nan=False))


def write_text(compose: Callable[[int | None, Marks], Text]) -> None:
    """Print what ``compose`` makes of the width of the terminal, if any, and its marks.

    Colour follows the terminal and NO_COLOR. A pipe or a file has no width, unless COLUMNS says so.
    """
    from rich.console import Console

    from sapper.render import ASCII_MARKS, MARKS, theme

    console = Console(highlight=False, markup=False, emoji=False)
    width = console.width if console.is_terminal or os.environ.get("COLUMNS") else None
    marks = MARKS if console.encoding.startswith("utf") else ASCII_MARKS
    console.push_theme(theme(console.color_system))
    console.print(compose(width, marks), no_wrap=True, overflow="ignore", crop=False)
