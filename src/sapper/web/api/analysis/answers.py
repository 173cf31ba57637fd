"""Answers about positions; those that the command line shares are in ``sapper.analysis.answer``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.analysis.answer import Answer, Probability
from sapper.web.api.boards.models import Graph, SpecBoard  # noqa: TC001  (read for the schema)


@dataclass(frozen=True, slots=True)
class Why(Answer):
    """The reason for the state of a cell."""

    text: str
    """A sentence for people."""

    clues: list[int]
    """The cells whose clues prove it."""

    kind: str
    """The kind of reasoning."""


@dataclass(frozen=True, slots=True)
class CellWhy(Answer):
    """The state of a cell as far as the clues determine it."""

    cell: int
    """The cell."""

    state: Literal["safe", "mine", "not certain", "open"]
    """Its state."""

    mine_probability: Probability | None
    """P(it holds a mine); null if it is open."""

    why: Why
    """The reason for this state."""


@dataclass(frozen=True, slots=True)
class WinAnswer(Answer):
    """The win probability of a strategy from a position, over all steps so far."""

    strategy: str
    """The strategy that plays."""

    value: Probability | None
    """The probability or its estimate; null if no layout could be played in time."""

    interval: list[Probability]
    """The bounds of its 95 % interval; both equal the value if it is exact."""

    exact: bool
    """Whether the value is exact, so that further steps are unnecessary."""

    fraction: str | None
    """The value as a fraction; null if it is not exact or too long."""

    samples: int
    """Layouts played in all steps."""

    wins: int | None
    """Layouts won in all steps; null if the value is exact."""

    note: str
    """A note on the value, in a sentence; mostly empty."""


@dataclass(frozen=True, slots=True)
class ConsideredClick(Answer):
    """The value of a candidate click."""

    cell: int
    """The cell."""

    safety: Probability
    """P(it holds no mine)."""

    value: Probability | None
    """The win probability after this click; null if it was not searched."""

    error: float
    """The standard error of the value."""

    layouts: int
    """Layouts on which the click was tried."""

    exact: bool
    """Whether the value is exact, under perfect play."""

    dropped: bool
    """Whether the click fell behind and is no longer tried."""


@dataclass(frozen=True, slots=True)
class Thinking(Answer):
    """The values of the clicks in a position."""

    best: int
    """The cell to open."""

    certain: bool
    """Whether that cell is certainly safe."""

    considered: list[ConsideredClick]
    """The candidate clicks, the best first."""

    layouts: int
    """Layouts drawn so far."""

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
    """For each cell its clue, -3 if it is unread, -4 if it is out of view; null if covered."""

    flags: list[int]
    """Covered cells taken as mines."""

    mines: int | None
    """The number of mines; null if it is unknown."""

    symbols: dict[str, str]
    """The meaning of each symbol if the text is not in standard notation; otherwise empty."""


@dataclass(frozen=True, slots=True)
class Formatted(Answer):
    """A position as text."""

    text: str
    """One character per cell and one line per row, after a line with the board."""
