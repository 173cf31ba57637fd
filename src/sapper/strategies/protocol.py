"""The protocol of strategies written in Python: one method, and some optional members."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.positions import Position


@runtime_checkable
class Strategy(Protocol):
    """An object with a method ``choose``.

    A strategy may also have

    - ``opens_certain``: if true, cells that are certainly safe are opened automatically, and it is
      asked only if a guess is due;
    - ``begin(seed, index)``: called before each game, for strategies that use random numbers or
      keep a state; equal seeds and indices must lead to equal choices;
    - ``start(board)``: returns the first cell to open if the caller does not choose one;
    - ``name``: its name in results, instead of the name of its class.
    """

    def choose(self, position: Position) -> int:
        """Return the covered cell to open."""
        ...


def opens_certain(strategy: Strategy) -> bool:
    """Return whether certain cells are opened automatically for the strategy."""
    wanted = getattr(strategy, "opens_certain", None)
    if wanted is None and hasattr(strategy, "open_certain"):
        warnings.warn(
            f"strategy {name_of(strategy)!r}: open_certain is deprecated, name it opens_certain",
            DeprecationWarning,
            stacklevel=2,
        )
        wanted = strategy.open_certain
    return bool(wanted)


def begin(strategy: Strategy, seed: int, index: int) -> None:
    """Call the strategy's hook for the start of a game, if it has one."""
    hook = getattr(strategy, "begin", None)
    if hook is not None:
        hook(seed, index)


def wanted_start(strategy: Strategy, board: Board) -> Any:
    """Return the first cell that the strategy prefers, or None if it has no preference."""
    hook = getattr(strategy, "start", None)
    return None if hook is None else hook(board)


def name_of(strategy: Strategy) -> str:
    """Return the name of the strategy in results."""
    return str(getattr(strategy, "name", None) or type(strategy).__name__)
