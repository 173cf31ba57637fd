"""The main question of the paper: the critical density of large boards.

The program of the paper plays the boards of its table. Then ``pseq`` plays much larger boards, at
the limit that the paper claims and at the density at which a theory without fitted parameters (the
census of patterns that force a guess) predicts that half of the games are won. The result is
reported in three sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.data.published_densities import ASYMPTOTE, CRITICAL_DENSITIES
from sapper.games import simulate
from sapper.intervals import wilson
from sapper.lab.study import PUBLISHED, study
from sapper.lab.sweeps.densities import densities
from sapper.theory import bound_density, census, density_bound, refuted_from

if TYPE_CHECKING:
    from sapper.lab.fits.agreement import Agreement
    from sapper.lab.store.store import Store
    from sapper.lab.study import StudyRow
    from sapper.lab.sweeps.densities import BoardDensity
    from sapper.lab.sweeps.executors import Executor
    from sapper.progress import Progress

QUESTION = (
    "Chong et al. 2024 ask at which mine density a Minesweeper board stops being winnable. They "
    "measure this critical density on boards up to 10x10 and conclude that on large squares it "
    f"tends to {ASYMPTOTE}. Is their table right, and does this limit exist?"
)

GAMES = 400
"""Games per number of mines on each board of the table; the paper plays 1,000."""

AT_THE_LIMIT = (("50x50", 400), ("100x100", 300), ("200x200", 120), ("500x500", 30))
"""Squares played at the claimed limit, each with its number of games."""

AT_THE_HALF = (("200x200", 200), ("1000x1000", 24), ("2000x2000", 4))
"""Squares played at the density at which theory predicts a win rate of one half, with games."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Games on a large board."""

    board: str
    """The board."""

    density: float
    """Mines per cell."""

    games: int
    """The games played."""

    wins: int
    """The games won."""

    expected: float
    """The win rate predicted by theory without fitted parameters."""

    bound: float
    """A proved upper bound on the win rate of any player, for independent mines."""

    @property
    def share(self) -> str:
        """The win rate and its Wilson 95 % interval, in percent."""
        low, high = wilson(self.wins, self.games)
        return f"{100 * self.wins / self.games:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def play_table(
    store: Store,
    games: int = GAMES,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[BoardDensity]:
    """Run the paper's program on all boards of its table and evaluate it by the paper's method."""
    return densities(
        [f"{p}x{q}" for p, q in CRITICAL_DENSITIES],
        store,
        strategy=PUBLISHED,
        games=games,
        seed=seed,
        method="paper",
        executor=executor,
        progress=progress,
    )


def play_large(seed: int = 1, progress: Progress | None = None) -> list[Trial]:
    """Play large squares at the claimed limit and at the density of the predicted half."""
    patterns = census("grid")
    plan = [(board, games, float(ASYMPTOTE)) for board, games in AT_THE_LIMIT]
    plan += [(board, games, patterns.density(board)) for board, games in AT_THE_HALF]
    total, done = sum(games for _, games, _ in plan), 0
    found = []
    for board, games, density in plan:
        mines = round(parse_spec(board).size * density)
        played = simulate(board, "pseq", games, seed, first="open", mines=mines)
        if played.interrupted:
            raise KeyboardInterrupt
        expected, bound = patterns.win_rate(board, density), density_bound(board, density).bound
        found.append(Trial(board, density, games, played.wins, expected, bound))
        done += games
        if progress is not None:
            progress(done, total)
    return found


def verdict(agreement: Agreement, trials: list[Trial]) -> list[str]:
    """Return the result in three sentences."""
    limit = [trial for trial in trials if trial.density == float(ASYMPTOTE)]
    falling = ", ".join(f"{trial.share.split(' (')[0]} on {trial.board}" for trial in limit)
    halves = {row.board: row for row in study() if _is_large_square(row)}
    largest = list(halves.values())[-1]
    patterns = census("grid")
    assert largest.value is not None
    holds = agreement.p_value >= 0.01
    word = "holds" if holds else "does not hold"
    extent = "by no more than chance" if holds else "by more than chance"
    proved = bound_density(largest.board)
    assert proved is not None
    return [
        f"The table {word}: the paper's program, run again on {agreement.degrees} boards, differs "
        f"from it {extent} ({agreement.summary()}).",
        f"The limit does not hold: at {ASYMPTOTE} a strong player wins {falling}, and it is proved "
        f"that from {_square(refuted_from(float(ASYMPTOTE)))} on no player wins half of the games.",
        f"There is no limit above 0: on {largest.board} half of the games are won at "
        f"{largest.value:.3f}; theory without fitted parameters predicts "
        f"{patterns.density(largest.board):.3f}, and it is proved that no player wins half above "
        f"{proved:.3f}; on n cells the critical density falls like n^(-1/6).",
    ]


def _is_large_square(row: StudyRow) -> bool:
    return (row.part, row.method) == ("open-squares", "half") and row.value is not None


def _square(side: int) -> str:
    return f"{side}x{side}"
