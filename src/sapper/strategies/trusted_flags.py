"""Flags that a compiled strategy takes as mines, although compiled strategies know no flags.

A mine that is known is equal to a safe cell whose number is unread, if the clues around it and the
number of mines are lowered by one. So strategies choose in the position without the known mines.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from math import comb

from sapper.errors import PositionError
from sapper.positions import FLAGGED, UNREAD, Position
from sapper.positions.totals import MineTotals, equally_likely, read_totals


def take_out_flags(position: Position) -> Position:
    r"""Return the position in which flagged cells are taken out of the clues and the mine count.

    Raises PositionError if cells can hold several mines, as a flag then stands for at least one.

    >>> import sapper
    >>> taken = take_out_flags(sapper.parse("2F\n##", mines=2))
    >>> print(taken, taken.mines)
    1?
    ## 1
    """
    flags = position.flags
    if not flags:
        return position
    if position.max_per_cell > 1:
        raise PositionError(
            "flags='trust' needs at most one mine per cell: a flag does not say how many there are"
        )
    states = position.states.copy()
    for cell in flags:
        around = list(position.board.neighbors(cell))
        states[around] -= states[around] > 0
    states[states == FLAGGED] = UNREAD
    mines: int | MineTotals | None = None
    if position.totals is not None:
        mines = _others(position.totals, len(flags), position.board.size)
    elif position.mines is not None:
        mines = position.mines - len(flags)
    return Position.from_states(position.board, states, mines, density=position.density)


def _others(totals: MineTotals, known: int, cells: int) -> int | MineTotals:
    """Return the prior over the number of the other mines if ``known`` mines are known.

    The prior of a layout with n mines is proportional to p / C(cells, n), where p is that of n
    mines. The same layout without the known mines must keep it.
    """
    possible = totals.numbers
    numbers = possible[bisect_left(possible, known) : bisect_right(possible, cells)]
    if totals.probabilities is None:
        return equally_likely([number - known for number in numbers])
    weights = {
        n - known: totals.by_number[n] * Fraction(comb(cells, n - known), comb(cells, n))
        for n in numbers
    }
    return read_totals({n: weight / sum(weights.values()) for n, weight in weights.items()})
