"""A game played as Chong et al. 2024 describe: infer, open what is safe, else guess, and repeat.

The inferrer (section 3) runs on every position. If it finds safe cells, all of them are opened and
the inferred mines are flagged. Otherwise the guessing algorithm (section 4) lists the
configurations, computes the safety of every covered cell and opens a safest one; the paper takes
one of them at random, here it is the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper import defaults
from sapper.games import Game
from sapper.positions import COVERED
from sapper.theory.guessing import guess
from sapper.theory.inferrer import infer

if TYPE_CHECKING:
    from sapper.boards import Cell
    from sapper.layouts import Layout
    from sapper.positions import Position
    from sapper.theory.guessing import Guess
    from sapper.theory.inferrer import Inference
    from sapper.types import BoardLike, FirstClickRule


@dataclass(frozen=True, slots=True)
class GameStep:
    """A position, what the algorithm finds in it, and the cells that it opens."""

    position: Position
    """The position; mines that were inferred before are flagged."""

    inference: Inference
    """The result of the inferrer."""

    guess: Guess | None
    """The configurations and the safety of every cell; None if the inferrer found a safe cell."""

    opened: tuple[int, ...]
    """The cells that are opened, ascending."""


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """A whole game."""

    layout: Layout
    """The mines of the game."""

    steps: tuple[GameStep, ...]
    """The positions after the first click, in order."""

    last: Position
    """The position at the end, with the flags of the last step."""

    won: bool
    """Whether all safe cells were opened."""

    @property
    def guesses(self) -> int:
        """The number of steps that were guesses."""
        return sum(step.guess is not None for step in self.steps)


def solve_game(
    board: BoardLike,
    *,
    first: FirstClickRule = defaults.FIRST,
    start: Cell = 0,
    seed: int = defaults.SEED,
    index: int = 0,
) -> SolvedGame:
    """Play game ``index`` of a seed; ``board`` is a spec with mines and at most one per cell.

    >>> game = solve_game("5x6/7", index=135)
    >>> [len(step.opened) for step in game.steps], game.guesses, game.won
    ([2, 3, 1, 2, 1, 3, 1], 1, True)
    """
    game = Game(board, first=first, start=start, seed=seed, index=index, risks=False)
    steps: list[GameStep] = []
    flagged: set[int] = set()
    position = game.position
    while game.status == "playing":
        inference = infer(position)
        flagged.update(inference.mine_cells)
        guessed, opened = None, inference.safe
        if not opened:
            guessed = guess(_with_flags(position, flagged))
            opened = guessed.best[:1]
        steps.append(GameStep(position, inference, guessed, opened))
        for cell in opened:
            if int(game.position.states[cell]) == COVERED:  # a zero before it may have opened it
                game.open(cell)
        position = _with_flags(game.position, flagged)
    return SolvedGame(game.true_layout, tuple(steps), position, game.status == "won")


def _with_flags(position: Position, mines: set[int]) -> Position:
    """Return the position with these mines flagged."""
    for cell in sorted(mines - set(position.flags)):
        position = position.flag(cell)
    return position
