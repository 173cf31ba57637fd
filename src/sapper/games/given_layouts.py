"""Deals of one given layout, for example from a file: all their games have that layout.

The first click that the layout was dealt for is not known, so the first-click rule is ``any``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core
from sapper.games.deals import Deal
from sapper.positions import COVERED

if TYPE_CHECKING:
    from sapper.boards import Cell
    from sapper.layouts import Layout
    from sapper.strategies.registry import Entry


@dataclass(frozen=True, slots=True)
class GivenDeal(Deal):
    """The games on one layout; made by ``given_deal``."""

    given: Layout = field(kw_only=True)
    """The layout of all games."""

    def game(self, seed: int, index: int) -> _core.Game:  # noqa: ARG002
        """Deal the layout; the seed and the number have no effect."""
        covered = np.full(self.board.size, COVERED, dtype=np.int16)
        return _core.Game(self.board.graph, covered, self.given.mines)

    def __reduce__(self) -> tuple[Any, ...]:
        return given_deal, (self.given, self.start)


def given_deal(
    layout: Layout, start: Cell | None = None, strategy: Entry | None = None
) -> GivenDeal:
    """Return the deal of a layout.

    Without ``start`` the first cell is the one that ``strategy`` asks for, else cell 0; if that one
    holds a mine, it is the first cell without a mine.

    >>> from sapper.layouts import Layout
    >>> deal = given_deal(Layout("1x4", [1, 0, 0, 0]))
    >>> deal.start, deal.layout(7, 3) == deal.given
    (1, True)
    """
    read = Deal.read(
        layout.board,
        mines=layout.mine_count,
        max_per_cell=layout.max_per_cell,
        first="any",
        start=start,
        strategy=strategy,
    )
    first = read.start
    if start is None and layout.mines[first] and not layout.mines.all():
        first = int(np.argmin(layout.mines))
    return GivenDeal(read.board, read.mines, read.max_per_cell, "any", first, given=layout)
