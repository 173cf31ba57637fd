"""Section 6: the conclusions from table 1, tested on many more games.

The games use the interpretation by which the table is judged (``table_one_games``). Conclusions are
judged by games, never by the table that they are drawn from.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from sapper.intervals import Z95
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.heuristic_agents import PAPER
from sapper.papers.heuristic_agents.table_one_games import (
    BOARDS,
    CHOSEN,
    READINGS,
    TABLE,
    Mean,
    Row,
    played,
)
from sapper.papers.played import play

if TYPE_CHECKING:
    from sapper.papers.heuristic_agents.table_one_games import Reading as Placed

Readings: TypeAlias = tuple[Reading, ...]


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
    slip="in its own table, too, 92 % is less than twice 47 %",
)
def _(effort: Effort) -> Finding:
    printed, ours = (
        min(
            own / other
            for agent in (1, 2, 4)
            for own, other in zip(rates(3), rates(agent), strict=True)
            if other
        )
        for rates in (_percents, lambda agent: _won(effort, agent))
    )
    return Finding(
        f"{ours:.2f}",
        ours > 2,
        readings=(Reading("by its table", f"{printed:.2f}", printed > 2),),
    )


@PAPER.claim(
    "6",
    "additional moves of agent 3 compared with the other agents",
    "1 to 5",
    slip="its own table, too, shows a different range",
)
def _(effort: Effort) -> Finding:
    def judge(moves: dict[str, list[float]], words: str) -> Reading:
        more = [row[2] - row[agent] for row in moves.values() for agent in (0, 1, 3, 4)]
        within = round(min(more)) >= 1 and max(more) <= 5
        return Reading(words, f"{min(more):.2f} to {max(more):.2f}", within)

    printed = {board: [float(row.moves) for row in rows] for board, rows in TABLE.items()}
    ours = {
        board: [played(effort, board, agent).moves.value for agent in range(1, 6)]
        for board in BOARDS
    }
    own = judge(ours, "")
    return Finding(own.ours, own.agrees, readings=(judge(printed, "by its table"),))


@PAPER.claim("6", "moves and wins on each board", "positive correlation")
def _(effort: Effort) -> Finding:
    found = []
    for board in BOARDS:
        agents = [played(effort, board, agent) for agent in range(1, 6)]
        wins = [own.won.value for own in agents]
        moves = [own.moves.value for own in agents]
        found.append(float(np.corrcoef(wins, moves)[0, 1]))
    return Finding(f"{_list(found, 2)} over our five agents", min(found) > 0)


def _difference(
    own: float, error: float, published: float, rows: tuple[Row, Row], readings: Readings = ()
) -> Finding:
    """Compare a difference of win rates with a published one, all in percentage points.

    Both have the sampling error of their games, but the tolerance is at most half of the published
    difference, so that it can be distinguished from none.
    """
    variances = [float(row.percent) * (100 - float(row.percent)) / row.games for row in rows]
    reach = Z95 * sqrt(sum(variances))
    return Finding(
        f"{own:.2f} ± {error:.2f}",
        abs(own - published) <= min(error + reach, published / 2),
        f"the error of the published difference is {reach:.0f}",
        readings,
    )


for _spec, _less in zip(BOARDS, (21, 5, 1.5), strict=True):

    @PAPER.claim(
        "6",
        f"win rate of agent 2 minus that of agent 4 on {_spec}, in points",
        f"{_less:g}",
        note="if only one layout remains, all entropies are 0, and agent 4 clicks any cell at "
        "random, including mines",
    )
    def _(effort: Effort, board: str = _spec, less: float = _less) -> Finding:
        second, fourth = (played(effort, board, agent).won for agent in (2, 4))
        error = 100 * sqrt(second.error**2 + fourth.error**2)
        own = 100 * (second.value - fourth.value)
        return _difference(own, error, less, (TABLE[board][1], TABLE[board][3]))


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
        f"{_less:g}",
        note="on the same layouts",
    )
    def _(effort: Effort, board: str = _spec, less: float = _less) -> Finding:
        own = _lost(effort, board)
        rows = TABLE[board][2], TABLE[board][4]
        return _difference(100 * own.value, 100 * own.error, less, rows)


@PAPER.claim(
    "6",
    "smallest and largest loss of win rate of an agent from 4x4/2 to 5x5/4, in points",
    "11 to 36",
)
def _(effort: Effort) -> Finding:
    losses = {agent: _loss(effort, agent, BOARDS[0], BOARDS[1], CHOSEN) for agent in range(1, 6)}
    ends = [pick(losses, key=lambda agent: losses[agent][0]) for pick in (min, max)]
    judged = [
        _difference(
            *losses[agent], published, (TABLE[BOARDS[0]][agent - 1], TABLE[BOARDS[1]][agent - 1])
        )
        for agent, published in zip(ends, (11, 36), strict=True)
    ]
    return Finding(
        " to ".join(each.ours for each in judged),
        all(each.agrees for each in judged),
        f"agents {ends[0]} and {ends[1]}",
    )


def _loss(
    effort: Effort, agent: int, before: str, after: str, placed: Placed
) -> tuple[float, float]:
    """Return the loss of win rate of an agent between two boards and its error, in points."""
    less, more = (played(effort, board, agent, placed).won for board in (before, after))
    return 100 * (less.value - more.value), 100 * sqrt(less.error**2 + more.error**2)


@PAPER.claim(
    "6",
    "loss of win rate of agent 3 from 5x5/4 to 6x6/6, in points",
    "18",
    note="if no two mines share a cell, the larger board is the easier one",
)
def _(effort: Effort) -> Finding:
    rows = TABLE["5x5/4"][2], TABLE["6x6/6"][2]

    def judged(placed: Placed) -> Finding:
        return _difference(*_loss(effort, 3, *BOARDS[1:], placed), 18, rows)

    others = {words: judged(placed) for placed, words in READINGS.items() if placed != CHOSEN}
    own = judged(CHOSEN)
    readings = (Reading(words, each.ours, each.agrees) for words, each in others.items())
    return replace(own, readings=tuple(readings))


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
