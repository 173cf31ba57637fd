"""Section 6: the conclusions from table 1, tested on the table itself and on many more games.

The games use the interpretation by which the table is judged (``table_one_games``); a row mentions
other interpretations if they give a different result.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from sapper.intervals import Z95
from sapper.papers.claims import Effort, Finding
from sapper.papers.heuristic_agents import PAPER
from sapper.papers.heuristic_agents.table_one_games import (
    BOARDS,
    READINGS,
    TABLE,
    Mean,
    Reading,
    played,
)
from sapper.papers.played import play


def _percents(agent: int) -> list[float]:
    """Return the win rates of an agent in table 1, by board, in percent."""
    return [float(TABLE[board][agent - 1].percent) for board in BOARDS]


def _won(effort: Effort, agent: int) -> list[float]:
    """Return the win rates of an agent in our games, by board, in percent."""
    return [100 * played(effort, board, agent).won.value for board in BOARDS]


def _list(values: list[float], digits: int = 1) -> str:
    return ", ".join(f"{value:.{digits}f}" for value in values)


@PAPER.claim(
    "6",
    "smallest ratio of the win rate of agent 3 to that of agents 1, 2 and 4",
    "more than double and triple",
    slip="in its table, 92 % is less than twice 47 %",
)
def _(effort: Effort) -> Finding:
    ratios = [
        own / other
        for agent in (1, 2, 4)
        for own, other in zip(_percents(3), _percents(agent), strict=True)
        if other
    ]
    ours = [
        own / other
        for agent in (1, 2, 4)
        for own, other in zip(_won(effort, 3), _won(effort, agent), strict=True)
    ]
    return Finding(f"{min(ratios):.2f} by its table, {min(ours):.2f} by our games", min(ratios) > 2)


@PAPER.claim(
    "6",
    "additional moves of agent 3 compared with the other agents",
    "1 to 5",
    slip="its table shows a different range",
)
def _(_effort: Effort) -> Finding:
    more = [
        float(rows[2].moves) - float(row.moves)
        for rows in TABLE.values()
        for number, row in enumerate(rows, 1)
        if number != 3
    ]
    return Finding(f"{min(more):.2f} to {max(more):.2f}", round(min(more)) >= 1 and max(more) <= 5)


@PAPER.claim("6", "moves and wins on each board", "positive correlation")
def _(effort: Effort) -> Finding:
    found = []
    for board in BOARDS:
        agents = [played(effort, board, agent) for agent in range(1, 6)]
        wins = [own.won.value for own in agents]
        moves = [own.moves.value for own in agents]
        found.append(float(np.corrcoef(wins, moves)[0, 1]))
    return Finding(f"{_list(found, 2)} over our five agents", min(found) > 0)


@PAPER.claim(
    "6",
    "win rate of agent 2 minus that of agent 4 on the three boards, in points",
    "21, 5, 1.5",
    note="if only one layout remains, all entropies are 0, and agent 4 clicks any cell at random, "
    "including mines",
)
def _(effort: Effort) -> Finding:
    less = [a - b for a, b in zip(_won(effort, 2), _won(effort, 4), strict=True)]
    return Finding(_list(less), min(less) > 0)


def _lost(effort: Effort, board: str) -> Mean:
    """Return the difference of the win rates of agents 3 and 5, paired by game."""
    third, fifth = played(effort, board, 3), played(effort, board, 5)
    return Mean.of(
        [
            (weight, won.astype(float) - other)
            for (weight, won, _), (_, other, _) in zip(third.parts, fifth.parts, strict=True)
        ]
    )


for _spec, _less in zip(BOARDS, (6, 4, 8), strict=True):

    @PAPER.claim(
        "6",
        f"win rate of agent 3 minus that of agent 5 on {_spec}, in points",
        str(_less),
        note="on the same layouts; agrees if the intervals overlap",
    )
    def _(effort: Effort, board: str = _spec, less: int = _less) -> Finding:
        rows = TABLE[board][2], TABLE[board][4]
        variances = [float(row.percent) * (100 - float(row.percent)) / row.games for row in rows]
        reach = Z95 * sqrt(sum(variances))
        own = _lost(effort, board)
        shown = f"{100 * own.value:.2f} ± {100 * own.error:.2f}"
        return Finding(
            shown,
            abs(100 * own.value - less) <= 100 * own.error + reach,
            f"the error of the published difference is {reach:.0f}",
        )


@PAPER.claim(
    "6",
    "smallest and largest loss of win rate of an agent from 4x4/2 to 5x5/4, in points",
    "11 to 36",
)
def _(effort: Effort) -> Finding:
    table = [_percents(agent)[0] - _percents(agent)[1] for agent in range(1, 6)]
    own = [_won(effort, agent)[0] - _won(effort, agent)[1] for agent in range(1, 6)]
    return Finding(
        f"{min(table):.0f} to {max(table):.0f} by its table, {min(own):.0f} to {max(own):.0f} by "
        "our games",
        (min(table), max(table)) == (11, 36),
    )


@PAPER.claim(
    "6",
    "loss of win rate of agent 3 from 5x5/4 to 6x6/6, in points",
    "18",
    note="if no two mines share a cell, the larger board is the easier one",
)
def _(effort: Effort) -> Finding:
    def loss(reading: Reading) -> tuple[float, float]:
        less, more = (played(effort, board, 3, reading).won for board in BOARDS[1:])
        return 100 * (less.value - more.value), 100 * sqrt(less.error**2 + more.error**2)

    rows = TABLE["5x5/4"][2], TABLE["6x6/6"][2]
    reach = Z95 * sqrt(sum(float(r.percent) * (100 - float(r.percent)) / r.games for r in rows))
    found = {reading: loss(reading) for reading in READINGS}
    own, error = found["shared"]
    return Finding(
        "; ".join(f"{READINGS[key]} {x:.1f} ± {e:.1f}" for key, (x, e) in found.items()),
        abs(own - 18) <= error + reach,
        f"the error of the published difference is {reach:.0f}",
    )


@PAPER.claim(
    "6",
    "loss of win rate of a heuristic from the beginner to the intermediate board (Tu and others)",
    "around 3 %",
    slip="their beginner board is 8x8; from the 9x9 board of the report the loss is far larger",
)
def _(effort: Effort) -> Finding:
    rates = [
        100 * play(effort, board, "pseq", 5_000, 100_000).win_rate
        for board in ("9x9/10", "8x8/10", "16x16/40")
    ]
    return Finding(
        f"{rates[0] - rates[2]:.1f} points from 9x9/10, {rates[1] - rates[2]:.1f} from 8x8/10",
        abs(rates[0] - rates[2] - 3) < 1.5,
        "played by pseq",
    )
