"""All errors that Sapper raises on purpose.

They have one base class. Errors in what the caller passed are also a ``ValueError``, and files that
cannot be written also an ``OSError``, so that code without knowledge of Sapper catches them. The
extra fields are keyword arguments with defaults: every error can be pickled in a worker process.
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
    """Text or bytes that are no position, layout or replay; the message starts with the place.

    >>> str(NotationError("unknown character '?'", line=2, column=5))
    "line 2, column 5: unknown character '?'"
    """

    line: int | None
    """The line, from 1; None if the error is about the whole text."""

    column: int | None
    """The character in that line, from 1; None if the error is about the whole line."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        self.line = line
        self.column = column
        if line is not None and column is not None:
            message = f"line {line}, column {column}: {message}"
        elif line is not None:
            message = f"line {line}: {message}"
        super().__init__(message)

    def within(self, name: str) -> NotationError:
        """Return the same error with the name of its file, or of another source, before it.

        >>> str(NotationError("unknown character '?'", line=2).within("board.txt"))
        "board.txt: line 2: unknown character '?'"
        """
        named = NotationError(f"{name}: {self}")
        named.line, named.column = self.line, self.column
        return named


class ContradictionError(SapperError, ValueError):
    """No layout is consistent with the position.

    >>> ContradictionError("no layout fits clues 0 and 2", clues=(0, 2)).clues
    (0, 2)
    """

    clues: tuple[int, ...]
    """Cells whose clues contradict each other; empty if the mine count alone is the cause."""

    needs_mine_count: bool
    """Whether the total number of mines takes part in the contradiction."""

    proven_smallest: bool
    """Whether these clues are known to be a smallest contradictory set."""

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
    """The exact answer exceeds the work budget; nothing was computed."""

    width: int
    """The clues that are open at once in the best elimination order found."""

    cost: float
    """The estimated work, in states."""

    budget: float
    """The work budget, in states."""

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
    """No layout of the wanted kind was found within the limit on tries."""

    tries: int
    """The layouts that were tried."""

    def __init__(self, message: str, *, tries: int = 0) -> None:
        self.tries = tries
        super().__init__(message)


class StrategyError(SapperError, ValueError):
    """A strategy that does not exist, or one that failed or chose an invalid move.

    Games finished before the failure are in ``result``.
    """

    strategy: str
    """The name of the strategy."""

    game: int | None
    """The number of the game in which it failed; None if no game was started."""

    position: Position | None
    """The position on which it failed."""

    result: SimulationResult | None
    """The games finished before; None if no game was started."""

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


class TheoryError(SapperError, ValueError):
    """A number outside the range of a formula, such as a density of 2."""


class FileError(SapperError, OSError):
    """A file that cannot be written; what it held before is kept."""


class LabError(SapperError):
    """A store that cannot be used, or workers that cannot be reached; results so far are kept."""
