"""Requests about sweeps and comparisons."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field, model_validator

from sapper import defaults
from sapper.games.deals import MAX_SEED
from sapper.positions.states import MAX_PER_CELL
from sapper.types import FirstClickRule  # noqa: TC001  (read for the schema)
from sapper.web.api.boards.models import (
    TRIANGLE,
    Board,
    Graph,
    MaxPerCell,
    Mines,
    Name,
    Request,
    Spec,
)
from sapper.web.limits import MAX_CELLS, MAX_COMPARED


class NamedGraph(Graph):
    """A board given by the edges of a graph, with a name for the store."""

    model_config = ConfigDict(json_schema_extra={"examples": [{**TRIANGLE, "name": "triangle"}]})

    name: Annotated[
        str | None,
        Field(
            max_length=40,
            description="Lower-case letters, digits, - and _. Default: the hash of its edges.",
        ),
    ] = None


class Sweep(Request):
    """The same number of games for every combination of boards, mines and strategies."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [{"boards": ["3x3"], "strategies": ["perimeter"], "games": 20}]
        }
    )

    boards: Annotated[list[Spec | NamedGraph], Field(min_length=1, max_length=60)]
    strategies: Annotated[list[Name], Field(min_length=1, max_length=20)]
    first: FirstClickRule = defaults.FIRST
    games: Annotated[int, Field(strict=True, ge=1, le=1_000_000, description="Games per point.")]
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 1
    mines: Annotated[
        list[Annotated[int, Field(strict=True, ge=0, le=MAX_CELLS * MAX_PER_CELL)]] | None,
        Field(
            min_length=1,
            max_length=1_000,
            description="Numbers of mines. Default: that of the spec, or all up to half the cells.",
        ),
    ] = None
    max_per_cell: MaxPerCell = 1


class Counts(Request):
    """The counts of a strategy in earlier steps."""

    wins: Annotated[int, Field(strict=True, ge=0, le=MAX_COMPARED, description="Games won.")]
    only_this: Annotated[
        int,
        Field(
            strict=True, ge=0, le=MAX_COMPARED, description="Games won by it and lost by the first."
        ),
    ]
    only_first: Annotated[
        int,
        Field(
            strict=True, ge=0, le=MAX_COMPARED, description="Games won by the first and lost by it."
        ),
    ]


class Comparison(Request):
    """Strategies that play the same games; counts of earlier steps are added."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
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
    first: Annotated[FirstClickRule, Field(description="The first-click rule.")] = defaults.FIRST
    strategies: Annotated[
        list[Name],
        Field(min_length=1, max_length=4, description="Compiled strategies of /api/strategies."),
    ]
    seed: Annotated[int, Field(strict=True, ge=0, le=MAX_SEED)] = 1
    games: Annotated[
        int,
        Field(
            strict=True,
            ge=1,
            le=MAX_COMPARED,
            description="Maximum number of games to play in this step.",
        ),
    ] = 1_000
    games_before: Annotated[
        int, Field(strict=True, ge=0, le=MAX_COMPARED, description="Games played in earlier steps.")
    ] = 0
    before: list[Counts] = Field(
        [], max_length=4, description="The counts of each strategy in earlier steps."
    )

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
