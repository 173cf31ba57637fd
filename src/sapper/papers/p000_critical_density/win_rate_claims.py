"""What paper 000 says about its win rates (7, 8 and 9.2), beside the table of ours.

The paper does not print its own, table B.1. Ours has the same boards, numbers of mines and games
with its program (``sapper.lab.study.win_rate_table``).
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

from sapper.data.published_densities import GAMES
from sapper.lab.fits.agreement import LEVEL, compare_tables
from sapper.lab.fits.logistic import fit_logistic
from sapper.lab.study.win_rate_table import BOARDS, win_rate_curve, win_rates
from sapper.papers.claims import Effort, Finding, Paper
from sapper.papers.exhaustive import every

WIN_RATES = Paper("000", "win rates")
"""Joined to the other claims of the paper."""

_TABLE = "from our table in place of B.1, which is not printed"


def _cells(board: str) -> int:
    return win_rate_curve(board).cells


@WIN_RATES.claim("8.2, B.1", "win rates behind table B.2, 0 < m < pq", "1000 boards each")
def _(_effort: Effort) -> Finding:
    rows = win_rates()
    whole = all(row.games == GAMES for row in rows)
    wanted = sum(_cells(board) - 1 for board in BOARDS)
    return Finding(
        f"{len(rows):,} win rates of {GAMES:,} games each on {len(BOARDS)} boards",
        whole and len(rows) == wanted,
        "B.1 itself is not printed; ours is made by `make win-rates`",
    )


@WIN_RATES.claim(
    "7",
    "for low mine densities W is quite high: with one mine above 0.9",
    "obviously",
    slip="on two rows one mine already loses about half of the games, as 9.2 says itself",
    note=_TABLE,
)
def _(_effort: Effort) -> Finding:
    rates = {board: float(win_rate_curve(board).win_rates[0]) for board in BOARDS}
    low = {board: rate for board, rate in rates.items() if rate <= 0.9}
    return Finding(
        f"on {len(BOARDS) - len(low)} of {len(BOARDS)} boards, not {', '.join(low)}, where it is "
        f"{min(low.values()):.2f} to {max(low.values()):.2f}",
        not low,
    )


@WIN_RATES.claim("8.1", "with all cells but one mined W is 1", "always", note=_TABLE)
def _(_effort: Effort) -> Finding:
    return every(BOARDS, lambda board: win_rate_curve(board).win_rates[-1] == 1, "boards")


@WIN_RATES.claim(
    "8.1", "a large board, of more than 20 cells, has a win rate of 0", "likely", note=_TABLE
)
def _(_effort: Effort) -> Finding:
    never = [board for board in BOARDS if win_rate_curve(board).wins.min() > 0]
    large = [board for board in BOARDS if _cells(board) > 20]
    found = [board for board in large if board not in never]
    largest = max(never, key=_cells)
    return Finding(
        f"{len(found)} of {len(large)}; of the others {len(never)} of {len(BOARDS) - len(large)} "
        f"have none, up to {largest}",
        len(found) > 0.9 * len(large),
    )


for _rows, _named in (((1,), "one row"), (tuple(range(2, 11)), "two rows and more")):

    @WIN_RATES.claim(
        "8.1",
        f"with all cells but two mined W is 1 / (pq - 1), as by luck alone, on {_named}",
        "approximately",
        slip="the first clue tells whether its only neighbour is the other safe cell, which wins "
        "twice as often: 2 / (q - 1)",
        note=_TABLE,
    )
    def _(_effort: Effort, rows: tuple[int, ...] = _rows) -> Finding:
        ours, luck = {}, {}
        for board in BOARDS:
            cells = _cells(board)
            if cells < 4 or int(board.split("x")[0]) not in rows:
                continue
            chance = 1 / (cells - 1)
            rate = float(win_rate_curve(board).win_rates[-2])
            ours[board] = (rate, sqrt(chance * (1 - chance) / GAMES))
            luck[board] = (chance, 0.0)
        found = compare_tables(ours, luck)
        ratio = sum(rate for rate, _ in ours.values()) / sum(chance for chance, _ in luck.values())
        return Finding(
            f"{ratio:.2f} times as often on {found.degrees} boards; {found.summary()}",
            found.p_value >= LEVEL,
        )


@WIN_RATES.claim(
    "8.1, A.2",
    "critical densities that change if W is corrected as the text has it, not as the program does",
    "none",
    slip="the text asks for the density of the board before, the program for its own",
    note=f"boards of up to 20 cells, but for 2x2; {_TABLE}",
)
def _(_effort: Effort) -> Finding:
    changes = {}
    small = [board for board in BOARDS if 4 < _cells(board) <= 20]
    for board in small:
        curve = win_rate_curve(board)
        text, program = (
            fit_logistic(curve, rule=rule).critical_density for rule in ("text", "program")
        )
        if abs(text - program) >= 0.001:
            changes[board] = text - program
    shown = ", ".join(f"{board} by {change:+.3f}" for board, change in changes.items())
    return Finding(f"{len(changes)} of {len(small)}: {shown}", not changes)


@WIN_RATES.claim(
    "9.2, figure 9.5",
    "the win rate of 2x10 with one mine, by its program",
    "around 0.50",
    note=_TABLE,
)
def _(_effort: Effort) -> Finding:
    rate = float(win_rate_curve("2x10").win_rates[0])
    return Finding(f"{rate:.3f}, {GAMES:,} games", abs(rate - 0.5) < 0.05)


@WIN_RATES.claim(
    "9.2, figure 9.5", "from there it falls until it is below 0.05", "at once", note=_TABLE
)
def _(_effort: Effort) -> Finding:
    rates = win_rate_curve("2x10").win_rates.tolist()
    first = next(number for number, rate in enumerate(rates) if rate < 0.05)
    falls = all(after < before for before, after in pairwise(rates[: first + 1]))
    return Finding(f"{', '.join(f'{rate:.3f}' for rate in rates[: first + 1])}", falls)
