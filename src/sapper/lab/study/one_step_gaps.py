"""One-step estimates of the gap to perfect play, compared with the gap itself on solved boards.

The estimate is the sum, over the positions that a strategy meets, of what the best single click
gains there when the strategy plays on. It is neither a lower nor an upper bound of the gap. On
solved boards both are known (``benchmarks/one_step_gap.py``), so the distribution of their ratio is
the error law of the estimate. ``two_sided`` applies the law to boards that are not solved, which
assumes that they are like the solved ones.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from importlib import resources
from math import ceil, inf
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FILE = "one_step_gaps.csv"
"""The file of the table of solved games in the package."""

STANDARD_FILE = "perfect_play.csv"
"""The file of the standard boards in the package."""

COLUMNS = ("board", "mines", "start", "layouts", "strategy", "optimal", "wins", "gain")
"""The columns of the table of solved games."""

STRATEGIES = ("pseq", "pseq-d256")
"""The strategies of the error law. They are as close to perfect play as it gets on boards that are
both solved and not played perfectly by ``best``."""

LEVEL = 0.95
"""The probability that a prediction interval is for."""


@dataclass(frozen=True, slots=True)
class OneStepGap:
    """A game of which both the gap and its one-step estimate are known."""

    board: str
    """The spec of the board, without its mines."""

    mines: int
    """The number of mines."""

    start: int
    """The first cell, an index."""

    layouts: int
    """Layouts with a safe first cell."""

    strategy: str
    """The name of the strategy."""

    optimal: int
    """Layouts that perfect play wins."""

    wins: int
    """Layouts that the strategy wins."""

    gain: int
    """The one-step estimate of the gap, in layouts."""

    @property
    def gap(self) -> int:
        """The layouts that perfect play wins and the strategy does not."""
        return self.optimal - self.wins

    @property
    def ratio(self) -> float:
        """The estimate divided by the gap."""
        return self.gain / self.gap


@dataclass(frozen=True, slots=True)
class ErrorLaw:
    """The distribution of the ratio of the one-step estimate to the gap."""

    games: int
    """Number of solved games."""

    boards: int
    """Number of their boards, without mines and first cell."""

    median: float
    """The median ratio."""

    low: float
    """Lower end of the prediction interval of the ratio of another game."""

    high: float
    """Upper end of the prediction interval."""

    coverage: float
    """The share of games whose ratio is in the interval made from all other boards."""

    def gap(self, estimate: float, error: float = 0.0) -> tuple[float, float, float]:
        """Return the calibrated gap for an estimate with an error: low, middle and high.

        >>> ErrorLaw(0, 0, 1.0, 0.5, 2.0, 1.0).gap(3.0, 1.0)
        (1.0, 3.0, 8.0)
        """
        least, most = max(0.0, estimate - error), max(0.0, estimate + error)
        return least / self.high, estimate / self.median, most / self.low if self.low else inf

    def summary(self) -> str:
        """Return the law as one line."""
        return (
            f"{self.games} games on {self.boards} boards: estimate / gap median {self.median:.2f}, "
            f"{100 * LEVEL:g} % prediction interval {self.low:.2f} to {self.high:.2f}, which "
            f"contains {100 * self.coverage:.1f} % of the games of a left-out board"
        )


def read(text: str) -> list[OneStepGap]:
    """Read rows from CSV, leaving out a last line that was cut off."""
    lines = [line for line in text.splitlines() if line.count(",") == len(COLUMNS) - 1]
    return [
        OneStepGap(
            row["board"],
            int(row["mines"]),
            int(row["start"]),
            int(row["layouts"]),
            row["strategy"],
            *(int(row[name]) for name in COLUMNS[5:]),
        )
        for row in csv.DictReader(lines)
    ]


def one_step_gaps() -> list[OneStepGap]:
    """Return the table that comes with the package: all games with a gap of 10 layouts or more.

    >>> all(row.gap >= 10 for row in one_step_gaps())
    True
    """
    return read(resources.files("sapper").joinpath("data", FILE).read_text("utf-8"))


def error_law(rows: Iterable[OneStepGap]) -> ErrorLaw:
    """Return the law of some games, with the coverage of its intervals on left-out boards.

    The interval has the order statistics of the ratios as ends, so that it assumes no shape of the
    distribution (split conformal prediction: Vovk, Gammerman & Shafer 2005).
    """
    ratios: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        ratios[row.board].append(row.ratio)
    covered = 0
    for board, own in ratios.items():
        others = [ratio for other in ratios if other != board for ratio in ratios[other]]
        low, high = _interval(others)
        covered += sum(low <= ratio <= high for ratio in own)
    every = [ratio for own in ratios.values() for ratio in own]
    low, high = _interval(every)
    return ErrorLaw(len(every), len(ratios), median(every), low, high, covered / len(every))


def _interval(ratios: Sequence[float]) -> tuple[float, float]:
    """The order statistics between which another value lies with probability ``LEVEL`` or more."""
    ordered = [0.0, *sorted(ratios), inf]
    cut = len(ordered) - 1 - ceil((len(ratios) + 1) * (1 + LEVEL) / 2)
    return ordered[max(0, cut)], ordered[len(ordered) - 1 - max(0, cut)]


@dataclass(frozen=True, slots=True)
class StandardBoard:
    """Bounds and estimates of perfect play on a standard board, in percent of the games."""

    board: str
    """The spec with mines; the first click is safe and in a corner."""

    best: float
    """The win rate of ``best``."""

    best_low: float
    """Lower end of its 95 % interval."""

    best_high: float
    """Upper end of its 95 % interval."""

    gain: float
    """The one-step estimate of the gap of ``best``, in percentage points."""

    gain_error: float
    """Half the width of its 95 % interval."""

    bound: float
    """The proved upper bound for every player."""

    def perfect(self, law: ErrorLaw) -> tuple[float, float, float]:
        """Return the calibrated win rate of perfect play: low, middle and high.

        The low end is that of ``best``, plus the least gap; the high end is the high end of
        ``best`` plus the greatest gap.
        """
        low, middle, high = law.gap(self.gain, self.gain_error)
        return self.best_low + low, self.best + middle, min(self.best_high + high, self.bound)


def two_sided() -> list[StandardBoard]:
    """Return the standard boards that come with the package.

    >>> [each.board for each in two_sided()]
    ['8x8/10', '9x9/10', '10x10/20', '16x16/40', '16x30/99']
    """
    text = resources.files("sapper").joinpath("data", STANDARD_FILE).read_text("utf-8")
    return [
        StandardBoard(row.pop("board"), *(float(value) for value in row.values()))
        for row in csv.DictReader(text.splitlines())
    ]
