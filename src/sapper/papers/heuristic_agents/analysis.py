"""Section 6: the conclusions from table 1, by the table itself and by many more games.

The games are those of the reading by which the table is judged (``table_one_games``); the row says
if other readings give another result.
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
    """A line of table 1, board by board."""
    return [float(TABLE[board][agent - 1].percent) for board in BOARDS]


def _won(effort: Effort, agent: int) -> list[float]:
    """The same by our games."""
    return [100 * played(effort, board, agent).won.value for board in BOARDS]


def _list(values: list[float], digits: int = 1) -> str:
    return ", ".join(f"{value:.{digits}f}" for value in values)


@PAPER.claim(
    "6",
    "how many times as often agent 3 wins as agents 1, 2 and 4, at least",
    "more than double and triple",
    slip="by its own table 92 % to 47 % is less than double",
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
    "how many moves more than the others agent 3 makes",
    "1 to 5",
    slip="its own table says otherwise",
)
def _(_effort: Effort) -> Finding:
    more = [
        float(rows[2].moves) - float(row.moves)
        for rows in TABLE.values()
        for number, row in enumerate(rows, 1)
        if number != 3
    ]
    return Finding(f"{min(more):.2f} to {max(more):.2f}", round(min(more)) >= 1 and max(more) <= 5)


@PAPER.claim("6", "more moves go with more wins on every board", "positive correlation")
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
    "agent 4 wins less than agent 2 on all boards, by (points)",
    "21, 5, 1.5",
    note="once a single layout is left all entropies are 0, and it clicks by lot, mines included",
)
def _(effort: Effort) -> Finding:
    less = [a - b for a, b in zip(_won(effort, 2), _won(effort, 4), strict=True)]
    return Finding(_list(less), min(less) > 0)


def _lost(effort: Effort, board: str) -> Mean:
    """The loss of agent 5 against agent 3, paired by game."""
    alone, both = played(effort, board, 3), played(effort, board, 5)
    return Mean.of(
        [
            (weight, mine.astype(float) - theirs)
            for (weight, mine, _), (_, theirs, _) in zip(alone.parts, both.parts, strict=True)
        ]
    )


for _spec, _less in zip(BOARDS, (6, 4, 8), strict=True):

    @PAPER.claim(
        "6",
        f"agent 5 wins less than agent 3 on {_spec}, by (points)",
        str(_less),
        note="on the same layouts; agrees where the intervals meet",
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
            f"the error of theirs is {reach:.0f}",
        )


@PAPER.claim(
    "6", "what is lost from 4x4/2 to 5x5/4, least and most of the agents (points)", "11 to 36"
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
    "what agent 3 loses from 5x5/4 to 6x6/6 (points)",
    "18",
    note="with each mine in a cell of its own the larger board is the easier one",
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
        f"the error of theirs is {reach:.0f}",
    )


@PAPER.claim(
    "6",
    "a heuristic loses from the beginner to the intermediate board (Tu and others)",
    "around 3 %",
    slip="theirs is the beginner board of 8x8; on the 9x9 that the report means it is far more",
)
def _(effort: Effort) -> Finding:
    rates = [
        100 * play(effort, board, "pseq", 5_000, 100_000).win_rate
        for board in ("9x9/10", "8x8/10", "16x16/40")
    ]
    return Finding(
        f"{rates[0] - rates[2]:.1f} points from 9x9/10, {rates[1] - rates[2]:.1f} from 8x8/10",
        abs(rates[0] - rates[2] - 3) < 1.5,
        "pseq",
    )
