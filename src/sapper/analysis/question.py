"""The call of the engine for a position, and the translation of its refusals to TooHardError."""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf, lgamma, log
from typing import TYPE_CHECKING, NoReturn, TypeVar, get_args

from sapper import _core
from sapper.errors import PositionError, TooHardError
from sapper.positions import Position
from sapper.positions.totals import MAX_TOTALS, MineTotals
from sapper.stopping import Stop
from sapper.types import Flags

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.limits import Limits

    T = TypeVar("T")

_LARGEST_BOARD = 2**31
"""An upper bound on the number of cells of any board."""


def ask(position: Position, limits: Limits) -> _core.Question:
    """Return the engine's question about a position; PositionError if it is not a Position."""
    if not isinstance(position, Position):
        _refuse(position)
    return _core.Question(
        position.board.graph,
        position.states,
        mine_count(position),
        position.max_per_cell,
        limits.log2_states,
        limits.table_bytes,
    )


def mine_count(position: Position) -> int | _core.MineCount:
    """Return what the engine takes as the number of mines of a position."""
    limit = position.max_per_cell
    if position.totals is not None:
        return _prior(position.totals, position.board.size, limit)
    if position.mines is None:
        assert position.density is not None
        return _core.MineCount.independent(mean_odds(float(position.density), limit))
    # More mines than any board holds: a smaller such number gives the same and fits int64.
    return min(position.mines, _LARGEST_BOARD * limit + 1)


@lru_cache(maxsize=64)
def _prior(totals: MineTotals, cells: int, limit: int) -> _core.MineCount:
    """Return the engine's prior for a board with this number of cells."""
    possible = totals.up_to(cells * limit)
    if not possible:
        return _core.MineCount(_LARGEST_BOARD * limit + 1)
    if len(possible) > MAX_TOTALS:
        raise PositionError(f"{len(possible)} possible numbers of mines, over {MAX_TOTALS}")
    probabilities = [float(p) for p in totals.by_number.values()]
    if 0.0 in probabilities:
        raise PositionError("a probability of a number of mines is too small for a float")
    return _core.MineCount.prior(cells, limit, list(possible), probabilities)


def read_flags(position: Position, flags: str) -> Position:
    """Return the position with its flags, or, for ``flags="ignore"``, without them.

    Raises PositionError if ``flags`` is neither ``"trust"`` nor ``"ignore"``.
    """
    if flags not in get_args(Flags):
        raise PositionError(f"flags are 'trust' or 'ignore', not {flags!r:.60}")
    if flags == "trust" or not isinstance(position, Position):
        return position
    return position.without_flags()


def _refuse(given: object) -> NoReturn:
    hint = ": sapper.parse reads text" if isinstance(given, str) else ""
    raise PositionError(f"only a Position is analysed, not {repr(given)[:60]}{hint}")


def mean_odds(density: float, max_per_cell: int) -> float:
    """Return t such that a cell with i mines weighted t^i / i! holds ``density`` mines on average.

    ``density`` is above 0 and below 1; ``max_per_cell`` is the largest i.

    >>> mean_odds(0.2, 1)
    0.25
    """
    if max_per_cell == 1:
        return density / (1 - density)
    from scipy.optimize import brentq

    def excess(log_odds: float) -> float:
        weights = [exp(log_odds * i - lgamma(i + 1)) for i in range(max_per_cell + 1)]
        return sum(i * w for i, w in enumerate(weights)) / sum(weights) - density

    # The root is bracketed: the mean is at most t, and for t = e it is above any density.
    return exp(brentq(excess, log(density) - 1, 1.0, xtol=1e-14))


def expiry(limits: Limits) -> Callable[[], bool] | None:
    """Return a function that returns whether the time is up; None without a time limit."""
    if limits.seconds == inf:
        return None
    stop = Stop(limits.seconds)
    return lambda: stop.expired


def guard(compute: Callable[[], T], limits: Limits) -> T:
    """Return ``compute()``; raise TooHardError with the cost if the engine refuses."""
    try:
        return compute()
    except _core.BudgetExceeded as failure:
        raise_too_hard(failure, limits)


def raise_too_hard(failure: Exception, limits: Limits) -> NoReturn:
    """Raise the TooHardError for a refusal of the engine."""
    width, log2_states = failure.args
    size = f"{width} clues are open at once, up to 2^{log2_states:.0f} states"
    if width == 0:
        what = f"sums of 2^{log2_states:.0f} products over the mine count"
    elif log2_states > limits.log2_states:
        what = f"{size}, where 2^{limits.log2_states:.0f} are allowed"
    else:
        what = f"{size}, whose tables outgrow {limits.memory >> 20} MB or take too long to fill"
    raise TooHardError(
        f"too hard: {what}",
        width=width,
        cost=2.0**log2_states if log2_states < 1000 else inf,
        budget=2.0**limits.log2_states,
    ) from None
