"""All errors that Sapper raises deliberately.

They share the base class ``SapperError``. Errors about arguments are also a ``ValueError``, and
those about files that cannot be written also an ``OSError``, so that generic code can catch them.
Extra fields are keyword arguments with defaults, so that every error can be pickled in a worker
process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sapper.games import SimulationResult
    from sapper.lab.store.blocks import Point
    from sapper.lab.sweeps.sweep import SweepResult
    from sapper.positions import Position


class SapperError(Exception):
    """The base class of every error that Sapper raises deliberately."""


class BoardError(SapperError, ValueError):
    """A board that cannot exist, or a cell that is not on it."""


class SpecError(SapperError, ValueError):
    """A board spec such as ``16x30/99`` that cannot be read or is out of bounds."""


class PositionError(SapperError, ValueError):
    """A malformed position: wrong shape, wrong type or a value out of range."""


class LayoutError(SapperError, ValueError):
    """A malformed layout, or a metric that is not defined for a layout."""


class NotationError(SapperError, ValueError):
    """Text or bytes that cannot be read as a position, a layout or a replay.

    The message starts with the line and column, if they are known.

    >>> str(NotationError("unknown character '?'", line=2, column=5))
    "line 2, column 5: unknown character '?'"
    """

    line: int | None
    """The line number, from 1; None if the error concerns the whole text."""

    column: int | None
    """The character in that line, from 1; None if the error concerns the whole line."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        self.line = line
        self.column = column
        if line is not None and column is not None:
            message = f"line {line}, column {column}: {message}"
        elif line is not None:
            message = f"line {line}: {message}"
        super().__init__(message)

    def within(self, name: str) -> NotationError:
        """Return the same error with the name of its file, or other source, before the message.

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
    """The cells whose clues contradict each other; empty if the mine count alone is the cause."""

    needs_mine_count: bool
    """Whether the contradiction needs the total number of mines."""

    proven_smallest: bool
    """Whether these clues are proved to be a smallest contradictory set."""

    wrong_flags: tuple[int, ...]
    """The flagged cells that the clues prove safe; empty if the flags are not the cause."""

    conflicting_flags: tuple[int, ...]
    """Flagged cells that cannot all be mines, none of them proved safe; empty if there are none."""

    flags_to_remove: tuple[int, ...]
    """A smallest set of flags without which some layout is consistent, as ``sapper.check_flags``
    finds it; empty if the flags are not the cause."""

    def __init__(
        self,
        message: str,
        *,
        clues: tuple[int, ...] = (),
        needs_mine_count: bool = False,
        proven_smallest: bool = False,
        wrong_flags: tuple[int, ...] = (),
        conflicting_flags: tuple[int, ...] = (),
        flags_to_remove: tuple[int, ...] = (),
    ) -> None:
        self.clues = clues
        self.needs_mine_count = needs_mine_count
        self.proven_smallest = proven_smallest
        self.wrong_flags = wrong_flags
        self.conflicting_flags = conflicting_flags
        self.flags_to_remove = flags_to_remove
        super().__init__(message)


class TooHardError(SapperError, RuntimeError):
    """The answer exceeds the work budget; there is no result."""

    width: int
    """Clues that are open at once in the best elimination order found; 0 if unknown."""

    cost: float
    """The estimated work, in states of elimination tables; 0 if unknown."""

    budget: float
    """The work budget, in states of elimination tables; 0 if unknown."""

    def __init__(
        self, message: str, *, width: int = 0, cost: float = 0.0, budget: float = 0.0
    ) -> None:
        self.width = width
        self.cost = cost
        self.budget = budget
        super().__init__(message)


class GameError(SapperError, ValueError):
    """A game that cannot be dealt, or a move that cannot be made."""


class NoLayoutError(SapperError, RuntimeError):
    """No layout of the requested kind was found within the limit on tries."""

    tries: int
    """The number of layouts that were tried."""

    def __init__(self, message: str, *, tries: int = 0) -> None:
        self.tries = tries
        super().__init__(message)


class StrategyError(SapperError, ValueError):
    """A strategy that does not exist, failed, or chose an invalid move.

    ``result`` holds the games that were finished before the failure.
    """

    strategy: str
    """The name of the strategy."""

    game: int | None
    """The number of the game in which it failed, from 0; None if no game was started."""

    move: int | None
    """The number of the click that it was to choose, from 1 for the first click of the game; None
    if that is unknown."""

    position: Position | None
    """The position in which it failed; None if that is unknown."""

    result: SimulationResult | None
    """The games that were finished before the failure; None if no game was started."""

    def __init__(
        self,
        message: str,
        *,
        strategy: str = "",
        game: int | None = None,
        move: int | None = None,
        position: Position | None = None,
        result: SimulationResult | None = None,
    ) -> None:
        self.strategy = strategy
        self.game = game
        self.move = move
        self.position = position
        self.result = result
        super().__init__(message)


class FailedPointsError(StrategyError):
    """A strategy has failed at some points of a sweep; the games of the others are stored."""

    failures: Mapping[Point, StrategyError]
    """The first failure at each of these points."""

    sweep: SweepResult | None
    """The result of the sweep."""

    def __init__(
        self,
        message: str,
        *,
        failures: Mapping[Point, StrategyError] | None = None,
        sweep: SweepResult | None = None,
    ) -> None:
        self.failures = failures or {}
        self.sweep = sweep
        first = next(iter(self.failures.values()), StrategyError(message))
        super().__init__(
            message,
            strategy=first.strategy,
            game=first.game,
            move=first.move,
            position=first.position,
        )


class TheoryError(SapperError, ValueError):
    """An argument outside the range of a formula, such as a density of 2."""


class FileError(SapperError, OSError):
    """A file that cannot be written; its previous content is kept."""


class LabError(SapperError):
    """A store that cannot be used, or workers that cannot be reached; stored results are kept."""


class IdentityError(LabError):
    """Games of a strategy that cannot be added to those of another one under the same name."""
