"""Deals whose games have no-guess layouts: solvable from the first click without a guess."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core
from sapper.errors import TooHardError
from sapper.games.deals import Deal
from sapper.games.no_guess_layouts import check_level, no_guess, no_guess_deal
from sapper.positions import COVERED
from sapper.stopping import Stop

if TYPE_CHECKING:
    from sapper.boards import Board, Cell
    from sapper.types import BoardLike, Level


@dataclass(frozen=True, slots=True)
class NoGuessDeal(Deal):
    """The no-guess games of a board, its mines and a first cell; made by ``read_level``.

    >>> deal = NoGuessDeal.read_level("9x9/10", "single", start=0)
    >>> deal.first, deal.layout(7, 0) == no_guess("9x9/10", 7, start=0, level="single")
    ('open', True)
    """

    level: Level = field(kw_only=True)
    """The deductions that must suffice: ``single``, ``subtraction`` or ``engine``."""

    seconds: float = field(default=inf, kw_only=True, compare=False)
    """The time limit of the search for a layout, in seconds."""

    @classmethod
    def read_level(
        cls,
        board: BoardLike,
        level: Level,
        start: Cell | None = None,
        *,
        mines: int | None = None,
        seconds: float = inf,
    ) -> NoGuessDeal:
        """Read a deal from arguments; the first-click rule is that of ``no_guess_deal``."""
        check_level(level)
        plain = no_guess_deal(board, start, mines=mines)
        return cls(
            plain.board, plain.mines, 1, plain.first, plain.start, level=level, seconds=seconds
        )

    def at(self, start: int) -> NoGuessDeal:
        """Return the deal with another first cell."""
        return self.read_level(
            self.board, self.level, start, mines=self.mines, seconds=self.seconds
        )

    def game(self, seed: int, index: int) -> _core.Game:
        """Search the layout and deal it.

        Raises NoLayoutError if none was found within the limit on tries, and TooHardError after the
        time limit.
        """
        stop = Stop(self.seconds)

        def check_time(tried: int, tries: int) -> None:
            if stop.expired:
                raise TooHardError(
                    f"too hard: no layout of {self.spec} without a guess was found in time, after "
                    f"{tried:,} of at most {tries:,} tries"
                )

        found = no_guess(
            self.board,
            seed,
            index,
            self.start,
            level=self.level,
            mines=self.mines,
            progress=check_time,
        )
        covered = np.full(self.board.size, COVERED, dtype=np.int16)
        return _core.Game(self.board.graph, covered, found.mines)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.board, self.level, self.start, self.mines, self.seconds)


def _restore(board: Board, level: Level, start: int, mines: int, seconds: float) -> NoGuessDeal:
    return NoGuessDeal.read_level(board, level, start, mines=mines, seconds=seconds)
