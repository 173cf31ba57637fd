"""The kinds of reasoning that a layout needs from its first click to its end.

Each stage uses the simplest kind that proves some cell safe: one clue, two clues, several clues
(the whole frontier without the mine count), or the mine count; if no cell is safe, a guess. All
proved cells are opened, each by a click unless a cascade opens it first. Known mines stay known.
Each kind is a closure (more clues never prove less), so the hardest kind that a layout needs does
not depend on the order of the clicks.

Guesses are those of a strategy that minimizes risk. After a guess that hits a mine, the mine is
marked and the game continues, so that the whole layout is rated and not only its start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sapper.analysis import Analysis, analyze
from sapper.lab.difficulty.clue_logic import ClueLogic
from sapper.positions import COVERED, FLAGGED, Position
from sapper.strategies.compiled import Compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.boards import Board

KINDS = ("one clue", "two clues", "several clues", "mine count", "guess")
"""The kinds of reasoning, the simplest first; ``guess`` means that no reasoning is sufficient."""

PLAYER = "pseq"
"""The strategy that guesses."""

_HALF = 0.5  # with any density, the certain cells are those that the clues alone prove


@dataclass(frozen=True, slots=True)
class Step:
    """One stage of a game: a kind of reasoning, and the clicks that follow from it."""

    kind: str
    """The simplest kind of reasoning that proves a cell safe, or ``guess``."""

    clicks: tuple[int, ...]
    """The cells that were clicked, in order."""

    forgiven: bool = False
    """Whether the click was a guess that hit a mine."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A layout played to its end."""

    steps: tuple[Step, ...]
    """The stages after the first click."""

    certain_start: bool
    """Whether the first click was certain to be safe."""

    won: bool
    """Whether no guess hit a mine."""

    @property
    def hardest(self) -> str | None:
        """The hardest kind of reasoning needed; None if the first click opens everything."""
        if not self.certain_start:
            return KINDS[-1]
        return max((step.kind for step in self.steps), key=KINDS.index, default=None)

    @property
    def guesses(self) -> int:
        """The number of guesses, including wrong ones and an uncertain first click."""
        return sum(step.kind == KINDS[-1] for step in self.steps) + (not self.certain_start)

    def clicks(self, kind: str) -> int:
        """Count the clicks that follow from a kind of reasoning, without the first click."""
        return sum(len(step.clicks) for step in self.steps if step.kind == kind)


class Walker:
    """Plays layouts of one board, given as boolean arrays that are true for mines.

    >>> from sapper.boards import grid
    >>> walk = Walker(grid(1, 4)).walk(np.array([False, False, True, False]), 0)
    >>> walk.hardest, [step.clicks for step in walk.steps]
    ('mine count', [(3,)])
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        """The board."""
        self._neighbors = [board.neighbors(cell) for cell in range(board.size)]
        self._player = Compiled(PLAYER)

    def numbers(self, mined: npt.NDArray[np.bool_]) -> list[int]:
        """Return the number of mined neighbours of each cell."""
        running = np.zeros(len(self.board.targets) + 1, dtype=np.int64)
        np.cumsum(mined[self.board.targets], out=running[1:])
        found: list[int] = np.diff(running[self.board.offsets]).tolist()
        return found

    def bbbv(self, mined: npt.NDArray[np.bool_]) -> int:
        """Return the 3BV of a layout."""
        numbers, clicks = self.numbers(mined), 0
        seen: list[bool] = mined.tolist()
        zeros = [cell for cell, number in enumerate(numbers) if not number and not mined[cell]]
        for cell in zeros:
            if not seen[cell]:
                clicks += 1
                for other in self._cascade(cell, numbers, seen):
                    seen[other] = True
        return clicks + seen.count(False)

    def walk(self, mined: npt.NDArray[np.bool_], start: int, *, certain_start: bool = True) -> Walk:
        """Play a layout to its end."""
        return _Play(self, mined, start).to_the_end(certain_start)

    def solves(self, mined: npt.NDArray[np.bool_], start: int) -> bool:
        """Return whether deductions from one or two clues solve the layout."""
        return _Play(self, mined, start).by_two_clues()

    def _cascade(self, cell: int, numbers: Sequence[int], seen: Sequence[bool]) -> list[int]:
        """Return the cells that a click opens; cells in ``seen`` are already open."""
        opened, waiting = {cell: None}, [cell]
        while waiting:
            current = waiting.pop()
            if not numbers[current]:
                for other in self._neighbors[current]:
                    if other not in opened and not seen[other]:
                        opened[other] = None
                        waiting.append(other)
        return list(opened)


class _Play:
    """A game on one layout."""

    def __init__(self, walker: Walker, mined: npt.NDArray[np.bool_], start: int) -> None:
        self._walker = walker
        self._mined: list[bool] = mined.tolist()
        self._mines = int(mined.sum())
        self._numbers = walker.numbers(mined)
        self._seen = [False] * len(mined)
        self._left = len(mined) - self._mines
        self._states = np.full(len(mined), COVERED, dtype=np.int16)
        self._logic = ClueLogic(walker._neighbors)
        self._forgiven = False
        self._open(start)

    def by_two_clues(self) -> bool:
        while self._left and not self._forgiven:
            found = self._logic.by_one_clue() or self._logic.by_two_clues()
            if not found:
                return False
            self._open_all(found)
        return not self._forgiven

    def to_the_end(self, certain_start: bool) -> Walk:
        steps: list[Step] = []
        while self._left:
            steps.append(self._step())
        return Walk(tuple(steps), certain_start, not self._forgiven)

    def _step(self) -> Step:
        logic = self._logic
        for kind, find in ((KINDS[0], logic.by_one_clue), (KINDS[1], logic.by_two_clues)):
            found = find()
            if found:
                return Step(kind, self._open_all(found))
        position = self._position(mines=self._mines)
        counted = analyze(position)
        if not counted.safe:
            logic.mark(counted.mines)
            return self._guess(counted)
        by_clues = analyze(self._position(density=_HALF))
        kind, analysis = (KINDS[2], by_clues) if by_clues.safe else (KINDS[3], counted)
        logic.mark(analysis.mines, analysis.safe)
        return Step(kind, self._open_all(analysis.safe))

    def _guess(self, analysis: Analysis) -> Step:
        # The strategies of the core ignore marks, so they are used only before the first mistake.
        ask_core = not self._forgiven
        cell = self._walker._player.choose(analysis.position) if ask_core else analysis.best
        assert cell is not None
        return Step(KINDS[4], (cell,), forgiven=not self._open(cell))

    def _position(self, mines: int | None = None, density: float | None = None) -> Position:
        return Position.from_states(self._walker.board, self._states, mines, density=density)

    def _open_all(self, cells: Sequence[int]) -> tuple[int, ...]:
        return tuple(cell for cell in cells if not self._seen[cell] and self._open(cell))

    def _open(self, cell: int) -> bool:
        """Open a cell with its cascade, or mark it if it is a mine."""
        if self._mined[cell]:
            self._forgiven = True
            self._states[cell] = FLAGGED
            self._logic.mark([cell])
            return False
        opened = self._walker._cascade(cell, self._numbers, self._seen)
        shown = {}
        for other in opened:
            self._seen[other] = True
            self._states[other] = shown[other] = self._numbers[other]
        self._left -= len(opened)
        self._logic.reveal(shown)
        return True
