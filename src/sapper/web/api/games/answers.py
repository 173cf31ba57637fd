"""Answers about games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.analysis import Candidate  # noqa: TC001  (read for the schema)
from sapper.analysis.answer import Answer, Probability
from sapper.web.api.analysis.answers import Why  # noqa: TC001  (read for the schema)


@dataclass(frozen=True, slots=True)
class Risk(Answer):
    """An opened cell that was not certainly safe."""

    move: int
    """The index of its move."""

    cell: int
    """The cell."""

    mine_probability: Probability | None
    """P(it held a mine) before the click; null if that exceeds the work budget."""


@dataclass(frozen=True, slots=True)
class Luck(Answer):
    """The luck of a player."""

    survived: Probability | None
    """The product of the survival probabilities of all clicks so far, except the one that lost;
    null if a position exceeded the work budget."""

    risks: list[Risk]
    """Every opened cell that was not certainly safe."""


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
    """Clicks that opened a cell."""

    guesses: int
    """Opened cells that were not certainly safe, after the first click."""

    luck: Luck
    """The luck since the first click, with the risks of the moves of the request."""

    judged: bool
    """Whether clicks are analysed. Above 20,000 cells they are not, so `guesses`, `luck` and
    `unavoidable` are unknown."""

    unavoidable: bool | None
    """Whether no cell is certainly safe; null if that is unknown."""

    exploded: int | None
    """The mine that was opened; null if none was."""

    bbbv: int | None
    """The 3BV; null until the game is over."""

    layout: list[int] | None
    """For each cell its number of mines; null until the game is over."""


@dataclass(frozen=True, slots=True)
class GameState(GameStanding):
    """Everything that the player of a game sees."""

    spec: str
    """The board with its mines."""

    size: int
    """The number of cells."""

    clues: list[int | None]
    """For each cell its clue; null if it is covered."""

    opened: list[list[int]]
    """The cells that each move opened."""

    mines_left_unflagged: int
    """The number of mines; flags are not subtracted, as only the page knows them."""


@dataclass(frozen=True, slots=True)
class GameStep(GameStanding):
    """The changes that moves made to the view of the player."""

    key: str
    """The key to continue from with the next moves, as `after`."""

    opened: list[list[int]]
    """The cells that each move opened; moves after the end of the game are omitted."""

    clues: list[list[int]]
    """The clue of each of these cells."""


@dataclass(frozen=True, slots=True)
class Hint(Answer):
    """A cell to open, with the reason."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it is certainly safe."""

    mine_probability: Probability | None
    """P(it holds a mine); null if the analysis exceeds the work budget."""

    why: Why
    """The reason."""

    safe: list[int]
    """All cells that are certainly safe."""

    mines: list[int]
    """All covered cells that are certainly mines."""

    candidates: list[Candidate]
    """For a guess, the candidates and the effect of each."""


@dataclass(frozen=True, slots=True)
class Advice(Answer):
    """The next click of a strategy."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it is certainly safe."""

    mine_probability: Probability | None
    """P(it holds a mine), by the first-click rule or the clues; null if that exceeds the budget."""

    why: Why | None
    """The reason; null if it was not requested or is unknown."""


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
    """P(it held a mine) before the click; null if that exceeds the work budget."""

    needed: bool | None
    """For a guess, whether no cell was certainly safe; null for any other click, or if that exceeds
    the work budget."""

    opened: list[int]
    """The cells that opened; none if it was a mine."""


@dataclass(frozen=True, slots=True)
class Replay(Answer):
    """A finished game, cell by cell."""

    status: Literal["won", "lost"]
    """The result of the game."""

    steps: list[ReplayStep]
    """Every cell that was opened by a move."""

    layout: list[int]
    """The mines of every cell."""


@dataclass(frozen=True, slots=True)
class BetterClick(Answer):
    """The best alternative to a click that lost."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it was certainly safe."""

    mine_probability: Probability
    """P(it held a mine) before the click."""

    win_probability: Probability | None
    """The estimated win probability after it; null if it was certain or not searched."""


@dataclass(frozen=True, slots=True)
class GameResult(Answer):
    """The statistics of a finished game; the page adds time and clicks."""

    status: Literal["won", "lost"]
    """The result of the game."""

    bbbv: int
    """The 3BV of its layout."""

    bbbv_solved: int
    """The part of the 3BV that was completed."""

    zini: int | None
    """ZiNi: the clicks, flags and chords of a greedy player who knows the mines; null if a cell
    holds several mines."""

    needed_guesses: int
    """Guesses made when no cell was certainly safe."""

    unneeded_guesses: int
    """Guesses made although some cell was certainly safe."""

    unknown_guesses: int
    """Cells opened in positions that exceeded the work budget."""

    luck: Probability | None
    """The product of the survival probabilities of all clicks, except the one that lost; null if a
    position exceeded the work budget."""

    lost_cell: int | None
    """The mine that was opened; null if none was."""

    lost_risk: Probability | None
    """P(it held a mine) before it was opened; null if none was, or if that is unknown."""

    better: BetterClick | None
    """The best click instead; null if the game was won, or if that exceeds the work budget."""
