"""Counters of finished games, shared by simulations, the store and the curves."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from sapper.deprecation import warn_deprecated
from sapper.intervals import wilson


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over finished games, all at least 0; ``+`` adds those of other games.

    >>> Counts(games=2, wins=1, moves=9) + Counts(games=3, wins=1, moves=20)
    Counts(games=5, wins=2, guess_free=0, guesses=0, moves=29, bbbv=0, cpu_seconds=0.0)
    """

    games: int = 0
    """Number of finished games."""

    wins: int = 0
    """Number of games won."""

    guess_free: int = 0
    """Number of games won without a guess."""

    guesses: int = 0
    """Number of clicks on cells that were not certainly safe, in all games."""

    moves: int = 0
    """Number of clicks in all games, the first ones included."""

    bbbv: int = 0
    """Sum of the 3BV of all layouts: the least number of clicks without flags and chords."""

    cpu_seconds: float = 0.0
    """CPU time of all games, in seconds; the other counters are functions of the games alone."""

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
    """Base of records with a field ``counts``: its counters, and values derived from them."""

    __slots__ = ()

    counts: Counts

    @property
    def games(self) -> int:
        """Number of finished games."""
        return self.counts.games

    @property
    def wins(self) -> int:
        """Number of games won."""
        return self.counts.wins

    @property
    def guess_free(self) -> int:
        """Number of games won without a guess."""
        return self.counts.guess_free

    @property
    def guesses(self) -> int:
        """Number of clicks on cells that were not certainly safe, in all games."""
        return self.counts.guesses

    @property
    def moves(self) -> int:
        """Number of clicks in all games, the first ones included."""
        return self.counts.moves

    @property
    def bbbv(self) -> int:
        """Sum of the 3BV of all layouts: the least number of clicks without flags and chords."""
        return self.counts.bbbv

    @property
    def cpu_seconds(self) -> float:
        """CPU time of all games, in seconds."""
        return self.counts.cpu_seconds

    @property
    def processor(self) -> float:
        """Deprecated name of ``cpu_seconds``."""
        warn_deprecated("SimulationResult.processor")
        return self.counts.cpu_seconds

    @property
    def win_rate(self) -> float:
        """The share of games won, from 0 to 1; nan if no game was finished."""
        return self.wins / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval for the probability of winning."""
        return wilson(self.wins, self.games)
