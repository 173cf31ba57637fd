"""What paper 000 claims: Chong, Hayden, Ma and Goh on critical densities.

Sections 8 to 10 are here, the others in files of their own. Small boards are played perfectly, and
what the text reads off table B.2 is read off it again, its fit included.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

from sapper.data.published_densities import (
    ASYMPTOTE,
    CORRECTED_ABOVE,
    CRITICAL_DENSITIES,
    SQUARES_A,
    SQUARES_B,
    SQUARES_C,
    STRATEGY,
)
from sapper.papers.claims import Effort, Finding, Paper, equal, rounded
from sapper.papers.exhaustive import every
from sapper.papers.p000_critical_density.curve_claims import CURVE
from sapper.papers.p000_critical_density.density_claims import DENSITIES
from sapper.papers.p000_critical_density.earlier_work import EARLIER
from sapper.papers.p000_critical_density.guess_claims import GUESSES
from sapper.papers.p000_critical_density.hyperbola import Hyperbola
from sapper.papers.p000_critical_density.inference_and_safety import SOLVER
from sapper.papers.p000_critical_density.inference_claims import INFERENCE
from sapper.papers.p000_critical_density.large_board_claims import LARGE
from sapper.papers.p000_critical_density.row_claims import ROWS
from sapper.papers.p000_critical_density.table_claims import TABLE
from sapper.papers.p000_critical_density.win_rate_claims import WIN_RATES
from sapper.papers.played import percent_of, play

if TYPE_CHECKING:
    from collections.abc import Iterator

PAPER = Paper(
    "000",
    "Chong, Hayden, Ma and Goh, *On the critical density of Minesweeper boards*, 2024",
)
PAPER.questions.extend(EARLIER.questions)
PAPER.questions.extend(question for question in SOLVER.questions if "A.1" not in question.where)
PAPER.questions.extend(INFERENCE.questions)
PAPER.questions.extend(GUESSES.questions)
PAPER.questions.extend(CURVE.questions)


# -- 8, methodology -----------------------------------------------------------------------------


@PAPER.claim("8.1", "the mine density of 4x4/15", "0.9375")
def _(_effort: Effort) -> Finding:
    return rounded(Fraction(15, 16), "0.9375")


@PAPER.claim("8.1", "the win rate of 4x4/15", "100 %")
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "4x4/15", STRATEGY, 1_000, 10_000), "100")


@PAPER.claim("8.1", "the win rate of 4x4/14 by its program", "0.07")
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "4x4/14", STRATEGY, 20_000, 100_000), "7")


@PAPER.claim(
    "8.1",
    "the win rate of 4x4/14, where to guess at random is all that can be done",
    "0.07",
    slip="the first clue tells where to guess, which wins twice as often",
)
def _(_effort: Effort) -> Finding:
    from sapper.perfect import optimal

    return rounded(optimal("4x4/14", start=0).probability, "0.07", note="perfect play")


@PAPER.claim(
    "8.1",
    "the product for winning 4x4/14 by luck",
    "0.07",
    slip="every such product is 0, by its last factor; (pq - m - k) / (pq - k) must be meant",
)
def _(_effort: Effort) -> Finding:
    cells, mines = 16, 14
    steps = range(1, cells - mines)
    printed = prod(Fraction(cells - mines - 1 - k, cells - k) for k in steps)
    meant = prod(Fraction(cells - mines - k, cells - k) for k in steps)
    return rounded(printed, "0.07", note=f"with pq - m - k it is {meant} = {float(meant):.4f}")


@PAPER.claim(
    "8.1, A.2",
    "the first number of mines on 4x4 whose win rate is corrected to 0",
    "14",
    slip="the program asks for the density of the board with more mines, the text with fewer",
    note="by win rates of its program",
)
def _(effort: Effort) -> Finding:
    rates = {m: play(effort, f"4x4/{m}", STRATEGY, 5_000, 50_000).win_rate for m in range(10, 16)}
    rising = [m for m in range(11, 16) if rates[m - 1] < rates[m]]
    by_text = next(m for m in rising if Decimal(m - 1) / 16 > CORRECTED_ABOVE)
    by_program = next(m for m in rising if Decimal(m) / 16 > CORRECTED_ABOVE)
    assert by_text == 14
    return equal(by_program, by_text)


# -- 9, results ---------------------------------------------------------------------------------


def _table(p: int) -> list[tuple[int, Decimal]]:
    """A line of table B.2: q and P from the shortest q."""
    return [(q, density) for (own, q), density in CRITICAL_DENSITIES.items() if own == p]


@PAPER.claim("9, B.2", "boards with p, q <= 10 and at least two cells, each once", "all")
def _(_effort: Effort) -> Finding:
    boards = {(p, q) for p in range(1, 11) for q in range(p, 11)} - {(1, 1)}
    found = set(CRITICAL_DENSITIES)
    return Finding(f"{len(found & boards)} of {len(boards)} in table B.2", found == boards)


@PAPER.claim("9.1", "P falls as q grows for p = 1, by table B.2", "always")
def _(_effort: Effort) -> Finding:
    row = _table(1)
    steps = pairwise(row)
    return every(steps, lambda step: step[0][1] >= step[1][1], "steps of q")


@PAPER.claim("9.2", "P = 0 for p = 2, by table B.2", "almost all q")
def _(_effort: Effort) -> Finding:
    row = _table(2)
    others = [f"2x{q}" for q, density in row if density != 0]
    zeros = len(row) - len(others)
    return Finding(f"{zeros} of {len(row)} q, not {' and '.join(others)}", zeros > len(row) / 2)


@PAPER.claim("9.2", "the win rate of 2x10 with one mine", "around 0.50")
def _(_effort: Effort) -> Finding:
    from sapper.perfect import optimal

    best = optimal("2x10/1", start=0).probability
    found = abs(best - Fraction(1, 2)) < Fraction(1, 20)
    return Finding(f"{best} = {float(best):.4f}", found, "perfect play from the corner")


@PAPER.claim("9.2", "the win rate of 2x10 with 1, 2, 3, ... mines", "decreases at once")
def _(_effort: Effort) -> Finding:
    from sapper.perfect import optimal

    rates = [optimal(f"2x10/{mines}", start=0).probability for mines in range(1, 5)]
    shown = ", ".join(f"{float(rate):.3f}" for rate in rates)
    return Finding(shown, rates == sorted(rates, reverse=True), "perfect play from the corner")


def _thick() -> Iterator[tuple[tuple[int, int], Decimal]]:
    return ((board, density) for board, density in CRITICAL_DENSITIES.items() if board[0] > 2)


@PAPER.claim(
    "9.3",
    "P for p > 2, by table B.2",
    "approximately 0.20",
    slip="the smallest boards lie well above",
)
def _(_effort: Effort) -> Finding:
    densities = dict(_thick())
    above = [f"{p}x{q}" for (p, q), d in densities.items() if round(d, 1) != Decimal("0.2")]
    least, most = min(densities.values()), max(densities.values())
    mean = sum(densities.values()) / len(densities)
    return Finding(
        f"{least:.3f} to {most:.3f}, on average {mean:.3f}; 0.3 to a digit for {', '.join(above)}",
        not above,
    )


@PAPER.claim(
    "9.3",
    "P decreases as q increases for p > 2, by table B.2",
    "always",
    slip="its own table rises in places",
)
def _(_effort: Effort) -> Finding:
    rises = []
    steps = 0
    for p in range(3, 10):
        row = _table(p)
        for (_, before), (q, after) in pairwise(row):
            steps += 1
            rises += [f"{p}x{q}"] if after > before else []
    return Finding(f"rises to {', '.join(rises)}: {len(rises)} of {steps} steps", not rises)


@PAPER.claim(
    "9.3",
    "the same for square boards, where it is especially obvious",
    "always",
    slip="its own table rises from 5x5 to 6x6",
)
def _(_effort: Effort) -> Finding:
    rises = [
        f"{q}x{q}"
        for q in range(4, 11)
        if CRITICAL_DENSITIES[q, q] > CRITICAL_DENSITIES[q - 1, q - 1]
    ]
    return Finding(f"rises to {', '.join(rises)}", not rises)


def _squares(least: int) -> Hyperbola:
    """Fit a / (q - b) + c to the q x q boards of table B.2 from a side up."""
    return Hyperbola.fitted({q: CRITICAL_DENSITIES[q, q] for q in range(least, 11)})


for _index, (_name, _value) in enumerate((("a", SQUARES_A), ("b", SQUARES_B), ("c", SQUARES_C))):

    @PAPER.claim(
        "9.3", f"{_name} of a / (q - b) + c, fitted to the squares of table B.2", str(_value)
    )
    def _(
        _effort: Effort, index: int = _index, name: str = _name, value: Decimal = _value
    ) -> Finding:
        fit = _squares(3)
        own: Decimal = getattr(fit, name)
        error = f"the error of the fit is {fit.errors[index]:.3f}"
        return rounded(float(own), str(value), note=f"3x3 to 10x10; {error}")


@PAPER.claim(
    "9.3",
    "the asymptote c, fitted to all squares of table B.2",
    str(ASYMPTOTE),
    slip="it is fitted without 2x2; and without 3x3 it is another one again",
)
def _(_effort: Effort) -> Finding:
    by_least = {least: _squares(least).c for least in (2, 3, 4)}
    shown = ", ".join(f"{c:.3f} from {least}x{least} up" for least, c in by_least.items())
    return Finding(shown, round(by_least[2], 3) == ASYMPTOTE)


# -- 10, conclusion -----------------------------------------------------------------------------


@PAPER.claim("10.2", "its program on 10x10/20", "46.8 % of 1,000")
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "10x10/20", STRATEGY, 2_000, 40_000), "46.8", 1_000)


@PAPER.claim("10.2", "Hill's solver on 10x10/20", "61.1 % of 10,000")
def _(effort: Effort) -> Finding:
    result = play(effort, "10x10/20", "pseq-d256", 10_000, 100_000)
    return percent_of(result, "61.1", 10_000, note="pseq-d256 beside it")


@PAPER.claim(
    "10.2, 4.1",
    "algorithms 3.5 and 4.2 as written, on 10x10/20",
    "46.8 % of 1,000",
    slip="the program is weaker than what the text describes, by the slips of A.1",
)
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "10x10/20", "infer-guess", 10_000, 100_000), "46.8", 1_000)


@PAPER.claim("10.2", "boards that a stronger solver wins more often", "almost all")
def _(effort: Effort) -> Finding:
    boards = ("4x4/3", "5x5/5", "6x6/7", "7x7/10", "8x8/13", "9x9/16", "10x10/20")
    gains = {}
    for board in boards:
        weak = play(effort, board, STRATEGY, 500, 10_000)
        strong = play(effort, board, "infer-guess", 500, 10_000)
        gains[board] = 100 * (strong.win_rate - weak.win_rate)
    better = sum(gain > 0 for gain in gains.values())
    return Finding(
        f"{better} of {len(boards)} squares, by {min(gains.values()):.1f} to "
        f"{max(gains.values()):.1f} points",
        better >= len(boards) - 1,
        "infer-guess over the program, at a density of about 0.2",
    )


PAPER.questions.extend(question for question in SOLVER.questions if "A.1" in question.where)
PAPER.questions.extend(WIN_RATES.questions)
PAPER.questions.extend(TABLE.questions)
PAPER.questions.extend(DENSITIES.questions)
PAPER.questions.extend(ROWS.questions)
PAPER.questions.extend(LARGE.questions)
