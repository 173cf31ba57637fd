"""Answers about files and recordings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.analysis.answer import Answer, Probability
from sapper.web.api.analysis.models import Position  # noqa: TC001  (read for the schema)
from sapper.web.api.files.models import MineLayout, Recording  # noqa: TC001  (read for the schema)


@dataclass(frozen=True, slots=True)
class LayoutFacts(Answer):
    """Metrics of a layout."""

    spec: str
    """The board with its mines."""

    numbers: list[int]
    """For each cell the number of mines around it."""

    bbbv: int
    """The 3BV: clicks needed to open every safe cell without chords."""

    openings: int
    """The number of openings."""

    islands: int
    """The number of islands of clues outside openings."""

    zini: int | None
    """ZiNi in clicks; null if a cell holds several mines."""

    human_zini: int | None
    """Human ZiNi in clicks; null if a cell holds several mines."""


@dataclass(frozen=True, slots=True)
class FileFound(Answer):
    """The content of a file or a text: a layout, a position, a replay, or an error."""

    kind: Literal["layout", "position", "replay"] | None
    """The kind of content; null if it could not be read."""

    position: Position | None
    """The position, as in requests."""

    layout: MineLayout | None
    """The layout, as in requests; for a replay the one that was played."""

    replay: Recording | None
    """The replay, as in requests."""

    facts: LayoutFacts | None
    """Metrics of the layout, if there is one."""

    problem: str | None
    """The error, if the request asked for it as an answer."""


@dataclass(frozen=True, slots=True)
class WrittenFile(Answer):
    """A position or a layout in some format."""

    name: str
    """A file name with the ending of the format; for a link the name of the format."""

    base64: str
    """The bytes."""

    text: str | None
    """The same as text; null for a binary format."""


@dataclass(frozen=True, slots=True)
class RecordedMove(Answer):
    """One click of a recording and its effect."""

    number: int
    """The index of the click, from 0."""

    time: float
    """Seconds from the start of the game."""

    kind: Literal["open", "flag", "chord"]
    """The intended action."""

    cell: int
    """The cell."""

    opened: list[int]
    """The cells that it opened."""

    exploded: list[int]
    """The mines that it hit."""

    wasted: bool
    """Whether it had no effect."""

    risk: Probability | None
    """The probability of hitting a mine; null if it opens nothing or exceeds the work budget."""

    needed: bool | None
    """For a guess, whether no cell was certainly safe; null for any other click."""


@dataclass(frozen=True, slots=True)
class RecordingAnalysis(Answer):
    """A recording, click by click, as ``sapper replay --json`` prints it."""

    spec: str
    """The board with its mines."""

    status: Literal["won", "lost", "playing"]
    """The status at its end; playing if it is incomplete."""

    seconds: float
    """Seconds from the start of the game to the last click."""

    wasted: int
    """Clicks without effect."""

    bbbv: int
    """The 3BV of the layout."""

    bbbv_solved: int
    """The part of the 3BV that was completed."""

    bbbv_per_second: float | None
    """`bbbv_solved` per second; null if no time passed."""

    zini: int
    """ZiNi of the layout."""

    efficiency: float | None
    """ZiNi divided by the number of clicks of a won game; null for any other."""

    needed_guesses: int
    """Guesses made when no cell was certainly safe."""

    unneeded_guesses: int
    """Guesses made although some cell was certainly safe."""

    luck: Probability | None
    """The probability of surviving all survived guesses; null if one is unknown."""

    lost_at: int | None
    """The index of the click that hit a mine; null if none did."""

    numbers: list[int]
    """For each cell the number of mines around it."""

    moves: list[RecordedMove]
    """All clicks."""
