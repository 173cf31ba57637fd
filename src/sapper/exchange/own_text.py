"""Sapper's text format: a line with the spec, then a position or a layout by characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sapper.errors import NotationError, SapperError
from sapper.exchange.format import Format
from sapper.layouts import Layout, parse_layout
from sapper.positions import Position, parse
from sapper.positions.notation import read
from sapper.positions.symbols import is_known
from sapper.positions.totals import mines_in_words

if TYPE_CHECKING:
    from sapper.exchange.content import Content

_LAYOUT_CELLS = re.compile(r"[-*]|\([ \t]*[0-9]+[ \t]*\)|[ \t]")
_CELLS = re.compile(r"[-*#F?~.0-9() \t]+")
_HEADER = re.compile(r"([a-z0-9]+:)?[a-z0-9]+(/[0-9]+)?", re.IGNORECASE)
_LONGEST_HEADER = 100
_LONGEST_LENIENT = 100_000
"""The longest text, in characters, that is tried in full to detect symbols of other programs."""

_MOST_LINES = 50
"""The number of lines that are examined to detect the format."""


def _read(content: Content) -> Position | Layout:
    text = content.text
    if _is_layout(text):
        return parse_layout(text)
    if read(text).mines is None:
        raise NotationError(
            "the number of mines is missing: give it in the first line, as in 9x9/10, or as an "
            "argument of sapper.parse"
        )
    return parse(text)


def _is_layout(text: str) -> bool:
    r"""Return whether a text has characters of layouts, and none that only positions have.

    >>> _is_layout("-*\n-(2)"), _is_layout("-*\n-2"), _is_layout("| - | # |")
    (True, False, False)
    """
    if "*" not in text and "-" not in text:
        return False
    lines = [line.strip() for line in text.split("\n", _MOST_LINES)[:_MOST_LINES] if line.strip()]
    if lines and _HEADER.fullmatch(lines[0]):
        del lines[0]
    rest = _LAYOUT_CELLS.sub("", "".join(lines))
    return not any(character == "|" or is_known(character) for character in rest)


def _write(thing: Position | Layout) -> bytes:
    if isinstance(thing, Position):
        _check_lossless(thing)
    elif int(thing.mines.min()) > 1:
        raise NotationError(
            "text does not distinguish clues from a layout with several mines in every cell: use "
            "json"
        )
    return f"{thing.to_text(header=True)}\n".encode()


def _check_lossless(position: Position) -> None:
    """Raise NotationError if the text cannot represent the position."""
    if position.totals is not None:
        raise NotationError(
            f"text holds a number of mines, not {mines_in_words(position)}: json holds both"
        )
    if position.density is not None:
        raise NotationError("text holds a number of mines, not a density: json holds both")
    if position.max_per_cell > 1:
        raise NotationError(
            f"text holds one mine per cell, not {position.max_per_cell}: json holds more"
        )


def _detect(content: Content) -> bool:
    if not content.is_text:
        return False
    lines = [line.strip() for line in content.text.split("\n", _MOST_LINES)[:_MOST_LINES]]
    lines = [line for line in lines if line]
    if lines and len(lines[0]) <= _LONGEST_HEADER and _HEADER.fullmatch(lines[0]):
        del lines[0]
    return bool(lines) and (all(map(_CELLS.fullmatch, lines)) or _is_lenient(content.text))


def _is_lenient(text: str) -> bool:
    """Return whether a short text is a position in the symbols of another program."""
    if len(text) > _LONGEST_LENIENT:
        return False
    try:
        return bool(read(text).symbols)
    except SapperError:
        return False


TEXT = Format(
    name="text",
    endings=(".txt",),
    holds=("position", "layout"),
    about="Sapper's text, one character per cell",
    detect=_detect,
    reader=_read,
    writer=_write,
)
