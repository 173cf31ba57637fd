"""Perfect play: the exact probability of winning, and the click that keeps it.

Fowler & Young 2004 call this level 3 and out of reach of any computer; for small boards it is not.
The value of a first click is the number of layouts that the best way of playing on wins, over the
layouts its rule allows.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any

from sapper.boards import Board, symmetries
from sapper.errors import GameError, PositionError
from sapper.games.deals import Deal, read_game_board
from sapper.strategies.perfect_search import (
    MEMORY,
    PerfectSearch,
    perfect_search,
    refuse_if_too_large,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sapper.boards import Spec
    from sapper.positions import Position
    from sapper.progress import Progress

_MOST_SHOWN = 8
"""First clicks that a table shows."""


@dataclass(frozen=True, slots=True)
class FirstClick:
    """What a first click is worth under perfect play."""

    wins: int
    """Layouts that are won."""

    layouts: int
    """Layouts that can be dealt."""

    @property
    def probability(self) -> Fraction:
        """Of winning."""
        return Fraction(self.wins, self.layouts)


@dataclass(frozen=True, slots=True)
class PerfectPlay:
    """The result of ``optimal``."""

    board: Board
    """The board."""

    mines: int
    """The number of mines."""

    first: str
    """The rule of the first click."""

    start: int
    """The first cell opened: the one asked for, else the best."""

    wins: int
    """Layouts that perfect play wins from there."""

    layouts: int
    """Layouts that the rule allows."""

    first_clicks: Mapping[int, FirstClick]
    """By first cell that was looked at: what it is worth."""

    states: int
    """States in the search's table."""

    dropped: int
    """States that the table dropped to keep within its memory."""

    seconds: float
    """Wall time."""

    _search: PerfectSearch | None = field(default=None, repr=False, compare=False)

    @property
    def probability(self) -> Fraction:
        """The probability of winning with perfect play."""
        return Fraction(self.wins, self.layouts)

    def best_click(self, position: Position) -> tuple[int, Fraction]:
        r"""Return the best click in a position of this board, and the chance to win from there.

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
        """Return the result as a table, for a notebook; the best first clicks first."""
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
    board: str | Spec | Board,
    first: str = "safe",
    start: int | Sequence[int] | None = None,
    *,
    mines: int | None = None,
    memory: int = MEMORY,
    progress: Progress | None = None,
) -> PerfectPlay:
    """Return what perfect play wins on a small board, exactly.

    Without ``start`` every first cell is looked at, up to the symmetries of the board, and the best
    is taken; all share one table of states. ``memory`` is what the search may take, in bytes: with
    little of it the result is the same, and later. ``progress`` is called with the first cells done
    and all of them. TooHardError says at once where the board is too large, or the memory too
    little for its layouts.

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


def _deals(board: Board, mines: int, first: str, start: int | Sequence[int] | None) -> list[Deal]:
    """The deals to look at, one for each first cell that leaves room for the mines."""
    if start is not None or mines >= board.size:
        cell = 0 if start is None else start
        return [Deal.read(board, mines=mines, first=first, start=cell)]
    refuse_if_too_large(board, mines)  # before its symmetries are looked for
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
    """List the first cell of every class that the symmetries of the board make equal."""
    least = list(range(board.size))
    for permutation in symmetries(board):
        for cell, image in enumerate(permutation.tolist()):
            least[image] = min(least[image], cell)
    return sorted(set(least))
