"""Table 1, row by row and as a whole.

Each row shows three interpretations of how mines are placed (``table_one_games``); all rows are
judged by that of the text. Some of thirty verdicts by 95 % intervals differ by chance, so the win
rates and the average moves are also tested together, by a chi-square statistic. Its null
distribution is simulated (Monte Carlo test), because some counts are too small for the chi-square
approximation.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from sapper.intervals import Z95, wilson
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.heuristic_agents import PAPER
from sapper.papers.heuristic_agents.other_readings import BOARD as OTHERS_BOARD
from sapper.papers.heuristic_agents.other_readings import OTHERS, cut_short
from sapper.papers.heuristic_agents.table_one_games import (
    AGENTS,
    BOARDS,
    CHOSEN,
    READINGS,
    TABLE,
    Mean,
    Played,
    Row,
    played,
)
from sapper.papers.heuristic_agents.table_one_games import Reading as PlacedAs

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    _Values: TypeAlias = npt.NDArray[np.float64]
    _GamesOf: TypeAlias = Callable[[str, int], Played]


LEVEL = 0.05
"""The p-value below which an interpretation is ruled out."""

DRAWS = 20_000
"""Simulated tables for the null distribution of the chi-square statistic."""


def wins_meet(row: Row, own: Played) -> bool:
    """Return whether the 95 % intervals of the win rates overlap."""
    low, high = wilson(round(float(row.percent) * row.games / 100), row.games)
    won = own.won
    return low <= won.value + won.error and won.value - won.error <= high


def moves_meet(row: Row, own: Played) -> bool:
    """Return whether the 95 % intervals of the moves overlap.

    The error of the published mean follows from its games and our standard deviation.
    """
    moves = own.moves
    reach = moves.error + Z95 * moves.spread / sqrt(row.games) + 0.005
    return abs(moves.value - float(row.moves)) <= reach


def _perfect(board: str) -> str:
    """Return a note with the upper bound on every agent in the interpretation that decides."""
    from sapper.perfect import optimal

    perfect = optimal(board, first="any", start=0).probability
    return f"no player wins more than {perfect}"


def _judged(found: dict[PlacedAs, tuple[str, bool]], note: str = "") -> Finding:
    """Return the finding of a row: judged by the text, with the other interpretations."""
    shown, agrees = found[CHOSEN]
    readings = tuple(Reading(READINGS[how], *found[how]) for how in READINGS if how != CHOSEN)
    return Finding(shown, agrees, note, readings)


for _spec in BOARDS:
    for _agent, _row in enumerate(TABLE[_spec], 1):

        @PAPER.claim(
            "Table 1",
            f"win rate of agent {_agent} ({AGENTS[_agent - 1]}) on {_spec}",
            f"{_row.percent} % of {_row.games}",
        )
        def _(effort: Effort, board: str = _spec, agent: int = _agent, row: Row = _row) -> Finding:
            found: dict[PlacedAs, tuple[str, bool]] = {}
            for how in READINGS:
                own = played(effort, board, agent, how)
                shown = f"{100 * own.won.value:.2f} % ± {100 * own.won.error:.2f}"
                found[how] = shown, wins_meet(row, own)
            judged = _judged(found, _perfect(board) if (board, agent) == ("4x4/2", 3) else "")
            if (board, agent) == (OTHERS_BOARD, 3) and not effort.quick:
                more = tuple(_other(effort, row, name) for name in OTHERS)
                judged = replace(judged, readings=(*judged.readings, *more))
            return judged


def _other(effort: Effort, row: Row, name: str) -> Reading:
    """Return the win rate and the moves in one of the interpretations that the text lacks."""
    own = OTHERS[name](effort)
    shown = f"{100 * own.won.value:.1f} %, {own.moves.value:.2f} moves"
    return Reading(name, shown, wins_meet(row, own) and moves_meet(row, own))


for _spec in BOARDS:
    for _agent, _row in enumerate(TABLE[_spec], 1):

        @PAPER.claim(
            "Table 1",
            f"average number of moves of agent {_agent} ({AGENTS[_agent - 1]}) on {_spec}",
            _row.moves,
            note="moves after the first; the row on all 15 averages has other ways to count",
        )
        def _(effort: Effort, board: str = _spec, agent: int = _agent, row: Row = _row) -> Finding:
            found: dict[PlacedAs, tuple[str, bool]] = {}
            for how in READINGS:
                own = played(effort, board, agent, how)
                shown = f"{own.moves.value:.3f} ± {own.moves.error:.3f}"
                found[how] = shown, moves_meet(row, own)
            return _judged(found)


# -- the table as a whole -------------------------------------------------------------------------


def chi_square(effort: Effort, games_of: _GamesOf) -> tuple[float, float]:
    """Return the chi-square statistic of the 15 win rates and its Monte Carlo p-value.

    ``games_of`` returns our games by board and agent. The sampling error of our win rates is
    included in the null distribution.
    """
    rows = [row for board in BOARDS for row in TABLE[board]]
    games = np.array([row.games for row in rows])
    wins = np.array([round(float(row.percent) * row.games / 100) for row in rows], dtype=float)
    means = [games_of(board, agent).won for board in BOARDS for agent in range(1, 6)]
    shares = np.clip([mean.value for mean in means], 1e-4, 1 - 1e-4)
    errors = np.array([mean.error / Z95 for mean in means])
    random = np.random.default_rng(effort.seed)
    drawn = np.clip(random.normal(shares, errors, (DRAWS, len(rows))), 0, 1)
    tables = random.binomial(games, drawn).astype(float)
    variances = games * shares * (1 - shares) + (games * errors) ** 2
    return beyond(wins, tables, games * shares, variances)


COUNTED: dict[str, Callable[[npt.NDArray[np.bool_], npt.NDArray[np.int64]], npt.NDArray[np.int64]]]
COUNTED = {
    "the first move not counted": lambda _, moves: moves,
    "the first move counted": lambda _, moves: moves + 1,
    "neither the first nor a losing move": lambda won, moves: moves - (~won & (moves > 0)),
}
"""Ways to count moves, as functions of the outcome and of the moves after the first."""


def chi_square_of_moves(effort: Effort, games_of: _GamesOf, counted: str) -> tuple[float, float]:
    """Return statistic and p-value for the 15 average moves, in a normal approximation.

    ``counted`` is a key of ``COUNTED``.
    """
    rows = [row for board in BOARDS for row in TABLE[board]]
    moves = np.array([float(row.moves) for row in rows])
    means = []
    for board in BOARDS:
        for agent in range(1, 6):
            parts = games_of(board, agent).parts
            means.append(
                Mean.of([(w, COUNTED[counted](won, n).astype(float)) for w, won, n in parts])
            )
    expected = np.array([mean.value for mean in means])
    variances = np.array(
        [
            mean.spread**2 / row.games + (mean.error / Z95) ** 2
            for mean, row in zip(means, rows, strict=True)
        ]
    )
    random = np.random.default_rng(effort.seed)
    tables = random.normal(expected, np.sqrt(variances), (DRAWS, len(rows)))
    return beyond(moves, tables, expected, variances)


def _by(effort: Effort, reading: PlacedAs) -> _GamesOf:
    return lambda board, agent: played(effort, board, agent, reading)


def beyond(
    found: _Values, drawn: _Values, expected: _Values, variances: _Values
) -> tuple[float, float]:
    """Return the chi-square statistic of ``found`` and its p-value among the drawn tables."""
    own = float(((found - expected) ** 2 / variances).sum())
    others = ((drawn - expected) ** 2 / variances).sum(axis=1)
    return own, (int((others >= own).sum()) + 1) / (DRAWS + 1)


def _statistic_text(found: float, chance: float) -> str:
    shown = "p < 0.001" if chance < 0.001 else f"p = {chance:.3f}"
    return f"chi-square {found:.1f} over 15, {shown}"


@PAPER.claim(
    "Table 1",
    "all 15 win rates together",
    "not ruled out at 5 %",
    note="mines that share a cell contradict section 2.1, by which each has its own; a limit of 12 "
    "moves is fitted to the table, and the text mentions none",
)
def _(effort: Effort) -> Finding:
    found: dict[PlacedAs, tuple[str, bool]] = {}
    for how in READINGS:
        statistic, chance = chi_square(effort, _by(effort, how))
        found[how] = _statistic_text(statistic, chance), chance > LEVEL

    def short(board: str, agent: int) -> Played:
        return cut_short(effort, board, agent, 12)

    judged = _judged(found)
    statistic, chance = chi_square(effort, short)
    limited = Reading("at most 12 moves", _statistic_text(statistic, chance), chance > LEVEL)
    return replace(judged, readings=(*judged.readings, limited))


@PAPER.claim("Table 1", "all 15 average moves together", "not ruled out at 5 %")
def _(effort: Effort) -> Finding:
    plain, *others = COUNTED
    found: dict[PlacedAs, tuple[str, bool]] = {}
    for how in READINGS:
        statistic, chance = chi_square_of_moves(effort, _by(effort, how), plain)
        found[how] = _statistic_text(statistic, chance), chance > LEVEL
    judged = _judged(found, plain)
    more = []
    for words in others:
        statistic, chance = chi_square_of_moves(effort, _by(effort, CHOSEN), words)
        more.append(Reading(words, _statistic_text(statistic, chance), chance > LEVEL))
    return replace(judged, readings=(*judged.readings, *more))
