"""What a strategy written in Python is: one method, and a few things it may add."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from sapper.boards import Board
    from sapper.positions import Position


@runtime_checkable
class Strategy(Protocol):
    """Anything with a method ``choose``.

    A strategy may also have

    - ``open_certain``: where true, cells that are certainly safe are opened for it, and it is
      asked only when a guess is due;
    - ``begin(seed, index)``: called before each game, for those that draw random numbers or
      remember things; the same seed and number of the game must lead to the same choices;
    - ``start(board)``: the cell it opens first, where the caller asks for none;
    - ``name``: what results call it, instead of the name of its class.
    """

    def choose(self, position: Position) -> int:
        """Return the covered cell to open."""
        ...


def opens_certain(strategy: Strategy) -> bool:
    """Tell whether certain cells are opened for the strategy."""
    return bool(getattr(strategy, "open_certain", False))


def begin(strategy: Strategy, seed: int, index: int) -> None:
    """Tell the strategy that a game begins."""
    hook = getattr(strategy, "begin", None)
    if hook is not None:
        hook(seed, index)


def wanted_start(strategy: Strategy, board: Board) -> Any:
    """Return the cell the strategy opens first, or None where it does not care."""
    hook = getattr(strategy, "start", None)
    return None if hook is None else hook(board)


def name_of(strategy: Strategy) -> str:
    """Return what results call the strategy."""
    return str(getattr(strategy, "name", None) or type(strategy).__name__)
