"""Table 1, row by row and as a whole.

Each row shows three interpretations of how mines are placed (``table_one_games``); all rows are
judged by the same one. Some of thirty verdicts by 95 % intervals differ by chance, so the win rates
and the average moves are also tested together, by a chi-square statistic. Its null distribution is
simulated (Monte Carlo test), because some counts are too small for the chi-square approximation.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from sapper.intervals import Z95, wilson
from sapper.papers.claims import Effort, Finding
from sapper.papers.heuristic_agents import PAPER
from sapper.papers.heuristic_agents.other_readings import OTHERS, cut_short
from sapper.papers.heuristic_agents.table_one_games import (
    AGENTS,
    BOARDS,
    CHOSEN,
    READINGS,
    TABLE,
    Mean,
    Played,
    Reading,
    Row,
    played,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    _Values: TypeAlias = npt.NDArray[np.float64]
    _GamesOf: TypeAlias = Callable[[str, int], Played]


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
    """Return a note with the upper bound on every agent in the literal interpretation."""
    from sapper.perfect import optimal

    perfect = optimal(board, first="any", start=0).probability
    return f"; by the letter no player wins more than {perfect}"


def _judged(shown: dict[Reading, str], met: list[Reading], more: str = "") -> Finding:
    """Return the finding of a row: all interpretations, and those compatible with the paper."""
    values = "; ".join(f"{READINGS[reading]} {value}" for reading, value in shown.items())
    by = ", ".join(READINGS[reading] for reading in met) or "none of the three"
    return Finding(values, CHOSEN in met, f"compatible with: {by}{more}")


for _spec in BOARDS:
    for _agent, _row in enumerate(TABLE[_spec], 1):

        @PAPER.claim(
            "Table 1",
            f"win rate of agent {_agent} ({AGENTS[_agent - 1]}) on {_spec}",
            f"{_row.percent} % of {_row.games}",
        )
        def _(effort: Effort, board: str = _spec, agent: int = _agent, row: Row = _row) -> Finding:
            games = {reading: played(effort, board, agent, reading) for reading in READINGS}
            shown = {
                reading: f"{100 * own.won.value:.2f} % ± {100 * own.won.error:.2f}"
                for reading, own in games.items()
            }
            met = [reading for reading, own in games.items() if wins_meet(row, own)]
            return _judged(shown, met, _perfect(board) if (board, agent) == ("4x4/2", 3) else "")


for _spec in BOARDS:
    for _agent, _row in enumerate(TABLE[_spec], 1):

        @PAPER.claim(
            "Table 1",
            f"average number of moves of agent {_agent} ({AGENTS[_agent - 1]}) on {_spec}",
            _row.moves,
            note="moves after the first; the row on all 15 averages has other ways to count",
        )
        def _(effort: Effort, board: str = _spec, agent: int = _agent, row: Row = _row) -> Finding:
            games = {reading: played(effort, board, agent, reading) for reading in READINGS}
            shown = {
                reading: f"{own.moves.value:.3f} ± {own.moves.error:.3f}"
                for reading, own in games.items()
            }
            met = [reading for reading, own in games.items() if moves_meet(row, own)]
            return _judged(shown, met)


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


def _by(effort: Effort, reading: Reading) -> _GamesOf:
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


_WHY = {
    "any": "on 6x6/6 agents 3 and 5 win far fewer games than with exact probabilities",
    "safe": "on all boards agents 3 and 5 win fewer games than with a first cell without a mine",
    "shared": "this interpretation is inferred from the table: the text does not state it, and "
    "section 2.1 says that in the original game each mine has its own cell",
}

for _reading, _words in READINGS.items():

    @PAPER.claim(
        "Table 1",
        f"all 15 win rates together, {_words}",
        "not ruled out at 5 %",
        note=_WHY[_reading],
    )
    def _(effort: Effort, reading: Reading = _reading) -> Finding:
        found, chance = chi_square(effort, _by(effort, reading))
        return Finding(_statistic_text(found, chance), chance > 0.05)


@PAPER.claim(
    "Table 1",
    "all 15 win rates together, at most 12 moves per game",
    "not ruled out at 5 %",
    note="the limit of 12 is fitted to the table; the text mentions no limit",
)
def _(effort: Effort) -> Finding:
    def short(board: str, agent: int) -> Played:
        return cut_short(effort, board, agent, 12)

    found, chance = chi_square(effort, short)
    moves = _statistic_text(*chi_square_of_moves(effort, short, next(iter(COUNTED))))
    return Finding(_statistic_text(found, chance), chance > 0.05, f"average moves: {moves}")


@PAPER.claim(
    "Table 1",
    f"all 15 average moves together, {READINGS[CHOSEN]}",
    "not ruled out at 5 %",
)
def _(effort: Effort) -> Finding:
    plain, *_ = COUNTED
    own = chi_square_of_moves(effort, _by(effort, CHOSEN), plain)
    others = [
        f"{words} {_statistic_text(*chi_square_of_moves(effort, _by(effort, reading), plain))}"
        for reading, words in READINGS.items()
        if reading != CHOSEN
    ]
    others += [
        f"{words} {_statistic_text(*chi_square_of_moves(effort, _by(effort, CHOSEN), words))}"
        for words in COUNTED
        if words != plain
    ]
    return Finding(
        _statistic_text(*own),
        own[1] > 0.05,
        f"the first move is not counted; other interpretations: {'; '.join(others)}; compared with "
        "our games, agent 1 makes more moves in the table and agent 5 fewer",
    )


@PAPER.claim(
    "Table 1",
    "interpretations compatible with win rate and moves of agent 3 on 6x6/6",
    "40 %, 7.66 moves",
    quick=False,
    note="in all of them the first click may hit a mine",
)
def _(effort: Effort) -> Finding:
    row = TABLE["6x6/6"][2]
    shared = played(effort, "6x6/6", 3, "shared")
    meets: list[str] = []
    misses: list[str] = []
    found = {READINGS["shared"]: shared, **{name: find(effort) for name, find in OTHERS.items()}}
    for name, own in found.items():
        shown = f"{name} {100 * own.won.value:.1f} %, {own.moves.value:.2f}"
        (meets if wins_meet(row, own) and moves_meet(row, own) else misses).append(shown)
    won = float(row.percent) / 100 * 29
    return Finding(
        f"{'; '.join(meets) or 'none'}",
        bool(meets),
        f"not compatible: {'; '.join(misses)}; zeros that do not open their neighbours, because a "
        f"win then takes 29 moves, and 40 % of wins alone raise the average to {won:.1f}; flags "
        "counted as moves, because they do not change the win rate",
    )
