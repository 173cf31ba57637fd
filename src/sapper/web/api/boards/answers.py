"""Answers about boards, presets and strategies."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.analysis.answer import Answer
from sapper.types import FirstClickRule  # noqa: TC001  (read for the schema)


@dataclass(frozen=True, slots=True)
class BoardInfo(Answer):
    """A board, and how to draw it."""

    spec: str
    """The spec of the board; for a graph only its size."""

    kind: str
    """The kind of board as specs name it, or graph."""

    tiling: str
    """The form of its cells in a drawing: squares, hexagons, triangles or graph."""

    wraps: bool
    """Whether opposite edges are adjacent."""

    shape: list[int]
    """The length of each dimension."""

    size: int
    """The number of cells."""

    mines: int | None
    """The number of mines in the spec; null if it has none."""

    max_degree: int
    """The largest number of neighbours of a cell."""

    neighbors: list[list[int]]
    """For each cell its neighbours in increasing order; empty above 20,000 cells, see `steps`."""

    coordinates: list[list[int]]
    """For each cell its coordinates; empty above 20,000 cells, as they follow from the shape."""

    steps: list[list[list[int]]]
    """For a large board, patterns of steps from a cell to its neighbours, along each dimension. A
    cell at `x` has pattern number sum(`phase` * `x`) modulo the number of patterns."""

    phase: list[int]
    """The coefficients that select a pattern of `steps`, one per dimension."""

    positions: list[list[float]] | None
    """For a graph, the place of each node in a drawing: x and y, both from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Preset(Answer):
    """A named board."""

    name: str
    """The name of the board."""

    spec: str
    """The board with its mines."""

    first: FirstClickRule
    """The first-click rule."""


@dataclass(frozen=True, slots=True)
class StrategyInfo(Answer):
    """A strategy."""

    name: str
    """The name to use in requests."""

    description: str
    """A description in one line."""

    source: str
    """Its author or publication."""

    family: bool
    """Whether the name is a pattern for many strategies, such as heuristic:ORDER."""
