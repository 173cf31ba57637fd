"""Texts that are not in the standard notation: other symbols, emoji, and tables with headers.

Such a text comes from another program, a chat or a spreadsheet. The layout is recognised first: a
table with bars (Markdown, box drawing), one with tabs, commas or semicolons, or rows of characters;
borders, and headers that number the rows and columns, are left out. Then ``symbols`` decides what
each symbol means. Nothing is guessed: a symbol that can mean two things is an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from string import ascii_lowercase
from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import NotationError
from sapper.positions import symbols as known
from sapper.positions.states import MAX_CLUE, STATE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sapper.positions.states import States

Line = tuple[int, str]
"""A line of a text with its number, from 1."""

_BARS = re.compile(r"[|│┃║¦]")
_BORDER = re.compile(r"[\s|│┃║¦+:=\-\u2500-\u257f]+")
_RULE = re.compile(r"[+\u2500-\u2501\u2504-\u250b\u250c-\u254f\u2550\u2552-\u257f]|-{3}|={3}|:-|-:")
_SEPARATORS = ("\t", ",", ";")
_CELL = re.compile(
    r"\([ \t]*(?P<number>[0-9]+)[ \t]*\)|(?P<name>:[a-z_]+:)"
    r"|(?P<symbol>\S[\u20e3\ufe0e\ufe0f]*(?:\u200d\S[\ufe0e\ufe0f]*)*)"
)
_BLANK_CORNERS = (known.BLANK, "\\", "/", "+")
_SURE_LABELS = 4  # numbers in a row that are labels and not clues, next to an empty corner


@dataclass(frozen=True, slots=True)
class _Token:
    """The symbol of one cell, with its place in the text."""

    symbol: str
    line: int
    column: int


def read_rows(
    lines: Sequence[Line], given: Mapping[str, int]
) -> tuple[list[tuple[int, States]], dict[str, int]]:
    """Return the rows of a text with their line numbers, and the state of each symbol in it.

    ``given`` are meanings that the caller has chosen. Raises NotationError, with line and column,
    for a symbol that is unknown or can mean two things.

    >>> rows, meanings = read_rows([(1, "| - | 1 |"), (2, "| F | 1 |")], {})
    >>> [row.tolist() for _, row in rows], meanings
    ([[-1, 1], [-2, 1]], {'-': -1, '1': 1, 'F': -2})
    """
    rows = [row for row in _tokens(lines, given) if row]
    if not rows:
        raise NotationError("there are no cells in the text; rows look like '#1..F'")
    used: dict[str, _Token] = {}
    for row in rows:
        for token in row:
            used.setdefault(token.symbol, token)
    for token in used.values():
        if token.symbol not in given and not known.is_known(token.symbol):
            raise _unknown(token)
    try:
        states = known.resolve(used, given)
    except known.AmbiguousSymbolError as error:
        place = used[error.symbol]
        raise NotationError(str(error), place.line, place.column) from None
    found = [
        (row[0].line, np.array([states[token.symbol] for token in row], STATE)) for row in rows
    ]
    return found, states


def _tokens(lines: Sequence[Line], given: Mapping[str, int]) -> list[list[_Token]]:
    """Return the tokens of each row, without borders and headers."""
    if any(_BARS.search(line) for _, line in lines):
        return _table(lines, _BARS)
    for separator in _SEPARATORS:
        if separator not in given and all(separator in line for _, line in lines):
            return _table(lines, re.compile(re.escape(separator)))
    return [_symbols(line, number, start) for number, line, start in _without_labels(lines)]


def _symbols(line: str, number: int, start: int = 0) -> list[_Token]:
    """Return the symbols of a line in which every cell is one symbol."""
    found = []
    for match in _CELL.finditer(line, start):
        column = match.start() + 1
        digits = match["number"]
        if digits is not None:
            found.append(_Token(_number(digits, match.group(), number, column), number, column))
            continue
        symbol = match["name"] or known.normal(match["symbol"])
        if symbol == "(":
            raise NotationError("a bracket without a number such as (12)", number, column)
        if symbol:
            found.append(_Token(symbol, number, column))
    return found


def _number(digits: str, shown: str, line: int, column: int) -> str:
    if len(digits) > len(str(MAX_CLUE)) or int(digits) > MAX_CLUE:
        raise NotationError(f"the clue {shown[:20]} is over {MAX_CLUE}", line, column)
    return str(int(digits))


# -- tables -------------------------------------------------------------------------------------


def _table(lines: Sequence[Line], separator: re.Pattern[str]) -> list[list[_Token]]:
    rows: list[list[_Token]] = []
    rules = set()  # the numbers of rows above a rule
    for number, line in lines:
        if _BORDER.fullmatch(line) and _RULE.search(line):
            rules.add(len(rows))
            continue
        rows.append(_fields(line, number, separator))
    rows = [row for row in rows if row]
    if rows and all(row[0].symbol == known.BLANK for row in rows) and separator is _BARS:
        rows = [row[1:] for row in rows]
    titled = (
        1 in rules and not rules & set(range(2, len(rows))) and (0 not in rules or len(rows) > 2)
    )
    rows = _without_headers([row for row in rows if row], titled=titled)
    return [[_as_symbol(token) for token in row] for row in rows]


def _fields(line: str, number: int, separator: re.Pattern[str]) -> list[_Token]:
    """Split a line into fields; bars at its ends do not enclose a field."""
    fields, start = [], 0
    for match in (*separator.finditer(line), None):
        end = len(line) if match is None else match.start()
        text = line[start:end].strip().strip('"').strip()
        at = start + len(line[start:end]) - len(line[start:end].lstrip()) + 1
        fields.append(_Token(text or known.BLANK, number, at))
        start = end if match is None else match.end()
    if separator is _BARS:
        bare = line.strip()
        if _BARS.match(bare):
            fields = fields[1:]
        if fields and _BARS.fullmatch(bare[-1]):
            fields = fields[:-1]
    return fields


def _as_symbol(field: _Token) -> _Token:
    """Return the one symbol in a field of a table."""
    if field.symbol == known.BLANK:
        return field
    if field.symbol.isdecimal() and field.symbol.isascii():
        digits = _number(field.symbol, field.symbol, field.line, field.column)
        return _Token(digits, field.line, field.column)
    found = _symbols(field.symbol, field.line)
    if len(found) != 1:
        raise NotationError(
            f"the field {field.symbol[:40]!r} holds {len(found)} symbols instead of one",
            field.line,
            field.column,
        )
    return _Token(found[0].symbol, field.line, field.column)


def _without_headers(rows: list[list[_Token]], *, titled: bool) -> list[list[_Token]]:
    """Leave out headers: a first row and a first column that number the columns and the rows.

    Numbers that may as well be clues are headers only if the rest of the table says so: a rule
    below the first row (``titled``), a missing corner, or an empty one before long numberings.
    """
    if len(rows) < 2:
        return rows
    top = [token.symbol for token in rows[0]]
    side = [row[0].symbol for row in rows[1:]]
    if len(top) == len(rows[1]) - 1 and _counts(top) and _counts(side):
        return [row[1:] for row in rows[1:]]
    if _counts(side) and top[0] in _BLANK_CORNERS:
        labels = [*top[1:], *side]
        if titled and (_counts(top[1:]) or _is_blank(top)):
            return [row[1:] for row in rows[1:]]
        if _counts(top[1:]):
            if _can_be_clues(labels) and min(len(side), len(top) - 1) < _SURE_LABELS:
                raise NotationError(
                    "the first row and column of the table can be numbers of columns and rows, or "
                    "clues: leave them out, or write a covered corner as '#'",
                    rows[0][0].line,
                )
            return [row[1:] for row in rows[1:]]
    if titled and _is_blank(top):
        return rows[1:]
    if _counts(top) and (titled or not _can_be_clues(top)):
        if _can_be_clues(top) and len(top) < _SURE_LABELS:
            raise NotationError(
                "the first row of the table can be numbers of columns, or clues: leave it or the "
                "rule below it out",
                rows[0][0].line,
            )
        return rows[1:]
    column = [row[0].symbol for row in rows]
    if _counts(column) and not _can_be_clues(column) and min(map(len, rows)) > 1:
        return [row[1:] for row in rows]
    return rows


def _is_blank(fields: Iterable[str]) -> bool:
    return all(field == known.BLANK for field in fields)


def _counts(labels: Sequence[str]) -> bool:
    """Return whether labels are 0, 1, 2, ..., or 1, 2, 3, ..., or a, b, c, ..."""
    names = [label.strip("*` ").lower() for label in labels]
    if not names or not (names[0].isdecimal() or names[0] in ascii_lowercase):
        return False
    if names[0] in ("0", "1"):
        return all(name == str(i) for name, i in zip(names, count(int(names[0])), strict=False))
    return len(names) > 1 and names == list(ascii_lowercase[: len(names)])


def _can_be_clues(labels: Sequence[str]) -> bool:
    return all(label.isdecimal() and int(label) <= 8 for label in labels)


# -- rows of characters with labels -------------------------------------------------------------


def _without_labels(lines: Sequence[Line]) -> list[tuple[int, str, int]]:
    """Return the lines of cells with the place where the cells start, without row labels.

    Labels are left out only if both the rows and the columns have them.
    """
    plain = [(number, line, 0) for number, line in lines]
    if len(lines) < 2:
        return plain
    starts = [re.match(r"\s*(\S+)\s", line) for _, line in lines[1:]]
    if any(start is None for start in starts):
        return plain
    labels = [start.group(1) for start in starts if start is not None]
    if not _counts(labels):
        return plain
    cells = [
        (number, line, start.end())
        for (number, line), start in zip(lines[1:], starts, strict=True)
        if start is not None
    ]
    columns = {len(_symbols(line, number, start)) for number, line, start in cells}
    words = lines[0][1].split()
    if len(columns) != 1:
        return plain
    (width,) = columns
    digits = "".join(words)
    wraps = any(
        digits == "".join(str(i % 10) for i in range(first, first + width)) for first in (0, 1)
    )
    return cells if (len(words) == width and _counts(words)) or wraps else plain


def _unknown(token: _Token) -> NotationError:
    return NotationError(
        f"unknown character {token.symbol[:40]!r}, not one of {known.ACCEPTED}; symbols can give "
        "it a meaning",
        token.line,
        token.column,
    )
