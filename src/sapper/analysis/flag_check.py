"""The check of the flags of a position on request, whether it is contradictory or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper.analysis.analysis import analyze
from sapper.analysis.wrong_flags import FlagCheck, find_wrong_flags
from sapper.errors import PositionError
from sapper.limits import DEFAULT_LIMITS, Limits
from sapper.positions import Position

if TYPE_CHECKING:
    from sapper import _core


def check_flags(position: Position, *, limits: Limits = DEFAULT_LIMITS) -> FlagCheck:
    r"""Check the flags of a position against its clues and its number of mines.

    Raises ContradictionError if no layout is consistent even without flags, TooHardError if the
    analysis exceeds the work budget, and PositionError if ``position`` is not a Position. With more
    than 2,000 flags, or after 10 seconds, the set to remove need not be a smallest one.

    >>> import sapper
    >>> p = sapper.parse("#FF\n#1.", mines=1)
    >>> check = sapper.check_flags(p)
    >>> check.wrong, check.remove, check.proven_smallest
    ((1, 2), (1, 2), True)
    """
    if not isinstance(position, Position):
        raise PositionError(f"only a Position has flags to check, not {repr(position)[:60]}")
    bare: _core.Solution = analyze(position.without_flags(), limits=limits)._solution
    return find_wrong_flags(position, bare, limits)
