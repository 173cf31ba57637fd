"""Everything Sapper raises on purpose.

One base class; whatever a caller can get wrong is also a ``ValueError``, so code that knows
nothing of Sapper still catches it. The extra fields are keyword arguments with defaults, which
keeps every error picklable on its way back from a worker process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.games import SimulationResult
    from sapper.positions import Position


class SapperError(Exception):
    """The base of every error that Sapper raises on purpose."""


class BoardError(SapperError, ValueError):
    """A board that cannot exist, or a cell that is not on it."""


class SpecError(SapperError, ValueError):
    """A board spec such as ``16x30/99`` that cannot be read or is out of bounds."""


class PositionError(SapperError, ValueError):
    """A malformed position: wrong shape, wrong type or a value out of range."""


class LayoutError(SapperError, ValueError):
    """A malformed layout, or a number that a layout does not have."""


class NotationError(SapperError, ValueError):
    """Text or bytes that are no position, layout or replay; the place comes first, if there is one.

    >>> str(NotationError("unknown character '?'", line=2, column=5))
    "line 2, column 5: unknown character '?'"
    """

    line: int | None
    """The line, from 1, or None where the error is about the whole text."""

    column: int | None
    """The character in that line, from 1, or None where the error is about the whole line."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        self.line = line
        self.column = column
        if line is not None and column is not None:
            message = f"line {line}, column {column}: {message}"
        elif line is not None:
            message = f"line {line}: {message}"
        super().__init__(message)

    def within(self, name: str) -> NotationError:
        """Return the same error with the name of the file, or of whatever it is about, before it.

        >>> str(NotationError("unknown character '?'", line=2).within("board.txt"))
        "board.txt: line 2: unknown character '?'"
        """
        told = NotationError(f"{name}: {self}")
        told.line, told.column = self.line, self.column
        return told


class ContradictionError(SapperError, ValueError):
    """No layout fits the position.

    >>> ContradictionError("no layout fits clues 0 and 2", clues=(0, 2)).clues
    (0, 2)
    """

    clues: tuple[int, ...]
    """Cells whose clues cannot hold together; empty where the mine count alone is to blame."""

    needs_mine_count: bool
    """Whether the total number of mines takes part in the contradiction."""

    proven_smallest: bool
    """Whether no smaller set of clues is contradictory."""

    def __init__(
        self,
        message: str,
        *,
        clues: tuple[int, ...] = (),
        needs_mine_count: bool = False,
        proven_smallest: bool = False,
    ) -> None:
        self.clues = clues
        self.needs_mine_count = needs_mine_count
        self.proven_smallest = proven_smallest
        super().__init__(message)


class TooHardError(SapperError, RuntimeError):
    """The exact answer would cost more than the budget allows; nothing was computed."""

    width: int
    """The clues that are open at once in the best order of elimination found."""

    cost: float
    """The estimated work."""

    budget: float
    """The work that was allowed."""

    def __init__(
        self, message: str, *, width: int = 0, cost: float = 0.0, budget: float = 0.0
    ) -> None:
        self.width = width
        self.cost = cost
        self.budget = budget
        super().__init__(message)


class GameError(SapperError, ValueError):
    """Games that cannot be dealt, or a move that cannot be made."""


class NoLayoutError(SapperError, RuntimeError):
    """No layout of the wanted kind was found within the tries allowed."""

    tries: int
    """The layouts that were tried."""

    def __init__(self, message: str, *, tries: int = 0) -> None:
        self.tries = tries
        super().__init__(message)


class StrategyError(SapperError, ValueError):
    """A strategy that does not exist, or one that made a move that does not.

    Where games had been played before, nothing of them is lost: see ``result``.
    """

    strategy: str
    """The name of the strategy."""

    game: int | None
    """The number of the game in which it failed, or None where none was begun."""

    position: Position | None
    """What it had before it when it failed."""

    result: SimulationResult | None
    """The games that were finished before, or None where none was begun."""

    def __init__(
        self,
        message: str,
        *,
        strategy: str = "",
        game: int | None = None,
        position: Position | None = None,
        result: SimulationResult | None = None,
    ) -> None:
        self.strategy = strategy
        self.game = game
        self.position = position
        self.result = result
        super().__init__(message)


class LabError(SapperError):
    """A store that cannot be used, or workers that cannot be reached; results so far are kept."""
