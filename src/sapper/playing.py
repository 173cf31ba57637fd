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
    from collections.abc import Iterator

    from sapper.deals import Deal
    from sapper.position import Position
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


def clicks(deal: Deal, strategy: Strategy, seed: int, index: int) -> Iterator[Click]:
    """Play a game and yield its clicks, the first one included; none on a board full of mines.

    StrategyError names the strategy, the game and the position where it fails.
    """
    if deal.full:
        return
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
    _guarded(strategy, index, seed, before, lambda: protocol.begin(strategy, seed, index))
    last = click(deal.start, deal.start_is_safe, before, None)
    yield last
    opens_certain = protocol.opens_certain(strategy)
    while not last.won and not last.lost:
        position = last.after
        analysis = _analysis(position)
        safe = [] if analysis is None else analysis.safe
        if not (opens_certain and safe):
            cell = _ask(strategy, seed, index, position)
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


def _ask(strategy: Strategy, seed: int, index: int, position: Position) -> int:
    """Return the cell a strategy chooses; StrategyError unless that is a covered cell."""
    answer = _guarded(strategy, index, seed, position, lambda: strategy.choose(position))
    board = position.board
    try:
        cell = operator.index(answer)
    except TypeError:
        wrong = f"chose {answer!r}, which is not the index of a cell"
        raise _failure(strategy, index, seed, position, wrong) from None
    if isinstance(answer, bool):
        wrong = f"chose {answer!r}, which is not the index of a cell"
        raise _failure(strategy, index, seed, position, wrong)
    if not 0 <= cell < board.size:
        wrong = f"chose cell {cell}, which does not exist: {board.spec} has 0 to {board.size - 1}"
        raise _failure(strategy, index, seed, position, wrong)
    if position.states[cell] >= 0:
        wrong = f"chose cell {cell} at {board.coordinates(cell)}, which is open already"
        raise _failure(strategy, index, seed, position, wrong)
    return cell


def _guarded(strategy: Strategy, index: int, seed: int, position: Position, call: Any) -> Any:
    try:
        return call()
    except Exception as error:
        raised = f"raised {type(error).__name__}: {error}"
        raise _failure(strategy, index, seed, position, raised) from error


def _failure(
    strategy: Strategy, index: int, seed: int, position: Position, what: str
) -> StrategyError:
    name = protocol.name_of(strategy)
    shown = repr(position)
    if position.board.size <= MOST_SHOWN:
        shown = "\n" + position.to_text(header=True)
    return StrategyError(
        f"strategy {name!r} {what}, in game {index} of seed {seed}, in position {shown}",
        strategy=name,
        game=index,
        position=position,
    )
