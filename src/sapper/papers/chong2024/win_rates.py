"""Sections 7, 8 and 9.2: win rates W(m), from games and from our win-rate table.

The paper does not print its table B.1. Our table has the same boards, numbers of mines and games
per point, played by the program of the paper (``sapper.lab.study.win_rate_table``).
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import prod, sqrt

from sapper.boards import parse_spec
from sapper.data.published_densities import CORRECTED_ABOVE, GAMES, STRATEGY
from sapper.lab.fits.agreement import LEVEL, compare_tables
from sapper.lab.fits.logistic import fit_logistic
from sapper.lab.study.win_rate_table import BOARDS
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding, equal, rounded
from sapper.papers.exhaustive import every
from sapper.papers.played import percent_of, play
from sapper.papers.shipped import win_rate_curve

_TABLE = "from our own table, because table B.1 is not printed"


def _cells(board: str) -> int:
    return parse_spec(board).size


@PAPER.claim("8.2, B.1", "games behind each win rate of table B.2, 0 < m < pq", "1000 boards each")
def _(effort: Effort) -> Finding:
    curves = [win_rate_curve(effort, board) for board in BOARDS]
    points = sum(len(curve.games) for curve in curves)
    games = {int(count) for curve in curves for count in curve.games}
    wanted = sum(_cells(board) - 1 for board in BOARDS)
    shown = " or ".join(f"{count:,}" for count in sorted(games))
    return Finding(
        f"{points:,} win rates of {shown} games each on {len(BOARDS)} boards",
        games == {GAMES} and points == wanted,
    )


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


for _rows, _named in (((1,), "one row"), (tuple(range(2, 11)), "two rows and more")):

    @PAPER.claim(
        "8.1",
        f"W is 1 / (pq - 1), by luck alone, if all cells but two are mined, on {_named}",
        "approximately",
        slip="the first clue shows whether its only neighbour is the other safe cell, which "
        "doubles the win rate to 2 / (q - 1)",
        note=_TABLE,
    )
    def _(effort: Effort, rows: tuple[int, ...] = _rows) -> Finding:
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
        return Finding(
            f"{ratio:.2f} times as often on {found.degrees} boards; {found.summary()}",
            found.p_value >= LEVEL,
        )


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
    "win rate of the program of the paper on 2x10 with one mine",
    "around 0.50",
    note=_TABLE,
)
def _(effort: Effort) -> Finding:
    rate = float(win_rate_curve(effort, "2x10").win_rates[0])
    return Finding(f"{rate:.3f}, {GAMES:,} games", abs(rate - 0.5) < 0.05)


@PAPER.claim(
    "9.2, figure 9.5",
    "the win rate falls with each further mine until it is below 0.05",
    "at once",
    note=_TABLE,
)
def _(effort: Effort) -> Finding:
    rates = win_rate_curve(effort, "2x10").win_rates.tolist()
    first = next(number for number, rate in enumerate(rates) if rate < 0.05)
    falls = all(after < before for before, after in pairwise(rates[: first + 1]))
    return Finding(f"{', '.join(f'{rate:.3f}' for rate in rates[: first + 1])}", falls)


# -- 8.1, from games and exact values -------------------------------------------------------------


@PAPER.claim("8.1", "mine density of 4x4/15", "0.9375")
def _(_effort: Effort) -> Finding:
    return rounded(Fraction(15, 16), "0.9375")


@PAPER.claim("8.1", "win rate of 4x4/15", "100 %")
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "4x4/15", STRATEGY, 1_000, 10_000), "100")


@PAPER.claim("8.1", "win rate of the program of the paper on 4x4/14", "0.07")
def _(effort: Effort) -> Finding:
    return percent_of(play(effort, "4x4/14", STRATEGY, 20_000, 100_000), "7")


@PAPER.claim(
    "8.1",
    "win rate of 4x4/14, where a random guess is said to be the only option",
    "0.07",
    slip="the first clue shows where to guess, which doubles the win rate",
)
def _(_effort: Effort) -> Finding:
    from sapper.perfect import optimal

    return rounded(optimal("4x4/14", start=0).probability, "0.07", note="perfect play")


@PAPER.claim(
    "8.1",
    "the product for the chance to win 4x4/14 by luck",
    "0.07",
    slip="every such product is 0, because its last factor is 0; (pq - m - k) / (pq - k) must be "
    "meant",
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
    slip="of two successive points, the program tests the density of the one with more mines, the "
    "text that of the one with fewer",
    note="with win rates of the program of the paper",
)
def _(effort: Effort) -> Finding:
    rates = {m: play(effort, f"4x4/{m}", STRATEGY, 5_000, 50_000).win_rate for m in range(10, 16)}
    rising = [m for m in range(11, 16) if rates[m - 1] < rates[m]]
    by_text = next(m for m in rising if Decimal(m - 1) / 16 > CORRECTED_ABOVE)
    by_program = next(m for m in rising if Decimal(m) / 16 > CORRECTED_ABOVE)
    assert by_text == 14
    return equal(by_program, by_text)
