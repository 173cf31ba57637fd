"""The result of a finished game, and a better click than the one that lost it."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from sapper.errors import GameError, TooHardError
from sapper.games import think
from sapper.web.api.games.answers import BetterClick, GameResult

if TYPE_CHECKING:
    from sapper.web.api.games.played import Played

SEARCH_SECONDS = 0.4
"""Seconds of rollout search for a better click than the one that lost."""


def result(played: Played) -> GameResult:
    """Return the figures of a finished game."""
    game = played.game
    if game.status == "playing":
        raise GameError("the game has no result yet: it is not over")
    layout = game.true_layout
    opened = np.array([clue is not None for clue in game.position.clues])
    forced, avoidable, unknown = played.guesses
    lost = game.exploded
    return GameResult(
        status=played.end,
        bbbv=layout.bbbv,
        bbbv_solved=layout.bbbv_solved(opened),
        zini=layout.zini if layout.max_per_cell == 1 else None,
        needed_guesses=forced,
        unneeded_guesses=avoidable,
        unknown_guesses=unknown,
        luck=game.luck,
        lost_cell=lost,
        lost_risk=None if lost is None else game.risk,
        better=None if lost is None else _better(played),
    )


def _better(played: Played) -> BetterClick | None:
    """Return the best click instead of the one that lost; the position is still that before it."""
    game = played.game
    try:
        mine_probability = game.analysis.mine_probability
        found = think(game.analysis.position, seconds=SEARCH_SECONDS)
    except TooHardError:
        return None
    value = next((one.value for one in found.considered if one.cell == found.best), None)
    known = value is not None and not isnan(value) and not found.certain
    return BetterClick(
        cell=found.best,
        certain=found.certain,
        mine_probability=float(mine_probability[found.best]),
        win_probability=value if known else None,
    )
