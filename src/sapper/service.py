"""The page's requests answered by the core; ``core/service`` has the routes.

The server sends a request as it came and returns the answer as it is. Boards that only Python knows
(graphs of this process and registered kinds) come from a ``Host``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from sapper import _core

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.boards.boards import Offsets, Targets

MAX_BODY = _core.MAX_BODY
"""Bytes of a request."""

MAX_ANALYSED_CELLS = _core.MAX_ANALYSED_CELLS
"""Cells of a board whose positions are analysed."""

MAX_ANALYSED_ENTRIES = _core.MAX_ANALYSED_ENTRIES
"""Entries of the neighbour lists of such a board."""

MAX_PLAYED_CELLS = _core.MAX_PLAYED_CELLS
"""Cells of a board in a game."""

MAX_PLAYED_ENTRIES = _core.MAX_PLAYED_ENTRIES
"""Entries of the neighbour lists of a board in a game."""

MAX_EDGES = _core.MAX_EDGES
"""Edges of a graph."""

MAX_DRAWN = _core.MAX_DRAWN
"""Nodes of a graph that is drawn."""

ROUTES = tuple(_core.service_routes())
"""The routes that the core answers."""


class Host(Protocol):
    """The boards that the core does not know, and the drawing of graphs."""

    def find_board(
        self, spec: str, max_per_cell: int
    ) -> tuple[str, str, str, tuple[int, ...], int | None, Offsets, Targets] | None:
        """Return spec, title, kind, shape, mines and neighbour lists of a board; None if unknown.

        Raises SpecError if the spec is invalid.
        """

    def places(self, nodes: int, edges: Sequence[tuple[int, int]]) -> list[list[float]]:
        """Return the places of a graph's nodes in a drawing, from 0 to 1."""

    def added_kinds(self) -> list[str]:
        """Return the names of the kinds of boards that this process adds."""


def answer(route: str, request: bytes, host: Host) -> tuple[int, bytes]:
    """Answer a request: JSON in, an HTTP status and JSON out.

    The route is the path without ``/api/``; ``ROUTES`` lists them.
    """
    return _core.answer(route, request, host)


def size_fault(spec: str, cells: int, entries: int, *, to_play: bool) -> str | None:
    """Return why a board is too large to be analysed or played; None if it is not.

    >>> size_fault("200x200", 40_000, 318_402, to_play=False)
    '200x200 has 40,000 cells; at most 20,000 can be analysed'
    """
    return _core.size_fault(spec, cells, entries, to_play)
