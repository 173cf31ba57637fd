"""What answers about boards and positions hold: each is a value and its own schema.

The texts under the fields are those of the schema. What the command line tells about a position,
too, is in ``sapper.analysis.answer``. Cells are indices here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

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
