"""Board specs: the text ``[KIND:]DIMS[/MINES]``, for example ``torus:9x12/15``.

This module is the only one that finds the board of a text. The core reads the spec of a built-in
kind and checks it against the limits without building the board (``core/board/spec.cpp``). A board
of a registered kind is built, because only its builder knows its size. A graph is found among the
graphs of this process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import BoardLike

from dataclasses import dataclass, field, replace
from math import prod

from sapper import _core
from sapper.boards.boards import Board, lattice
from sapper.boards.kinds import GRAPH_KIND, KINDS
from sapper.boards.known import kept, known_graph
from sapper.boards.registered import built, is_registered, registered_kinds
from sapper.errors import BoardError, SpecError
from sapper.formatting import without_surrogates

_MOST_SHOWN = 60


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
    """The kind of board: a key of ``KINDS``, or ``graph``."""

    shape: tuple[int, ...]
    """The length of each dimension, at least 1; the number of nodes of a graph."""

    mines: int | None
    """The number of mines, at least 0; None if the spec does not give it."""

    _board: Board | None = field(default=None, repr=False, compare=False)
    """The board, unless its kind and shape determine it."""

    @classmethod
    def of(cls, board: Board, mines: int | None = None) -> Spec:
        """Return the spec of a board; SpecError if it cannot have this number of mines.

        >>> from sapper.boards import grid
        >>> str(Spec.of(grid(16, 30), 99))
        '16x30/99'
        """
        own = None if board.spec == board.form else board
        spec = cls(board.spec, board.kind, board.shape, None, own)
        return spec if mines is None else spec.with_mines(mines)

    @property
    def size(self) -> int:
        """The number of cells."""
        return prod(self.shape)

    def board(self) -> Board:
        """Build the board."""
        return lattice(self.kind, self.shape) if self._board is None else self._board

    def with_mines(self, mines: int | None, max_per_cell: int = 1) -> Spec:
        """Return the same board with another number of mines; SpecError if they do not fit.

        >>> str(parse_spec("expert").with_mines(120))
        '16x30/120'
        """
        _check_mines(mines, self.size * max_per_cell, self.board_text)
        return replace(self, mines=mines)

    def __str__(self) -> str:
        return self.board_text if self.mines is None else f"{self.board_text}/{self.mines}"


def read_board(given: BoardLike, max_per_cell: int = 1) -> Spec | Board:
    """Return a Spec or a Board unchanged, and parse a text; raise SpecError for anything else.

    >>> str(read_board("beginner8")), str(read_board("2x2/5", max_per_cell=2))
    ('8x8/10', '2x2/5')
    """
    if isinstance(given, (Spec, Board)):
        return given
    if not isinstance(given, str):
        raise SpecError(f"a board is a spec such as '16x30/99' or a Board, not {given!r}")
    return parse_spec(given, max_per_cell)


def read_spec(given: BoardLike, max_per_cell: int = 1) -> Spec:
    """Return the spec of a text, a Spec or a Board; raise SpecError for anything else.

    >>> from sapper.boards import torus
    >>> str(read_spec(torus(9, 12))), str(read_spec("beginner"))
    ('torus:9x12', '9x9/10')
    """
    found = read_board(given, max_per_cell)
    return Spec.of(found) if isinstance(found, Board) else found


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
    text = without_surrogates(text)
    board_part, mines_part = _core.split_spec(text)
    known = _known_board(board_part, text)
    if known is None:
        own, kind, shape, mines = _core.parse_spec(text, max_per_cell, registered_kinds())
        return Spec(own, kind, tuple(shape), mines)
    spec = Spec.of(known)
    if mines_part is None:
        return spec
    room = spec.size * max_per_cell
    return replace(spec, mines=_core.parse_spec_mines(mines_part, room, text))


def claimed_cells(text: str) -> int:
    """Return the number of cells by the dimensions in a spec, without building a board.

    It limits the work for a spec from outside before its board is built. It is 0 for a text without
    valid dimensions, and for a graph, which exists already.

    >>> claimed_cells("torus:9x12/15"), claimed_cells("beginner"), claimed_cells("16x")
    (108, 81, 0)
    """
    return _core.claimed_cells(without_surrogates(text))


def _known_board(board_part: str, text: str) -> Board | None:
    """Return the board that no built-in rule makes: a graph, of a registered kind, or kept."""
    kind, colon, dims = board_part.partition(":")
    try:
        if colon and kind == GRAPH_KIND:
            return known_graph(board_part)
        if colon and kind not in KINDS and is_registered(kind):
            return built(kind, tuple(_core.parse_dimensions(dims, text)))
    except BoardError as error:
        raise SpecError(f"bad board spec {_shown(text)}: {error}") from error
    return kept(board_part)


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
