"""The counters of finished games, one value for simulation, store and curves."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from math import nan

from sapper.intervals import wilson


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over finished games; ``+`` adds those of other games.

    >>> Counts(games=2, wins=1, moves=9) + Counts(games=3, wins=1, moves=20)
    Counts(games=5, wins=2, guess_free=0, guesses=0, moves=29, bbbv=0, cpu_seconds=0.0)
    """

    games: int = 0
    """Finished games."""

    wins: int = 0
    """Games won."""

    guess_free: int = 0
    """Games won without a guess."""

    guesses: int = 0
    """Clicks that were not certain."""

    moves: int = 0
    """All clicks, the first ones included."""

    bbbv: int = 0
    """3BV of all layouts: the clicks that a perfect player without flags needs."""

    cpu_seconds: float = 0.0
    """CPU time in seconds; all other counters follow from the address of the games."""

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.games + other.games,
            self.wins + other.wins,
            self.guess_free + other.guess_free,
            self.guesses + other.guesses,
            self.moves + other.moves,
            self.bbbv + other.bbbv,
            self.cpu_seconds + other.cpu_seconds,
        )


class Counted:
    """Base of records with a field ``counts``: its counters, and what follows from them."""

    __slots__ = ()

    counts: Counts

    @property
    def games(self) -> int:
        """Finished games."""
        return self.counts.games

    @property
    def wins(self) -> int:
        """Games won."""
        return self.counts.wins

    @property
    def guess_free(self) -> int:
        """Games won without a guess."""
        return self.counts.guess_free

    @property
    def guesses(self) -> int:
        """Clicks that were not certain, in all games."""
        return self.counts.guesses

    @property
    def moves(self) -> int:
        """All clicks, the first ones included."""
        return self.counts.moves

    @property
    def bbbv(self) -> int:
        """3BV of all layouts: the clicks that a perfect player without flags needs."""
        return self.counts.bbbv

    @property
    def cpu_seconds(self) -> float:
        """CPU time of all games, in seconds."""
        return self.counts.cpu_seconds

    @property
    def processor(self) -> float:
        """Deprecated name of ``cpu_seconds``."""
        warnings.warn("processor is now cpu_seconds", DeprecationWarning, stacklevel=2)
        return self.counts.cpu_seconds

    @property
    def win_rate(self) -> float:
        """Share of games won; nan if no game was finished."""
        return self.wins / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for the probability of winning."""
        return wilson(self.wins, self.games)
