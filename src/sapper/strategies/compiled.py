"""Strategies of the compiled core, asked for one click at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import _core
from sapper.analysis.question import mine_count
from sapper.errors import StrategyError
from sapper.limits import DEFAULT_LIMITS
from sapper.positions.states import can_hold_mines

if TYPE_CHECKING:
    from sapper.positions import Position
    from sapper.strategies.protocol import Strategy
    from sapper.strategies.registry import Entry


class Compiled:
    """Adapter of a compiled strategy to the Python protocol ``Strategy``.

    It sees one position at a time, without the history of the game. So random ties are broken
    differently than in a simulation by the core, but equally in every run, and
    ``infer-guess-published`` forgets its own flags.

    >>> import sapper
    >>> Compiled("pseq").choose(sapper.parse("1##", mines=1))
    2
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._seed = 0
        self._index = 0

    def begin(self, seed: int, index: int) -> None:
        """Select the random numbers of this game."""
        self._seed = seed
        self._index = index

    def choose(self, position: Position) -> int:
        """Return the next click."""
        return self.advise(position).cell

    def advise(self, position: Position) -> _core.Move:
        """Return the next click and whether the strategy has proved it safe.

        Raises ContradictionError if the strategy finds that no layout is consistent.
        """
        opened = position.board.size - int(can_hold_mines(position.states).sum())
        room = (position.board.size - opened) * position.max_per_cell
        if position.least_mines is not None and room <= position.least_mines:
            raise StrategyError(f"no cell is safe any more in position\n{position}")
        try:
            return _core.advise(
                position.board.graph,
                position.states,
                mine_count(position),
                position.max_per_cell,
                self.name,
                self._seed,
                self._index,
            )
        except _core.Contradiction as failure:
            from sapper.analysis.contradictions import raise_contradiction

            raise_contradiction(position, failure, DEFAULT_LIMITS)


def as_strategy(entry: Entry) -> Strategy:
    """Return a strategy of the registry as an object that implements ``Strategy``."""
    return Compiled(entry.name) if entry.make is None else entry.make()
