"""Requests about positions: analysed, played on, read from text."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field, model_validator

from sapper import defaults
from sapper.positions.states import MAX_CLUE
from sapper.web.api.boards.models import (
    Board,
    Cell,
    MaxPerCell,
    Mines,
    Name,
    PossibleMines,
    Request,
)
from sapper.web.limits import MAX_CELLS, MAX_SAMPLES

MAX_SYMBOLS = 1_000
"""The largest number of different symbols of a text."""

Clue = Annotated[int, Field(strict=True, ge=0, le=MAX_CLUE)]
CellClue = Annotated[
    Clue | Literal[-3, -4],
    Field(description="A clue; -3: open, its number unread; -4: out of view."),
]


class Position(Request):
    """The view of a player: for each cell a clue, or null if it is covered.

    An open cell whose number is unread is -3, and a cell out of view, which may hold a mine, -4.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(
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
    clues: Annotated[list[CellClue | None], Field(max_length=MAX_CELLS)]
    flags: list[Cell] = Field([], max_length=MAX_CELLS, description="Covered cells taken as mines.")
    mines: PossibleMines = None
    density: Annotated[
        float | None,
        Field(
            gt=0,
            lt=1,
            allow_inf_nan=False,
            description="Mean mines per cell, instead of their number.",
        ),
    ] = None
    max_per_cell: MaxPerCell = 1
    symbols: Annotated[
        dict[str, str],
        Field(
            max_length=MAX_SYMBOLS,
            description="As in answers of /api/parse, which are positions; it has no effect.",
        ),
    ] = {}  # noqa: RUF012  (pydantic copies defaults)


class PositionToAnalyze(Position):
    """A position, and the form of the answer if no layout fits it."""

    report_contradiction: Annotated[
        bool,
        Field(description="Whether a contradiction is returned as an analysis instead of a 422."),
    ] = False


class PositionAndCell(Position):
    """A position and a cell to explain."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [
                {"board": {"spec": "1x3"}, "clues": [1, None, None], "mines": 1, "cell": 1}
            ]
        }
    )

    cell: Cell


class PositionToThink(Position):
    """A position for rollout search; with at most one mine per cell."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [{"board": {"spec": "1x3"}, "clues": [None, 1, None], "mines": 1}]
        }
    )


class PositionToWin(Position):
    """A position for a strategy to play to the end; counts of earlier steps are added."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
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

    strategy: Annotated[Name, Field(description="A compiled strategy of /api/strategies.")] = (
        defaults.POSITION_STRATEGY
    )
    samples: Annotated[
        int, Field(strict=True, ge=1, le=MAX_SAMPLES, description="Layouts to draw and play.")
    ] = 200
    samples_before: Annotated[
        int,
        Field(strict=True, ge=0, le=MAX_SAMPLES, description="Layouts played in earlier steps."),
    ] = 0
    wins_before: Annotated[
        int, Field(strict=True, ge=0, le=MAX_SAMPLES, description="Layouts won in earlier steps.")
    ] = 0

    @model_validator(mode="after")
    def _no_more_wins_than_layouts(self) -> PositionToWin:
        if self.wins_before > self.samples_before:
            raise ValueError(
                f"{self.wins_before} wins are more than the {self.samples_before} layouts before"
            )
        return self


class Text(Request):
    """A position as text: one character per cell, one line per row, optionally after a spec."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [{"text": "1#\n##", "mines": 1}, {"text": "hex:2x2/1\n1#\n##"}]
        }
    )

    text: Annotated[str, Field(max_length=400_000)]
    mines: Mines = None
    max_per_cell: MaxPerCell = 1
    board: Annotated[
        Board | None, Field(description="The board, if the text does not name it.")
    ] = None
