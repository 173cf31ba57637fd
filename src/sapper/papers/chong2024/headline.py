"""The main question of the paper: the critical density of large boards.

The program of the paper plays the boards of its table. Then ``pseq`` plays much larger boards, at
the limit that the paper claims and at the density at which a theory without fitted parameters (the
census of patterns that force a guess) predicts that half of the games are won. The verdict is a
sentence for each question, and every sentence follows from the games that are passed to it: a
result that contradicts the theory, the table or a proof says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.boards import parse_spec
from sapper.data.published_densities import ASYMPTOTE, CRITICAL_DENSITIES
from sapper.formatting import percent
from sapper.games import simulate
from sapper.intervals import wilson
from sapper.lab.figures.large_boards import PlayedShare
from sapper.lab.fits.agreement import LEVEL, holm
from sapper.lab.study import PUBLISHED, study
from sapper.lab.study.census_agreement import census_agreement
from sapper.lab.sweeps.densities import densities
from sapper.lab.sweeps.points import spread_points
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
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson 95 % interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def share(self) -> str:
        """The win rate and its Wilson 95 % interval, in percent."""
        low, high = self.interval
        return f"{100 * self.rate:.0f} % ({100 * low:.0f} to {100 * high:.0f})"

    @property
    def p_value(self) -> float:
        """The p-value of an exact binomial test of the predicted win rate, two-sided."""
        from scipy.stats import binomtest

        return float(binomtest(self.wins, self.games, self.expected).pvalue)

    @property
    def at_the_limit(self) -> bool:
        """Whether it was played at the limit that the paper claims."""
        return self.density == float(ASYMPTOTE)

    def played(self) -> PlayedShare:
        """Return what a figure draws of it."""
        return PlayedShare(self.board, self.density, self.wins, self.games)


def stored_games(store: Store, games: int = GAMES, seed: int = 1) -> int:
    """Return how many games of the table are stored already and need not be played."""
    boards = [parse_spec(f"{p}x{q}") for p, q in CRITICAL_DENSITIES]
    return store.games(spread_points(boards, [PUBLISHED], ["safe"], seed), games)


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
    total = sum(games * parse_spec(board).size for board, games, _ in plan)
    done = 0
    found = []
    for board, games, density in plan:
        size = parse_spec(board).size

        def report(finished: int, _games: int, before: int = done, size: int = size) -> None:
            if progress is not None:
                progress(before + finished * size, total)

        mines = round(size * density)
        played = simulate(board, "pseq", games, seed, first="open", mines=mines, progress=report)
        if played.interrupted:
            raise KeyboardInterrupt
        expected, bound = patterns.win_rate(board, density), density_bound(board, density).bound
        found.append(Trial(board, density, games, played.wins, expected, bound))
        done += games * size
    return found


def verdict(agreement: Agreement, trials: list[Trial]) -> list[str]:
    """Return the result in one sentence for each question."""
    return [
        _of_the_table(agreement),
        _of_the_limit(trials),
        _of_the_theory(trials),
        _of_larger_boards(),
    ]


def _of_the_table(agreement: Agreement) -> str:
    differing = [board for board, p in agreement.holm.items() if p < LEVEL]
    tests = f"{agreement.summary()}; two-sample tests, this run"
    boards = f"{agreement.degrees} of {agreement.degrees + len(agreement.left_out)} boards"
    if agreement.p_value >= LEVEL and not differing:
        return (
            f"The table is reproduced: on the {boards} that can be compared, the paper's program "
            f"differs from its printed values by no more than sampling noise ({tests})."
        )
    single = f", on {_listed(differing)} alone after Holm's correction" if differing else ""
    return (
        f"The table is not reproduced: on the {boards} that can be compared, the paper's program "
        f"differs from its printed values by more than sampling noise{single} ({tests})."
    )


def _of_the_limit(trials: list[Trial]) -> str:
    """Compare the win rates with the proved bound, and those at the claimed limit with one half."""
    side = refuted_from(float(ASYMPTOTE))
    proved = (
        f"It is proved, without games, that from {side}x{side} on no player wins half at "
        f"{ASYMPTOTE}, so no limit of {ASYMPTOTE} exists"
    )
    above = [trial.board for trial in trials if trial.interval[0] > trial.bound]
    if above:
        return (
            f"More games were won in this run than any player can win, on {_listed(above)}: the "
            "bound or the games have a defect."
        )
    played = [trial for trial in trials if trial.at_the_limit]
    if not played:
        return proved + "."
    rates = ", ".join(f"{100 * trial.rate:.0f} % on {trial.board}" for trial in played)
    below = [trial.board for trial in played if trial.interval[1] < 0.5]
    if played[-1].board in below:
        result = f"significantly less than half on {_listed(below)}"
    else:
        result = f"not significantly less than half on {played[-1].board}"
    return f"At {ASYMPTOTE} a strong player wins {rates} in this run, {result}. {proved}."


def _of_the_theory(trials: list[Trial]) -> str:
    """Test the predicted win rates one by one (Holm) and together (Fisher's method)."""
    single = [trial.p_value for trial in trials]
    adjusted = holm(single)
    together = combined(single)
    name = "The theory without fitted parameters (the census of patterns)"
    tests = f"{len(trials)} exact binomial tests, together p = {together:.3f} by Fisher's method"
    unlikely = "; ".join(
        _difference(trial, p, corrected)
        for trial, p, corrected in zip(trials, single, adjusted, strict=True)
        if p < LEVEL
    )
    if together < LEVEL or min(adjusted) < LEVEL:
        where = f": {unlikely}" if unlikely else ""
        return f"{name} is rejected as an exact law in this run ({tests}){where}."
    if unlikely:
        return f"{name} is not rejected in this run ({tests}), although {unlikely}."
    return f"{name} agrees with all {len(trials)} win rates of this run ({tests})."


def combined(p_values: list[float]) -> float:
    """Return the p-value of several independent tests together (Fisher's method).

    >>> round(combined([0.05]), 4), round(combined([0.05, 0.05]), 4)
    (0.05, 0.0175)
    """
    from scipy.stats import combine_pvalues

    return float(combine_pvalues(p_values, "fisher").pvalue)


def _difference(trial: Trial, p: float, corrected: float) -> str:
    return (
        f"on {trial.board} at {trial.density:.3f} it predicts {percent(trial.expected)} %, and "
        f"{trial.share} were won (p = {p:.3f}, by Holm {corrected:.3f})"
    )


def _of_larger_boards() -> str:
    """Return what the shipped study found on its largest square, and what is proved there."""
    largest = [row for row in study() if _is_large_square(row)][-1]
    proved = bound_density(largest.board)
    assert largest.value is not None
    assert largest.low is not None
    assert largest.high is not None
    assert proved is not None
    patterns = census("grid")
    tested = census_agreement("open-squares")
    holds = "is not rejected" if tested.p_value >= LEVEL else "is rejected as an exact law"
    return (
        f"Shipped data, not played in this run (sapper study, version {largest.version}): on "
        f"{largest.board} half of {largest.games:,} games are won at {largest.value:.3f} "
        f"({largest.low:.3f} to {largest.high:.3f}); the theory predicts "
        f"{patterns.density(largest.board):.3f}, and from {proved:.3f} to 0.6 no player wins half "
        f"(proved). On {tested.degrees} squares from 100x100 on the theory {holds} "
        f"({tested.summary()}). Louf 2025 proves that the density falls like n^(-1/6) on n cells."
    )


def _is_large_square(row: StudyRow) -> bool:
    return (row.part, row.method) == ("open-squares", "half") and row.value is not None


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
