"""Win rates compared with the literature, with 95 % intervals, as evidence of correct play.

Each row has a published figure, Sapper's on seed 1, and whether they are compatible: their
intervals overlap. A figure from a paper that gives no number of games counts as exact to its last
digit. ``--games`` sets the number of games, ``--only`` selects a source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import FirstClickRule

import argparse
import json
from dataclasses import asdict, dataclass
from math import sqrt

import sapper


@dataclass(frozen=True)
class Figure:
    """A published win rate."""

    source: str
    spec: str
    strategy: str
    published: float
    """In percent."""
    error: float
    """Half of its 95 % interval, in percentage points."""
    first: FirstClickRule = "safe"
    start: tuple[int, int] | None = None
    note: str = ""


def binomial(percent: float, games: int) -> float:
    """Return half of the 95 % interval of a rate measured on a number of games."""
    p = percent / 100
    return 196 * sqrt(max(p * (1 - p), 1 / games) / games)


AAAI = "Tu and others 2017"
FIGURES = [
    Figure(AAAI, "8x8/10", "pseq", 81.627, 0.016),
    Figure(AAAI, "9x9/10", "pseq", 91.68, 0.02),
    Figure(AAAI, "10x10/20", "pseq", 60.6, 0.2),
    Figure(AAAI, "16x16/40", "pseq", 78.122, 0.016),
    Figure(AAAI, "16x30/99", "pseq", 39.616, 0.01),
    Figure(AAAI, "9x9/10", "pseq-d256", 91.69, 0.05),
    Figure(AAAI, "8x8/10", "pseq", 90.15, 0.05, "open", (2, 2)),
    Figure(AAAI, "9x9/10", "pseq", 97.15, 0.05, "open", (2, 2)),
    Figure(AAAI, "16x16/40", "pseq", 88.93, 0.05, "open", (2, 2)),
    Figure(AAAI, "16x30/99", "pseq", 52.78, 0.05, "open", (3, 3)),
    Figure("greedy programs", "9x9/10", "perimeter", 89.6, 0.3),
    Figure("greedy programs", "10x10/20", "perimeter", 55.8, 0.5),
    Figure("Chong et al. 2024", "10x10/20", "infer-guess-published", 46.8, binomial(46.8, 1000)),
]

AGENTS = [f"agent003:{number}" for number in range(1, 6)]
HEURISTIC_AGENTS: dict[str, list[tuple[float, int]]] = {
    "4x4/2": [(15, 100), (47, 100), (92, 100), (26, 100), (86, 100)],
    "5x5/4": [(4, 100), (11, 100), (58, 100), (6, 100), (54, 100)],
    "6x6/6": [(0, 100), (4, 100), (40, 100), (2.5, 40), (32, 60)],
}


def heuristic_agent_figures() -> list[Figure]:
    """Return the table of the heuristic-agents report, first click (0, 0) on any layout."""
    return [
        Figure("heuristic agents", spec, agent, rate, binomial(rate, games), "any", (0, 0))
        for spec, row in HEURISTIC_AGENTS.items()
        for agent, (rate, games) in zip(AGENTS, row, strict=True)
    ]


@dataclass(frozen=True)
class Comparison:
    """A published figure and Sapper's."""

    figure: Figure
    ours: float
    low: float
    high: float
    games: int
    moves: float

    @property
    def agrees(self) -> bool:
        """Whether the two intervals overlap."""
        published, error = self.figure.published, self.figure.error
        return self.low <= published + error and self.high >= published - error


def compare(figure: Figure, games: int) -> Comparison:
    """Play, and compare with the published figure."""
    slow = figure.strategy in ("agent003:4", "agent003:5", "infer-guess-published")
    result = sapper.simulate(
        figure.spec,
        strategy=figure.strategy,
        games=max(1000, games // 20) if slow else games,
        seed=1,
        first=figure.first,
        start=figure.start,
    )
    low, high = (100 * bound for bound in result.interval)
    ours = 100 * result.win_rate
    return Comparison(figure, ours, low, high, result.games, result.moves / result.games)


@dataclass(frozen=True)
class Curve:
    """The experiment of Fowler & Young 2004: win rates on 4x4 with 0 to 16 mines."""

    basic: list[float]
    perimeter: list[float]

    @property
    def mean_ratio(self) -> float:
        """Ratio of the win rates of perimeter and basic, averaged over the numbers of mines."""
        pairs = zip(self.perimeter, self.basic, strict=True)
        ratios = [better / worse for better, worse in pairs if worse > 0]
        return sum(ratios) / len(ratios)


def curve_of_levels(games: int) -> Curve:
    """Play the experiment of Fowler & Young 2004."""

    def rates(strategy: str) -> list[float]:
        specs = [f"4x4/{mines}" for mines in range(17)]
        return [sapper.simulate(spec, strategy, games=games, seed=1).win_rate for spec in specs]

    return Curve(rates("basic"), rates("perimeter"))


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="games per row")
    parser.add_argument("--only", default="", help="only sources that contain this")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    chosen = [f for f in FIGURES + heuristic_agent_figures() if options.only in f.source]
    rows = []
    for figure in chosen:
        row = compare(figure, options.games)
        rows.append(row)
        if not options.json:
            print(
                f"{figure.source:>20} {figure.spec:>9} {figure.first:>5} {figure.strategy:<22}"
                f" published {figure.published:6.2f} ± {figure.error:.2f}  ours {row.ours:6.2f}"
                f" [{row.low:.2f}, {row.high:.2f}]  {row.moves:.2f} clicks"
                f"  {'agrees' if row.agrees else 'differs'}",
                flush=True,
            )
    curve = None
    if options.only in "Fowler & Young 2004":
        curve = curve_of_levels(max(1000, options.games // 10))
    if options.json:
        figures = [{**asdict(row), "agrees": row.agrees} for row in rows]
        print(json.dumps({"figures": figures, "curve_001": curve and asdict(curve)}))
    elif curve is not None:
        for mines in range(17):
            better, worse = curve.perimeter[mines], curve.basic[mines]
            print(f"  4x4/{mines:<2}  basic {worse:.3f}  perimeter {better:.3f}")
        print(f"  mean ratio {curve.mean_ratio:.2f}, published 4.0")


if __name__ == "__main__":
    main()
