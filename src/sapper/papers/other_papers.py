"""One result of each other paper, computed anew, with the printed value.

``sapper demo`` shows them; ``sapper reproduce`` computes every claim of these papers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sapper.analysis import analyze
from sapper.boards import grid
from sapper.games import simulate
from sapper.intervals import wilson
from sapper.papers.fowler_young2004.figures import FIGURE_III_1
from sapper.papers.heuristic_agents.table_one_games import TABLE
from sapper.perfect import one_mine
from sapper.positions import parse
from sapper.theory import opening_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAMES = 2_000
"""Games of the agent."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result of a paper."""

    paper: str
    """The paper, by author and year."""

    subject: str
    """The quantity."""

    published: str
    """Its printed value."""

    computed: str
    """Its value, computed now."""

    agrees: bool
    """Whether both agree."""


def other_papers(seed: int = 1) -> Iterator[Result]:
    """Compute the results one by one; ``seed`` is that of the games."""
    results: list[Callable[[], Result]] = [
        _perimeter,
        _one_mine,
        lambda: _agent(seed),
        _opening,
    ]
    for compute in results:
        yield compute()


def _perimeter() -> Result:
    (component,) = analyze(parse(FIGURE_III_1, mines=11)).components
    counts = sorted(dict(component.arrangements).items())
    computed = ", ".join(f"{ways} with {mines} mines" for mines, ways in counts)
    published = "4 with 3 mines, 15 with 4 mines"
    return Result(
        "Fowler & Young 2004",
        "arrangements of the perimeter in figure III.1",
        published,
        computed,
        published == computed,
    )


def _one_mine() -> Result:
    probability = one_mine(grid(3, 3)).probability
    return Result(
        "Golan 2014",
        "one mine on a 3x3 grid, perfect play (proposition 2.6)",
        "8/9",
        str(probability),
        probability == Fraction(8, 9),
    )


def _agent(seed: int) -> Result:
    spec, strategy, number = "4x4/2", "neighborhood-sum", 2
    row = TABLE[spec][number - 1]
    played = simulate(spec, strategy, GAMES, seed, first="any", start=0)
    if played.interrupted:
        raise KeyboardInterrupt
    low, high = played.interval
    least, most = wilson(round(float(row.percent) * row.games / 100), row.games)
    return Result(
        "heuristic-agents report",
        f"agent {number} (neighborhood sum) on 4x4 with 2 mines, games won",
        f"{row.percent} % of {row.games}",
        f"{100 * played.win_rate:.0f} % of {played.games:,} ({100 * low:.0f} to {100 * high:.0f})",
        least <= high and low <= most,
    )


def _opening() -> Result:
    risk = 100 * float(opening_tree("expert").find(1, 1, 2).risk)
    return Result(
        "combinatorics note",
        "expert, after 1 1 2 in the middle: risk of the two cells shared by the 1s (2.3)",
        "6 %",
        f"{risk:.2f} %",
        round(risk) == 6,
    )
