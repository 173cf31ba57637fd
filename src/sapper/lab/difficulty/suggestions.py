"""Bisection for the number of mines with a wanted difficulty (Chong et al. 2024, 10.1).

Each measure of ease (a share of games) decreases with the number of mines up to the minimum of the
win rate, so bisection finds the number of mines with the nearest value. At each step the number of
games doubles until their 95 % interval excludes the wanted value or the limit is reached
(sequential sampling). The resulting number of mines is then rated in full.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import defaults
from sapper.boards import Spec, parse_spec
from sapper.errors import GameError
from sapper.games import simulate
from sapper.games.deals import Deal, check_whole
from sapper.intervals import wilson
from sapper.lab.difficulty.critical_distance import win_curve
from sapper.lab.difficulty.difficulty import LEVELS, PLAYERS, Difficulty, rate, score_interval
from sapper.lab.difficulty.reasoning import PLAYER, Walker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.progress import Progress
    from sapper.types import FirstClickRule

STANDARD_BOARDS = ("9x9", "16x16", "16x30")
"""The default boards."""

MOST_CELLS = 10_000
"""Upper limit on the cells of a board."""

_FEWEST_GAMES = 50
_SCAN_GAMES = 60


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A board whose number of mines comes closest to the wanted difficulty."""

    spec: str
    """The board with its mines."""

    wanted: str
    """The wanted difficulty, in words."""

    difficulty: Difficulty
    """Its difficulty."""

    def summary(self) -> str:
        """Return the suggestion in a line."""
        found = self.difficulty
        return (
            f"{self.spec}: {found.level}, difficulty {found.score:.1f}; "
            f"{100 - 100 * found.guess_share:.1f} % need no guess, "
            f"{PLAYER} wins {100 * found.win_rate:.1f} %"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the suggestion as plain values."""
        return {"spec": self.spec, "wanted": self.wanted, "difficulty": self.difficulty.to_dict()}


def suggest(
    level: str | None = None,
    *,
    guess_free: float | None = None,
    win_rate: float | None = None,
    boards: str | Spec | Sequence[str | Spec] = STANDARD_BOARDS,
    games: int = defaults.RATED_GAMES,
    seed: int = defaults.SEED,
    first: FirstClickRule = defaults.RATED_FIRST,
    progress: Progress | None = None,
) -> list[Suggestion]:
    """Suggest a number of mines with the wanted difficulty for each board.

    Give exactly one of a level, a share of games without a guess, and a win rate of ``pseq``.
    ``boards`` is one board or several; mines in their specs are ignored. A board without a number
    of mines of the wanted level is omitted; raises GameError if none remains.

    >>> [found.difficulty.level for found in suggest("medium", boards="8x8", games=200)]
    ['medium']
    """
    wanted = _read_wanted(level, guess_free, win_rate)
    check_whole(games, "the number of games", 1)
    check_whole(seed, "the seed", 0)
    several = [boards] if isinstance(boards, (str, Spec)) else boards
    specs = [parse_spec(board) if isinstance(board, str) else board for board in several]
    for spec in specs:
        if spec.size > MOST_CELLS:
            raise GameError(
                f"mines are suggested for boards of up to {MOST_CELLS:,} cells, and "
                f"{spec.board_text} has {spec.size:,}"
            )
    found = []
    for done, spec in enumerate(specs):
        bare = Deal.read(spec, mines=0, first=first)
        stages = _Stages(progress, done, len(specs))
        for mines in _bisect(bare, wanted, games, seed, stages):
            rated = rate(
                bare.board, mines=mines, games=games, seed=seed, first=first, critical=False
            )
            if wanted.level in (None, rated.level):
                found.append(Suggestion(rated.spec, wanted.text, rated))
                break
        stages.report(1.0)
    if not found:
        names = ", ".join(spec.board_text for spec in specs) or "no board"
        raise GameError(f"no number of mines makes {names} {wanted.text}")
    return found


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The wanted difficulty as a target share that decreases with the number of mines."""

    level: str | None
    measure: str
    target: float
    text: str


def _read_wanted(level: str | None, guess_free: float | None, win_rate: float | None) -> _Wanted:
    given = [value is not None for value in (level, guess_free, win_rate)]
    if sum(given) != 1:
        raise GameError("give exactly one of level, guess_free (a share) and win_rate")
    if level is not None:
        if level not in LEVELS:
            raise GameError(f"the levels are {', '.join(LEVELS)}, not {level!r}")
        bounds = [*LEVELS.values(), 100]
        place = list(LEVELS).index(level)
        middle = (bounds[place] + bounds[place + 1]) / 2
        return _Wanted(level, "level", 1 - middle / 100, level)
    measure, share = ("guess_free", guess_free) if win_rate is None else ("win_rate", win_rate)
    assert share is not None
    if not 0 < share < 1:
        what = "a share of guess-free games" if win_rate is None else "a win rate"
        raise GameError(f"{what} must be between 0 and 1, not {share}")
    text = f"guess-free in {share:.4g} of the games"
    return _Wanted(None, measure, share, text if win_rate is None else f"won in {share:.4g}")


class _Stages:
    """Progress over boards, each from 0 to 1."""

    _PARTS = 100

    def __init__(self, progress: Progress | None, done: int, boards: int) -> None:
        self._progress, self._done, self._boards = progress, done, boards

    def report(self, share: float) -> None:
        if self._progress is not None:
            done = round(self._PARTS * (self._done + share))
            self._progress(done, self._PARTS * self._boards)


def _bisect(bare: Deal, wanted: _Wanted, games: int, seed: int, stages: _Stages) -> list[int]:
    """Return the two numbers of mines around the target, the nearer first; one at an end."""
    if bare.room < 1:
        return []
    most = int(win_curve(bare, seed=seed, games=_SCAN_GAMES).below_dip().mines[-1])
    low, high = 0, most + 1  # at least as easy as wanted; harder than wanted
    steps, eases = 0, {}
    while high - low > 1:
        middle = (low + high) // 2
        eases[middle] = _ease(bare, middle, wanted, games, seed)
        low, high = (middle, high) if eases[middle] >= wanted.target else (low, middle)
        steps += 1
        stages.report(0.9 * steps / (log2(most + 1) + 1))
    near = {mines: abs(eases[mines] - wanted.target) for mines in (low, high) if mines in eases}
    return sorted(near, key=lambda mines: near[mines])


def _ease(bare: Deal, mines: int, wanted: _Wanted, games: int, seed: int) -> float:
    """Return the measured share, from as many games as the decision needs."""
    deal = Deal.read(bare.board, mines=mines, first=bare.first, start=bare.start)
    measure = _Measure(deal, wanted.measure, seed)
    upto = min(_FEWEST_GAMES, games)
    while True:
        ease, (low, high) = measure.upto(upto)
        if upto == games or not low <= wanted.target <= high:
            return ease
        upto = min(2 * upto, games)


class _Measure:
    """One measure of ease of one deal, over an increasing number of games."""

    def __init__(self, deal: Deal, measure: str, seed: int) -> None:
        self._deal, self._measure, self._seed = deal, measure, seed
        self._walker = Walker(deal.board)
        self._done = 0
        self._count = 0

    def upto(self, games: int) -> tuple[float, tuple[float, float]]:
        """Return the measured share and its 95 % interval."""
        self._count += self._play(self._done, games - self._done)
        self._done = games
        if self._measure != "level":
            return self._count / games, wilson(self._count, games)
        low, high = score_interval(self._count, games)
        return 1 - self._count / (PLAYERS * games), (1 - high / 100, 1 - low / 100)

    def _play(self, begin: int, games: int) -> int:
        guessing = self._simulate(PLAYER, begin, games)
        if self._measure == "win_rate":
            return guessing[1]
        if self._measure == "guess_free":
            return guessing[0]
        # The losses of the four players, starting with the one that uses single clues.
        lost = games - self._simulate("basic", begin, games)[0]
        for index in range(begin, begin + games):
            lost += not self._solved_in_pairs(index)
        return lost + sum(games - count for count in guessing)

    def _simulate(self, strategy: str, begin: int, games: int) -> tuple[int, int]:
        deal = self._deal
        result = simulate(
            deal.board,
            strategy,
            games,
            self._seed,
            deal.first,
            deal.start,
            mines=deal.mines,
            index=begin,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        return result.guess_free, result.wins

    def _solved_in_pairs(self, index: int) -> bool:
        deal = self._deal
        mined = np.array(deal.game(self._seed, index).mines, dtype=np.bool_)
        return deal.start_is_safe and self._walker.solves(mined, deal.start)
