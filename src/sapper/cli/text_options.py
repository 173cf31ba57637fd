"""Options about a text that shows a position: its symbols, and the board of which it is a part."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sapper.cli.failures import InputError, note

if TYPE_CHECKING:
    from sapper.positions import Position

Symbols = Annotated[
    str | None,
    typer.Option(
        "--symbols",
        metavar="S=MEANING,...",
        help="Meanings of symbols in FILE, such as o=covered,x=mine,a=10; also flag, zero, unread, "
        "outside. Most symbols of other programs and emoji need none.",
    ),
]
Window = Annotated[
    str | None,
    typer.Option(
        "--window",
        metavar="SPEC",
        help="Whole board, such as 16x30, of which FILE shows only a part; --mines is then the "
        "number of mines on the whole board.",
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="R,C",
        help="With --window: row and column, from 0, of the first cell in FILE. Default: somewhere "
        "off the edges.",
    ),
]


@dataclass(frozen=True, slots=True)
class TextOptions:
    """How a text is read, as keyword arguments of ``sapper.parse``."""

    arguments: dict[str, Any] = field(default_factory=dict)

    def refuse(self, name: str) -> None:
        """Raise InputError if an option is given for something that is not a text."""
        for option in self.arguments:
            raise InputError(f"{name} is not a position as text: omit --{option}")


def text_options(
    symbols: str | None = None, window: str | None = None, at: str | None = None
) -> TextOptions:
    """Return the options of a text.

    >>> text_options("o=covered,a=10", "9x9", "3,4").arguments
    {'symbols': {'o': 'covered', 'a': 10}, 'window': '9x9', 'at': (3, 4)}
    """
    from sapper.cli.options import read_start

    found: dict[str, Any] = {}
    if symbols is not None:
        found["symbols"] = _read_symbols(symbols)
    if window is not None:
        found["window"] = window
    if at is not None:
        if window is None:
            raise InputError("--at requires --window")
        found["at"] = read_start(at)
    return TextOptions(found)


def _read_symbols(text: str) -> dict[str, str | int]:
    found: dict[str, str | int] = {}
    for part in text.split(","):
        symbol, equals, meaning = part.strip(" ").rpartition("=")
        if not equals or not meaning:
            raise InputError(f"a symbol is given as o=covered, not {part[:40]!r}")
        number = meaning.isascii() and meaning.isdecimal() and len(meaning) < 10
        found[symbol] = int(meaning) if number else meaning
    return found


_STANDARD = {"#": "covered", "F": "flag", "?": "unread", "~": "outside", ".": "zero", "0": "zero"}


def note_symbols(position: Position) -> None:
    """Report on standard error how the symbols of a text were read, except standard ones."""
    unusual = [
        f"{'an empty field' if symbol == ' ' else repr(symbol)} as {meaning}"
        for symbol, meaning in position.symbols.items()
        if _STANDARD.get(symbol, symbol) != meaning
    ]
    if unusual:
        note(f"read {', '.join(unusual)}")
