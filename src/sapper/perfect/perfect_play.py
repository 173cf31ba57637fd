"""Perfect play on small boards: the exact win probability and the best clicks.

This is level 3 of Fowler & Young 2004, who consider it out of reach of any computer; on small
boards it is feasible, by belief-state search with symmetry reduction
(core/endgame/perfect_search.hpp). The value of a first click is the number of layouts that perfect
play wins, divided by the number of layouts that the first-click rule allows.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from sapper import defaults
from sapper.boards import Board, Cell, symmetries
from sapper.errors import GameError, PositionError
from sapper.games.deals import Deal, read_game_board
from sapper.strategies.perfect_search import (
    MEMORY,
    PerfectSearch,
    perfect_search,
    refuse_if_too_large,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.positions import Position
    from sapper.progress import Progress
    from sapper.types import BoardLike, FirstClickRule

_MOST_SHOWN = 8
"""Maximum number of first clicks in a notebook table."""


@dataclass(frozen=True, slots=True)
class FirstClick:
    """The value of a first click under perfect play."""

    wins: int
    """Layouts that are won."""

    layouts: int
    """Layouts that can be dealt."""

    @property
    def probability(self) -> Fraction:
        """The win probability."""
        return Fraction(self.wins, self.layouts)


@dataclass(frozen=True, slots=True)
class PerfectPlay:
    """The result of ``optimal``."""

    board: Board
    """The board."""

    mines: int
    """The number of mines."""

    first: FirstClickRule
    """The first-click rule: any, safe or open."""

    start: int
    """The first cell opened: the one requested, or else the best one."""

    wins: int
    """Layouts that perfect play wins from there."""

    layouts: int
    """Layouts that the rule allows."""

    first_clicks: Mapping[int, FirstClick]
    """The values of the searched first cells."""

    states: int
    """States in the transposition table."""

    dropped: int
    """States that were replaced in the table because it was full."""

    seconds: float
    """Wall time in seconds."""

    _search: PerfectSearch | None = field(default=None, repr=False, compare=False)

    @property
    def probability(self) -> Fraction:
        """The win probability of perfect play."""
        return Fraction(self.wins, self.layouts)

    def best_click(self, position: Position) -> tuple[int, Fraction]:
        r"""Return the best click in a position of this board, and the win probability from there.

        >>> import sapper
        >>> o = sapper.optimal("3x3/1")
        >>> o.best_click(sapper.parse("1##\n###\n###", mines=1))
        (2, Fraction(1, 1))
        """
        if position.board != self.board or position.mines != self.mines:
            raise PositionError(f"not a position of {self.board.spec}/{self.mines}: {position!r}")
        if self._search is None:
            raise PositionError("a board full of mines has nothing to click")
        advice = self._search.advise(position.states)
        if advice.cell < 0:
            raise PositionError(f"nothing to click in position\n{position}")
        return advice.cell, Fraction(advice.wins, advice.layouts)

    def summary(self) -> str:
        """Return the main facts in a few lines."""
        where = self.board.name(self.start)
        return (
            f"perfect play on {self.board.spec}/{self.mines}, first click {self.first} at {where}\n"
            f"wins {self.wins:,} of {self.layouts:,} layouts: {self.probability}, "
            f"{100 * float(self.probability):.4f} %\n"
            f"{self.states:,} states, {self.seconds:.2f} s"
        )

    def _repr_html_(self) -> str:
        """Return the result as a table for a notebook, with the best first clicks first."""
        from sapper.html_table import share, table

        clicks = sorted(self.first_clicks.items(), key=lambda item: -item[1].probability)
        rows: list[tuple[str, object]] = [
            ("wins", f"{self.wins:,} of {self.layouts:,} layouts"),
            ("chance", share(float(self.probability), lead=f"{self.probability}, ")),
            ("first click", f"{self.first}, {self.board.name(self.start)}"),
        ]
        if len(clicks) > 1:
            rows += [
                (
                    f"from {self.board.name(cell)}",
                    share(float(click.probability), lead=f"{click.probability}, "),
                )
                for cell, click in clicks[:_MOST_SHOWN]
            ]
        if len(clicks) > _MOST_SHOWN:
            rows.append(("from others", f"{len(clicks) - _MOST_SHOWN:,} more first clicks"))
        rows.append(("states", self.states))
        return table(f"perfect play on {self.board.spec}/{self.mines}", rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``sapper optimal --json`` prints it."""
        place = self.board.coordinates
        return {
            "spec": f"{self.board.spec}/{self.mines}",
            "first": self.first,
            "wins": self.wins,
            "layouts": self.layouts,
            "probability": str(self.probability),
            "start": list(place(self.start)),
            "first_clicks": [
                {"cell": list(place(cell)), "wins": click.wins, "layouts": click.layouts}
                for cell, click in self.first_clicks.items()
            ],
            "states": self.states,
            "dropped": self.dropped,
            "seconds": self.seconds,
        }


def optimal(
    board: BoardLike,
    first: FirstClickRule = defaults.FIRST,
    start: Cell | None = None,
    *,
    mines: int | None = None,
    memory: int = MEMORY,
    progress: Progress | None = None,
) -> PerfectPlay:
    """Return the exact win probability of perfect play on a small board.

    Without ``start`` every first cell is searched, up to the symmetries of the board, and the best
    one is taken; all searches share one transposition table. ``memory`` limits the memory of the
    search, in bytes; with less memory it takes longer, with the same result. ``progress`` is called
    with the number of first cells done and their total. Raises TooHardError before the search if
    the board is too large, or the memory too small for its layouts.

    >>> o = optimal("4x4/4", first="any")
    >>> o.wins, o.layouts, o.start
    (961, 1820, 1)
    """
    began = time.perf_counter()
    if type(memory) is not int or memory < 1:
        raise GameError(f"the memory is a whole number of bytes, not {memory!r}")
    where, count = read_game_board(board, mines, 1)
    deals = _deals(where, count, first, start)
    if deals[0].full:  # every mine can be flagged before the first click
        only, cell = FirstClick(1, 1), deals[0].start
        seconds = time.perf_counter() - began
        return PerfectPlay(where, count, first, cell, 1, 1, {cell: only}, 0, 0, seconds)
    search = perfect_search(where, count, memory=memory)
    clicks: dict[int, FirstClick] = {}
    for done, deal in enumerate(deals):
        clicks[deal.start] = FirstClick(search.wins_from(deal), comb(len(deal.allowed), count))
        if progress is not None:
            progress(done + 1, len(deals))
    best = max(clicks, key=lambda cell: clicks[cell].probability)
    return PerfectPlay(
        where,
        count,
        first,
        best,
        clicks[best].wins,
        clicks[best].layouts,
        clicks,
        search.states,
        search.dropped,
        time.perf_counter() - began,
        search,
    )


def _deals(board: Board, mines: int, first: FirstClickRule, start: Cell | None) -> list[Deal]:
    """Return the deals to search, one per first cell that leaves enough room for the mines."""
    if start is not None or mines >= board.size:
        cell = 0 if start is None else start
        return [Deal.read(board, mines=mines, first=first, start=cell)]
    refuse_if_too_large(board, mines)  # before the search for its symmetries
    found, refused = [], None
    for cell in first_cells(board):
        try:
            found.append(Deal.read(board, mines=mines, first=first, start=cell))
        except GameError as error:
            refused = refused or error
    if refused is not None and not found:
        raise refused
    return found


def first_cells(board: Board) -> list[int]:
    """List the first cell of every orbit of the symmetries of the board."""
    least = list(range(board.size))
    for permutation in symmetries(board):
        for cell, image in enumerate(permutation.tolist()):
            least[image] = min(least[image], cell)
    return sorted(set(least))
