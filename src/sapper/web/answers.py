"""What answers hold: each is a value, and with the texts under its fields its own schema.

Those about a position as a whole are in ``sapper.analysis.answer``, as the command line tells the
same. Cells are indices here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from sapper.analysis import Candidate  # noqa: TC001  (read for the schema)
from sapper.analysis.answer import Answer, Probability
from sapper.web.models import First, Graph, SpecBoard  # noqa: TC001  (read for the schema)


class Error(BaseModel):
    """What went wrong; some kinds tell more."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "error": "no layout fits: the 4 at (0, 0) cannot be met",
                    "kind": "ContradictionError",
                    "clues": [0],
                }
            ]
        },
    )

    error: Annotated[str, Field(description="A sentence for people.")]
    kind: Annotated[str, Field(description="The class of the error.")]
    clues: Annotated[
        list[int] | None, Field(description="Of a contradiction: cells whose clues clash.")
    ] = None


# -- boards -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoardInfo(Answer):
    """A board, and how to draw it."""

    spec: str
    """The spec that builds it; of a graph only its size."""

    kind: str
    """The name of its kind in specs, or graph."""

    tiling: str
    """What it is drawn as: squares, hexagons, triangles or graph."""

    wraps: bool
    """Whether opposite edges meet."""

    shape: list[int]
    """The length of each dimension."""

    size: int
    """The number of cells."""

    mines: int | None
    """The mines of the spec, if it has them."""

    max_degree: int
    """The most neighbours of a cell."""

    neighbors: list[list[int]]
    """By cell, in increasing order; left out above 20,000 cells, where `steps` tell them."""

    coordinates: list[list[int]]
    """By cell; left out above 20,000 cells, where they follow from the shape."""

    steps: list[list[list[int]]]
    """Of a large board the steps from a cell to its neighbours, along each dimension: those of
    pattern `p` for a cell at `x` where the sum of `phase` times `x` is `p` modulo the patterns."""

    phase: list[int]
    """What chooses the pattern of `steps`, along each dimension."""

    positions: list[list[float]] | None
    """Of a graph by cell where to draw it: x and y, both from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Preset(Answer):
    """A board that goes by a name."""

    name: str
    """What people call it."""

    spec: str
    """The board with its mines."""

    first: First
    """The rule of the first click."""


@dataclass(frozen=True, slots=True)
class StrategyInfo(Answer):
    """Who can play."""

    name: str
    """As requests name it."""

    description: str
    """What it does."""

    source: str
    """Whose it is."""

    family: bool
    """Whether the name stands for many, as ORDER does."""


# -- positions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinAnswer(Answer):
    """The chance that a strategy wins from a position, with all steps so far."""

    strategy: str
    """Who plays on."""

    value: Probability | None
    """The chance, or its estimate; null where nothing could be played in the time there is."""

    interval: list[Probability]
    """Of 95 %: its bounds, both the chance itself where that is exact."""

    exact: bool
    """Whether the chance is exact, so that there is nothing more to play."""

    fraction: str | None
    """The chance as a fraction where it is exact and not too long."""

    samples: int
    """The layouts that were played in all steps."""

    wins: int | None
    """How many of them were won; null where the chance is exact."""

    note: str
    """What is to be known about the value, in a sentence; mostly empty."""


@dataclass(frozen=True, slots=True)
class ConsideredClick(Answer):
    """What a click is worth, as far as it was thought about."""

    cell: int
    """The cell."""

    safety: Probability
    """P(it holds no mine)."""

    value: Probability | None
    """The chance of winning by it; null where that was not thought about."""

    error: float
    """The standard error of the value."""

    layouts: int
    """The layouts that it was tried on."""

    exact: bool
    """Whether the value is exact, under perfect play."""

    dropped: bool
    """Whether it fell behind and is tried no further."""


@dataclass(frozen=True, slots=True)
class Thinking(Answer):
    """What is known about the clicks in a position."""

    best: int
    """The cell to open."""

    certain: bool
    """Whether that is certainly safe."""

    considered: list[ConsideredClick]
    """The clicks that are thought about, the best first."""

    layouts: int
    """The layouts that were drawn."""

    seconds: float
    """The time it took so far."""

    note: str
    """What is to be known about it, in a sentence; mostly empty."""

    ended: bool
    """Whether nothing more comes."""


# -- games --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Risk(Answer):
    """An opened cell that was not certain."""

    move: int
    """The index in moves."""

    cell: int
    """The cell."""

    mine_probability: Probability | None
    """P(it held a mine), as far as could be known; null where that was too hard."""


@dataclass(frozen=True, slots=True)
class Luck(Answer):
    """What was risked."""

    survived: Probability | None
    """The product of the chances of surviving every click so far, without the one that lost; null
    where a position was too hard."""

    risks: list[Risk]
    """Every click that was not certain."""


@dataclass(frozen=True, slots=True)
class GameState(Answer):
    """What a player of a game sees."""

    spec: str
    """The board with its mines."""

    size: int
    """The number of cells."""

    status: Literal["new", "playing", "won", "lost"]
    """How it stands; new before the first click."""

    start: int | None
    """The first cell that was opened."""

    clues: list[int | None]
    """By cell; null where it is covered."""

    opened: list[list[int]]
    """The cells that each move opened."""

    mines_left_unflagged: int
    """All mines; flags are the page's."""

    safe_left: int | None
    """Safe cells that are covered; null where that would tell about the layout."""

    moves: int
    """Clicks that opened something."""

    guesses: int
    """Opened cells that were not certain."""

    luck: Luck
    """What was risked."""

    judged: bool
    """Whether clicks are analysed; above 20,000 cells they are not, and nothing is known of
    guesses, luck and whether a guess is unavoidable."""

    unavoidable: bool | None
    """Whether no cell is certainly safe; null where that is too hard."""

    exploded: int | None
    """The mine that was opened."""

    bbbv: int | None
    """The 3BV, when the game is over."""

    layout: list[int] | None
    """The mines of every cell, when the game is over."""


@dataclass(frozen=True, slots=True)
class GameStep(Answer):
    """What moves have changed for the player of a game."""

    key: str
    """What to go on from with the next moves, as `after`."""

    status: Literal["new", "playing", "won", "lost"]
    """How it stands; new before the first click."""

    start: int | None
    """The first cell that was opened."""

    opened: list[list[int]]
    """The cells that each of the moves opened; those after the end of the game are left out."""

    clues: list[list[int]]
    """What each of these cells shows."""

    safe_left: int | None
    """Safe cells that are covered; null where that would tell about the layout."""

    moves: int
    """Clicks that opened something, since the beginning."""

    guesses: int
    """Opened cells that were not certain, since the beginning."""

    luck: Luck
    """The chance of having survived since the beginning, and what these moves risked."""

    judged: bool
    """Whether clicks are analysed, as they are up to 20,000 cells."""

    unavoidable: bool | None
    """Whether no cell is certainly safe; null where that is too hard or not known."""

    exploded: int | None
    """The mine that was opened."""

    bbbv: int | None
    """The 3BV, when the game is over."""

    layout: list[int] | None
    """The mines of every cell, when the game is over."""


@dataclass(frozen=True, slots=True)
class Why(Answer):
    """Why a cell is what it is."""

    text: str
    """A sentence for people."""

    clues: list[int]
    """The cells whose clues prove it."""

    kind: str
    """What kind of step it is."""


@dataclass(frozen=True, slots=True)
class Hint(Answer):
    """What to open."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it is certainly safe."""

    mine_probability: Probability | None
    """P(it holds a mine); null where that is too hard to tell."""

    why: Why
    """Why this one."""

    safe: list[int]
    """All cells that are certainly safe."""

    mines: list[int]
    """All covered cells that are certainly mines."""

    candidates: list[Candidate]
    """Where it is a guess: what else might be guessed, and what each would bring."""


@dataclass(frozen=True, slots=True)
class CellWhy(Answer):
    """What the clues tell about a cell."""

    cell: int
    """The cell."""

    state: Literal["safe", "mine", "not certain", "open"]
    """What is known of it."""

    mine_probability: Probability | None
    """P(it holds a mine); null where it is open."""

    why: Why
    """Why."""


@dataclass(frozen=True, slots=True)
class Advice(Answer):
    """The next click of a strategy."""

    cell: int
    """The cell."""

    certain: bool
    """Whether it is certainly safe."""

    mine_probability: Probability | None
    """P(it holds a mine), by the rule of the first click or the clues; null where too hard."""

    why: Why | None
    """Why it is opened, if that was asked for and can be told."""


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
    """P(it held a mine), as far as could be known; null where that was too hard."""

    needed: bool | None
    """Of a guess: whether no cell was certainly safe. Null for any other click, and where that was
    too hard."""

    opened: list[int]
    """The cells that opened; none where it was a mine."""


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
    """About the chance of winning by it; null where it was certain, or was not thought about."""


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
    """ZiNi: the clicks, flags and chords of a greedy player who knows the mines; null where a cell
    holds several mines."""

    needed_guesses: int
    """Cells guessed where none was certainly safe."""

    unneeded_guesses: int
    """Cells guessed although one was certainly safe."""

    unknown_guesses: int
    """Cells opened in positions that were too hard to say what they were."""

    luck: Probability | None
    """The product of the chances of surviving every click, without the one that lost; null where a
    position was too hard."""

    lost_cell: int | None
    """The mine that was opened."""

    lost_risk: Probability | None
    """P(it held a mine) before it was opened; null where none was, or where that was too hard."""

    better: BetterClick | None
    """What would have been best there; null where none was lost, or where that was too hard."""


# -- positions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parsed(Answer):
    """A position that was read from text."""

    board: SpecBoard | Graph
    """As in requests."""

    clues: list[int | None]
    """By cell; null where it is covered."""

    flags: list[int]
    """Covered cells taken as mines."""

    mines: int | None
    """The number of mines, if it is told."""


@dataclass(frozen=True, slots=True)
class Formatted(Answer):
    """A position as text."""

    text: str
    """One character a cell, one line a row, the board on the first line."""


# -- the laboratory -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Method(Answer):
    """A definition of the critical density."""

    name: str
    """Its name."""

    meaning: str
    """What it means."""


@dataclass(frozen=True, slots=True)
class StoredBoard(Answer):
    """Games of one strategy on one board that the store has."""

    board: str
    """The spec of the board."""

    strategy: str
    """The strategy."""

    first: str
    """The rule of the first click."""

    start: int
    """The first cell."""

    seed: str
    """The seed, as text: it may be beyond what the page can count."""

    points: int
    """Numbers of mines."""

    games: int
    """Games, at all of them."""


@dataclass(frozen=True, slots=True)
class CurveColumns(Answer):
    """A curve by its number of mines."""

    mines: list[int]
    """The numbers of mines."""

    densities: list[float]
    """The mines a cell."""

    wins: list[int]
    """The games won."""

    games: list[int]
    """The games."""

    win_rates: list[float]
    """The shares won."""

    intervals: list[list[float]]
    """Of 95 %, by Wilson."""


@dataclass(frozen=True, slots=True)
class Measured(Answer):
    """What a definition of the critical density looks at, by number of mines."""

    quantity: Literal["wins", "guess_free", "guesses", "moves", "seconds"]
    """Shares of the games won, or won without a guess; or what a game takes of the others."""

    values: list[float]
    """In the order of the curve's points; empty where it was not counted."""

    intervals: list[list[float]] | None
    """Of a share its bounds of 95 %, by Wilson; null for the others."""


@dataclass(frozen=True, slots=True)
class Critical(Answer):
    """The critical density."""

    method: str
    """By which definition."""

    value: float | None
    """The density; null where it is not defined."""

    interval: list[float] | None
    """Of 95 %; null where it cannot be told."""

    why: str
    """What the value means, or why there is none."""


@dataclass(frozen=True, slots=True)
class StoredCurve(Answer):
    """A curve with its critical density."""

    curve: CurveColumns
    """The games."""

    critical: Critical
    """What follows from them."""

    measured: Measured
    """What its definition looks at."""

    fit: list[list[float]]
    """Points of the fitted curve."""

    published: float | None
    """The value of paper 000, where it has the board."""


@dataclass(frozen=True, slots=True)
class PhasePoint(Answer):
    """The games of a square with one number of mines."""

    board: str
    """The board."""

    cells: int
    """Its cells."""

    density: float
    """Its mines a cell."""

    games: int
    """The games."""

    wins: int
    """Those that were won."""

    guess_free: int
    """Those that were won without a guess."""


@dataclass(frozen=True, slots=True)
class PhaseLine(Answer):
    """Where theory puts a share of the games."""

    rate: Probability
    """The share."""

    won: list[list[float]]
    """Cells and density at which so many games are won."""

    guess_free: list[list[float]]
    """Cells and density at which so many are won without a guess."""


@dataclass(frozen=True, slots=True)
class Phases(Answer):
    """The phase diagram: size by density, and how many games are won."""

    strategy: str
    """Who played."""

    first: First
    """The rule of the first click."""

    points: list[PhasePoint]
    """The squares that were played."""

    lines: list[PhaseLine]
    """What the census of ambiguous patterns says."""


@dataclass(frozen=True, slots=True)
class TableCell(Answer):
    """A board of the table of critical densities."""

    p: int
    """The shorter side."""

    q: int
    """The longer side."""

    value: float | None
    """The critical density; null where nothing was played or it is not defined."""

    interval: list[float] | None
    """Of 95 %; null where it cannot be told."""

    published: float | None
    """The value of paper 000, where it has the board."""


@dataclass(frozen=True, slots=True)
class ComparedStrategy(Answer):
    """How a strategy did on the games that all have played."""

    strategy: str
    """Its name."""

    wins: int
    """The games it won."""

    win_rate: Probability
    """Their share."""

    interval: list[Probability]
    """Of 95 % for the chance of winning: its bounds."""

    only_this: int
    """The games that it won and the first one lost."""

    only_first: int
    """The games that the first one won and it lost."""

    difference: float
    """Its win rate less that of the first one."""

    difference_interval: list[float]
    """Of 95 % for that difference, paired by games: its bounds."""


@dataclass(frozen=True, slots=True)
class Compared(Answer):
    """Strategies on the same games, with all steps so far."""

    spec: str
    """The board with its mines."""

    games: int
    """The games that each has played."""

    strategies: list[ComparedStrategy]
    """In the order that was asked for."""


@dataclass(frozen=True, slots=True)
class Table(Answer):
    """The table of critical densities."""

    cells: list[TableCell]
    """All boards that were played or published."""


SweepState = Literal["running", "stopped", "done", "failed"]


@dataclass(frozen=True, slots=True)
class SweepRow(Answer):
    """A sweep."""

    id: int
    """Its number."""

    state: SweepState
    """How it stands."""

    done: int
    """Games that are in the store."""

    total: int
    """Games that it asks for."""

    rate: float | None
    """Games a second."""

    left: float | None
    """Seconds that are left at this rate."""

    error: str | None
    """Why it failed."""

    began: float
    """When, in seconds since 1970."""

    boards: list[str]
    """The boards."""

    strategies: list[str]
    """The strategies."""

    first: str
    """The rule of the first click."""

    games: int
    """Games at every point."""

    seed: str
    """The seed, as text."""

    mines: list[int] | None
    """The numbers of mines, if they were told."""
