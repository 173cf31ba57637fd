"""Answers about games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.analysis import Candidate  # noqa: TC001  (read for the schema)
from sapper.analysis.answer import Answer, Probability
from sapper.web.api.analysis.answers import Why  # noqa: TC001  (read for the schema)


@dataclass(frozen=True, slots=True)
class Risk(Answer):
    """An opened cell that was not certain."""

    move: int
    """The index in moves."""

    cell: int
    """The cell."""

    mine_probability: Probability | None
    """P(it held a mine), as far as could be known; null if that was too hard."""


@dataclass(frozen=True, slots=True)
class Luck(Answer):
    """What was risked."""

    survived: Probability | None
    """The product of the chances of surviving every click so far, without the one that lost; null
    where a position was too hard."""

    risks: list[Risk]
    """Every click that was not certain."""


@dataclass(frozen=True, slots=True)
class GameStanding(Answer):
    """The status of a game for its player."""

    status: Literal["new", "playing", "won", "lost"]
    """The status; new before the first click."""

    start: int | None
    """The first cell that was opened."""

    safe_left: int | None
    """Covered safe cells; null if that would reveal something about the layout."""

    moves: int
    """Clicks that opened something, since the first."""

    guesses: int
    """Opened cells that were not certain, since the first click."""

    luck: Luck
    """The chance of having survived since the first click, and the risks of the moves asked for."""

    judged: bool
    """Whether clicks are analysed; above 20,000 cells they are not, and guesses, luck and
    whether a guess is unavoidable are unknown."""

    unavoidable: bool | None
    """Whether no cell is certainly safe; null if that is too hard or unknown."""

    exploded: int | None
    """The mine that was opened."""

    bbbv: int | None
    """The 3BV, when the game is over."""

    layout: list[int] | None
    """The mines of every cell, when the game is over."""


@dataclass(frozen=True, slots=True)
class GameState(GameStanding):
    """Everything that the player of a game sees."""

    spec: str
    """The board with its mines."""

    size: int
    """The number of cells."""

    clues: list[int | None]
    """By cell; null if it is covered."""

    opened: list[list[int]]
    """The cells that each move opened."""

    mines_left_unflagged: int
    """All mines; flags are kept by the page."""


@dataclass(frozen=True, slots=True)
class GameStep(GameStanding):
    """What moves have changed for the player of a game."""

    key: str
    """The key to continue from with the next moves, as `after`."""

    opened: list[list[int]]
    """The cells that each of the moves opened; those after the end of the game are left out."""

    clues: list[list[int]]
    """The clue of each of these cells."""


@dataclass(frozen=True, slots=True)
class Hint(Answer):
    """What to open."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it is certainly safe."""

    mine_probability: Probability | None
    """P(it holds a mine); null if that is too hard to tell."""

    why: Why
    """Why this one."""

    safe: list[int]
    """All cells that are certainly safe."""

    mines: list[int]
    """All covered cells that are certainly mines."""

    candidates: list[Candidate]
    """For a guess: the candidates, and the effect of each."""


@dataclass(frozen=True, slots=True)
class Advice(Answer):
    """The next click of a strategy."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it is certainly safe."""

    mine_probability: Probability | None
    """P(it holds a mine), by the rule of the first click or the clues; null if too hard."""

    why: Why | None
    """The reason, if it was asked for and is known."""


@dataclass(frozen=True, slots=True)
class ReplayStep(Answer):
    """One opened cell of a finished game."""

    move: int
    """The index of its move."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it was certainly safe."""

    mine_probability: Probability | None
    """P(it held a mine), as far as could be known; null if that was too hard."""

    needed: bool | None
    """Of a guess: whether no cell was certainly safe. Null for any other click, and if that was
    too hard."""

    opened: list[int]
    """The cells that opened; none if it was a mine."""


@dataclass(frozen=True, slots=True)
class Replay(Answer):
    """A finished game, cell by cell."""

    status: Literal["won", "lost"]
    """How it ended."""

    steps: list[ReplayStep]
    """Every cell that was opened by a move."""

    layout: list[int]
    """The mines of every cell."""


@dataclass(frozen=True, slots=True)
class BetterClick(Answer):
    """What would have been opened best instead of a click that lost."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it was certainly safe."""

    mine_probability: Probability
    """P(it held a mine), as far as could be known."""

    win_probability: Probability | None
    """About the chance of winning by it; null if it was certain or not searched."""


@dataclass(frozen=True, slots=True)
class GameResult(Answer):
    """How a finished game went; time and clicks are the page's."""

    status: Literal["won", "lost"]
    """How it ended."""

    bbbv: int
    """The 3BV of its layout."""

    bbbv_solved: int
    """How much of that was done."""

    zini: int | None
    """ZiNi: the clicks, flags and chords of a greedy player who knows the mines; null if a cell
    holds several mines."""

    needed_guesses: int
    """Cells guessed when none was certainly safe."""

    unneeded_guesses: int
    """Cells guessed although one was certainly safe."""

    unknown_guesses: int
    """Cells opened in positions that were too hard to say what they were."""

    luck: Probability | None
    """The product of the chances of surviving every click, without the one that lost; null if a
    position was too hard."""

    lost_cell: int | None
    """The mine that was opened."""

    lost_risk: Probability | None
    """P(it held a mine) before it was opened; null if none was, or if that was too hard."""

    better: BetterClick | None
    """What would have been best there; null if none was lost, or if that was too hard."""
