"""Answers about the laboratory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sapper.analysis.answer import Answer, Probability
from sapper.web.api.boards.models import First  # noqa: TC001  (read for the schema)


@dataclass(frozen=True, slots=True)
class Method(Answer):
    """A definition of the critical density."""

    name: str
    """Its name."""

    meaning: str
    """What it means."""


@dataclass(frozen=True, slots=True)
class StoredBoard(Answer):
    """Games of one strategy on one board that the store has."""

    board: str
    """The spec of the board."""

    strategy: str
    """The strategy."""

    first: str
    """The rule of the first click."""

    start: int
    """The first cell."""

    seed: str
    """The seed, as text: it may be beyond what the page can count."""

    points: int
    """Numbers of mines."""

    games: int
    """Games, at all of them."""


@dataclass(frozen=True, slots=True)
class CurveColumns(Answer):
    """A curve by its number of mines."""

    mines: list[int]
    """The numbers of mines."""

    densities: list[float]
    """The mines a cell."""

    wins: list[int]
    """The games won."""

    games: list[int]
    """The games."""

    win_rates: list[float]
    """The shares won."""

    intervals: list[list[float]]
    """95 % Wilson intervals."""


@dataclass(frozen=True, slots=True)
class Measured(Answer):
    """The quantity that a definition of the critical density uses, by number of mines."""

    quantity: Literal["wins", "guess_free", "guesses", "moves", "seconds"]
    """Shares of the games won, or won without a guess; or what a game takes of the others."""

    values: list[float]
    """In the order of the curve's points; empty if it was not counted."""

    intervals: list[list[float]] | None
    """95 % Wilson intervals of shares; null for other quantities."""


@dataclass(frozen=True, slots=True)
class Critical(Answer):
    """The critical density."""

    method: str
    """By which definition."""

    value: float | None
    """The density; null if it is not defined."""

    interval: list[float] | None
    """95 % interval; null if it cannot be computed."""

    why: str
    """What the value means, or why there is none."""


@dataclass(frozen=True, slots=True)
class StoredCurve(Answer):
    """A curve with its critical density."""

    curve: CurveColumns
    """The games."""

    critical: Critical
    """The critical density of these games."""

    measured: Measured
    """The quantity that its definition uses."""

    fit: list[list[float]]
    """Points of the fitted curve."""

    published: float | None
    """The value of Chong et al. 2024, if it has the board."""


@dataclass(frozen=True, slots=True)
class PhasePoint(Answer):
    """The games of a square with one number of mines."""

    board: str
    """The board."""

    cells: int
    """Its cells."""

    density: float
    """Its mines a cell."""

    games: int
    """The games."""

    wins: int
    """Those that were won."""

    guess_free: int
    """Those that were won without a guess."""


@dataclass(frozen=True, slots=True)
class PhaseLine(Answer):
    """The line on which theory expects a share of the games."""

    rate: Probability
    """The share."""

    won: list[list[float]]
    """Cells and density at which so many games are won."""

    guess_free: list[list[float]]
    """Cells and density at which so many are won without a guess."""


@dataclass(frozen=True, slots=True)
class Phases(Answer):
    """The phase diagram: size by density, and how many games are won."""

    strategy: str
    """Who played."""

    first: First
    """The rule of the first click."""

    points: list[PhasePoint]
    """The squares that were played."""

    lines: list[PhaseLine]
    """The lines predicted by the census of ambiguous patterns."""


@dataclass(frozen=True, slots=True)
class TableCell(Answer):
    """A board of the table of critical densities."""

    p: int
    """The shorter side."""

    q: int
    """The longer side."""

    value: float | None
    """The critical density; null if nothing was played or it is not defined."""

    interval: list[float] | None
    """95 % interval; null if it cannot be computed."""

    published: float | None
    """The value of Chong et al. 2024, if it has the board."""


@dataclass(frozen=True, slots=True)
class ComparedStrategy(Answer):
    """How a strategy did on the games that all have played."""

    strategy: str
    """Its name."""

    wins: int
    """The games it won."""

    win_rate: Probability
    """Their share."""

    interval: list[Probability]
    """The bounds of the 95 % interval."""

    only_this: int
    """The games that it won and the first one lost."""

    only_first: int
    """The games that the first one won and it lost."""

    difference: float
    """Its win rate less that of the first one."""

    difference_interval: list[float]
    """The bounds of its 95 % interval, paired by games."""


@dataclass(frozen=True, slots=True)
class Compared(Answer):
    """Strategies on the same games, with all steps so far."""

    spec: str
    """The board with its mines."""

    games: int
    """The games that each has played."""

    strategies: list[ComparedStrategy]
    """In the order that was asked for."""


@dataclass(frozen=True, slots=True)
class Table(Answer):
    """The table of critical densities."""

    cells: list[TableCell]
    """All boards that were played or published."""


SweepState = Literal["running", "stopped", "done", "failed"]


@dataclass(frozen=True, slots=True)
class SweepRow(Answer):
    """A sweep."""

    id: int
    """Its number."""

    state: SweepState
    """How it stands."""

    done: int
    """Games in the store."""

    total: int
    """Games requested."""

    rate: float | None
    """Games per second."""

    left: float | None
    """Remaining seconds at this rate."""

    error: str | None
    """The reason of a failure."""

    began: float
    """The start, in seconds since 1970."""

    boards: list[str]
    """The boards."""

    strategies: list[str]
    """The strategies."""

    first: str
    """The rule of the first click."""

    games: int
    """Games at every point."""

    seed: str
    """The seed, as text."""

    mines: list[int] | None
    """The numbers of mines, if they were given."""
