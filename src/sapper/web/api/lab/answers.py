"""Answers about the laboratory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

from dataclasses import dataclass
from typing import Literal

from sapper.analysis.answer import Answer, Probability
from sapper.types import FirstClickRule  # noqa: TC001  (read for the schema)


@dataclass(frozen=True, slots=True)
class Method(Answer):
    """A definition of the critical density."""

    name: str
    """Its name."""

    meaning: str
    """A description in one sentence."""


@dataclass(frozen=True, slots=True)
class StoredBoard(Answer):
    """The games of one strategy on one board in the store."""

    board: str
    """The spec of the board."""

    strategy: str
    """The strategy."""

    first: FirstClickRule
    """The first-click rule."""

    start: int
    """The first cell."""

    seed: str
    """The seed; as text, because JSON numbers may lose digits."""

    max_per_cell: int
    """The most mines that a cell can hold."""

    points: int
    """The count of different numbers of mines."""

    games: int
    """Games at all numbers of mines together."""


@dataclass(frozen=True, slots=True)
class CurveColumns(Answer):
    """Win rates by number of mines."""

    mines: list[int]
    """The numbers of mines."""

    densities: list[float]
    """Mines per cell."""

    wins: list[int]
    """Games won."""

    games: list[int]
    """The games."""

    win_rates: list[float]
    """Win rates."""

    intervals: list[list[float]]
    """95 % Wilson intervals."""


@dataclass(frozen=True, slots=True)
class Measured(Answer):
    """The quantity that a definition of the critical density uses, by number of mines."""

    quantity: Literal["wins", "guess_free", "guesses", "moves", "seconds"]
    """A share of games (won, or won without a guess), or a mean per game (the others)."""

    values: list[float]
    """In the order of the points of the curve; empty if it was not recorded."""

    intervals: list[list[float]] | None
    """95 % Wilson intervals of shares; null for other quantities."""


@dataclass(frozen=True, slots=True)
class Critical(Answer):
    """The critical density."""

    method: str
    """The definition."""

    value: float | None
    """The density; null if it is not defined."""

    interval: list[float] | None
    """95 % interval; null if it cannot be computed."""

    why: str
    """The meaning of the value, or the reason why there is none."""

    needs: list[int] | None
    """The numbers of mines between which games are needed; null if there are enough points, or if
    the density is undefined on the board."""


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
    """The value of Chong et al. 2024; null if the paper does not have the board."""


@dataclass(frozen=True, slots=True)
class PhasePoint(Answer):
    """The games of a square with one number of mines."""

    board: str
    """The board."""

    cells: int
    """Its cells."""

    density: float
    """Mines per cell."""

    games: int
    """The games."""

    wins: int
    """Games won."""

    guess_free: int
    """Games won without a guess."""


@dataclass(frozen=True, slots=True)
class PhaseLine(Answer):
    """The lines on which theory predicts a certain share of games."""

    rate: Probability
    """The share."""

    won: list[list[float]]
    """Pairs of cells and density at which this share of games is won."""

    guess_free: list[list[float]]
    """Pairs of cells and density at which this share is won without a guess."""


@dataclass(frozen=True, slots=True)
class Phases(Answer):
    """The phase diagram: the win rate by size and density."""

    strategy: str
    """The strategy."""

    first: FirstClickRule
    """The first-click rule."""

    points: list[PhasePoint]
    """The squares, each with its games."""

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
    """The value of Chong et al. 2024; null if the paper does not have the board."""

    why: str | None
    """The reason why games that were played give no value; otherwise null."""


@dataclass(frozen=True, slots=True)
class ComparedStrategy(Answer):
    """The result of a strategy on the games that all strategies played."""

    strategy: str
    """Its name."""

    wins: int
    """Games it won."""

    win_rate: Probability
    """Its win rate."""

    interval: list[Probability]
    """The bounds of the 95 % interval."""

    only_this: int
    """Games that it won and the first strategy lost."""

    only_first: int
    """Games that the first strategy won and it lost."""

    difference: float
    """Its win rate minus that of the first strategy."""

    difference_interval: list[float]
    """The bounds of the 95 % interval of the difference, paired by games."""


@dataclass(frozen=True, slots=True)
class Compared(Answer):
    """Strategies on the same games, over all steps so far."""

    spec: str
    """The board with its mines."""

    games: int
    """Games that each strategy played."""

    strategies: list[ComparedStrategy]
    """The strategies, in the order of the request."""


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
    """The state of the sweep."""

    done: int
    """Games in the store."""

    total: int
    """Games requested."""

    rate: float | None
    """Games per second."""

    left: float | None
    """Estimated seconds to the end."""

    error: str | None
    """The reason of a failure."""

    began: float
    """The start, in seconds since 1970."""

    boards: list[str]
    """The boards."""

    strategies: list[str]
    """The strategies."""

    first: FirstClickRule
    """The first-click rule."""

    games: int
    """Games per point."""

    seed: str
    """The seed; as text, because JSON numbers may lose digits."""

    mines: list[int] | None
    """The numbers of mines; null if they were not given."""

    max_per_cell: int
    """The most mines that a cell can hold."""
