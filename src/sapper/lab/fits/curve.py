"""A win-rate curve: the counters of the games on one board, by number of mines.

Curves are the data for critical densities (Chong et al. 2024, sections 7 and 8). A curve consists
of counts only, so it can be summed from any blocks of games and determines its error bars (Wilson
intervals). It is validated once, here; functions that take a ``Curve`` do not validate it again.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sapper.deprecation import warn_deprecated
from sapper.errors import SapperError
from sapper.intervals import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.games.counts import Counts

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_TOTALS = ("wins", "games", "guess_free", "guesses", "moves")
_COLUMNS = (*_TOTALS, "cpu_seconds")
"""The columns of a curve, named as the fields of ``Counts``."""


class CurveError(SapperError, ValueError):
    """An invalid curve, or invalid options of a method."""


class UndefinedError(CurveError):
    """The critical density is not defined on this curve; the message states the reason."""


class NotEnoughPointsError(UndefinedError):
    """The points of the curve do not bracket its critical density.

    >>> NotEnoughPointsError(31, 63)
    NotEnoughPointsError('not enough points: needs games between 31 and 63 mines')
    """

    def __init__(self, fewest: int, most: int) -> None:
        between = f"between {fewest} and {most} mines"
        if fewest == most:
            between = f"with {'one mine' if most == 1 else f'{most} mines'}"
        super().__init__(f"not enough points: needs games {between}")
        self.needs: tuple[int, int] = (fewest, most)
        """The range of mines in which games are needed, both ends included."""

    def __reduce__(self) -> tuple[Any, ...]:
        return NotEnoughPointsError, self.needs


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Games on one board, by increasing number of mines; the arrays are read-only.

    >>> curve = Curve(cells=16, mines=[2, 4, 6], wins=[96, 66, 25], games=[100, 100, 100])
    >>> curve.densities
    array([0.125, 0.25 , 0.375])
    >>> curve.win_rates
    array([0.96, 0.66, 0.25])
    >>> Curve(cells=16, mines=[2, 17], wins=[1, 1], games=[1, 1])
    Traceback (most recent call last):
    sapper.lab.fits.curve.CurveError: 17 mines do not fit on 16 cells
    """

    cells: int
    """Number of cells of the board."""

    mines: Integers
    """The numbers of mines, strictly increasing."""

    wins: Integers
    """The games won with each number of mines."""

    games: Integers
    """The games played with each number of mines."""

    guess_free: Integers | None = None
    """The games won without a guess; None if they were not counted."""

    guesses: Integers | None = None
    """The guesses in all games; None if they were not counted."""

    moves: Integers | None = None
    """The clicks in all games; None if they were not counted."""

    cpu_seconds: Floats | None = None
    """The CPU time of all games, in seconds; None if it was not measured."""

    spec: str = ""
    """The board as text, for messages; may be empty."""

    max_per_cell: int = 1
    """The most mines that a cell can hold; densities are at most this."""

    most_mines: int | None = None
    """The largest number of mines that can be played; None if only a full board cannot."""

    @property
    def mine_counts(self) -> Integers:
        """The numbers of mines; ``mines`` is the older name and stays."""
        return self.mines

    def __post_init__(self) -> None:
        if isinstance(self.cells, bool) or not isinstance(self.cells, (int, np.integer)):
            raise CurveError(f"the cells must be a whole number, not {self.cells!r}")
        if self.cells < 1:
            raise CurveError(f"a board has at least one cell, not {self.cells}")
        if self.max_per_cell < 1:
            raise CurveError(f"a cell holds at least one mine, not {self.max_per_cell}")
        object.__setattr__(self, "cells", int(self.cells))
        for name in ("mines", *_TOTALS):
            given = getattr(self, name)
            if given is not None:
                object.__setattr__(self, name, _whole(name, given))
        if self.cpu_seconds is not None:
            object.__setattr__(self, "cpu_seconds", _times(self.cpu_seconds))
        self._check()

    def _check(self) -> None:
        if not len(self.mines):
            raise CurveError("a curve needs at least one point")
        for name in _COLUMNS:
            column = getattr(self, name)
            if column is not None and len(column) != len(self.mines):
                raise CurveError(f"{len(column)} {name} for {len(self.mines)} numbers of mines")
        for before, after in pairwise(self.mines.tolist()):
            if after <= before:
                raise CurveError(f"the mines must rise, but {after} comes after {before}")
        if self.mines[-1] > self.capacity:
            raise CurveError(f"{self.mines[-1]} mines do not fit on {self.cells} cells")
        for mines, games, wins in zip(self.mines, self.games, self.wins, strict=True):
            if games < 1:
                raise CurveError(f"each point needs at least one game, but {mines} mines has none")
            if wins > games:
                raise CurveError(f"{wins} wins in {games} games with {mines} mines")
        if self.guess_free is not None:
            for mines, wins, free in zip(self.mines, self.wins, self.guess_free, strict=True):
                if free > wins:
                    raise CurveError(f"{free} of {wins} wins without a guess with {mines} mines")

    @classmethod
    def of(
        cls,
        cells: int,
        mines: Sequence[int],
        counts: Sequence[Counts],
        spec: str,
        max_per_cell: int = 1,
        most_mines: int | None = None,
    ) -> Curve:
        """Return the curve of the games at each number of mines, given as ``Counts``."""
        columns = {name: np.array([getattr(each, name) for each in counts]) for name in _COLUMNS}
        return cls(
            cells,
            np.array(mines),
            **columns,
            spec=spec,
            max_per_cell=max_per_cell,
            most_mines=most_mines,
        )

    def __len__(self) -> int:
        return len(self.mines)

    @property
    def capacity(self) -> int:
        """The number of mines of a full board."""
        return self.cells * self.max_per_cell

    @property
    def last_number(self) -> int:
        """The largest number of mines that can be played and leaves room for a safe cell."""
        last = self.capacity - 1
        return last if self.most_mines is None else min(last, self.most_mines)

    @property
    def seconds(self) -> Floats | None:
        """Deprecated name of ``cpu_seconds``."""
        warn_deprecated("Curve.seconds")
        return self.cpu_seconds

    @property
    def densities(self) -> Floats:
        """The mines per cell (section 7.1)."""
        return self.mines / self.cells

    @property
    def win_rates(self) -> Floats:
        """The share of games won."""
        return self.wins / self.games

    @property
    def intervals(self) -> Floats:
        """Wilson's 95 % interval for each win rate, one row per point."""
        pairs = zip(self.wins.tolist(), self.games.tolist(), strict=True)
        return np.array([wilson(wins, games) for wins, games in pairs])

    @property
    def name(self) -> str:
        """The board in words, for messages."""
        return self.spec or f"a board of {self.cells} cells"

    def where(self, chosen: npt.NDArray[np.bool_] | slice) -> Curve:
        """Return the curve of the chosen points."""
        columns: dict[str, Any] = {
            name: None if (column := getattr(self, name)) is None else column[chosen]
            for name in ("mines", *_COLUMNS)
        }
        return replace(self, **columns)

    def inside(self) -> Curve:
        """Return the points with at least one mine and at least one safe cell.

        At both ends the game is decided before the first click; Chong et al. 2024 exclude them,
        too (section 8.2).
        """
        chosen = (self.mines > 0) & (self.mines < self.capacity)
        if not chosen.any():
            raise UndefinedError(f"no point of {self.name} lies between no mine and only mines")
        return self.where(chosen)

    def below_dip(self) -> Curve:
        """Return the points up to the first minimum of the win rate.

        At higher densities the win rate rises again: if nearly every cell is a mine, a safe first
        click almost wins the game (section 8.1).

        >>> curve = Curve(cells=4, mines=[1, 2, 3], wins=[30, 31, 100], games=[100, 100, 100])
        >>> curve.below_dip().mines
        array([1])
        """
        inner = self.inside()
        return inner.where(slice(0, int(np.argmin(inner.win_rates)) + 1))

    def to_dict(self) -> dict[str, Any]:
        """Return the columns as plain lists, without those that were not counted."""
        result: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                result[field.name] = value.tolist()
            elif value is not None:
                result[field.name] = value
        return result


def _whole(name: str, values: npt.ArrayLike) -> Integers:
    """Return a read-only copy of whole numbers from 0 on."""
    given = np.asarray(values)
    if given.ndim != 1:
        raise CurveError(f"the {name} must be a row of numbers, not {values!r}")
    if given.size and not (
        np.issubdtype(given.dtype, np.integer) or np.issubdtype(given.dtype, np.floating)
    ):
        raise CurveError(f"the {name} must be whole numbers, not {values!r}")
    for value in given.tolist():
        if not (value >= 0 and value == value // 1):
            raise CurveError(f"the {name} must be whole numbers from 0 on, not {value!r}")
    counts = given.astype(np.int64)
    counts.flags.writeable = False
    return counts


def _times(values: npt.ArrayLike) -> Floats:
    """Return a read-only copy of times."""
    seconds = np.array(values, dtype=np.float64)
    if seconds.ndim != 1 or not np.all(np.isfinite(seconds)) or np.any(seconds < 0):
        raise CurveError(f"the seconds must be a row of times from 0 on, not {values!r}")
    seconds.flags.writeable = False
    return seconds
