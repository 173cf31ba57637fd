"""The text notation of positions: one character per cell, one line per row.

``#`` is a covered cell, ``F`` a flagged one, ``?`` an open one whose number is unread, ``~`` a cell
out of view, ``.`` or ``0`` a zero, ``1`` to ``9`` a clue, and ``(12)`` a clue of several digits.
Blanks, tabs and blank lines are ignored, so they can separate cells and the layers of a box. The
first line may be a board spec. A graph is written as one row.

Texts with other symbols, such as emoji, and tables are read as well. The core reads all of them
(``core/notation``); this module finds boards, and makes positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from sapper import _core, files
from sapper.boards import Board
from sapper.boards import board as build_board
from sapper.boards.boards import small_lattice
from sapper.boards.kinds import DEFAULT_KIND, FLAT_KINDS
from sapper.boards.specs import Spec, own_mines, parse_spec
from sapper.errors import NotationError
from sapper.formatting import without_surrogates
from sapper.positions.position import Density, Mines, Position
from sapper.positions.states import MAX_PER_CELL, STATE, States
from sapper.positions.symbols import read_mapping

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.boards import Cell
    from sapper.positions.symbols import Meaning
    from sapper.types import BoardLike

MAX_TEXT = _core.MAX_TEXT
"""The length limit of a text, in characters or bytes."""

MAX_LINES = _core.MAX_LINES
"""The largest number of lines of a text."""

Alphabet = Literal["positions", "layouts"]
"""The characters of a notation: those of positions, or ``*`` and ``-`` for layouts."""

_SHORT_TEXT = 10_000
"""The longest text that is first passed to the fast reader of plain rows, in characters."""

_LONG_HEADER = "0 1 2 3 4 5 6 7 8 9 10"
"""A line that numbers 11 columns; it has as many characters as the numbered rows below it."""


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
    alphabet: Alphabet = "positions",
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
    specs: list[Spec] = []

    def read_spec(spec: str) -> tuple[str, tuple[int, ...], int | None]:
        specs.append(parse_spec(spec, MAX_PER_CELL))
        return specs[-1].board_text, specs[-1].shape, specs[-1].mines

    given = board if isinstance(board, (Board, Spec)) else None
    spec, kind = ("", "") if given is not None or board is None else _read_name(board)
    mapping = read_mapping(symbols)
    text = without_surrogates(text)
    try:
        source, title, mines, states, meanings = _core.read_text(
            text,
            alphabet == "layouts",
            mapping,
            None if given is None else (_title(given), given.shape, own_mines(given)),
            spec,
            kind,
            read_spec,
        )
    except NotationError:
        if alphabet == "positions" and files.looks_like_path(text):
            raise NotationError(_missing(text)) from None
        raise
    found = given
    if found is None:
        found = parse_spec(title) if source == "rows" else specs[-1]
    return Reading(found, mines, np.frombuffer(states, STATE), dict(meanings))


def _read_name(board: object) -> tuple[str, str]:
    """Return a spec, or a kind whose board has the shape of the text; the other one is empty."""
    if not isinstance(board, str):
        raise NotationError(f"a board is a Board, a spec or a kind, not {board!r}")
    plain = without_surrogates(board)
    kind = plain.strip().lower()
    return ("", kind) if kind in FLAT_KINDS else (plain or " ", "")


def _title(board: Board | Spec) -> str:
    return board.board_text if isinstance(board, Spec) else board.title


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
