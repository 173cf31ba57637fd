"""Board specs: the text ``[KIND:]DIMS[/MINES]``, for example ``torus:9x12/15``.

A spec is parsed and checked against the limits without building the board, so that specs with huge
numbers are cheap to refuse.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import prod

from sapper.boards.boards import Board, lattice
from sapper.boards.kinds import (
    DEFAULT_KIND,
    GRAPH_KIND,
    KINDS,
    MAX_CELLS,
    check_shape,
    spec_text,
)
from sapper.errors import BoardError, SpecError

NAMED = {
    "beginner8": "8x8/10",
    "beginner": "9x9/10",
    "intermediate": "16x16/40",
    "expert": "16x30/99",
    "master": "30x30/200",
}
"""The named boards, with their mines."""

_MOST_SHOWN = 60
_LONGEST_SPEC = 500
_LONGEST_NUMBER = 18
_NUMBER = re.compile(r"-?[0-9]+")


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed board spec within the limits; made by ``parse_spec``.

    >>> spec = parse_spec("torus:9x12/15")
    >>> spec.kind, spec.shape, spec.mines, str(spec)
    ('torus', (9, 12), 15, 'torus:9x12/15')
    """

    board_text: str
    """The spec without its mines, in its shortest form."""

    kind: str
    """The kind of board, a key of ``KINDS``."""

    shape: tuple[int, ...]
    """The length of each dimension, at least 1."""

    mines: int | None
    """The number of mines, at least 0; None if the spec does not give it."""

    @property
    def size(self) -> int:
        """The number of cells."""
        return prod(self.shape)

    def board(self) -> Board:
        """Build the board."""
        return lattice(self.kind, self.shape)

    def with_mines(self, mines: int | None, max_per_cell: int = 1) -> Spec:
        """Return the same board with another number of mines; SpecError if they do not fit.

        >>> str(parse_spec("expert").with_mines(120))
        '16x30/120'
        """
        _check_mines(mines, self.size * max_per_cell, self.board_text)
        return replace(self, mines=mines)

    def __str__(self) -> str:
        return self.board_text if self.mines is None else f"{self.board_text}/{self.mines}"


def read_board(given: str | Spec | Board, max_per_cell: int = 1) -> Spec | Board:
    """Return a Spec or a Board unchanged, and parse a text; raise SpecError for anything else.

    >>> str(read_board("beginner8")), str(read_board("2x2/5", max_per_cell=2))
    ('8x8/10', '2x2/5')
    """
    if isinstance(given, (Spec, Board)):
        return given
    if not isinstance(given, str):
        raise SpecError(f"a board is a spec such as '16x30/99' or a Board, not {given!r}")
    return parse_spec(given, max_per_cell)


def own_mines(board: Spec | Board) -> int | None:
    """Return the number of mines in a spec; None if it has none, and for a Board."""
    return board.mines if isinstance(board, Spec) else None


def parse_spec(text: str, max_per_cell: int = 1) -> Spec:
    """Parse a board spec; raise SpecError if it is invalid or exceeds the limits.

    The number of mines may be at most ``max_per_cell`` times the number of cells.

    >>> parse_spec("expert")
    Spec(board_text='16x30', kind='grid', shape=(16, 30), mines=99)
    >>> parse_spec("toros:9x12")
    Traceback (most recent call last):
    sapper.errors.SpecError: unknown kind of board 'toros' in 'toros:9x12': did you mean 'torus'?
    """
    if not isinstance(text, str):
        raise SpecError(f"a board spec is a string such as '16x30/99', not {text!r}")
    if len(text) > _LONGEST_SPEC:
        raise SpecError(
            f"a board spec has at most {_LONGEST_SPEC} characters, not {len(text)}: it starts with "
            f"{text[:40]!r}"
        )
    board_part, slash, mines_part = text.strip().lower().partition("/")
    named = NAMED.get(board_part)
    if named is not None:
        board_part, _, named_mines = named.partition("/")
        mines_part = mines_part if slash else named_mines
        slash = "/"
    kind, shape = _read_board(board_part, text)
    try:
        check_shape(kind, shape)
    except BoardError as error:
        raise SpecError(f"bad board spec {_shown(text)}: {error}") from None
    mines = _read_number(mines_part, "number of mines", text) if slash else None
    _check_mines(mines, prod(shape) * max_per_cell, text)
    return Spec(spec_text(kind, shape), kind, shape, mines)


def _read_board(board_part: str, text: str) -> tuple[str, tuple[int, ...]]:
    kind, colon, dims = board_part.partition(":")
    if not colon:
        kind, dims = DEFAULT_KIND, board_part
        if not re.match(r"-?[0-9]", dims):
            hint = _suggestion(dims, [*NAMED, *KINDS])
            if dims in KINDS:
                size = (KINDS[dims].preset or "16x30").partition("/")[0]
                hint = f"this kind of board needs its size, as in {dims}:{size}"
            raise SpecError(f"unknown board {_shown(text)}: {hint}")
    if kind == GRAPH_KIND:
        raise SpecError(
            f"a spec cannot contain the edges of a graph, as in {_shown(text)}: use sapper.graph"
        )
    if kind not in KINDS:
        raise SpecError(
            f"unknown kind of board {_shown(kind)} in {_shown(text)}: "
            f"{_suggestion(kind, list(KINDS))}"
        )
    shape = tuple(_read_number(number, "dimension", text) for number in dims.split("x"))
    dimensions = KINDS[kind].rule.dimensions
    if dimensions is not None and len(shape) != dimensions:
        hint = f"; write box:{dims[:_MOST_SHOWN]} for a box" if kind == DEFAULT_KIND else ""
        raise SpecError(f"bad board spec {_shown(text)}: {kind} needs ROWSxCOLUMNS{hint}")
    return kind, shape


def _read_number(digits: str, what: str, text: str) -> int:
    if not _NUMBER.fullmatch(digits):
        raise SpecError(f"bad {what} {_shown(digits)} in board spec {_shown(text)}")
    if len(digits) > _LONGEST_NUMBER:
        raise SpecError(
            f"the {what} {_shown(digits)} in board spec {_shown(text)} is over {MAX_CELLS}"
        )
    return int(digits)


def _check_mines(mines: int | None, room: int, text: str) -> None:
    if mines is None:
        return
    if isinstance(mines, bool) or not isinstance(mines, int):
        raise SpecError(f"the number of mines is an integer, not {mines!r}")
    if not 0 <= mines <= room:
        raise SpecError(
            f"{mines} mines in board spec {_shown(text)}, but this board can have 0 to {room}"
        )


def _shown(text: str) -> str:
    """Return a quotation of the input for a message, shortened if it is long."""
    return repr(text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}...")


def _suggestion(word: str, known: list[str]) -> str:
    import difflib

    close = difflib.get_close_matches(word, known, n=1, cutoff=0.45)
    if close:
        return f"did you mean {close[0]!r}?"
    return (
        "write ROWSxCOLUMNS/MINES, as in 16x30/99, or KIND:SIZE/MINES, as in torus:9x12/15; "
        f"known names are {', '.join(known)}"
    )
