"""The text notation of positions: one character per cell, one line per row.

``#`` is a covered cell, ``F`` a flagged one, ``?`` an open one whose number is unread, ``~`` a cell
out of view, ``.`` or ``0`` a zero, ``1`` to ``9`` a clue, and ``(12)`` a clue of several digits.
Blanks, tabs and blank lines are ignored, so they can separate cells and the layers of a box. The
first line may be a board spec. A graph is written as one row.

Texts with other symbols, such as emoji, and tables are read by ``lenient``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sapper import _core, files
from sapper.boards import Board
from sapper.boards import board as build_board
from sapper.boards.boards import small_lattice
from sapper.boards.kinds import DEFAULT_KIND, FLAT_KINDS, GRAPH_KIND, MAX_CELLS, NAMED
from sapper.boards.specs import Spec, parse_spec
from sapper.errors import NotationError, SpecError
from sapper.positions import lenient
from sapper.positions.position import Density, Mines, Position
from sapper.positions.states import (
    CHARACTERS,
    MAX_CLUE,
    MAX_PER_CELL,
    OUTSIDE,
    STATE,
    States,
)
from sapper.positions.symbols import meaning_of, read_mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sapper.boards import Cell
    from sapper.positions.symbols import Meaning
    from sapper.types import BoardLike

MAX_TEXT = 50_000_000
"""The length limit of a text, in characters or bytes."""

MAX_LINES = 1_000_000
"""The largest number of lines of a text."""

_SHORT_TEXT = 10_000
"""The longest text that is first passed to the fast reader of plain rows, in characters."""

_LONG_HEADER = "0 1 2 3 4 5 6 7 8 9 10"
"""A line that numbers 11 columns; it has as many characters as the numbered rows below it."""

_UNKNOWN = OUTSIDE - 1
_LONGEST_HEADER = 100
_BLANKS = str.maketrans("", "", " \t")
_TOKEN = re.compile(r"\([ \t]*([0-9]+)[ \t]*\)|([^ \t])")
_HEADER = re.compile(r"[0-9]+(x[0-9]+)+(/.*)?|[a-z][a-z0-9_-]*:.*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The characters of a cell notation; every notation also has numbers in parentheses."""

    symbols: tuple[tuple[str, int], ...]
    """Pairs of a character and its state."""

    listed: str
    """The characters as error messages list them."""


POSITION_ALPHABET = Alphabet(
    (
        *((character, state) for state, character in CHARACTERS.items()),
        (".", 0),
        *((str(digit), digit) for digit in range(10)),
    ),
    "# F ? ~ . 0-9",
)
"""The alphabet of positions."""


def parse(
    text: str,
    mines: Mines | None = None,
    *,
    density: Density | None = None,
    board: BoardLike | None = None,
    max_per_cell: int = 1,
    symbols: Mapping[str, Meaning] | None = None,
    window: BoardLike | None = None,
    at: Cell | None = None,
) -> Position:
    r"""Parse a position from text.

    ``mines`` is the number of mines or a prior over it, such as ``range(8, 13)``, ``density`` the
    probability of a mine in each cell, and ``max_per_cell`` the most mines that a cell can hold, as
    in ``Position``. ``board`` is a Board, a spec, or a flat kind such as ``"torus"``, which takes
    its shape from the text. Without it the board is that of the spec in the first line, if there is
    one, else a grid with the shape of the text. Arguments take precedence over the text.

    Symbols of other programs, emoji and pasted tables are read as well: ``H``, ``■``, ``x``, ``-``,
    keycap digits, Markdown, box drawing, tabs and commas, with or without numbered rows and
    columns. ``Position.symbols`` then has the meaning of each symbol. A symbol that can mean two
    things in its text is an error; ``symbols`` gives meanings: ``"covered"``, ``"flag"``,
    ``"mine"``, ``"zero"``, ``"unread"``, ``"outside"`` or a number. With ``window``, the text shows
    a part of that larger board, whose first cell is ``at``, as in ``Position.window``; its empty
    lines separate no layers.

    Raises NotationError, with line and column, if the text is invalid, and PositionError if the
    position is, for example without a number or density of mines.

    >>> position = parse("1#\n##", mines=1)
    >>> position.board.spec, position.covered
    ('2x2', [1, 2, 3])
    >>> parse("torus:2x3/2  \n 1 # # \n # F #").board.spec
    'torus:2x3'
    >>> found = parse("| ■ | 1️⃣ |\n| 🚩 | ? |", mines=2)
    >>> print(found, found.symbols)
    #1
    F? {'■': 'covered', '1': '1', '🚩': 'flag', '?': 'unread'}
    """
    if window is not None:
        return _parse_window(text, mines, density, board, max_per_cell, symbols, window, at)
    if at is not None:
        raise NotationError(f"the place {at!r} is that of a window: give the whole board as window")
    plain_text = board is None and symbols is None and type(text) is str
    if plain_text and len(text) <= _SHORT_TEXT <= MAX_TEXT and _LONG_HEADER not in text:
        plain = _core.read_rows(text)
        if plain is not None and plain[1] <= MAX_LINES:
            states, rows, columns = plain
            where = small_lattice(DEFAULT_KIND, (rows, columns))
            read_only = np.frombuffer(states, STATE)
            return Position._take(where, read_only, mines, density, max_per_cell)
    found = read(text, board=board, symbols=symbols)
    if mines is None and density is None:
        mines = found.mines
    position = Position.from_states(
        build_board(found.board), found.states, mines, density=density, max_per_cell=max_per_cell
    )
    return position.read_from(found.symbols)


def _parse_window(
    text: str,
    mines: Mines | None,
    density: Density | None,
    board: BoardLike | None,
    max_per_cell: int,
    symbols: Mapping[str, Meaning] | None,
    window: BoardLike,
    at: Cell | None,
) -> Position:
    if board is not None:
        raise NotationError("a text shows a board or a window of one: omit board or window")
    shown = read(text, symbols=symbols)
    rows = shown.states.reshape(-1, shown.board.shape[-1])
    if mines is None and density is None:
        mines = shown.mines
    position = Position.window(
        window, rows, mines, at=at, density=density, max_per_cell=max_per_cell
    )
    return position.read_from(shown.symbols)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """The content of a text, before its board is built."""

    board: Board | Spec
    """The board or its spec, whose shape fits the rows of the text."""

    mines: int | None
    """The number of mines in the spec or in the header of the text; None if there is none."""

    states: States
    """The state of each cell, as in ``Position.states``."""

    symbols: dict[str, str] = field(default_factory=dict)
    """The meaning of each symbol, as in ``Position.symbols``; empty in standard notation."""


def read(
    text: str,
    *,
    board: BoardLike | None = None,
    alphabet: Alphabet = POSITION_ALPHABET,
    symbols: Mapping[str, Meaning] | None = None,
) -> Reading:
    r"""Parse a text without building its board.

    This is for callers that limit the size of boards, or do not need the number of mines. Raises
    NotationError if the text is invalid.

    >>> found = read("torus:2x3\n1##\n#F#")
    >>> str(found.board), found.mines, found.states.tolist()
    ('torus:2x3', None, [1, -1, -1, -1, -2, -1])
    """
    if not isinstance(text, str):
        raise NotationError(f"a position is read from a string, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise NotationError(f"the text has {len(text)} characters, over {MAX_TEXT}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MAX_LINES:
        raise NotationError(f"the text has more than {MAX_LINES} lines")
    lines = list(_lines(text))
    header = lines.pop(0) if lines and _is_header(lines[0][1]) else None
    if not lines:
        raise NotationError("there are no cells in the text; rows look like '#1..F'")
    rows, meanings = _rows(lines, alphabet, symbols, text)
    source, spec_mines = _choose_board(board, header, rows)
    _check_rows(rows, source)
    return Reading(source, spec_mines, np.concatenate([row for _, row in rows]), meanings)


def _rows(
    lines: list[tuple[int, str]],
    alphabet: Alphabet,
    symbols: Mapping[str, Meaning] | None,
    text: str,
) -> tuple[list[tuple[int, States]], dict[str, str]]:
    """Return the rows and, unless they are in standard notation, the meanings of the symbols."""
    given = read_mapping(symbols)
    if not given:
        try:
            rows = [(number, _read_row(line, number, alphabet)) for number, line in lines]
        except NotationError:
            if alphabet is not POSITION_ALPHABET:
                raise
        else:
            same = len({len(row) for _, row in rows}) == 1 and _LONG_HEADER not in text
            if same or alphabet is not POSITION_ALPHABET:
                return rows, {}
    try:
        rows, states = lenient.read_rows(lines, given)
    except NotationError as error:
        if files.looks_like_path(text):
            raise NotationError(_missing(text)) from None
        raise error from None
    return rows, {symbol: meaning_of(state) for symbol, state in states.items()}


def _missing(text: str) -> str:
    name = text.strip()
    if files.exists(name):
        return f"parse takes the text of a position, not the path {name!r}: sapper.read takes paths"
    return f"there is no file {name!r}, and it is not the text of a position"


def parse_bytes(
    data: bytes,
    mines: Mines | None = None,
    *,
    density: Density | None = None,
    board: BoardLike | None = None,
    max_per_cell: int = 1,
    symbols: Mapping[str, Meaning] | None = None,
    window: BoardLike | None = None,
    at: Cell | None = None,
) -> Position:
    """Parse a position from the bytes of a file, which must be UTF-8 text; see ``parse``.

    >>> parse_bytes(b"1#", mines=1).covered
    [1]
    """
    text = decode(data)
    return parse(
        text,
        mines,
        density=density,
        board=board,
        max_per_cell=max_per_cell,
        symbols=symbols,
        window=window,
        at=at,
    )


def decode(data: bytes) -> str:
    """Return the bytes of a file as text; raise NotationError if they are not UTF-8 text.

    >>> decode(b"1#")
    '1#'
    """
    if len(data) > MAX_TEXT:
        raise NotationError(f"the file has {len(data)} bytes, over {MAX_TEXT}")
    if b"\0" in data:
        raise NotationError(f"not a text file: byte {data.index(0) + 1} is zero")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"not a text file: byte {error.start + 1} is not UTF-8") from None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the non-blank lines with their numbers, from 1."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip(" \t"):
            yield number, line


def _is_header(line: str) -> bool:
    word = line.strip(" \t")
    if len(word) > _LONGEST_HEADER:
        return False
    return bool(_HEADER.fullmatch(word)) or word.lower().partition("/")[0] in NAMED


def _read_row(line: str, number: int, alphabet: Alphabet) -> States:
    """Return the states of one line."""
    cells = line.translate(_BLANKS)
    if "(" not in cells and cells.isascii():
        if len(cells) > MAX_CELLS:
            raise NotationError(f"{len(cells)} cells, over {MAX_CELLS}", line=number)
        row = _symbol_table(alphabet)[np.frombuffer(cells.encode("ascii"), dtype=np.uint8)]
        if row.min() > _UNKNOWN:
            return row
    tokens = _TOKEN.finditer(line)
    return np.array([_read_token(token, number, alphabet) for token in tokens], STATE)


def _read_token(token: re.Match[str], line: int, alphabet: Alphabet) -> int:
    column = token.start() + 1
    digits, symbol = token.groups()
    if digits is not None:
        if len(digits) > len(str(MAX_CLUE)) or int(digits) > MAX_CLUE:
            raise NotationError(f"the clue {token.group()[:20]} is over {MAX_CLUE}", line, column)
        return int(digits)
    if symbol == "(":
        raise NotationError("a bracket without a number such as (12)", line, column)
    for known, state in alphabet.symbols:
        if symbol == known:
            return state
    raise NotationError(f"unknown character {symbol!r}, not one of {alphabet.listed}", line, column)


def _read_header(line: str, number: int) -> tuple[Spec | None, int | None]:
    """Return the spec and the number of mines of a header; no spec for an unknown graph."""
    text = line.strip(" \t")
    try:
        spec = parse_spec(text, MAX_PER_CELL)
    except SpecError as error:
        if not text.lower().startswith(f"{GRAPH_KIND}:"):
            raise NotationError(str(error), line=number) from None
    else:
        return spec, spec.mines
    _, slash, mines_part = text.partition("/")
    if slash and not re.fullmatch(r"[0-9]{1,18}", mines_part):
        raise NotationError(f"bad number of mines {mines_part!r} in {text!r}", line=number)
    return None, int(mines_part) if slash else None


def _choose_board(
    board: BoardLike | None, header: tuple[int, str] | None, rows: list[tuple[int, States]]
) -> tuple[Board | Spec, int | None]:
    """Return the board or its spec, and the number of mines of the spec or else of the header."""
    spec, mines = (None, None) if header is None else _read_header(header[1], header[0])
    if isinstance(board, Board):
        return board, mines
    if isinstance(board, str) and board.strip().lower() in FLAT_KINDS:
        return _text_spec(board.strip().lower(), rows), mines
    if isinstance(board, (str, Spec)):
        given = parse_spec(board, MAX_PER_CELL) if isinstance(board, str) else board
        return given, mines if given.mines is None else given.mines
    if board is not None:
        raise NotationError(f"a board is a Board, a spec or a kind, not {board!r}")
    if header is not None and spec is None:
        raise NotationError(
            "the edges of a graph are not in the text, and it is not known here: pass its board",
            header[0],
        )
    return spec or _text_spec(DEFAULT_KIND, rows), mines


def _text_spec(kind: str, rows: list[tuple[int, States]]) -> Spec:
    """Return the spec of a flat board with the shape of the text."""
    first, columns = rows[0][0], len(rows[0][1])
    for number, row in rows:
        if len(row) != columns:
            raise NotationError(f"{_cells(len(row))}, but line {first} has {columns}", line=number)
    try:
        return parse_spec(f"{kind}:{len(rows)}x{columns}")
    except SpecError as error:
        raise NotationError(str(error)) from None


def _check_rows(rows: list[tuple[int, States]], board: Board | Spec) -> None:
    """Raise NotationError unless the rows of the text are those of the board."""
    name = board.board_text if isinstance(board, Spec) else board.title
    columns = board.shape[-1]
    for number, row in rows:
        if len(row) != columns:
            raise NotationError(
                f"{_cells(len(row))}, but a row of {name} has {columns}", line=number
            )
    if len(rows) != board.size // columns:
        raise NotationError(f"{len(rows)} rows, but {name} has {board.size // columns}")


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


@lru_cache(maxsize=2)
def _symbol_table(alphabet: Alphabet) -> States:
    """Return the state of every ASCII character."""
    table = np.full(128, _UNKNOWN, dtype=STATE)
    for symbol, state in alphabet.symbols:
        table[ord(symbol)] = state
    return table
