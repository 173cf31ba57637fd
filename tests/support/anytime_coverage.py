"""Simulated runs of sequential comparisons, with outcomes of known probabilities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.intervals import paired
from sapper.lab.comparison.anytime import anytime, is_decided
from sapper.lab.comparison.rounds import rounds

Counts = npt.NDArray[np.int64]
Bounds = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """The true probabilities of a pair of games."""

    difference: float
    """The difference of the win probabilities."""

    discordant: float
    """The probability that one of both wins alone."""

    @property
    def outcomes(self) -> list[float]:
        """The probabilities that only the first wins, only the second, or neither alone."""
        gain = (self.discordant + self.difference) / 2
        loss = (self.discordant - self.difference) / 2
        return [gain, loss, 1 - gain - loss]


@dataclass(frozen=True, slots=True)
class Coverage:
    """The shares of runs whose intervals contain the true difference."""

    stopping: float
    """At the end of the run."""

    always: float
    """After every round of the same run without stopping."""

    decided: float
    """The share of runs that stopped before the last round."""

    games: float
    """Mean number of games of a run."""


def coverage(
    case: Case, runs: int, games: int, half_width: float, seed: int, *, fixed: bool = False
) -> Coverage:
    """Play runs with the rounds and the stopping rule of ``compare``."""
    random = np.random.default_rng(seed)
    ends = np.array(rounds(games))
    counts = np.stack(
        [random.multinomial(size, case.outcomes, runs) for size in np.diff(ends, prepend=0)]
    ).cumsum(axis=0)
    running, covered = np.ones(runs, np.bool_), np.ones(runs, np.bool_)
    at_stop, last = np.zeros(runs, np.bool_), np.full(runs, games)
    for end, after in zip(ends.tolist(), counts, strict=True):
        low, high = _bounds(after[:, 0], after[:, 1], end, fixed=fixed)
        holds = (low <= case.difference) & (case.difference <= high)
        covered &= holds
        stops = running & (is_decided(low, high, half_width) | (end == games))
        at_stop[stops], last[stops] = holds[stops], end
        running &= ~stops
    shares = (at_stop, covered, last < games, last)
    return Coverage(*(float(np.mean(share)) for share in shares))


def _bounds(gained: Counts, lost: Counts, end: int, *, fixed: bool) -> tuple[Bounds, Bounds]:
    """Return the intervals of all runs after a round."""
    every, place = np.unique(np.stack([gained, lost]), axis=1, return_inverse=True)
    if fixed:
        low, high = np.array([paired(int(b), int(c), end) for b, c in every.T]).T
    else:
        low, high = anytime(every[0], every[1], end)
    return low[place.ravel()], high[place.ravel()]
