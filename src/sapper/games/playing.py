"""A game of a strategy written in Python, click by click, from the start or from a position.

The game is run by the core, so that layouts and cascades are those of all other strategies. A click
is certain if the analysis of the position proves its cell safe; all other clicks are guesses.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core
from sapper.analysis import Analysis, analyze
from sapper.errors import StrategyError, TooHardError
from sapper.games.deals import Deal
from sapper.strategies import protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from sapper.positions import Position
    from sapper.strategies.protocol import Strategy

MOST_SHOWN = 2_000
"""The largest board, in cells, whose position is written out in an error message."""


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
    table = _Table(deal, deal.game(seed, index))
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
    table = _Table(kind_of(position), _core.Game(position.board.graph, position.states, mines))
    if table.game.safe_left == 0:
        return
    caller.guard(position, lambda: protocol.begin(strategy, seed, index))
    yield from _go_on(table, None, strategy, caller)


def kind_of(position: Position) -> Deal:
    """Return the deal of a position under the first-click rule ``any``."""
    assert position.mines is not None
    return Deal(position.board, position.mines, position.max_per_cell, "any", 0)


@dataclass(frozen=True, slots=True)
class _Table:
    """A game in the core with its deal."""

    deal: Deal
    game: _core.Game

    def position(self) -> Position:
        return self.deal.position(self.game.states)

    def click(self, cell: int, certain: bool, before: Position, analysis: Analysis | None) -> Click:
        opened = tuple(self.game.open(cell) or ())
        won = bool(opened) and self.game.safe_left == 0
        return Click(cell, certain, before, analysis, self.position(), opened, won)


def _go_on(
    table: _Table, last: Click | None, strategy: Strategy, caller: StrategyCaller
) -> Iterator[Click]:
    opens_certain = protocol.opens_certain(strategy)
    while last is None or not (last.won or last.lost):
        position = table.position() if last is None else last.after
        analysis = _analysis(position)
        safe = [] if analysis is None else analysis.safe
        if not (opens_certain and safe):
            cell = caller.ask(strategy, position)
            last = table.click(cell, cell in safe, position, analysis)
            yield last
            continue
        for cell in safe:
            if last is None or last.after.states[cell] < 0:
                last = table.click(cell, True, position, analysis)
                yield last


def _analysis(position: Position) -> Analysis | None:
    try:
        return analyze(position)
    except TooHardError:
        return None


@dataclass(frozen=True, slots=True)
class StrategyCaller:
    """Calls a strategy in a given game, and reports its failures as StrategyError."""

    name: str
    seed: int
    index: int

    def ask(self, strategy: Strategy, position: Position) -> int:
        """Return the cell that a strategy chooses; raise StrategyError unless it is covered."""
        answer = self.guard(position, lambda: strategy.choose(position))
        board = position.board
        try:
            cell = operator.index(answer)
        except TypeError:
            cell = None
        if cell is None or isinstance(answer, bool):
            raise self.failure(position, f"chose {answer!r}, which is not the index of a cell")
        if not 0 <= cell < board.size:
            missing = f"which does not exist: {board.spec} has 0 to {board.size - 1}"
            raise self.failure(position, f"chose cell {cell}, {missing}")
        if position.states[cell] >= 0:
            where = board.name(cell)
            raise self.failure(position, f"chose cell {cell} at {where}, which is open already")
        return cell

    def guard(self, position: Position, call: Callable[[], Any]) -> Any:
        """Return ``call()``; convert any exception into a StrategyError."""
        try:
            return call()
        except Exception as error:
            raised = f"raised {type(error).__name__}: {error}"
            raise self.failure(position, raised) from error

    def failure(self, position: Position, what: str) -> StrategyError:
        """Return the StrategyError with the strategy, the game and the position."""
        shown = repr(position)
        if position.board.size <= MOST_SHOWN:
            shown = "\n" + position.to_text(header=True)
        return StrategyError(
            f"strategy {self.name!r} {what}, in game {self.index} of seed {self.seed}, "
            f"in position {shown}",
            strategy=self.name,
            game=self.index,
            position=position,
        )
