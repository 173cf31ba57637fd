"""The difficulty of a board with its mines for a player (Chong et al. 2024, 10.1).

Games are played to their end, each stage by the simplest sufficient kind of reasoning
(``reasoning``). The score is the mean loss rate, in percent, of four players of increasing skill:
one that uses single clues, one that also combines two clues, one that makes all certain deductions
but never guesses, and one that guesses by exact probabilities. It ranges from 0 (all players always
win) to 100 (none ever wins). Below the critical density each of the four loss rates increases with
the number of mines, and so does the score.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import defaults
from sapper.games.deals import Deal, check_whole
from sapper.intervals import Z95, wilson
from sapper.lab.difficulty.reasoning import KINDS, PLAYER, Walk, Walker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.games.deals import DealtGame
    from sapper.lab.difficulty.critical_distance import CriticalDistance
    from sapper.progress import Progress
    from sapper.types import BoardLike, Cell, FirstClickRule

LEVELS = {"trivial": 0, "easy": 5, "medium": 25, "hard": 50, "expert": 75, "hopeless": 95}
"""The levels and the lowest score of each."""

PLAYERS = 4
"""The number of players whose losses make the score."""

_PROGRESS_SECONDS = 0.05
"""Seconds between two progress updates."""


def level_of(score: float) -> str:
    """Return the level of a score.

    >>> level_of(4.9), level_of(25), level_of(100)
    ('trivial', 'medium', 'hopeless')
    """
    return max((name for name in LEVELS if LEVELS[name] <= score), key=lambda name: LEVELS[name])


def score_interval(losses: int, games: int) -> tuple[float, float]:
    """Return a 95 % interval for the score, from the losses of all players together.

    The losses of the players in one game are dependent. The variance of their mean is at most that
    of a single loss with the same probability, so the Wilson interval for one player's losses in
    ``games`` games is conservative. It is computed as four times the games at twice the quantile.

    >>> [round(bound, 1) for bound in score_interval(160, 400)]
    [7.4, 13.3]
    """
    low, high = wilson(losses, PLAYERS * games, z=PLAYERS**0.5 * Z95)
    return 100 * low, 100 * high


@dataclass(frozen=True, slots=True)
class KindUse:
    """The use of one kind of reasoning in games."""

    kind: str
    """The kind; see ``sapper.lab.difficulty.reasoning.KINDS``."""

    clicks: int
    """The number of clicks that follow from it, in all games."""

    click_share: float
    """Its share of all clicks except first clicks, 0 to 1; 0 without any click."""

    games_needing: int
    """The number of games that need this kind or a harder one."""

    game_share: float
    """Their share of all games, 0 to 1."""

    interval: tuple[float, float]
    """The Wilson 95 % interval of that share."""

    def to_dict(self) -> dict[str, Any]:
        """Return the values as a dictionary."""
        return {
            "kind": self.kind,
            "clicks": self.clicks,
            "click_share": self.click_share,
            "games_needing": self.games_needing,
            "game_share": self.game_share,
            "interval": list(self.interval),
        }


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a board with its mines."""

    spec: str
    """The board with its mines."""

    density: float
    """The density, in mines per cell."""

    first: FirstClickRule
    """The rule of the first click."""

    start: int
    """The first cell."""

    place: tuple[int, ...]
    """The coordinates of the first cell."""

    seed: int
    """The seed of the games."""

    games: int
    """The number of games."""

    wins: int
    """The number of games won by ``pseq``, which guesses by exact probabilities."""

    guess_free: int
    """The number of games that need no guess."""

    guesses: int
    """The number of guesses in all games, which continue after guesses that hit a mine."""

    bbbv: int
    """The sum of the 3BV of all layouts."""

    kinds: tuple[KindUse, ...]
    """The kinds of reasoning that the games need, the simplest first."""

    critical: CriticalDistance | None
    """The distance from the critical density; None if not requested."""

    @property
    def win_rate(self) -> float:
        """The share of games that ``pseq`` wins."""
        return self.wins / self.games

    @property
    def win_interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def guess_share(self) -> float:
        """The share of games that need a guess."""
        return 1 - self.guess_free / self.games

    @property
    def guess_interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the share of games that need a guess."""
        return wilson(self.games - self.guess_free, self.games)

    @property
    def losses(self) -> int:
        """The number of games lost by the four players together."""
        needing = {use.kind: use.games_needing for use in self.kinds}
        by_reasoning = needing["two clues"] + needing["several clues"] + needing["guess"]
        return by_reasoning + self.games - self.wins

    @property
    def score(self) -> float:
        """The difficulty, 0 to 100: the mean loss rate of the four players in percent."""
        return 100 * self.losses / (PLAYERS * self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """A conservative 95 % interval of the score."""
        return score_interval(self.losses, self.games)

    @property
    def level(self) -> str:
        """The level: trivial, easy, medium, hard, expert or hopeless."""
        return level_of(self.score)

    def summary(self) -> str:
        """Return the difficulty in a few lines."""
        low, high = self.interval
        lines = [
            f"{self.spec}, first click {self.first} at {self.place}: {self.level}, difficulty "
            f"{self.score:.1f} of 100 (95 %: {low:.1f} to {high:.1f})",
            f"{PLAYER} wins {share_text(self.win_rate, self.win_interval)}",
            f"{share_text(self.guess_share, self.guess_interval)} of the games need a guess, "
            f"{self.guesses / self.games:.2f} per game",
            f"the mean 3BV is {self.bbbv / self.games:.2f}",
        ]
        lines += [
            f"{use.kind}: {100 * use.click_share:.2f} % of the clicks; "
            f"{share_text(use.game_share, use.interval)} of the games need this or more"
            for use in self.kinds
        ]
        if self.critical is not None:
            lines.append(self.critical.summary())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """Return the difficulty as a table, for a notebook."""
        from sapper.html_table import Bar, share, table

        low, high = self.interval
        score = f"{self.score:.1f} of 100 (95 %: {low:.1f} to {high:.1f})"
        rows: list[tuple[str, object]] = [
            ("level", self.level),
            ("difficulty", Bar(score, self.score / 100, (low / 100, high / 100))),
            (f"{PLAYER} wins", share(self.win_rate, self.win_interval)),
            ("games that need a guess", share(self.guess_share, self.guess_interval)),
        ]
        rows += [
            (f"games that need {use.kind} or more", share(use.game_share, use.interval))
            for use in self.kinds[:-1]
        ]
        if self.critical is not None:
            rows.append(("critical density", self.critical.summary()))
        rows.append(("games", self.games))
        return table(f"{self.spec}, first click {self.first} at {self.place}", rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the difficulty as ``sapper difficulty --json`` prints it."""
        return {
            "spec": self.spec,
            "density": self.density,
            "first": self.first,
            "start": list(self.place),
            "seed": self.seed,
            "games": self.games,
            "level": self.level,
            "score": self.score,
            "interval": list(self.interval),
            "wins": self.wins,
            "win_rate": self.win_rate,
            "win_interval": list(self.win_interval),
            "guess_free": self.guess_free,
            "guess_share": self.guess_share,
            "guess_interval": list(self.guess_interval),
            "guesses": self.guesses,
            "bbbv": self.bbbv,
            "kinds": [use.to_dict() for use in self.kinds],
            "critical": None if self.critical is None else self.critical.to_dict(),
        }


def rate(
    board: BoardLike,
    *,
    mines: int | None = None,
    games: int = defaults.RATED_GAMES,
    seed: int = defaults.SEED,
    first: FirstClickRule = defaults.RATED_FIRST,
    start: Cell | None = None,
    critical: bool = True,
    progress: Progress | None = None,
) -> Difficulty:
    """Rate the difficulty of a board with its mines.

    ``board`` is a spec such as ``"16x30/99"``, or a Board with ``mines``. Unlike elsewhere, the
    default of ``first`` is ``open``: a game that starts with a single number needs a guess, which
    depends on the rule more than on the board. ``critical`` also estimates the critical density of
    the board from further games (``sapper.lab.difficulty.critical_distance``).
    ``progress(done, total)`` is called up to twenty times per second with the number of games.

    >>> easy = rate("9x9/6", games=100, critical=False)
    >>> easy.level, easy.games, easy.wins + 5 >= 100
    ('trivial', 100, True)
    """
    check_whole(games, "the number of games", 1)
    check_whole(seed, "the seed", 0)
    deal = Deal.read(board, mines=mines, first=first, start=start)
    walks, bbbv = _play(deal, seed, games, progress)
    distance = None
    if critical:
        from sapper.lab.difficulty.critical_distance import critical_distance

        distance = critical_distance(deal, seed=seed)
    return Difficulty(
        spec=deal.spec,
        density=deal.mines / deal.board.size,
        first=deal.first,
        start=deal.start,
        place=deal.board.coordinates(deal.start),
        seed=seed,
        games=games,
        wins=sum(walk.won for walk in walks),
        guess_free=sum(walk.guesses == 0 for walk in walks),
        guesses=sum(walk.guesses for walk in walks),
        bbbv=bbbv,
        kinds=_uses(walks),
        critical=distance,
    )


def walk_game(deal: Deal, walker: Walker, dealt: DealtGame) -> Walk:
    """Play a dealt game to its end."""
    if deal.full:  # won before the first click
        return Walk((), True, True)
    mined = np.array(dealt.mines, dtype=np.bool_)
    return walker.walk(mined, deal.start, certain_start=deal.start_is_safe)


def _play(deal: Deal, seed: int, games: int, progress: Progress | None) -> tuple[list[Walk], int]:
    """Play games and return them with the sum of their 3BV."""
    walker = Walker(deal.board)
    walks: list[Walk] = []
    bbbv = 0
    reported = perf_counter()
    for index in range(games):
        dealt = deal.game(seed, index)
        walks.append(walk_game(deal, walker, dealt))
        bbbv += dealt.bbbv
        due = perf_counter() - reported > _PROGRESS_SECONDS or index == games - 1
        if progress is not None and due:
            reported = perf_counter()
            progress(index + 1, games)
    return walks, bbbv


def _uses(walks: Sequence[Walk]) -> tuple[KindUse, ...]:
    clicks = [sum(walk.clicks(kind) for walk in walks) for kind in KINDS]
    hardest = [walk.hardest for walk in walks]
    total = sum(clicks)
    uses = []
    for place, kind in enumerate(KINDS):
        needing = sum(h is not None and KINDS.index(h) >= place for h in hardest)
        share = clicks[place] / total if total else 0.0
        rate = needing / len(walks)
        uses.append(KindUse(kind, clicks[place], share, needing, rate, wilson(needing, len(walks))))
    return tuple(uses)


def share_text(share: float, interval: tuple[float, float]) -> str:
    """Return a share with its interval as text, in percent.

    >>> share_text(0.5, (0.45, 0.55))
    '50.00 % (95 %: 45.00 to 55.00 %)'
    """
    low, high = interval
    return f"{100 * share:.2f} % (95 %: {100 * low:.2f} to {100 * high:.2f} %)"
