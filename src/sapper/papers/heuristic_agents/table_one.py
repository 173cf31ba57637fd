"""Table 1, row by row and as a whole.

Every row shows three readings of how the mines are laid (``table_one_games``), and is judged by the
same one throughout. Thirty verdicts by intervals of 95 % miss some by chance, so the shares of
games won are also judged together, and so are the average moves: by a chi-square whose distribution
is drawn by lot, since some of the counts are too small for the curve of that name.
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
"""Tables drawn for the distribution of the chi-square."""


def wins_meet(row: Row, own: Played) -> bool:
    """Tell whether the intervals of the games won meet."""
    low, high = wilson(round(float(row.percent) * row.games / 100), row.games)
    won = own.won
    return low <= won.value + won.error and won.value - won.error <= high


def moves_meet(row: Row, own: Played) -> bool:
    """Tell whether the intervals of the moves meet; the error of theirs is by our spread."""
    moves = own.moves
    reach = moves.error + Z95 * moves.spread / sqrt(row.games) + 0.005
    return abs(moves.value - float(row.moves)) <= reach


def _perfect(board: str) -> str:
    """The upper bound on every agent by the letter."""
    from sapper.perfect import optimal

    perfect = optimal(board, first="any", start=0).probability
    return f"; by the letter no play wins more than {perfect}"


def _judged(shown: dict[Reading, str], met: list[Reading], more: str = "") -> Finding:
    """A row: every reading, and which of them the printed value meets."""
    values = "; ".join(f"{READINGS[reading]} {value}" for reading, value in shown.items())
    by = ", ".join(READINGS[reading] for reading in met) or "no reading of the three"
    return Finding(values, CHOSEN in met, f"met by: {by}{more}")


for _spec in BOARDS:
    for _agent, _row in enumerate(TABLE[_spec], 1):

        @PAPER.claim(
            "Table 1",
            f"agent {_agent} ({AGENTS[_agent - 1]}) on {_spec}, games won",
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
            f"agent {_agent} ({AGENTS[_agent - 1]}) on {_spec}, average number of moves",
            _row.moves,
            note="after the first; other ways to count are in the row of all 15",
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
    """Return the chi-square of the 15 shares of games won, and how often chance alone exceeds it.

    ``games_of`` gives our games by board and agent. Their shares have errors of their own, which
    widen what chance may do.
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
"""Ways to count moves, as functions of the games won and the moves after the first."""


def chi_square_of_moves(effort: Effort, games_of: _GamesOf, counted: str) -> tuple[float, float]:
    """Return the same of the 15 average moves, taken as normal; ``counted`` is of ``COUNTED``."""
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
    """Return the chi-square of what was found, and the share of the drawn that reach it."""
    own = float(((found - expected) ** 2 / variances).sum())
    others = ((drawn - expected) ** 2 / variances).sum(axis=1)
    return own, (int((others >= own).sum()) + 1) / (DRAWS + 1)


def _told(found: float, chance: float) -> str:
    shown = "p < 0.001" if chance < 0.001 else f"p = {chance:.3f}"
    return f"chi-square {found:.1f} over 15, {shown}"


_WHY = {
    "any": "agents 3 and 5 win far less on 6x6/6 than exact probabilities allow",
    "safe": "agents 3 and 5 win less on all boards than they would from a cell that is kept free",
    "shared": "an inference from the table: the text does not say so, and 2.1 says of the game "
    "that it copies that each mine has a cell of its own",
}

for _reading, _words in READINGS.items():

    @PAPER.claim(
        "Table 1",
        f"all 15 shares of games won at once, {_words}",
        "not ruled out at 5 %",
        note=_WHY[_reading],
    )
    def _(effort: Effort, reading: Reading = _reading) -> Finding:
        found, chance = chi_square(effort, _by(effort, reading))
        return Finding(_told(found, chance), chance > 0.05)


@PAPER.claim(
    "Table 1",
    "all 15 shares of games won at once, at most 12 moves a game",
    "not ruled out at 5 %",
    note="the 12 is fitted to the table, and the text knows of no limit",
)
def _(effort: Effort) -> Finding:
    def short(board: str, agent: int) -> Played:
        return cut_short(effort, board, agent, 12)

    found, chance = chi_square(effort, short)
    moves = _told(*chi_square_of_moves(effort, short, next(iter(COUNTED))))
    return Finding(_told(found, chance), chance > 0.05, f"of the moves: {moves}")


@PAPER.claim(
    "Table 1",
    f"all 15 average moves at once, {READINGS[CHOSEN]}",
    "not ruled out at 5 %",
)
def _(effort: Effort) -> Finding:
    plain, *_ = COUNTED
    own = chi_square_of_moves(effort, _by(effort, CHOSEN), plain)
    others = [
        f"{words} {_told(*chi_square_of_moves(effort, _by(effort, reading), plain))}"
        for reading, words in READINGS.items()
        if reading != CHOSEN
    ]
    others += [
        f"{words} {_told(*chi_square_of_moves(effort, _by(effort, CHOSEN), words))}"
        for words in COUNTED
        if words != plain
    ]
    return Finding(
        _told(*own),
        own[1] > 0.05,
        f"the first move is not counted; other readings: {'; '.join(others)}; agent 1 makes more "
        "moves in its table than here, agent 5 fewer",
    )


@PAPER.claim(
    "Table 1",
    "agent 3 on 6x6/6, a reading that meets wins and moves",
    "40 %, 7.66 moves",
    quick=False,
    note="the first click may hit a mine in all of them",
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
        f"not: {'; '.join(misses)}; nor zeros that open no neighbours, where 40 % of games with 29 "
        f"moves each make {won:.1f} moves on average, nor flags counted as moves, which change no "
        "win",
    )
