"""One game of a strategy written in Python, click by click.

The game itself is the core's, so that layouts and cascades are those of every other strategy. A
click is certain where the analysis of the position proves its cell safe; others are guesses.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper.analysis import Analysis, analyze
from sapper.errors import StrategyError, TooHardError
from sapper.strategies import protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sapper.games.deals import Deal
    from sapper.positions import Position
    from sapper.strategies.protocol import Strategy

MOST_SHOWN = 2_000
"""Positions of more cells are not written out in an error."""


@dataclass(frozen=True, slots=True)
class Click:
    """One click of a game."""

    cell: int
    """The cell that was opened."""

    certain: bool
    """Whether it was certain to be safe."""

    position: Position
    """What the player saw when it was decided; several certain cells may be decided at once."""

    analysis: Analysis | None
    """The analysis of that; None for the first click and where it would be too hard."""

    after: Position
    """What the player saw then."""

    opened: tuple[int, ...]
    """The cells that opened, in order; none where it was a mine."""

    won: bool
    """Whether that was the last safe cell."""

    @property
    def lost(self) -> bool:
        """Whether it was a mine."""
        return not self.opened


def clicks(
    deal: Deal, strategy: Strategy, seed: int, index: int, name: str | None = None
) -> Iterator[Click]:
    """Play a game and yield its clicks, the first one included; none on a board full of mines.

    StrategyError names the strategy, the game and the position where it fails.
    """
    if deal.full:
        return
    culprit = _Culprit(name or protocol.name_of(strategy), seed, index)
    game = deal.game(seed, index)
    covered = [True] * deal.board.size

    def click(cell: int, certain: bool, before: Position, analysis: Analysis | None) -> Click:
        opened = tuple(game.open(cell) or ())
        for other in opened:
            covered[other] = False
        after = deal.position(game.states)
        won = bool(opened) and game.safe_left == 0
        return Click(cell, certain, before, analysis, after, opened, won)

    before = deal.position(game.states)
    culprit.guard(before, lambda: protocol.begin(strategy, seed, index))
    last = click(deal.start, deal.start_is_safe, before, None)
    yield last
    opens_certain = protocol.opens_certain(strategy)
    while not last.won and not last.lost:
        position = last.after
        analysis = _analysis(position)
        safe = [] if analysis is None else analysis.safe
        if not (opens_certain and safe):
            cell = culprit.ask(strategy, position)
            last = click(cell, cell in safe, position, analysis)
            yield last
            continue
        for cell in safe:
            if covered[cell]:
                last = click(cell, True, position, analysis)
                yield last


def _analysis(position: Position) -> Analysis | None:
    try:
        return analyze(position)
    except TooHardError:
        return None


@dataclass(frozen=True, slots=True)
class _Culprit:
    """Who is to blame if a strategy fails."""

    name: str
    seed: int
    index: int

    def ask(self, strategy: Strategy, position: Position) -> int:
        """Return the cell a strategy chooses; StrategyError unless that is a covered cell."""
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
        """Call, and turn what is raised into a StrategyError."""
        try:
            return call()
        except Exception as error:
            raised = f"raised {type(error).__name__}: {error}"
            raise self.failure(position, raised) from error

    def failure(self, position: Position, what: str) -> StrategyError:
        """Return the error that names the strategy, the game and the position."""
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
