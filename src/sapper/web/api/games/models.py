"""Requests about games: a game is its address (board, mines, rule, seed, index) and its moves."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, field_validator, model_validator

from sapper import defaults
from sapper.games.deals import MAX_SEED
from sapper.types import FirstClickRule, Level  # noqa: TC001  (read for the schema)
from sapper.web.api.analysis.models import Clue  # noqa: TC001  (read for the schema)
from sapper.web.api.boards.models import (
    GRID,
    TRIANGLE,
    Board,
    Cell,
    GameCell,
    MaxPerCell,
    Mines,
    Name,
    Request,
)
from sapper.web.limits import MAX_CELLS, MAX_MOVES

Chord = Annotated[list[GameCell], Field(min_length=1, max_length=500)]


class Opened(Request):
    """The position that a game continues from."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={"examples": [{"clues": [None, 1, None, None], "flags": [0]}]}
    )

    clues: Annotated[list[Clue | None], Field(max_length=MAX_CELLS)]
    flags: list[Cell] = Field([], max_length=MAX_CELLS, description="Covered cells taken as mines.")


class Game(Request):
    """A game: board, mines, rule, seed and number, and the moves made so far.

    A move is a cell, or the list of cells that one click opens (a chord). The first cell that is
    opened is the first cell of the deal.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(
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
    first: Annotated[FirstClickRule, Field(description="The first-click rule.")] = defaults.FIRST
    start: Annotated[
        GameCell | None,
        Field(description="The required first cell. Default: the first cell that is opened."),
    ] = None
    seed: Annotated[
        str,
        Field(
            pattern="^[0-9]{1,20}$",
            description="An integer up to 2^64 - 1; as text, because JSON numbers may lose digits.",
        ),
    ] = "1"
    index: Annotated[
        int, Field(strict=True, ge=0, le=2**53, description="The number of the game, from 0.")
    ] = 0
    max_per_cell: MaxPerCell = 1
    no_guess: Annotated[
        Level | None,
        Field(
            description="The reasoning that suffices to solve the layout without guessing: single "
            "clues, pairs (subtraction) or everything (engine). It replaces the first-click rule."
        ),
    ] = None
    moves: list[GameCell | Chord] = Field([], max_length=MAX_MOVES)
    position: Annotated[
        Opened | None,
        Field(
            description="The position to continue from, with `first` any; the layout is drawn "
            "from all consistent layouts."
        ),
    ] = None

    @model_validator(mode="after")
    def _no_first_click_of_a_position(self) -> Game:
        if self.position is not None and (self.first != "any" or self.start is not None):
            raise ValueError(
                "a game that continues from a position must have first 'any' and no start"
            )
        return self

    @field_validator("seed", mode="before")
    @classmethod
    def _as_text(cls, seed: Any) -> Any:
        return str(seed) if isinstance(seed, int) and not isinstance(seed, bool) else seed

    @field_validator("seed")
    @classmethod
    def _in_range(cls, seed: str) -> str:
        if int(seed) > MAX_SEED:
            raise ValueError(f"a seed can be at most {MAX_SEED}")
        return seed

    @model_validator(mode="after")
    def _one_mine_a_cell_without_guess(self) -> Game:
        if self.no_guess is not None and self.max_per_cell > 1:
            raise ValueError("a no-guess game can have at most one mine per cell")
        return self


class GameMoves(Game):
    """A game, and moves that may continue from an earlier answer."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={"examples": [{"board": GRID, "seed": "7", "moves": [0, 11]}]}
    )

    after: Annotated[
        str | None,
        Field(
            max_length=64,
            description="The key of the answer to continue from; null if `moves` are all moves of "
            "the game.",
        ),
    ] = None


class GameAndCell(Game):
    """A game and a cell to explain."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={"examples": [{"board": GRID, "seed": "7", "moves": [0], "cell": 11}]}
    )

    cell: GameCell


class GameAndStrategy(Game):
    """A game and the strategy that chooses the next click."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [{"board": GRID, "seed": "7", "moves": [0], "strategy": "pseq"}]
        }
    )

    strategy: Annotated[Name, Field(description="As in /api/strategies.")]
    explain: Annotated[
        bool, Field(description="Whether to return the reason, which takes longer.")
    ] = False
