"""The defaults that several functions, commands, requests and the page share.

Every door reads them from here; docs/reference/api.md has a table of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapper.types import DensityMethod, FirstClickRule, Level

FIRST: FirstClickRule = "safe"
"""The first-click rule of games, simulations and sweeps."""

RATED_FIRST: FirstClickRule = "open"
"""The first-click rule of ratings of difficulty: as most programs deal."""

FORMULA_FIRST: FirstClickRule = "any"
"""The first-click rule of the formulas of the papers, which treat all layouts as equally likely."""

STRATEGY = "perimeter"
"""The strategy that plays many games: simulations, sweeps, critical densities, exact values."""

POSITION_STRATEGY = "best"
"""The strategy that plays or values one position: choices, ``watch``, win probabilities."""

HINT_STRATEGY = "deep:n=250"
"""The strategy that gives hints to a player, who can wait: about one second per guess."""

GAMES = 10_000
"""The number of games of a simulation or comparison."""

POINT_GAMES = 1_000
"""The number of games per point of the laboratory: a board with a number of mines."""

MOVE_SECONDS = 300.0
"""The longest time of a strategy written in Python for a move in the laboratory, in seconds."""

RATED_GAMES = 400
"""The number of games for a rating of difficulty."""

SAMPLES = 1_000
"""The number of layouts for an estimate of a win probability."""

LEVEL: Level = "engine"
"""The level of deduction that solves no-guess layouts."""

METHOD: DensityMethod = "paper"
"""The definition of the critical density: the one whose values are published."""

SEED = 1
"""The seed of games, sampled layouts and the random choices of a strategy."""
