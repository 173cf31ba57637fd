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
    """What follows for a cell from the clues."""

    cell: int
    """The cell."""

    state: Literal["safe", "mine", "not certain", "open"]
    """What is known of it."""

    mine_probability: Probability | None
    """P(it holds a mine); null if it is open."""

    why: Why
    """Why."""


@dataclass(frozen=True, slots=True)
class WinAnswer(Answer):
    """The chance that a strategy wins from a position, with all steps so far."""

    strategy: str
    """Who plays on."""

    value: Probability | None
    """The chance, or its estimate; null if nothing could be played in time."""

    interval: list[Probability]
    """The bounds of its 95 % interval, both equal to an exact chance."""

    exact: bool
    """Whether the chance is exact, so that there is nothing more to play."""

    fraction: str | None
    """The chance as a fraction if it is exact and not too long."""

    samples: int
    """The layouts that were played in all steps."""

    wins: int | None
    """How many of them were won; null if the chance is exact."""

    note: str
    """A note on the value, in a sentence; mostly empty."""


@dataclass(frozen=True, slots=True)
class ConsideredClick(Answer):
    """The value of a click, as far as it was searched."""

    cell: int
    """The cell."""

    safety: Probability
    """P(it holds no mine)."""

    value: Probability | None
    """The chance of winning by it; null if it was not searched."""

    error: float
    """The standard error of the value."""

    layouts: int
    """The layouts that it was tried on."""

    exact: bool
    """Whether the value is exact, under perfect play."""

    dropped: bool
    """Whether it fell behind and is no longer tried."""


@dataclass(frozen=True, slots=True)
class Thinking(Answer):
    """The values of the clicks in a position."""

    best: int
    """The cell to open."""

    certain: bool
    """Whether that is certainly safe."""

    considered: list[ConsideredClick]
    """The clicks that are searched, the best first."""

    layouts: int
    """The layouts that were drawn."""

    seconds: float
    """Seconds so far."""

    note: str
    """A note in a sentence; mostly empty."""

    ended: bool
    """Whether this is the last answer."""


@dataclass(frozen=True, slots=True)
class Parsed(Answer):
    """A position that was read from text."""

    board: SpecBoard | Graph
    """As in requests."""

    clues: list[int | None]
    """By cell; null if it is covered."""

    flags: list[int]
    """Covered cells taken as mines."""

    mines: int | None
    """The number of mines, if it is known."""


@dataclass(frozen=True, slots=True)
class Formatted(Answer):
    """A position as text."""

    text: str
    """One character a cell, one line a row, the board on the first line."""
