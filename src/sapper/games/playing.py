"""A game of a strategy written in Python, click by click, from the start or from a position.

The game is run by the core, so that layouts and cascades are those of all other strategies. A click
is certain if the analysis of the position proves its cell safe; all other clicks are guesses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sapper import _core
from sapper.strategies import protocol
from sapper.strategies.calling import StrategyCaller
from sapper.strategies.choosing import analysis_within_budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from sapper.analysis import Analysis
    from sapper.games.deals import Deal
    from sapper.positions import Position, States
    from sapper.strategies.protocol import Strategy


@dataclass(frozen=True, slots=True)
class Click:
    """One click of a game."""

    cell: int
    """The cell that was opened, an index."""

    certain: bool
    """Whether it was certainly safe."""

    position: Position
    """The position in which it was chosen; several certain cells may be chosen in one position."""

    analysis: Analysis | None
    """The analysis of that position; None for the first click and beyond the work budget."""

    after: Position
    """The position after the click."""

    opened: tuple[int, ...]
    """The cells that opened, in order; empty if the cell was a mine."""

    won: bool
    """Whether the click opened the last safe cell."""

    @property
    def lost(self) -> bool:
        """Whether the cell was a mine."""
        return not self.opened


def clicks(
    deal: Deal, strategy: Strategy, seed: int, index: int, name: str | None = None
) -> Iterator[Click]:
    """Play a game and yield its clicks, the first one included; none on a board full of mines.

    Raises StrategyError, with the strategy, the game and the position, if the strategy fails.
    """
    if deal.full:
        return
    caller = StrategyCaller(name or protocol.name_of(strategy), seed, index)
    table = _Table(deal.position, deal.game(seed, index))
    before = table.position()
    caller.guard(before, lambda: protocol.begin(strategy, seed, index))
    first = table.click(deal.start, deal.start_is_safe, before, None)
    yield first
    yield from _go_on(table, first, strategy, caller)


def clicks_from(
    position: Position,
    layout: npt.NDArray[np.uint8],
    strategy: Strategy,
    seed: int,
    index: int,
    name: str | None = None,
) -> Iterator[Click]:
    """Play from a position on a consistent layout and yield the clicks.

    The strategy does not see flags. Raises StrategyError as ``clicks`` does.
    """
    caller = StrategyCaller(name or protocol.name_of(strategy), seed, index)
    mines = layout.astype(np.int16)
    bare = position.without_flags()
    table = _Table(
        lambda states: bare._with_states(states.copy()),
        _core.Game(position.board.graph, position.states, mines),
    )
    if table.game.safe_left == 0:
        return
    caller.guard(position, lambda: protocol.begin(strategy, seed, index))
    yield from _go_on(table, None, strategy, caller)


@dataclass(frozen=True, slots=True)
class _Table:
    """A game in the core, and the function from its states to its positions."""

    seen: Callable[[States], Position]
    game: _core.Game

    def position(self) -> Position:
        return self.seen(self.game.states)

    def click(self, cell: int, certain: bool, before: Position, analysis: Analysis | None) -> Click:
        opened = tuple(self.game.open(cell) or ())
        won = bool(opened) and self.game.safe_left == 0
        return Click(cell, certain, before, analysis, self.position(), opened, won)


def _go_on(
    table: _Table, last: Click | None, strategy: Strategy, caller: StrategyCaller
) -> Iterator[Click]:
    opens_certain = protocol.opens_certain(strategy)
    moves = 0 if last is None else 1
    while last is None or not (last.won or last.lost):
        position = table.position() if last is None else last.after
        analysis = analysis_within_budget(position)
        safe = [] if analysis is None else analysis.safe
        if not (opens_certain and safe):
            cell = replace(caller, move=moves + 1).ask(strategy, position)
            last = table.click(cell, cell in safe, position, analysis)
            moves += 1
            yield last
            continue
        for cell in safe:
            if last is None or last.after.states[cell] < 0:
                last = table.click(cell, True, position, analysis)
                moves += 1
                yield last
