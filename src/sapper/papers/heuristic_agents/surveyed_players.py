"""Section 3: the surveyed players as the report describes them, and the claims about them.

Some players are strategies of the core (``limited-search``, ``near-edge``, ``frontier``,
``basic``); the others are modules of this package. If the survey does not state how a game starts,
its win rates are not comparable.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from sapper.intervals import Z95
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.exhaustive import every
from sapper.papers.heuristic_agents import PAPER
from sapper.papers.heuristic_agents.half_at_random import HalfAtRandom
from sapper.papers.heuristic_agents.noisy_clues import posterior, win_rate
from sapper.papers.heuristic_agents.upper_confidence import UpperConfidence
from sapper.papers.heuristic_agents.window_table import MINE, UNKNOWN, window_table
from sapper.papers.played import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.games import SimulationResult
    from sapper.positions import Position


_MIDDLES = {"9x9/10": (4, 4), "16x16/40": (8, 8), "16x30/99": (8, 15)}


# -- 3.1, search ----------------------------------------------------------------------------------

for _board, _percent in (("9x9/10", "91.7"), ("16x16/40", "64.3"), ("16x30/99", "17.0")):

    @PAPER.claim(
        "3.1",
        f"win rate of limited search on {_board} (Pedersen)",
        f"{_percent} %",
        not_comparable="the first click is not stated, and it matters by many points",
    )
    def _(effort: Effort, board: str = _board, percent: str = _percent) -> Finding:
        middle = _MIDDLES[board]
        inner = play(effort, board, "limited-search", 1_000, 10_000, start=middle)
        corner = play(effort, board, "limited-search", 1_000, 10_000)
        opening = play(effort, board, "limited-search", 1_000, 10_000, first="open", start=middle)
        low, high = 100 * inner.interval[0], 100 * corner.interval[1]
        return Finding(
            f"{_percents(inner)} from the middle, {_percents(corner)} from the corner",
            low <= float(percent) + 0.05 and float(percent) - 0.05 <= high,
            f"{_percents(opening)} if the first click is a zero",
        )


def _percents(result: SimulationResult) -> str:
    low, high = result.interval
    return f"{100 * result.win_rate:.2f} % ± {50 * (high - low):.2f}"


UCT_BOARDS = ("1x10/5", "2x5/3", "3x4/3", "4x4/4")
"""Boards of the comparison with upper confidence trees, our choice."""


@PAPER.claim(
    "3.1",
    "win rates of upper confidence trees (UCT) and of a constraint program (Sebag and Teytaud)",
    "the trees win more",
    note="exact values with a safe first click in the corner; the boards are our choice, because "
    "the survey names none",
)
def _(effort: Effort) -> Finding:
    from sapper.perfect import optimal, strategy_value

    simulations = effort.games(400, 2_000)
    shown, more = [], []
    for board in UCT_BOARDS:
        trees = strategy_value(board, UpperConfidence(simulations)).probability
        program = strategy_value(board, "perimeter").probability
        best = optimal(board, first="safe", start=0).probability
        more.append(program < trees <= best)
        shown.append(
            f"{board} {100 * float(trees):.2f} % against {100 * float(program):.2f} %, perfect "
            f"play {100 * float(best):.2f} %"
        )
    return Finding("; ".join(shown), all(more), f"{simulations:,} simulations per guess")


# -- 3.2, heuristics ------------------------------------------------------------------------------


@PAPER.claim(
    "3.2",
    "opening random cells until half of the board is revealed (Huang), tested on 9x9/10",
    "recommended",
    slip="a random cell is a mine more often than the safest cell",
)
def _(effort: Effort) -> Finding:
    from sapper.games import simulate

    games = effort.games(300, 3_000)
    own = simulate("9x9/10", HalfAtRandom, games, effort.seed)
    if own.interrupted:
        raise KeyboardInterrupt
    other = play(effort, "9x9/10", "perimeter", 10_000, 100_000)
    return Finding(
        f"{_percents(own)} with it, {_percents(other)} by mine probability from the start",
        own.interval[1] >= other.interval[0],
    )


@PAPER.claim(
    "3.2",
    "gain by breaking ties towards the edge, in points (Sinha and others)",
    "4.04: from 82.20 % to 86.24 %",
    not_comparable="the board is not stated, and their baseline is a learned player that is not "
    "described",
)
def _(effort: Effort) -> Finding:
    gains = {}
    for board, middle in (("8x8/10", (4, 4)), ("9x9/10", (4, 4)), ("16x16/40", (8, 8))):
        for name, start in (("corner", (0, 0)), ("middle", middle)):
            own, other = (
                play(effort, board, strategy, 3_000, 20_000, start=start)
                for strategy in ("near-edge", "perimeter")
            )
            variance = sum(r.win_rate * (1 - r.win_rate) / r.games for r in (own, other))
            gain = own.win_rate - other.win_rate
            gains[f"{board} {name}"] = 100 * gain, 100 * Z95 * sqrt(variance)
    shown = ", ".join(
        f"{where} {gain:+.2f} ± {error:.2f}" for where, (gain, error) in gains.items()
    )
    return Finding(
        shown,
        max(gain + error for gain, error in gains.values()) >= 4.04,
        "gains over exact probabilities with random tie-breaking",
    )


@PAPER.claim(
    "3.2",
    "win rate of a constraint program with ties broken towards the frontier, on expert (Buffet and "
    "others, HCSP)",
    "38.1 %",
    note="starting in the corner",
)
def _(effort: Effort) -> Finding:
    readings = {
        "then at random": "frontier",
        "ties to the first cell": "heuristic:P",
        "ties to corners, then most opened neighbours": "infer-guess",
    }
    found = {
        name: play(effort, "16x30/99", strategy, 2_000, 30_000)
        for name, strategy in readings.items()
    }
    judged = {
        name: Reading(name, _percents(r), r.interval[0] <= 0.3815 and r.interval[1] >= 0.3805)
        for name, r in found.items()
    }
    own = judged.pop("then at random")
    return Finding(
        f"{own.ours}, what is still equal at random", own.agrees, "", tuple(judged.values())
    )


# -- 3.3, general strategies ----------------------------------------------------------------------


@PAPER.claim("3.3", "deductions from a table of 3x3 windows (Rujan)", "what logic reveals")
def _(_effort: Effort) -> Finding:
    def holds(case: tuple[tuple[int, str], str]) -> bool:
        (number, around), sign = case
        known, unknown = around.count(MINE), around.count(UNKNOWN)
        if not known <= number <= known + unknown:
            return sign == "impossible"
        if unknown and number == known:
            return sign == "safe"
        return sign == ("mines" if unknown and number == known + unknown else "nothing")

    return every(
        window_table().items(),
        holds,
        "windows",
        note="equivalent to theorems 1 and 2 of Fowler & Young 2004, which `basic` uses",
    )


@PAPER.claim(
    "3.3",
    "bomb density up to which the window table works (Rujan)",
    "at or below 0.2",
    note="agrees if it wins more than half of the games at 0.1 and less than a tenth above 0.2",
)
def _(effort: Effort) -> Finding:
    found = {
        mines / 81: play(effort, f"9x9/{mines}", "basic", 2_000, 50_000)
        for mines in (8, 12, 16, 20, 24)
    }
    rates = {density: result.win_rate for density, result in found.items()}
    shown = ", ".join(f"{100 * rate:.1f} % at {density:.3f}" for density, rate in rates.items())
    beyond = [rate for density, rate in rates.items() if density > 0.2]
    return Finding(f"{shown}, on 9x9", min(rates) < 0.1 and rates[8 / 81] > 0.5 > 0.1 > max(beyond))


def _small_positions(effort: Effort) -> Iterator[Position]:
    """Yield all positions of some games of 4x4/3, opening the safest cells."""
    from sapper.analysis import analyze
    from sapper.games import Game

    for index in range(20 if effort.quick else 200):
        game = Game("4x4/3", seed=effort.seed, index=index, start=index % 16)
        while game.status == "playing":
            best = analyze(game.position).best
            assert best is not None
            game.open(best)
            if game.status == "playing":
                yield game.position


@PAPER.claim(
    "3.3",
    "Bayesian mine probability with noisy clues, at zero noise (Rujan)",
    "the mine probability",
)
def _(effort: Effort) -> Finding:
    from sapper.analysis import analyze

    def holds(position: Position) -> bool:
        chances = posterior(position, 0.0)
        exact = analyze(position).mine_probability
        return all(abs(chances[cell] - exact[cell]) < 1e-12 for cell in position.covered)

    return every(_small_positions(effort), holds, "positions of 4x4/3")


@PAPER.claim(
    "3.3",
    "a player that models the errors of wrong clues (Rujan)",
    "has a strategy",
    note="on 4x4/2; a clue is wrong with probability 0.1, and zeros do not open their neighbours",
)
def _(effort: Effort) -> Finding:
    games = effort.games(150, 3_000)
    aware, unaware = (win_rate("4x4/2", 0.1, believed, games, effort.seed) for believed in (0.1, 0))
    error = Z95 * sqrt((aware * (1 - aware) + unaware * (1 - unaware)) / games)
    return Finding(
        f"{100 * aware:.1f} % against {100 * unaware:.1f} % for one who trusts the clues, "
        f"{games:,} games",
        aware - unaware > error,
    )


@PAPER.claim(
    "3.3",
    "win rate of single-point deduction on intermediate and expert (Becerra)",
    "poor",
    note="played by `basic` from a safe corner",
)
def _(effort: Effort) -> Finding:
    pairs = {
        board: [play(effort, board, name, 1_000, 20_000) for name in ("basic", "perimeter")]
        for board in ("9x9/10", "16x16/40", "16x30/99")
    }
    shown = ", ".join(
        f"{board} {100 * single.win_rate:.1f} % against {100 * whole.win_rate:.1f} %"
        for board, (single, whole) in pairs.items()
    )
    worse = [single.win_rate / whole.win_rate for single, whole in pairs.values()]
    return Finding(f"{shown} with all clues", worse[0] > worse[1] > worse[2] and worse[1] < 0.6)
