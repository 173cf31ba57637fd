"""Sections 1.1, 1.2 and 10.2: earlier work, reproduced as far as the text describes it.

Dempsey and Guinn (arXiv 2008.04116) play by inference alone: "above the critical mine density it
becomes almost impossible to play Minesweeper by logical inference", says their abstract. Qing, You
and Liu (doi 10.1142/S0129183120501296) treat it as percolation, with a definition that differs, as
the paper says. Neither the paper nor these abstracts define the quantities that were measured, so
they are not comparable. The nearest value is shown: the density at which inference, starting from
one opening, opens half of the safe cells before a guess is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from sapper.games import Deal, simulate
from sapper.intervals import Z95
from sapper.lab.difficulty.clue_logic import ClueLogic
from sapper.papers.chong2024 import PAPER
from sapper.papers.claims import Effort, Finding, Reading
from sapper.papers.played import play
from sapper.papers.shipped import study_boards, study_row
from sapper.theory import refuted_from

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sapper.positions import Position


RANGE = (0.20, 0.30)
"""The range quoted from Dempsey and Guinn."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """The density at which a decreasing share equals one half."""

    density: float
    """The density, interpolated linearly between the two neighbouring points."""

    error: float
    """Half the width of its 95 % interval, from the standard errors of these two points."""

    def __str__(self) -> str:
        return f"{self.density:.3f} ± {self.error:.3f}"


def crossing(points: Sequence[tuple[float, Sequence[float]]]) -> Crossing:
    """Find the density at which the mean of samples falls to one half.

    >>> crossing([(0.1, [1.0, 0.8]), (0.2, [0.4, 0.2])]).density
    0.16666666666666669
    """
    means = [(density, float(np.mean(sample))) for density, sample in points]
    for place, ((left, high), (right, low)) in enumerate(pairwise(means)):
        if high >= 0.5 > low:
            slope = (high - low) / (right - left)
            errors = [
                float(np.std(points[k][1])) / sqrt(len(points[k][1])) for k in (place, place + 1)
            ]
            weight = (high - 0.5) / (high - low)
            error = sqrt(((1 - weight) * errors[0]) ** 2 + (weight * errors[1]) ** 2)
            return Crossing(left + (high - 0.5) / slope, Z95 * error / slope)
    raise ValueError(f"no share falls to a half among {means}")


def _along(
    side: int, densities: Sequence[float], opened: Callable[[Deal], list[float]]
) -> Crossing:
    """Find the crossing on a square board whose first click is a zero in the middle."""
    found = []
    for density in densities:
        mines = round(density * side * side)
        deal = Deal.read(f"{side}x{side}/{mines}", first="open", start=(side // 2, side // 2))
        found.append((mines / side**2, opened(deal)))
    return crossing(found)


class _FirstGuess:
    """Opens certain cells and records the share of open safe cells at the first guess of a game."""

    name = "first-guess"
    opens_certain = True

    def __init__(self) -> None:
        self.shares: list[float] = []
        self._waits = False

    def begin(self, _seed: int, _index: int) -> None:
        """Start a game."""
        self._waits = True

    def choose(self, position: Position) -> int:
        """Record the share at the first guess and return any covered cell."""
        assert position.mines is not None
        if self._waits:
            self._waits = False
            self.shares.append(len(position.revealed) / (position.board.size - position.mines))
        return position.covered[0]


def opened_by_inference(deal: Deal, games: int, seed: int) -> list[float]:
    """Return, per game, the share of safe cells that exact inference opens before a guess."""
    player = _FirstGuess()
    result = simulate(deal.spec, player, games, seed, deal.first, deal.start)
    if result.interrupted:
        raise KeyboardInterrupt
    return player.shares + [1.0] * (games - len(player.shares))


def opened_by_clues(deal: Deal, games: int, seed: int) -> list[float]:
    """Return, per game, the share of safe cells that repeated single-clue deductions open."""
    neighbors = [deal.board.neighbors(cell) for cell in range(deal.board.size)]
    shares = []
    for index in range(games):
        game = deal.game(seed, index)
        logic = ClueLogic(neighbors)
        waiting, count = [deal.start], 0
        while waiting:
            shown: dict[int, int] = {}
            for cell in waiting:
                if game.states[cell] < 0:
                    opened = game.open(cell)
                    assert opened, "a proved cell held a mine"
                    shown.update((other, int(game.states[other])) for other in opened)
            count += len(shown)
            logic.reveal(shown)
            waiting = logic.by_one_clue()
        shares.append(count / (deal.board.size - deal.mines))
    return shares


# -- 1.1, the definition --------------------------------------------------------------------------


@PAPER.claim(
    "1.1",
    "games won 0.05 below and above the critical density of 10x10 with perfect play",
    "almost every game, almost none",
    slip="on a board of this size the win rate falls slowly, and so does the fitted logistic curve",
    note="played by pseq-d256 instead of perfect play",
)
def _(effort: Effort) -> Finding:
    density = study_row(effort, "table", "10x10", "pseq-d256", "paper").value
    assert density is not None
    rates = [
        play(effort, f"10x10/{round(100 * (density + step))}", "pseq-d256", 1_000, 10_000).win_rate
        for step in (-0.05, 0.05)
    ]
    return Finding(
        f"{100 * rates[0]:.0f} % and {100 * rates[1]:.0f} % around {density:.3f}",
        rates[0] > 0.95 and rates[1] < 0.05,
        confirmed=rates[0] <= 0.95 and rates[1] >= 0.05,
    )


# -- 1.2, Dempsey and Guinn -----------------------------------------------------------------------

_SQUARES = (
    (16, (50, 250), (0.20, 0.22, 0.24, 0.26, 0.28)),
    (30, (20, 100), (0.18, 0.20, 0.22, 0.24, 0.26, 0.28)),
)
"""Sides, games per point of a quick and a full run, and densities."""


@PAPER.claim(
    "1.2",
    "critical density of select squares for play by inference alone (Dempsey and Guinn)",
    "0.20 to 0.30",
    not_comparable="neither the paper nor their abstract defines the critical density",
    note="shown is the density at which exact inference opens half of the safe cells on average "
    "before the first guess, starting from a zero in the middle",
)
def _(effort: Effort) -> Finding:
    shown, inside = [], []
    low, high = RANGE
    for side, few_and_many, densities in _SQUARES[: 1 if effort.quick else None]:
        count = effort.games(*few_and_many)
        opened = partial(opened_by_inference, games=count, seed=effort.seed)
        found = _along(side, densities, opened)
        shown.append(f"{found} on {side}x{side}, {count} games per point")
        inside.append(low <= found.density <= high)
    return Finding(", ".join(shown), all(inside), readings=(_solved_completely(effort),))


def _solved_completely(effort: Effort) -> Reading:
    """Return the densities at which half of the games are solved without a guess."""
    games = effort.games(400, 4_000)
    shown, densities = [], []
    for side, steps in ((16, (0.14, 0.16, 0.18, 0.20, 0.22)), (30, (0.12, 0.14, 0.16, 0.18, 0.20))):
        points = []
        for density in steps:
            mines = round(density * side * side)
            spec, middle = f"{side}x{side}/{mines}", (side // 2, side // 2)
            count = games if side < 20 else games // 4
            result = play(effort, spec, "pseq", count, count, first="open", start=middle)
            free = [1.0] * result.guess_free + [0.0] * (result.games - result.guess_free)
            points.append((mines / side**2, free))
        found = crossing(points)
        densities.append(found.density)
        shown.append(f"{found} on {side}x{side}")
    return Reading(
        "half of the games solved without a guess", ", ".join(shown), min(densities) >= RANGE[0]
    )


# -- 1.2, Qing, You and Liu -----------------------------------------------------------------------


@PAPER.claim(
    "1.2",
    "critical density of select squares, by percolation (Qing and others)",
    "0.2035 ± 0.002",
    not_comparable="the paper says that their definition differs, and does not give it",
    note="shown is the density at which repeated single-clue deductions, starting from a zero in "
    "the middle of 30x30, open half of the safe cells on average",
    quick=False,
)
def _(effort: Effort) -> Finding:
    games = effort.games(60, 500)
    densities = (0.18, 0.19, 0.20, 0.21)
    found = _along(30, densities, lambda deal: opened_by_clues(deal, games, effort.seed))
    agrees = abs(found.density - 0.2035) <= 0.002 + found.error
    return Finding(f"{found}, {games} games per point", agrees)


# -- 1.2 and 10.2, Sinha and others; what a stronger solver would find ----------------------------


@PAPER.claim(
    "1.2",
    "density at which solvers win half of the games (Sinha and others)",
    "0.20 to 0.30, a similar range",
    not_comparable="the paper does not describe their solvers or boards; played by pseq",
)
def _(effort: Effort) -> Finding:
    squares = ("8x8", "10x10", "16x16", "20x20")
    values = {
        board: study_row(effort, "squares", board, "pseq", "half").value or 0.0 for board in squares
    }
    shown = ", ".join(f"{value:.4f} on {board}" for board, value in values.items())
    low, high = RANGE
    return Finding(shown, all(low <= value <= high for value in values.values()))


@PAPER.claim(
    "10.2",
    "P on large boards with a stronger solver",
    "closer to 0.20",
    slip="at a density of 0.20 no solver, however strong, wins half of the games on large squares",
)
def _(effort: Effort) -> Finding:
    side = refuted_from(0.20)
    largest = study_row(effort, "squares", study_boards("squares")[-1], "pseq", "half")
    return Finding(
        f"proved below a half from {side}x{side} on; {largest.value:.4f} on {largest.board}, pseq",
        (largest.value or 0) > 0.18,
    )
