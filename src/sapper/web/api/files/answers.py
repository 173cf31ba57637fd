"""Answers about files and recordings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.analysis.answer import Answer, Probability
from sapper.web.api.analysis.models import Position  # noqa: TC001  (read for the schema)
from sapper.web.api.files.models import MineLayout, Recording  # noqa: TC001  (read for the schema)


@dataclass(frozen=True, slots=True)
class LayoutFacts(Answer):
    """How few clicks a layout takes."""

    spec: str
    """The board with its mines."""

    numbers: list[int]
    """By cell what it shows if it is safe."""

    bbbv: int
    """The 3BV."""

    openings: int
    """The openings."""

    islands: int
    """The islands."""

    zini: int | None
    """ZiNi; null if a cell holds several mines."""

    human_zini: int | None
    """Human ZiNi; null as for zini."""


@dataclass(frozen=True, slots=True)
class FileFound(Answer):
    """What a file or a text holds: one of three things, or nothing that could be read."""

    kind: Literal["layout", "position", "replay"] | None
    """What it is; null if it could not be read."""

    position: Position | None
    """The position, as in requests."""

    layout: MineLayout | None
    """The layout, as in requests; of a replay the one that was played."""

    replay: Recording | None
    """The replay, as in requests."""

    facts: LayoutFacts | None
    """Facts about the layout, if there is one."""

    problem: str | None
    """The error, if the request asked for it as an answer."""


@dataclass(frozen=True, slots=True)
class WrittenFile(Answer):
    """A position or a layout in some format."""

    name: str
    """A name for the file, with the ending of the format; of a link the format's name."""

    base64: str
    """The bytes."""

    text: str | None
    """The same as text; null if the format is none."""


@dataclass(frozen=True, slots=True)
class RecordedMove(Answer):
    """One click of a recording, and what came of it."""

    number: int
    """Its place among the clicks, from 0."""

    time: float
    """Seconds from the beginning."""

    kind: Literal["open", "flag", "chord"]
    """What it was meant to do."""

    cell: int
    """The cell."""

    opened: list[int]
    """The cells that it opened."""

    exploded: list[int]
    """The mines that it hit."""

    wasted: bool
    """Whether it did nothing at all."""

    risk: Probability | None
    """The chance of a mine when it was made; null if it opens nothing or is too hard."""

    needed: bool | None
    """For a guess whether no cell was certainly safe; null for any other click."""


@dataclass(frozen=True, slots=True)
class RecordingAnalysis(Answer):
    """A recording, click by click, as ``sapper replay --json`` prints it."""

    spec: str
    """The board with its mines."""

    status: Literal["won", "lost", "playing"]
    """The status at its end; playing if it is incomplete."""

    seconds: float
    """The time of the last click."""

    wasted: int
    """Clicks that did nothing."""

    bbbv: int
    """The 3BV of the layout."""

    bbbv_solved: int
    """How much of it was done."""

    bbbv_per_second: float | None
    """The same per second; null if no time passed."""

    zini: int
    """ZiNi of the layout."""

    efficiency: float | None
    """ZiNi by clicks of a game that was won; null of any other."""

    needed_guesses: int
    """Guesses made when no cell was certainly safe."""

    unneeded_guesses: int
    """Guesses made although some cell was certainly safe."""

    luck: Probability | None
    """The chance of surviving all guesses that were survived; null if one is not known."""

    lost_at: int | None
    """The click that hit a mine."""

    numbers: list[int]
    """By cell what it shows if it is safe."""

    moves: list[RecordedMove]
    """Every click."""
