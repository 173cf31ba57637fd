"""The main question of the paper: the critical density of large boards.

The program of the paper is run on the boards of its table. Then much larger boards are played, at
the limit that the paper names and at the density at which theory without a fitted parameter expects
half of the games to be won. The result is three sentences.
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
    "Chong et al. 2024 ask at which density of mines a Minesweeper board stops being winnable. It "
    "measures this critical density on boards up to 10x10, and concludes that on large squares it "
    f"tends to {ASYMPTOTE}. Is its table right, and is there such a limit?"
)

GAMES = 400
"""Games for each number of mines of a board of the table; the paper has 1,000."""

AT_THE_LIMIT = (("50x50", 400), ("100x100", 300), ("200x200", 120), ("500x500", 30))
"""Squares played at the density that is said to be the limit, and how many games."""

AT_THE_HALF = (("200x200", 200), ("1000x1000", 24), ("2000x2000", 4))
"""Squares played where theory expects half of the games to be won."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Games on a large board."""

    board: str
    """The board."""

    density: float
    """Mines a cell."""

    games: int
    """The games played."""

    wins: int
    """The games won."""

    expected: float
    """The share that theory expects, with nothing fitted."""

    bound: float
    """The share that no player exceeds, proved for independent mines."""

    @property
    def share(self) -> str:
        """The share of games won with its interval."""
        low, high = wilson(self.wins, self.games)
        return f"{100 * self.wins / self.games:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def play_table(
    store: Store,
    games: int = GAMES,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[BoardDensity]:
    """Run the paper's own program on all boards of its table, judged by its own method."""
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
    """Play large squares at the limit that is claimed, and where theory expects a half."""
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
    """Return what was found, in three sentences."""
    limit = [trial for trial in trials if trial.density == float(ASYMPTOTE)]
    falling = ", ".join(f"{trial.share.split(' (')[0]} on {trial.board}" for trial in limit)
    halves = {row.board: row for row in study() if _is_large_square(row)}
    largest = list(halves.values())[-1]
    patterns = census("grid")
    assert largest.value is not None
    word = "holds" if agreement.p_value >= 0.01 else "does not hold"
    proved = bound_density(largest.board)
    assert proved is not None
    return [
        f"The table {word}: the paper's program, run again on {agreement.degrees} boards, differs "
        f"from it as chance would have it ({agreement.summary()}).",
        f"The limit does not: at {ASYMPTOTE} a strong player wins {falling}, and from "
        f"{_square(refuted_from(float(ASYMPTOTE)))} on no player at all can win half of the games, "
        "by proof.",
        f"There is none above 0: half of the games are won at {largest.value:.3f} on "
        f"{largest.board}, where theory with nothing fitted says "
        f"{patterns.density(largest.board):.3f} and no player can do it above {proved:.3f}; with n "
        "cells it falls like n^(-1/6).",
    ]


def _is_large_square(row: StudyRow) -> bool:
    return (row.part, row.method) == ("open-squares", "half") and row.value is not None


def _square(side: int) -> str:
    return f"{side}x{side}"
