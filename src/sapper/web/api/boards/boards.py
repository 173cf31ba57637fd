"""The boards of requests: checked against the limits, built once and cached."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi import Response

import sapper.boards
from sapper import service
from sapper.boards.kinds import KINDS
from sapper.boards.registered import is_registered, registered_kinds
from sapper.boards.specs import Spec, claimed_cells, parse_spec
from sapper.web.api.boards import models
from sapper.web.errors import TooLargeError
from sapper.web.limits import LARGE_SECONDS, MAX_CELLS, SECONDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sapper.boards.boards import Offsets, Targets

_MOST_CACHED = 64
_MOST_LARGE_CACHED = 3


class Host:
    """The boards of this process that the core does not know."""

    def find_board(
        self, spec: str, max_per_cell: int
    ) -> tuple[str, str, str, tuple[int, ...], int | None, Offsets, Targets] | None:
        """Return a graph or a board of a registered kind; None if there is none."""
        found = parse_within_limits(spec, max_per_cell)
        check_size(found, to_play=True)
        board = found.board()
        lists = (board.offsets, board.targets)
        return board.spec, found.board_text, board.kind, board.shape, found.mines, *lists

    def places(self, nodes: int, edges: Sequence[tuple[int, int]]) -> list[list[float]]:
        """Return the places of a graph's nodes in a drawing."""
        from sapper.boards.graph_layout import unit_places

        return unit_places(nodes, edges)

    def added_kinds(self) -> list[str]:
        """Return the names of the registered kinds."""
        return registered_kinds()


def core_answer(route: str, request: bytes, headers: Mapping[str, str] | None = None) -> Response:
    """Return the answer of the core to a valid request; ``headers`` are those of a success."""
    status, body = service.answer(route, request, Host())
    return Response(body, status, headers if status == HTTPStatus.OK else None, "application/json")


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
    fault = service.size_fault(str(spec), spec.size, neighbor_entries(spec), to_play=to_play)
    if fault is not None:
        raise TooLargeError(fault)


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
