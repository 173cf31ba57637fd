"""Sections 7, 8 and 9.2: win rates W(m), from games and from our win-rate table.

The paper does not print its table B.1. Our table has the same boards, numbers of mines and games
per point, played by the program of the paper (``sapper.lab.study.win_rate_table``).
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import prod, sqrt

from sapper.analysis import analyze
from sapper.boards import grid, parse_spec
from sapper.data.published_densities import CORRECTED_ABOVE, GAMES, STRATEGY
from sapper.lab.fits.agreement import LEVEL, compare_tables
from sapper.lab.fits.logistic import fit_logistic
from sapper.lab.study.win_rate_table import BOARDS
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding, Reading, equal, rounded
from sapper.papers.exhaustive import every
from sapper.papers.played import percent_of, play
from sapper.papers.shipped import win_rate_curve
from sapper.positions import UNREAD, Position
from sapper.theory import pair_bound

_TABLE = "from our own table, because table B.1 is not printed"


def _cells(board: str) -> int:
    return parse_spec(board).size


@PAPER.claim(
    "7",
    "W is quite high at low mine densities: above 0.9 with one mine",
    "obviously",
    slip="on two rows one mine already loses about half of the games, as section 9.2 says",
    note=_TABLE,
)
def _(effort: Effort) -> Finding:
    rates = {board: float(win_rate_curve(effort, board).win_rates[0]) for board in BOARDS}
    low = {board: rate for board, rate in rates.items() if rate <= 0.9}
    return Finding(
        f"on {len(BOARDS) - len(low)} of {len(BOARDS)} boards, not {', '.join(low)}, where it is "
        f"{min(low.values()):.2f} to {max(low.values()):.2f}",
        not low,
    )


@PAPER.claim("8.1", "W is 1 if all cells but one are mined", "always", note=_TABLE)
def _(effort: Effort) -> Finding:
    return every(BOARDS, lambda board: win_rate_curve(effort, board).win_rates[-1] == 1, "boards")


@PAPER.claim(
    "8.1",
    "a large board, here of more than 20 cells, has a win rate of 0 for some number of mines",
    "likely",
    note=_TABLE,
)
def _(effort: Effort) -> Finding:
    never = [board for board in BOARDS if win_rate_curve(effort, board).wins.min() > 0]
    large = [board for board in BOARDS if _cells(board) > 20]
    found = [board for board in large if board not in never]
    largest = max(never, key=_cells)
    return Finding(
        f"{len(found)} of {len(large)}; of the others {len(never)} of {len(BOARDS) - len(large)} "
        f"have none, up to {largest}",
        len(found) > 0.9 * len(large),
    )


@PAPER.claim(
    "8.1",
    "W is 1 / (pq - 1), by luck alone, if all cells but two are mined",
    "approximately",
    slip="on one row the first clue shows whether its only neighbour is the other safe cell, which "
    "doubles the win rate to 2 / (q - 1)",
    note=_TABLE,
)
def _(effort: Effort) -> Finding:
    single = _compared_with_luck(effort, range(1, 2))
    several = _compared_with_luck(effort, range(2, 11))
    return Finding(
        f"on one row {single.ours}",
        single.agrees and several.agrees,
        readings=(replace(several, words="on two rows and more"),),
    )


def _compared_with_luck(effort: Effort, rows: range) -> Reading:
    """Compare the win rates of boards with some numbers of rows with those by luck."""
    ours, luck = {}, {}
    for board in BOARDS:
        cells = _cells(board)
        if cells < 4 or int(board.split("x")[0]) not in rows:
            continue
        chance = 1 / (cells - 1)
        rate = float(win_rate_curve(effort, board).win_rates[-2])
        ours[board] = (rate, sqrt(chance * (1 - chance) / GAMES))
        luck[board] = (chance, 0.0)
    found = compare_tables(ours, luck)
    ratio = sum(rate for rate, _ in ours.values()) / sum(chance for chance, _ in luck.values())
    shown = f"{ratio:.2f} times that rate on {found.degrees} boards; {found.summary()}"
    return Reading("", shown, found.p_value >= LEVEL)


@PAPER.claim(
    "8.1, A.2",
    "critical densities that change if W is corrected as in the text instead of the program",
    "none",
    slip="the text tests the density of the preceding point, the program that of the point itself",
    note=f"boards of up to 20 cells except 2x2; {_TABLE}",
)
def _(effort: Effort) -> Finding:
    changes = {}
    small = [board for board in BOARDS if 4 < _cells(board) <= 20]
    for board in small:
        curve = win_rate_curve(effort, board)
        text, program = (
            fit_logistic(curve, rule=rule).critical_density for rule in ("text", "program")
        )
        if abs(text - program) >= 0.001:
            changes[board] = text - program
    shown = ", ".join(f"{board} by {change:+.3f}" for board, change in changes.items())
    return Finding(f"{len(changes)} of {len(small)}: {shown}", not changes)


@PAPER.claim(
    "9.2, figure 9.5",
    "win rate of 2x10 with one mine, by the program of the paper",
    "around 0.50",
)
def _(effort: Effort) -> Finding:
    from sapper.perfect import optimal

    rate = float(win_rate_curve(effort, "2x10").win_rates[0])
    best = optimal("2x10/1", start=0).probability
    bounds = {length: pair_bound(length, 1) for length in (10, 100, 1000)}
    most = ", ".join(f"{bound} on 2x{length}" for length, bound in bounds.items())
    return Finding(
        f"{rate:.3f}, {GAMES:,} games",
        abs(rate - 0.5) < 0.05,
        readings=(
            Reading(
                "perfect play from the corner",
                f"{best} = {float(best):.4f}",
                abs(best - Fraction(1, 2)) < Fraction(1, 20),
            ),
            Reading(
                "proved bound of any player, as a column with one mine is a coin flip",
                f"at most {most}",
                all(0.495 <= bound <= 0.55 for bound in bounds.values()),
            ),
        ),
    )


@PAPER.claim(
    "9.2, figure 9.5",
    "on two rows the win rate falls with each further mine from the first on, on 2x10 by the "
    "program of the paper until it is below 0.05",
    "at once",
)
def _(effort: Effort) -> Finding:
    from sapper.perfect import optimal

    rates = win_rate_curve(effort, "2x10").win_rates.tolist()
    first = next(number for number, rate in enumerate(rates) if rate < 0.05)
    best = [float(optimal(f"2x10/{mines}", start=0).probability) for mines in range(1, 5)]
    bounds = [float(pair_bound(1000, mines)) for mines in range(1, 6)]
    return Finding(
        _rates(rates[: first + 1]),
        _falls(rates[: first + 1]),
        readings=(
            Reading("perfect play from the corner", _rates(best), _falls(best)),
            Reading("proved bound of any player on 2x1000", _rates(bounds), _falls(bounds)),
        ),
    )


def _rates(rates: list[float]) -> str:
    return ", ".join(f"{rate:.3f}" for rate in rates)


def _falls(rates: list[float]) -> bool:
    return all(after < before for before, after in pairwise(rates))


# -- 8.1, from games and exact values -------------------------------------------------------------


@PAPER.claim("8.1", "win rate of 4x4/15", "100 %")
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "4x4/15", STRATEGY, 1_000, 10_000), "100")


@PAPER.claim(
    "8.1",
    "win rate on 4x4/14, which is said to leave random guesses only, by the program of the paper",
    "0.07",
)
def _(effort: Effort) -> Finding:
    from sapper.perfect import optimal

    own = percent_of(play(effort, "4x4/14", STRATEGY, 20_000, 100_000), "7")
    best = rounded(optimal("4x4/14", start=0).probability, "0.07")
    return Finding(
        own.ours,
        own.agrees,
        "the first clue shows where to guess, which doubles the win rate of perfect play",
        (Reading("perfect play", best.ours, best.agrees),),
    )


@PAPER.claim(
    "8.1",
    "probability to open all other cells of 4x4/14 by luck, by the printed product",
    "the product of (pq - m - 1 - k) / (pq - k)",
    slip="every such product is 0, because its last factor is 0; (pq - m - k) / (pq - k) is meant",
)
def _(_effort: Effort) -> Finding:
    cells, mines = 16, 14
    steps = range(1, cells - mines)
    printed = prod(Fraction(cells - mines - 1 - k, cells - k) for k in steps)
    meant = prod(Fraction(cells - mines - k, cells - k) for k in steps)
    first_open = [UNREAD, *[None] * (cells - 1)]
    luck = Fraction(1, analyze(Position(grid(4, 4), first_open, mines)).solutions)
    return Finding(
        f"{luck} = {float(luck):.4f}; the printed product is {printed}, the other one {meant}",
        printed == luck,
        confirmed=meant == luck,
    )


@PAPER.claim(
    "8.1, A.2",
    "the first number of mines on 4x4 whose win rate is corrected to 0",
    "14",
    slip="of two successive points, the program tests the density of the one with more mines, the "
    "text that of the one with fewer",
    note="with win rates of the program of the paper",
)
def _(effort: Effort) -> Finding:
    rates = {m: play(effort, f"4x4/{m}", STRATEGY, 5_000, 50_000).win_rate for m in range(10, 16)}
    rising = [m for m in range(11, 16) if rates[m - 1] < rates[m]]
    by_text = next(m for m in rising if Decimal(m - 1) / 16 > CORRECTED_ABOVE)
    by_program = next(m for m in rising if Decimal(m) / 16 > CORRECTED_ABOVE)
    return equal(by_program, 14, note=f"by the rule of the text {by_text}")
