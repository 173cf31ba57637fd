"""The compiled belief-state search for perfect play, cached between calls for the same board.

One mine per cell, at most 64 cells of at most 15 neighbours. The search lists all layouts, so it
raises an error at once if there are too many. Its transposition table has a memory limit: once it
is full, small states are replaced, and the search gets slower, not larger.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from math import comb, lgamma, log
from typing import TYPE_CHECKING

from sapper import _core
from sapper.boards import symmetries
from sapper.errors import TooHardError

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.games import Deal
    from sapper.positions import States

MAX_CELLS = 64
MAX_DEGREE = 15
MAX_LAYOUTS = 6_000_000
"""Maximum number of layouts of a search; 5x5 has at most 5,200,300."""

MAX_LAYOUTS_IN_PLAY = 1_500_000
"""Maximum number of layouts for the strategy ``optimal``, which must answer interactively."""

MEMORY = 2 << 30
"""Default memory of a search, in bytes: 2 GiB."""

_BYTES_PER_LAYOUT = 64
"""Upper bound on the memory of the lists of layouts."""

_MAX_SYMMETRIES = 16
_STATES_PER_LAYOUT = 5
"""Maximum number of states per layout, measured on small boards."""


def perfect_search(
    board: Board, mines: int, *, memory: int = MEMORY, most_layouts: int = MAX_LAYOUTS
) -> PerfectSearch:
    """Return the search of a board; the last one is reused if board, mines and memory agree."""
    refuse_if_too_large(board, mines, most_layouts)
    return _search(board, mines, memory)


@lru_cache(maxsize=1)
def _search(board: Board, mines: int, memory: int) -> PerfectSearch:
    return PerfectSearch(board, mines, memory)


class PerfectSearch:
    """Perfect play from any position of one board.

    Threads may share it: calls are serialised, and each is cancelled by the ``Stop`` of its own
    thread. A cancelled call clears the table.
    """

    def __init__(self, board: Board, mines: int, memory: int = MEMORY) -> None:
        known = islice(symmetries(board), 1, _MAX_SYMMETRIES + 1)
        moved = [permutation.tolist() for permutation in known]
        self._board, self._mines, self._memory = board, mines, memory
        layouts = _BYTES_PER_LAYOUT * comb(board.size, mines)
        try:
            self._core = _core.PerfectSearch(board.graph, mines, moved, max(memory - layouts, 0))
        except _core.StateTableFull:
            raise TooHardError(
                f"too hard: {memory:,} bytes of memory are too little for perfect play on "
                f"{board.spec}/{mines}, whose layouts alone take up to {layouts:,}",
                cost=float(layouts),
                budget=float(memory),
            ) from None

    def __reduce__(self) -> tuple[type[PerfectSearch], tuple[Board, int, int]]:
        """Pickle without the table, which is recomputed on demand."""
        return PerfectSearch, (self._board, self._mines, self._memory)

    @property
    def states(self) -> int:
        """Number of states in the table."""
        return self._core.states

    @property
    def dropped(self) -> int:
        """Number of states that were replaced because the table was full."""
        return self._core.dropped

    def wins_from(self, deal: Deal) -> int:
        """Return the number of layouts of a deal of this board that perfect play wins."""
        return self._core.wins_from(deal.core)

    def advise(self, states: States) -> _core.PerfectAdvice:
        """Return the layouts won from a position, the consistent layouts, and the best click."""
        return self._core.advise(states)


def refuse_if_too_large(board: Board, mines: int, most_layouts: int = MAX_LAYOUTS) -> None:
    """Raise TooHardError, with an estimate of the states, if the board is too large to search."""
    if board.size > MAX_CELLS or board.max_degree > MAX_DEGREE:
        size = lgamma(board.size + 1) - lgamma(mines + 1) - lgamma(board.size - mines + 1)
        estimate = f", about 10^{int((size + log(_STATES_PER_LAYOUT)) / log(10))} states"
        raise TooHardError(
            f"too hard: perfect play takes at most {MAX_CELLS} cells of at most {MAX_DEGREE} "
            f"neighbours, and {board.spec} has {board.size} cells of up to {board.max_degree}"
            f"{estimate}"
        )
    layouts = comb(board.size, mines)
    if layouts > most_layouts:
        states = layouts * _STATES_PER_LAYOUT
        raise TooHardError(
            f"too hard: {board.spec} with {mines} mines has {layouts:,} layouts, an estimated "
            f"{states:,} states for perfect play; at most {most_layouts:,} layouts are allowed",
            cost=float(states),
            budget=float(most_layouts * _STATES_PER_LAYOUT),
        )
