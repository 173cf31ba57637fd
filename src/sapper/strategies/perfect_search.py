"""The compiled search for perfect play, kept between questions about the same board.

One mine a cell, at most 64 cells of at most 15 neighbours. The search lists all layouts, so it is
refused at once where there are too many, and it ends when its table outgrows its memory.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from math import comb, lgamma, log
from typing import TYPE_CHECKING, TypeVar

from sapper import _core
from sapper.boards import symmetries
from sapper.errors import TooHardError
from sapper.interruption import interruptible

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.boards import Board
    from sapper.games import Deal
    from sapper.positions import States

    T = TypeVar("T")

MAX_CELLS = 64
MAX_DEGREE = 15
MAX_LAYOUTS = 1_500_000
"""Layouts beyond which the search is not begun; 5x5 with 8 mines has 1,081,575."""

MAX_STATES = 1 << 26
"""Places of the transposition table, 56 bytes each."""

_MAX_SYMMETRIES = 16
_STATES_PER_LAYOUT = 6
"""States met for each layout, at most, on the boards that were searched."""


def perfect_search(board: Board, mines: int) -> PerfectSearch:
    """Return the search of a board, the same one for the same board."""
    refuse_if_too_large(board, mines)
    return _search(board, mines)


@lru_cache(maxsize=4)
def _search(board: Board, mines: int) -> PerfectSearch:
    return PerfectSearch(board, mines)


class PerfectSearch:
    """What perfect play wins from any position of one board."""

    def __init__(self, board: Board, mines: int) -> None:
        known = islice(symmetries(board), 1, _MAX_SYMMETRIES + 1)
        moved = [permutation.tolist() for permutation in known]
        self._board, self._mines = board, mines
        self._symmetries = moved
        self._core = self._fresh()

    def _fresh(self) -> _core.PerfectSearch:
        return _core.PerfectSearch(self._board.graph, self._mines, self._symmetries, MAX_STATES)

    @property
    def states(self) -> int:
        """The states that are known."""
        return self._core.states

    def wins_from(self, deal: Deal) -> int:
        """Return the layouts won of all that a deal of this board and mines allows."""
        return self._run(lambda: self._core.wins_from(deal.core))

    def advise(self, states: States) -> _core.PerfectAdvice:
        """Return the layouts won in a position, those that fit it, and the best click."""
        return self._run(lambda: self._core.advise(states))

    def _run(self, work: Callable[[], T]) -> T:
        """Search, and begin with an empty table after a search that did not end."""
        try:
            return interruptible(work, self._core.cancel)
        except _core.OutOfStates:
            states = self.states
            self._core = self._fresh()
            raise TooHardError(
                f"too hard: perfect play on {self._board.spec}/{self._mines} met {states:,} "
                "states, all that its table holds",
                cost=float(states),
                budget=float(MAX_STATES),
            ) from None
        except BaseException:
            self._core = self._fresh()
            raise


def refuse_if_too_large(board: Board, mines: int) -> None:
    """Raise TooHardError, with an estimate of the states, where the search is out of reach."""
    if board.size > MAX_CELLS or board.max_degree > MAX_DEGREE:
        size = lgamma(board.size + 1) - lgamma(mines + 1) - lgamma(board.size - mines + 1)
        estimate = f", about 10^{int((size + log(_STATES_PER_LAYOUT)) / log(10))} states"
        raise TooHardError(
            f"too hard: perfect play takes at most {MAX_CELLS} cells of at most {MAX_DEGREE} "
            f"neighbours, and {board.spec} has {board.size} cells of up to {board.max_degree}"
            f"{estimate}"
        )
    layouts = comb(board.size, mines)
    if layouts > MAX_LAYOUTS:
        states = layouts * _STATES_PER_LAYOUT
        raise TooHardError(
            f"too hard: {board.spec} with {mines} mines has {layouts:,} layouts, an estimated "
            f"{states:,} states for perfect play, where {MAX_LAYOUTS:,} layouts are allowed",
            cost=float(states),
            budget=float(MAX_LAYOUTS * _STATES_PER_LAYOUT),
        )
