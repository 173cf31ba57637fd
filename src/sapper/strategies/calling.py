"""The call of a strategy written in Python: its failures and illegal answers as StrategyError."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sapper.errors import StrategyError
from sapper.positions import COVERED, FLAGGED
from sapper.stopping import Cancelled
from sapper.strategies.move_limits import MoveTimeoutError, within_limit

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.positions import Position
    from sapper.strategies.protocol import Strategy

MOST_SHOWN = 2_000
"""The largest board, in cells, whose position is written out in an error message."""


@dataclass(frozen=True, slots=True)
class StrategyCaller:
    """Calls a strategy, and reports its failures as StrategyError.

    ``seed`` and ``index`` are those of the game that it plays, and ``move`` is the number of the
    click that it chooses, from 1; None outside of a game. Errors of the class ``unchanged`` and
    cancellations are not converted.
    """

    name: str
    seed: int | None = None
    index: int | None = None
    unchanged: type[Exception] = Cancelled
    move: int | None = None

    def ask(self, strategy: Strategy, position: Position) -> int:
        """Return the cell that a strategy chooses; raise StrategyError unless it is covered."""
        return self.check(position, self.guard(position, lambda: strategy.choose(position)))

    def check(self, position: Position, answer: Any) -> int:
        """Return the answer of a strategy as an index; raise StrategyError unless it is covered."""
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
        if position.states[cell] not in (COVERED, FLAGGED):
            where = board.name(cell)
            raise self.failure(position, f"chose cell {cell} at {where}, which is open already")
        return cell

    def guard(self, position: Position, call: Callable[[], Any]) -> Any:
        """Return ``call()``; convert its exceptions and a timeout into a StrategyError."""
        try:
            return within_limit(call)
        except MoveTimeoutError as late:
            what = f"took longer than {late.args[0]:g} seconds for a move"
            raise self.failure(position, what) from None
        except (Cancelled, self.unchanged):
            raise
        except Exception as error:
            raised = f"raised {type(error).__name__}: {error}"
            raise self.failure(position, raised) from error

    def failure(self, position: Position, what: str) -> StrategyError:
        """Return the StrategyError with the strategy, the game and the position."""
        shown = repr(position)
        if position.board.size <= MOST_SHOWN:
            shown = "\n" + position.to_text(header=True)
        game = "" if self.index is None else f", in game {self.index} of seed {self.seed}"
        game += "" if self.move is None else f", at move {self.move}"
        return StrategyError(
            f"strategy {self.name!r} {what}{game}, in position {shown}",
            strategy=self.name,
            game=self.index,
            move=self.move,
            position=position,
        )
