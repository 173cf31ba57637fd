"""Sapper's own texts: positions and layouts, one character a cell, their spec in the first line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sapper.errors import NotationError
from sapper.exchange.format import Format
from sapper.layouts import Layout, parse_layout
from sapper.positions import Position, parse
from sapper.positions.notation import read

if TYPE_CHECKING:
    from sapper.exchange.content import Content

_CELLS = re.compile(r"[-*#F.0-9() \t]+")
_HEADER = re.compile(r"([a-z0-9]+:)?[a-z0-9]+(/[0-9]+)?", re.IGNORECASE)
_LONGEST_HEADER = 100
_LOOKED_AT = 50


def _read(content: Content) -> Position | Layout:
    text = content.text
    if _is_layout(text):
        return parse_layout(text)
    if read(text).mines is None:
        raise NotationError(
            "the position does not say how many mines there are: its first line would, as in "
            "9x9/10, and sapper.parse takes them as an argument"
        )
    return parse(text)


def _is_layout(text: str) -> bool:
    """Tell a layout by the characters that only a layout has."""
    return "*" in text or "-" in text


def _write(thing: Position | Layout) -> bytes:
    if isinstance(thing, Position):
        _check_whole(thing)
    elif int(thing.mines.min()) > 1:
        raise NotationError("text cannot tell several mines in every cell from clues: json can")
    return f"{thing.to_text(header=True)}\n".encode()


def _check_whole(position: Position) -> None:
    """Raise NotationError where the text would lose something."""
    if position.density is not None:
        raise NotationError("text holds a number of mines, not a density: json holds both")
    if position.max_per_cell > 1:
        raise NotationError(
            f"text holds one mine a cell, not {position.max_per_cell}: json holds more"
        )


def _detect(content: Content) -> bool:
    if not content.is_text:
        return False
    lines = [line.strip() for line in content.text.split("\n", _LOOKED_AT)[:_LOOKED_AT]]
    lines = [line for line in lines if line]
    if lines and len(lines[0]) <= _LONGEST_HEADER and _HEADER.fullmatch(lines[0]):
        del lines[0]
    return bool(lines) and all(_CELLS.fullmatch(line) for line in lines)


TEXT = Format(
    name="text",
    endings=(".txt",),
    holds=("position", "layout"),
    about="Sapper's own text, a character a cell",
    detect=_detect,
    reader=_read,
    writer=_write,
)
