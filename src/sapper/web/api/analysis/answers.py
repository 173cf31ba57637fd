"""Answers about positions; those that the command line shares are in ``sapper.analysis.answer``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.analysis.answer import Answer, Probability
from sapper.web.api.boards.models import Graph, SpecBoard  # noqa: TC001  (read for the schema)


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
