"""Flags that a compiled strategy takes as mines, although compiled strategies know no flags.

A mine that is known is equal to a safe cell whose number is unread, if the clues around it and the
number of mines are lowered by one. So strategies choose in the position without the known mines.
"""

from __future__ import annotations

from sapper.errors import PositionError
from sapper.positions import FLAGGED, UNREAD, Position


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
    mines = None if position.mines is None else position.mines - len(flags)
    return Position.from_states(position.board, states, mines, density=position.density)
