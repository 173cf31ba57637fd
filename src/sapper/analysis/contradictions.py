"""The error for a position without a consistent layout: which clues or flags are the cause."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from sapper.analysis.question import guard
from sapper.analysis.reasons import find_contradiction
from sapper.analysis.wrong_flags import check_contradictory_flags
from sapper.errors import ContradictionError

if TYPE_CHECKING:
    from sapper.limits import Limits
    from sapper.positions import Position


def raise_contradiction(position: Position, failure: Exception, limits: Limits) -> NoReturn:
    """Raise the ContradictionError for a contradiction that the engine has found."""
    check = check_contradictory_flags(position, limits)
    found = guard(lambda: find_contradiction(position, int(failure.args[1]), limits), limits)
    raise ContradictionError(
        found.message(position) if check is None else check.message(position),
        clues=found.clues,
        needs_mine_count=found.needs_mine_count,
        proven_smallest=found.proven_smallest,
        wrong_flags=() if check is None else check.wrong,
        conflicting_flags=() if check is None else check.conflict,
        flags_to_remove=() if check is None else check.remove,
    ) from None
