"""The boards of requests: checked against the limits, built once and cached."""

from __future__ import annotations

from functools import lru_cache

import sapper.boards
from sapper.boards.kinds import KINDS
from sapper.boards.registered import is_registered
from sapper.boards.specs import Spec, claimed_cells, parse_spec
from sapper.web.api.boards import models
from sapper.web.errors import TooLargeError
from sapper.web.limits import (
    LARGE_SECONDS,
    MAX_CELLS,
    MAX_ENTRIES,
    MAX_GAME_CELLS,
    MAX_GAME_ENTRIES,
    SECONDS,
)

_MOST_CACHED = 64
_MOST_LARGE_CACHED = 3


def read_board(
    given: models.Board, max_per_cell: int = 1, *, to_play: bool = False
) -> tuple[sapper.boards.Board, int | None]:
    """Return the board of a request, and the mines of its spec."""
    if isinstance(given, models.Graph):
        # The page sends the edges with each request and shows the number of nodes.
        board = sapper.boards.graph(given.edges, nodes=range(given.nodes))
        return board.named(board.form), None
    spec = parse_within_limits(given.spec, max_per_cell)
    return build(spec, to_play=to_play), spec.mines


def parse_within_limits(text: str, max_per_cell: int = 1) -> Spec:
    """Parse a spec; TooLargeError if its board would be built here and is too large."""
    if claimed_cells(text) > MAX_CELLS and is_registered(text.strip().partition(":")[0].lower()):
        raise TooLargeError(f"{text[:80]} has more than {MAX_CELLS:,} cells by its dimensions")
    return parse_spec(text, max_per_cell)


def build(spec: Spec, *, to_play: bool = False) -> sapper.boards.Board:
    """Build the board of a spec; TooLargeError if it is too large to be analysed or played."""
    check_size(spec, to_play=to_play)
    bare = spec.with_mines(None)
    return _build(bare) if spec.size <= MAX_CELLS else _build_large(bare)


def seconds_for(given: models.Board) -> float:
    """Return the processor seconds of a request about a board; the default if its spec is wrong."""
    large = isinstance(given, models.SpecBoard) and claimed_cells(given.spec) > MAX_CELLS
    return LARGE_SECONDS if large else SECONDS


def check_size(spec: Spec, *, to_play: bool = False) -> None:
    """Raise TooLargeError for a board that is too large to be analysed or played."""
    cells = MAX_GAME_CELLS if to_play else MAX_CELLS
    if spec.size > cells:
        verb = "played" if to_play else "analysed"
        raise TooLargeError(f"{spec} has {spec.size:,} cells; at most {cells:,} can be {verb}")
    most = MAX_GAME_ENTRIES if spec.size > MAX_CELLS else MAX_ENTRIES
    pairs = neighbor_entries(spec)
    if pairs > most:
        raise TooLargeError(
            f"{spec} has {pairs:,} pairs of neighbours; at most {most:,} are allowed"
        )


def neighbor_entries(spec: Spec) -> int:
    """Return the number of entries in the neighbour lists of a board, or a bound on it."""
    if spec.kind in KINDS:
        return KINDS[spec.kind].core.entries(spec.shape)
    return len(spec.board().targets)


@lru_cache(maxsize=_MOST_CACHED)
def _build(spec: Spec) -> sapper.boards.Board:
    return _built(spec)


@lru_cache(maxsize=_MOST_LARGE_CACHED)
def _build_large(spec: Spec) -> sapper.boards.Board:
    """Build a board of up to a hundred megabytes; few are cached."""
    return _built(spec)


def _built(spec: Spec) -> sapper.boards.Board:
    board = spec.board()
    board.graph  # noqa: B018  (made once, for all threads)
    return board
