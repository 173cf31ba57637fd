"""The boards of requests, and the fields that several kinds of requests share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sapper.positions.states import MAX_PER_CELL
from sapper.web.limits import MAX_CELLS, MAX_EDGES, MAX_GAME_CELLS

if TYPE_CHECKING:
    from pydantic.config import JsonDict

Cell = Annotated[int, Field(strict=True, ge=0, lt=MAX_CELLS)]
GameCell = Annotated[int, Field(strict=True, ge=0, lt=MAX_GAME_CELLS)]
Spec = Annotated[str, Field(min_length=1, max_length=500)]
Name = Annotated[str, Field(min_length=1, max_length=80)]
MaxPerCell = Annotated[
    int,
    Field(strict=True, ge=1, le=MAX_PER_CELL, description="Maximum number of mines in one cell."),
]
Mines = Annotated[
    int | None,
    Field(
        strict=True,
        ge=0,
        le=MAX_GAME_CELLS * MAX_PER_CELL,
        description="Number of mines. Default: that of the spec.",
    ),
]

PossibleMines = Annotated[
    Annotated[int, Field(strict=True, ge=0, le=MAX_GAME_CELLS * MAX_PER_CELL)]
    | Annotated[str, Field(strict=True, max_length=4_000)]
    | None,
    Field(
        description="Number of mines. If it is unknown: a range such as 8-12, of which all layouts "
        "are equally likely, or a distribution such as 8:0.2,9:0.5,10:0.3. Default: that of the "
        "spec.",
    ),
]

GRID: JsonDict = {"spec": "3x4/3"}
TRIANGLE: JsonDict = {"edges": [[0, 1], [1, 2], [2, 0]], "nodes": 3}


class Request(BaseModel):
    """A request; unknown fields are rejected."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


class Graph(Request):
    """A board given by the edges of a graph; its cells are 0 to nodes - 1."""

    model_config: ClassVar[ConfigDict] = ConfigDict(json_schema_extra={"examples": [TRIANGLE]})

    edges: Annotated[
        list[Annotated[list[Cell], Field(min_length=2, max_length=2)]],
        Field(max_length=MAX_EDGES, description="Pairs of neighbouring cells, each pair once."),
    ]
    nodes: Annotated[int, Field(strict=True, ge=1, le=MAX_CELLS, description="Number of cells.")]

    @model_validator(mode="after")
    def _within(self) -> Graph:
        for edge in self.edges:
            if max(edge) >= self.nodes:
                raise ValueError(f"edge {edge} has a node outside 0 to {self.nodes - 1}")
        return self


class SpecBoard(Request):
    """A board given by its spec."""

    model_config: ClassVar[ConfigDict] = ConfigDict(json_schema_extra={"examples": [GRID]})

    spec: Annotated[Spec, Field(description="[KIND:]DIMS[/MINES], for example 16x30/99.")]


Board = SpecBoard | Graph
