"""What requests hold, with every bound; the OpenAPI schema is made of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from sapper.games.deals import MAX_SEED
from sapper.positions.states import MAX_CLUE, MAX_PER_CELL
from sapper.web.limits import (
    MAX_CELLS,
    MAX_COMPARED,
    MAX_EDGES,
    MAX_GAME_CELLS,
    MAX_MOVES,
    MAX_SAMPLES,
)

if TYPE_CHECKING:
    from pydantic.config import JsonDict

Cell = Annotated[int, Field(strict=True, ge=0, lt=MAX_CELLS)]
GameCell = Annotated[int, Field(strict=True, ge=0, lt=MAX_GAME_CELLS)]
Clue = Annotated[int, Field(strict=True, ge=0, le=MAX_CLUE)]
First = Literal["any", "safe", "open"]
Level = Literal["single", "subtraction", "engine"]
Spec = Annotated[str, Field(min_length=1, max_length=500)]
Name = Annotated[str, Field(min_length=1, max_length=80)]
MaxPerCell = Annotated[
    int,
    Field(strict=True, ge=1, le=MAX_PER_CELL, description="The most mines that a cell can hold."),
]
Mines = Annotated[
    int | None,
    Field(
        strict=True,
        ge=0,
        le=MAX_GAME_CELLS * MAX_PER_CELL,
        description="The number of mines; where it is left out, that of the spec.",
    ),
]
Chord = Annotated[list[GameCell], Field(min_length=1, max_length=500)]

GRID: JsonDict = {"spec": "3x4/3"}
TRIANGLE: JsonDict = {"edges": [[0, 1], [1, 2], [2, 0]], "nodes": 3}


class Request(BaseModel):
    """A request: no field beyond those that it names."""

    model_config = ConfigDict(extra="forbid")


class Graph(Request):
    """A board of any edges; its cells are 0 to nodes - 1."""

    model_config = ConfigDict(json_schema_extra={"examples": [TRIANGLE]})

    edges: Annotated[
        list[Annotated[list[Cell], Field(min_length=2, max_length=2)]],
        Field(max_length=MAX_EDGES, description="Pairs of neighbours, each once."),
    ]
    nodes: Annotated[int, Field(strict=True, ge=1, le=MAX_CELLS, description="How many cells.")]

    @model_validator(mode="after")
    def _within(self) -> Graph:
        for edge in self.edges:
            if max(edge) >= self.nodes:
                raise ValueError(f"edge {edge} leads out of the {self.nodes} nodes")
        return self


class SpecBoard(Request):
    """A board by its spec."""

    model_config = ConfigDict(json_schema_extra={"examples": [GRID]})

    spec: Annotated[Spec, Field(description="[KIND:]DIMS[/MINES], for example 16x30/99.")]


Board = SpecBoard | Graph


class Opened(Request):
    """What is seen before the first move of a game that goes on from a position."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"clues": [None, 1, None, None], "flags": [0]}]}
    )

    clues: Annotated[list[Clue | None], Field(max_length=MAX_CELLS)]
    flags: Annotated[
        list[Cell], Field(max_length=MAX_CELLS, description="Covered cells taken as mines.")
    ] = []


class Game(Request):
    """A game: board, mines, rule, seed and number, and the moves made so far.

    A move is a cell, or the list of cells that one click opens (a chord). The first cell that is
    opened is the one that the layout is dealt for.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"board": GRID, "seed": "7", "moves": [0]},
                {"board": TRIANGLE, "mines": 1, "first": "any", "moves": []},
                {
                    "board": {"spec": "1x4/1"},
                    "first": "any",
                    "position": {"clues": [None, 1, None, None]},
                },
                {"board": {"spec": "9x9/10"}, "no_guess": "engine", "moves": [40]},
            ]
        }
    )

    board: Board
    mines: Mines = None
    first: Annotated[First, Field(description="The rule of the first click.")] = "safe"
    start: Annotated[
        GameCell | None, Field(description="The first cell, if it must be this one.")
    ] = None
    seed: Annotated[
        str,
        Field(
            pattern="^[0-9]{1,20}$",
            description="A whole number up to 2^64 - 1, as text so that every script can hold it.",
        ),
    ] = "1"
    index: Annotated[
        int, Field(strict=True, ge=0, le=2**53, description="The number of the game.")
    ] = 0
    max_per_cell: MaxPerCell = 1
    no_guess: Annotated[
        Level | None,
        Field(
            description="What must be enough to solve the layout from its first cell without a "
            "guess; the rule of the first click is that of such layouts then."
        ),
    ] = None
    moves: Annotated[list[GameCell | Chord], Field(max_length=MAX_MOVES)] = []
    position: Annotated[
        Opened | None,
        Field(
            description="Where the game goes on from, with `first` any; its layout is then drawn "
            "from all that fit."
        ),
    ] = None

    @model_validator(mode="after")
    def _no_first_click_of_a_position(self) -> Game:
        if self.position is not None and (self.first != "any" or self.start is not None):
            raise ValueError("a game that goes on from a position has first 'any' and no start")
        return self

    @field_validator("seed", mode="before")
    @classmethod
    def _as_text(cls, seed: Any) -> Any:
        return str(seed) if isinstance(seed, int) and not isinstance(seed, bool) else seed

    @field_validator("seed")
    @classmethod
    def _in_range(cls, seed: str) -> str:
        if int(seed) > MAX_SEED:
            raise ValueError(f"a seed is at most {MAX_SEED}")
        return seed

    @model_validator(mode="after")
    def _one_mine_a_cell_without_guess(self) -> Game:
        if self.no_guess is not None and self.max_per_cell > 1:
            raise ValueError("in a game without a guess a cell holds one mine at most")
        return self


class GameMoves(Game):
    """A game, and moves that go on from where an earlier answer left it."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"board": GRID, "seed": "7", "moves": [0, 11]}]}
    )

    after: Annotated[
        str | None,
        Field(
            max_length=64,
            description="The key of the answer that the moves go on from; null where they are all "
            "the moves there are.",
        ),
    ] = None


class GameAndCell(Game):
    """A game, and a cell that is asked about."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"board": GRID, "seed": "7", "moves": [0], "cell": 11}]}
    )

    cell: GameCell


class GameAndStrategy(Game):
    """A game, and the strategy that is asked for its next click."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"board": GRID, "seed": "7", "moves": [0], "strategy": "pseq"}]
        }
    )

    strategy: Annotated[Name, Field(description="As in /api/strategies.")]
    explain: Annotated[bool, Field(description="Whether to tell why, which takes longer.")] = False


class Position(Request):
    """What a player sees: for each cell a clue, or null where it is covered."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"board": {"spec": "2x2"}, "clues": [1, None, None, None], "mines": 1},
                {
                    "board": {"spec": "1x4"},
                    "clues": [None, 1, None, None],
                    "flags": [0],
                    "density": 0.2,
                },
            ]
        }
    )

    board: Board
    clues: Annotated[list[Clue | None], Field(max_length=MAX_CELLS)]
    flags: Annotated[
        list[Cell], Field(max_length=MAX_CELLS, description="Covered cells taken as mines.")
    ] = []
    mines: Mines = None
    density: Annotated[
        float | None,
        Field(
            gt=0, lt=1, allow_inf_nan=False, description="Mines a cell, instead of their number."
        ),
    ] = None
    max_per_cell: MaxPerCell = 1


class PositionToAnalyze(Position):
    """A position, and how to answer where no layout fits it."""

    report_contradiction: Annotated[
        bool,
        Field(description="Whether a contradiction is an answer like others instead of a 422."),
    ] = False


class PositionAndCell(Position):
    """A position, and a cell that is asked about."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"board": {"spec": "1x3"}, "clues": [1, None, None], "mines": 1, "cell": 1}
            ]
        }
    )

    cell: Cell


class PositionToThink(Position):
    """A position that is thought about; it needs the number of mines, not a density."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"board": {"spec": "1x3"}, "clues": [None, 1, None], "mines": 1}]
        }
    )


class PositionToWin(Position):
    """A position that a strategy plays on from; what it has won in the steps before is added up."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"board": {"spec": "1x3"}, "clues": [None, 1, None], "mines": 1},
                {
                    "board": {"spec": "2x2"},
                    "clues": [1, None, None, None],
                    "mines": 1,
                    "strategy": "pseq",
                    "samples": 40,
                    "samples_before": 20,
                    "wins_before": 7,
                },
            ]
        }
    )

    strategy: Annotated[Name, Field(description="As in /api/strategies, of the core.")] = "best"
    samples: Annotated[
        int, Field(strict=True, ge=1, le=MAX_SAMPLES, description="Layouts to draw and play.")
    ] = 200
    samples_before: Annotated[
        int, Field(strict=True, ge=0, le=MAX_SAMPLES, description="Layouts played so far.")
    ] = 0
    wins_before: Annotated[
        int, Field(strict=True, ge=0, le=MAX_SAMPLES, description="How many of those were won.")
    ] = 0

    @model_validator(mode="after")
    def _no_more_wins_than_layouts(self) -> PositionToWin:
        if self.wins_before > self.samples_before:
            raise ValueError(
                f"{self.wins_before} wins are more than the {self.samples_before} layouts before"
            )
        return self


class Text(Request):
    """A position as text: one character a cell, one line a row, a spec as first line if need be."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"text": "1#\n##", "mines": 1}, {"text": "hex:2x2/1\n1#\n##"}]
        }
    )

    text: Annotated[str, Field(max_length=400_000)]
    mines: Mines = None
    max_per_cell: MaxPerCell = 1
    board: Annotated[
        Board | None, Field(description="The board, if the text does not tell it.")
    ] = None


class Sweep(Request):
    """The same number of games at every point of boards, mines and strategies."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"boards": ["3x3"], "strategies": ["perimeter"], "games": 20}]
        }
    )

    boards: Annotated[list[Spec], Field(min_length=1, max_length=60)]
    strategies: Annotated[list[Name], Field(min_length=1, max_length=20)]
    first: First = "safe"
    games: Annotated[int, Field(strict=True, ge=1, le=1_000_000, description="At every point.")]
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 1
    mines: Annotated[
        list[Annotated[int, Field(strict=True, ge=0, le=MAX_CELLS)]] | None,
        Field(
            min_length=1,
            max_length=1_000,
            description="Numbers of mines; left out, those of the spec, or all up to a half.",
        ),
    ] = None


class Counts(Request):
    """What a strategy has done in the steps before."""

    wins: Annotated[int, Field(strict=True, ge=0, le=MAX_COMPARED, description="Games won.")]
    only_this: Annotated[
        int, Field(strict=True, ge=0, le=MAX_COMPARED, description="Won by it, not by the first.")
    ]
    only_first: Annotated[
        int, Field(strict=True, ge=0, le=MAX_COMPARED, description="Won by the first, not by it.")
    ]


class Comparison(Request):
    """Strategies that play the same games; what they have won in the steps before is added up."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"board": {"spec": "4x4/3"}, "strategies": ["pseq", "random"], "games": 20},
                {
                    "board": {"spec": "4x4/3"},
                    "strategies": ["pseq"],
                    "games": 20,
                    "games_before": 10,
                    "before": [{"wins": 7, "only_this": 0, "only_first": 0}],
                },
            ]
        }
    )

    board: Board
    mines: Mines = None
    first: Annotated[First, Field(description="The rule of the first click.")] = "safe"
    strategies: Annotated[
        list[Name],
        Field(min_length=1, max_length=4, description="As in /api/strategies, of the core."),
    ]
    seed: Annotated[int, Field(strict=True, ge=0, le=MAX_SEED)] = 1
    games: Annotated[
        int, Field(strict=True, ge=1, le=MAX_COMPARED, description="Games to play, if time is.")
    ] = 1_000
    games_before: Annotated[
        int, Field(strict=True, ge=0, le=MAX_COMPARED, description="Games played so far.")
    ] = 0
    before: Annotated[
        list[Counts], Field(max_length=4, description="What each strategy did in those.")
    ] = []

    @model_validator(mode="after")
    def _one_count_a_strategy(self) -> Comparison:
        wanted = len(self.strategies) if self.games_before else 0
        if len(self.before) != wanted:
            raise ValueError(
                f"{len(self.before)} counts of the games before, where {wanted} belong"
            )
        if any(
            max(one.wins, one.only_this + one.only_first) > self.games_before for one in self.before
        ):
            raise ValueError(f"more was won than the {self.games_before} games before")
        return self
