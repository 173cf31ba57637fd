"""Answers about boards, presets and strategies."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.analysis.answer import Answer
from sapper.web.api.boards.models import First  # noqa: TC001  (read for the schema)


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
    """By cell, in increasing order; left out above 20,000 cells, where `steps` defines them."""

    coordinates: list[list[int]]
    """By cell; left out above 20,000 cells, as they follow from the shape."""

    steps: list[list[list[int]]]
    """Of a large board the steps from a cell to its neighbours, along each dimension: those of
    pattern `p` for a cell at `x` if the sum of `phase` times `x` is `p` modulo the patterns."""

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
    """A description."""

    source: str
    """Whose it is."""

    family: bool
    """Whether the name stands for many, as ORDER does."""
