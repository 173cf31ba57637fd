"""What answers hold, for the OpenAPI schema; the answers themselves are written directly."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Probability = Annotated[float, Field(ge=0, le=1)]


class Answer(BaseModel):
    """An answer."""


class Error(Answer):
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


class BoardInfo(Answer):
    """A board."""

    spec: str
    kind: str
    shape: list[int]
    size: int
    mines: Annotated[int | None, Field(description="The mines of the spec, if it has them.")]
    max_degree: int
    neighbors: Annotated[list[list[int]], Field(description="By cell, in increasing order.")]
    coordinates: Annotated[list[list[int]], Field(description="By cell.")]


class GraphInfo(BoardInfo):
    """A board that is a graph, with where to draw its cells."""

    positions: Annotated[list[list[float]], Field(description="By cell x and y, both from 0 to 1.")]


class Preset(Answer):
    """A board that goes by a name."""

    name: str
    spec: str
    first: Literal["any", "safe", "open"]


class StrategyInfo(Answer):
    """Who can play."""

    name: str
    description: str
    source: Annotated[str, Field(description="Whose it is.")]
    family: Annotated[bool, Field(description="Whether the name stands for many, as ORDER does.")]


class Risk(Answer):
    """An opened cell that was not certain."""

    move: Annotated[int, Field(description="The index in moves.")]
    cell: int
    mine_probability: Annotated[Probability | None, Field(description="null where too hard.")]


class Luck(Answer):
    """What was risked."""

    survived: Annotated[
        Probability | None,
        Field(
            description="The product of the chances of surviving every click so far, without the "
            "one that lost; null where a position was too hard."
        ),
    ]
    risks: list[Risk]


class GameState(Answer):
    """What a player of a game sees."""

    spec: str
    size: int
    status: Literal["new", "playing", "won", "lost"]
    start: int | None
    clues: list[int | None]
    opened: Annotated[list[list[int]], Field(description="The cells that each move opened.")]
    mines_left_unflagged: Annotated[int, Field(description="All mines; flags are the page's.")]
    safe_left: Annotated[
        int | None, Field(description="null where that would tell about the layout.")
    ]
    moves: Annotated[int, Field(description="Clicks that opened something.")]
    guesses: int
    luck: Luck
    unavoidable: Annotated[
        bool | None, Field(description="Whether no cell is certainly safe; null where too hard.")
    ]
    exploded: Annotated[int | None, Field(description="The mine that was opened.")]
    bbbv: Annotated[int | None, Field(description="The 3BV, when the game is over.")]
    layout: Annotated[
        list[int] | None, Field(description="The mines of every cell, when the game is over.")
    ]


class Why(Answer):
    """Why a cell is what it is."""

    text: str
    clues: Annotated[list[int], Field(description="The cells whose clues prove it.")]
    kind: str


class Candidate(Answer):
    """What a guess would bring."""

    cell: int
    equals: Annotated[int, Field(description="Cells that nothing tells apart from it.")]
    safety: Probability
    progress: Annotated[Probability, Field(description="P(safe, and makes some cell safe).")]
    expected_safe: Annotated[float, Field(ge=0, description="Cells it makes safe on average.")]
    entropy: Annotated[float, Field(ge=0, description="Bits its number tells, if it is safe.")]
    next: Annotated[Probability, Field(description="P(surviving it and the best click after it).")]


class Hint(Answer):
    """What to open."""

    cell: int
    certain: bool
    mine_probability: Probability
    why: Why
    safe: list[int]
    mines: list[int]
    candidates: list[Candidate]


class CellWhy(Answer):
    """What the clues tell about a cell."""

    cell: int
    state: Literal["safe", "mine", "not certain", "open"]
    mine_probability: Probability | None
    why: Why


class Advice(Answer):
    """The next click of a strategy."""

    cell: int
    certain: bool


class Step(Answer):
    """One opened cell of a finished game."""

    move: int
    cell: int
    certain: bool
    mine_probability: Probability | None
    opened: list[int]


class Replay(Answer):
    """A finished game, cell by cell."""

    status: Literal["won", "lost"]
    steps: list[Step]
    layout: list[int]


class CellChance(Answer):
    """What is known about a covered cell."""

    cell: int
    mine_probability: Probability
    exact: Annotated[str | None, Field(description="The same as a fraction.")]
    zero_probability: Annotated[Probability | None, Field(description="P(safe and showing 0).")]
    information: Annotated[
        float | None, Field(ge=0, description="Bits its number tells, if it is safe.")
    ]


class Contradiction(Answer):
    """Why no layout fits."""

    error: Annotated[str, Field(description="A sentence for people.")]
    clues: Annotated[list[int], Field(description="Cells whose clues clash.")]
    needs_mine_count: bool


class Analysis(Answer):
    """Everything that is known about a position."""

    solutions: Annotated[str | None, Field(description="The layouts that fit, exactly.")]
    log10_solutions: float | None
    safe: list[int]
    mines: list[int]
    best: int | None
    cells: list[CellChance]
    contradiction: Annotated[
        Contradiction | None, Field(description="Only if it was asked to be reported so.")
    ]
    seconds: float


class Parsed(Answer):
    """A position that was read from text."""

    board: Annotated[dict[str, Any], Field(description="As in requests.")]
    clues: list[int | None]
    flags: list[int]
    mines: int | None


class Formatted(Answer):
    """A position as text."""

    text: str


class Method(Answer):
    """A definition of the critical density."""

    name: str
    meaning: str


class StoredBoard(Answer):
    """Games of one strategy on one board that the store has."""

    board: str
    strategy: str
    first: str
    start: Annotated[int, Field(description="The first cell.")]
    seed: str
    points: Annotated[int, Field(description="Numbers of mines.")]
    games: int


class CurveColumns(Answer):
    """A curve by its number of mines."""

    mines: list[int]
    densities: list[float]
    wins: list[int]
    games: list[int]
    win_rates: list[float]
    intervals: Annotated[list[list[float]], Field(description="Of 95 %, by Wilson.")]


class Critical(Answer):
    """The critical density."""

    method: str
    value: float | None
    interval: list[float] | None
    why: str


class StoredCurve(Answer):
    """A curve with its critical density."""

    curve: CurveColumns
    critical: Critical
    fit: Annotated[list[list[float]], Field(description="Points of the fitted curve.")]
    published: Annotated[float | None, Field(description="The value of paper 000.")]


class TableCell(Answer):
    """A board of the table of critical densities."""

    p: int
    q: int
    value: float | None
    interval: list[float] | None
    published: float | None


class Table(Answer):
    """The table of critical densities."""

    cells: list[TableCell]


class SweepRow(Answer):
    """A sweep."""

    id: int
    state: Literal["running", "stopped", "done", "failed"]
    done: Annotated[int, Field(description="Games that are in the store.")]
    total: int
    rate: Annotated[float | None, Field(description="Games a second.")]
    left: Annotated[float | None, Field(description="Seconds that are left at this rate.")]
    error: str | None
    began: Annotated[float, Field(description="When, in seconds since 1970.")]
    boards: list[str]
    strategies: list[str]
    first: str
    games: int
    seed: str
    mines: list[int] | None
