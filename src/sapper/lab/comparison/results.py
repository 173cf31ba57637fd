"""Results of a paired comparison: win rates, and differences with their intervals."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import nan
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from sapper.errors import LabError
from sapper.formatting import amount, percent_in_full
from sapper.intervals import paired, paired_p_value, wilson
from sapper.lab.comparison.anytime import anytime, anytime_p_value, is_decided
from sapper.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.types import FirstClickRule


@dataclass(frozen=True, slots=True)
class Inference:
    """How intervals are computed."""

    sequential: bool = False
    """Whether the intervals are valid at any stopping time."""

    confidence: float = 0.95
    """The confidence asked for."""

    differences: int = 1
    """The differences whose intervals hold together with this confidence; 1 if each by itself."""

    @property
    def simultaneous(self) -> bool:
        """Whether all intervals hold together with the confidence (Bonferroni)."""
        return self.differences > 1

    @property
    def level(self) -> float:
        """The confidence of each interval."""
        return 1 - (1 - self.confidence) / self.differences

    def interval(self, gained: int, lost: int, games: int) -> tuple[float, float]:
        """Return the interval of a difference."""
        if self.sequential:
            return _anytime(gained, lost, games, self.level)
        return paired(gained, lost, games, NormalDist().inv_cdf((1 + self.level) / 2))

    def p_value(self, gained: int, lost: int) -> float:
        """Return the p-value for equal win probabilities, adjusted if simultaneous."""
        found = (anytime_p_value if self.sequential else paired_p_value)(gained, lost)
        return min(1.0, self.differences * found)

    def describe(self) -> str:
        """Return the method in one sentence."""
        share = percent_in_full(self.confidence)
        if self.sequential:
            kind = f"{share} intervals valid at any stopping time (betting, mixture of stakes)"
        else:
            kind = f"{share} score intervals for paired games (Tango 1998), McNemar's test"
        if self.simultaneous:
            return f"{kind}; simultaneous for {self.differences} differences (Bonferroni)"
        return f"{kind}; each holds by itself, they are not simultaneous"


@dataclass(frozen=True, slots=True)
class PlayedStrategy:
    """The games of one strategy on one board."""

    spec: str
    """The board with its mines."""

    strategy: str
    """The name of the strategy."""

    games: int
    """The number of games it played."""

    wins: int
    """The number of games it won."""

    @property
    def win_rate(self) -> float:
        """The share of games won, from 0 to 1; nan without games."""
        return self.wins / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the win probability, for a fixed number of games."""
        return wilson(self.wins, self.games)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``sapper compare --json`` prints it."""
        return {
            "spec": self.spec,
            "strategy": self.strategy,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate if self.games else None,
            "interval": list(self.interval),
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two strategies on the same games of one board.

    >>> found = Difference("8x8/10", "best", "pseq", games=1000, only_this=30, only_other=10)
    >>> found.value, [round(bound, 4) for bound in found.interval], found.discordant
    (0.02, [0.008, 0.0336], 40)
    """

    spec: str
    """The board with its mines."""

    strategy: str
    """The name of the strategy."""

    other: str
    """The name of the strategy that it is compared with."""

    games: int
    """The number of games that both played."""

    only_this: int
    """The number of games that only ``strategy`` won."""

    only_other: int
    """The number of games that only ``other`` won."""

    inference: Inference = field(default_factory=Inference)
    """How its interval is computed."""

    @property
    def value(self) -> float:
        """The win rate of ``strategy`` minus that of ``other``; nan without games."""
        return (self.only_this - self.only_other) / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the difference of the win probabilities."""
        return self.inference.interval(self.only_this, self.only_other, self.games)

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        low, high = self.interval
        return (high - low) / 2

    @property
    def p_value(self) -> float:
        """The p-value for equal win probabilities."""
        return self.inference.p_value(self.only_this, self.only_other)

    @property
    def discordant(self) -> int:
        """The number of games that only one of them won."""
        return self.only_this + self.only_other

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval excludes equal win probabilities."""
        return self.is_decided()

    def is_decided(self, half_width: float | None = None) -> bool:
        """Return whether the interval excludes zero, or is as narrow as ``half_width``."""
        return bool(is_decided(*self.interval, half_width))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as ``sapper compare --json`` prints it."""
        return {
            "spec": self.spec,
            "strategy": self.strategy,
            "other": self.other,
            "games": self.games,
            "only_this": self.only_this,
            "only_other": self.only_other,
            "discordant": self.discordant,
            "difference": self.value if self.games else None,
            "interval": list(self.interval),
            "half_width": self.half_width,
            "p_value": self.p_value,
            "excludes_zero": self.excludes_zero,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """The result of ``compare``; equal to that of another run if their games are the same."""

    strategies: tuple[str, ...]
    """The names of the strategies; the first one is the baseline."""

    boards: tuple[str, ...]
    """The boards with their mines."""

    first: FirstClickRule
    """The first-click rule: ``any``, ``safe`` or ``open``."""

    starts: tuple[tuple[int, ...], ...]
    """The coordinates of the first cell on each board."""

    seed: int
    """The seed of the games."""

    index: int
    """The number of the first game."""

    max_per_cell: int
    """The most mines that a cell can hold."""

    asked: int
    """The number of games asked for; in a sequential comparison the upper limit."""

    half_width: float | None
    """The half-width at which a sequential comparison stops; None for no such goal."""

    inference: Inference
    """How the intervals are computed."""

    results: tuple[PlayedStrategy, ...]
    """The games of each strategy on each board, boards first."""

    pairs: tuple[Difference, ...]
    """The difference of every pair of strategies on each board, boards first."""

    interrupted: bool = field(compare=False)
    """Whether Ctrl-C ended it; the games of the result are complete pairs."""

    kept: int = field(compare=False)
    """The games of the result that the store held before."""

    played: int = field(compare=False)
    """The games that this call played."""

    seconds: float = field(compare=False)
    """Wall time, in seconds."""

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The difference of every other strategy from the first one on each board, boards first."""
        return tuple(pair for pair in self.pairs if pair.other == self.strategies[0])

    @property
    def sequential(self) -> bool:
        """Whether the comparison stops early, with intervals valid at any stopping time."""
        return self.inference.sequential

    @property
    def method(self) -> str:
        """The statistical method in one sentence."""
        return self.inference.describe()

    def on(self, board: str) -> Comparison:
        """Return the result on one board, by its spec with mines."""
        if board not in self.boards:
            raise LabError(f"the boards are {', '.join(self.boards)}, not {board!r}")
        return replace(
            self,
            boards=(board,),
            starts=(self.starts[self.boards.index(board)],),
            results=tuple(result for result in self.results if result.spec == board),
            pairs=tuple(pair for pair in self.pairs if pair.spec == board),
        )

    def table(self) -> str:
        """Return the differences from the first strategy as a table of plain text."""
        head = ("board", "difference", "games", "only one won", "points", "interval", "p-value")
        return "\n".join(aligned([head, *(_row(found) for found in self.differences)]))

    def summary(self) -> str:
        """Return the result as text."""
        kind = "95 % if fixed" if self.sequential else "95 % interval"
        head = ("board", "strategy", "games", "won", "win rate", kind)
        rates = [
            (
                one.spec,
                one.strategy,
                f"{one.games:,}",
                f"{one.wins:,}",
                f"{100 * one.win_rate:.2f} %" if one.games else "-",
                _interval(one.interval, "{:.2f}") + " %",
            )
            for one in self.results
        ]
        title = f"{', '.join(self.strategies)}: first click {self.first}, seed {self.seed}"
        lines = [
            title,
            "",
            *aligned([head, *rates], left=2),
            "",
            self.table(),
            "",
            f"differences in percentage points; {self.method}",
        ]
        if self.sequential:
            lines.append(self._stopping())
        if self.interrupted:
            lines.append("interrupted: the same call with the same store continues from there")
        return "\n".join(lines)

    def _stopping(self) -> str:
        goal = "an interval that excludes zero"
        if self.half_width is not None:
            goal += f" or a half-width of {self.half_width:g}"
        decided = sum(found.is_decided(self.half_width) for found in self.differences)
        return (
            f"stops at {goal}, or after {self.asked:,} games: {decided} of "
            f"{amount(len(self.differences), 'difference')} reached the goal"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary that ``sapper compare --json`` prints."""
        return {
            "strategies": list(self.strategies),
            "boards": list(self.boards),
            "first": self.first,
            "starts": [list(start) for start in self.starts],
            "seed": self.seed,
            "index": self.index,
            "max_per_cell": self.max_per_cell,
            "games": self.asked,
            "sequential": self.sequential,
            "half_width": self.half_width,
            "confidence": self.inference.confidence,
            "simultaneous": self.inference.simultaneous,
            "method": self.method,
            "results": [result.to_dict() for result in self.results],
            "differences": [found.to_dict() for found in self.differences],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "interrupted": self.interrupted,
            "kept": self.kept,
            "played": self.played,
            "seconds": self.seconds,
            "version": VERSION,
        }

    def to_json(self) -> str:
        """Return the result as one JSON object."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def __repr__(self) -> str:
        found = "; ".join(
            f"{one.strategy} - {one.other} on {one.spec}: {_value(one)} points "
            f"({_interval(one.interval)}), {amount(one.games, 'game')}"
            for one in self.differences
        )
        return f"<Comparison {found}{', interrupted' if self.interrupted else ''}>"

    def _repr_html_(self) -> str:
        """Return the result as tables, for a notebook."""
        from sapper.html_table import share, table

        rates = [
            (
                one.spec,
                one.strategy,
                one.games,
                share(one.win_rate, one.interval) if one.games else "-",
            )
            for one in self.results
        ]
        title = f"paired comparison, first click {self.first}, seed {self.seed}"
        names = ("board", "strategy", "games", "win rate")
        heads = ("board", "difference", "games", "only one won", "points", "interval", "p-value")
        state = ", interrupted" if self.interrupted else ""
        return table(title + state, rates, names) + table(
            f"differences: {self.method}", [_row(found) for found in self.differences], heads
        )


@lru_cache(maxsize=1024)
def _anytime(gained: int, lost: int, games: int, level: float) -> tuple[float, float]:
    low, high = anytime(gained, lost, games, level)
    return float(low[0]), float(high[0])


def aligned(rows: Sequence[Sequence[str]], left: int = 2) -> list[str]:
    """Return the lines of a table; the first ``left`` columns are left-aligned.

    >>> aligned([("a", "b"), ("ccc", "10")], left=1)
    ['a     b', 'ccc  10']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _row(found: Difference) -> tuple[str, ...]:
    return (
        found.spec,
        f"{found.strategy} - {found.other}",
        f"{found.games:,}",
        f"{found.only_this:,} / {found.only_other:,}",
        _value(found),
        _interval(found.interval),
        f"{found.p_value:.2g}",
    )


def _value(found: Difference) -> str:
    return f"{100 * found.value:+.2f}" if found.games else "-"


def _interval(interval: tuple[float, float], form: str = "{:+.2f}") -> str:
    low, high = (form.format(100 * bound) for bound in interval)
    return f"{low} to {high}"
