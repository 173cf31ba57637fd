"""Positions from a file, from standard input, or from an argument."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sapper import files
from sapper.cli.failures import InputError
from sapper.cli.streams import read_input
from sapper.cli.text_options import TextOptions, note_symbols

if TYPE_CHECKING:
    from fractions import Fraction

    from sapper.positions import MineTotals, Position

_LONGEST_DENSITY = 40
_CELLS = re.compile(r"[#F?~.0-9() \t\r\n/]+")
_NO_OPTIONS = TextOptions()


def read_file(
    file: str,
    mines: str | None,
    density: str | None,
    board: str | None,
    max_per_cell: int = 1,
    text: TextOptions = _NO_OPTIONS,
) -> Position:
    """Read the position in a file, or on standard input for ``-``."""
    from sapper.positions.notation import MAX_TEXT

    data = read_input(file, MAX_TEXT)
    name = "standard input" if file == "-" else file
    found = _read_other(data, name)
    if found is None:
        return _read(data, name, mines, density, board, max_per_cell, text)
    text.refuse(name)
    if board is not None:
        raise InputError(f"{name} names its own board: omit --board {board}")
    if mines is None and density is None and max_per_cell == 1:
        return found
    return _with_mines(found, mines, density, max_per_cell)


def _read_other(data: bytes, name: str) -> Position | None:
    """Read a position in a format other than our text; None if no other format fits."""
    from sapper.errors import NotationError
    from sapper.exchange import detect
    from sapper.exchange.content import Content
    from sapper.exchange.format import called
    from sapper.positions import Position

    ending = Path(name).suffix.lower() or None
    try:
        known = detect(Content(data, name, ending))
    except NotationError:
        return None
    if known.name == "text":
        return None
    try:
        found = known.reader(Content(data, name, ending))
    except NotationError as error:
        raise InputError(str(error.within(name))) from None
    if not isinstance(found, Position):
        raise InputError(f"{name} holds {called(found)}, not a position")
    return found


def _with_mines(
    position: Position, mines: str | None, density: str | None, max_per_cell: int
) -> Position:
    """Return a position with a different number, density or limit of mines."""
    from sapper.errors import PositionError
    from sapper.positions import Position

    chance = None if density is None else _read_density(density)
    count = _read_mines(mines)
    if count is None and chance is None:
        count = position.mine_count
    try:
        return Position.from_states(
            position.board, position.states, count, density=chance, max_per_cell=max_per_cell
        )
    except PositionError as error:
        raise InputError(str(error)) from None


def read_file_or_text(
    given: str, mines: str | None, density: str | None, board: str | None
) -> Position:
    """Read a position as ``read_file`` does, or from its text with ``/`` between the rows."""
    if given != "-" and _CELLS.fullmatch(given) and not files.exists(given):
        return _read(given.replace("/", "\n").encode(), "the text", mines, density, board)
    return read_file(given, mines, density, board)


def _read(
    data: bytes,
    name: str,
    mines: str | None,
    density: str | None,
    board: str | None,
    max_per_cell: int = 1,
    text: TextOptions = _NO_OPTIONS,
) -> Position:
    from sapper.errors import BoardError, NotationError, PositionError, SpecError
    from sapper.positions.notation import parse_bytes

    chance = None if density is None else _read_density(density)
    try:
        position = parse_bytes(
            data,
            _read_mines(mines),
            density=chance,
            board=board,
            max_per_cell=max_per_cell,
            **text.arguments,
        )
    except NotationError as error:
        raise InputError(f"{name}: {_as_option(str(error))}") from None
    except (SpecError, BoardError) as error:
        raise InputError(str(error)) from None
    except PositionError as error:
        hint = ": use --mines N or --density D" if mines is None and density is None else ""
        raise InputError(f"{error}{hint}".replace("as `at`", "by --at R,C")) from None
    note_symbols(position)
    return position


def _as_option(message: str) -> str:
    """Return a message that suggests the argument ``symbols`` with the option instead.

    >>> _as_option("say which with symbols={'x': 'mine'} or {'x': 'covered'}")
    "say which with --symbols 'x=mine' or 'x=covered'"
    """
    message = re.sub(r"symbols=(?=\{)", "--symbols ", message)
    message = message.replace("symbols can give it a meaning", "--symbols can give it a meaning")
    return re.sub(r"\{'(.)': '([a-z]+)'\}", r"'\1=\2'", message)


def _read_mines(text: str | None) -> int | MineTotals | None:
    from sapper.errors import PositionError
    from sapper.positions.totals import parse_mines

    try:
        return None if text is None else parse_mines(text)
    except PositionError as error:
        raise InputError(f"--mines: {error}") from None


def _read_density(text: str) -> Fraction:
    from fractions import Fraction

    plain = len(text) <= _LONGEST_DENSITY and "e" not in text.lower()
    try:
        density = Fraction(text if plain else "")
    except (ValueError, ZeroDivisionError):
        density = Fraction(0)
    if not 0 < density < 1:
        raise InputError(
            f"a density is a number between 0 and 1, written as 0.2 or 1/5, not {text[:40]!r}"
        )
    return density
