"""Curves from the games of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sapper.boards import parse_spec
from sapper.errors import LabError
from sapper.lab.fits.curve import Curve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.lab.store.store import Store, Tally


def stored_curve(store: Store, board: str, strategy: str, first: str, seed: int) -> Curve:
    """Return the curve of a board from all games in a store; LabError where there are none."""
    tallies = store.tallies(boards=[board], strategies=[strategy], first=first, seed=seed)
    if not tallies:
        raise LabError(f"the store {store.path!r} has no game of {strategy} on {board}")
    return curve_of(tallies)


def curve_of(tallies: Sequence[Tally]) -> Curve:
    """Return the curve of tallies that differ in their mines alone, in that order."""
    board = tallies[0].point.board
    return Curve(
        parse_spec(board).size,
        np.array([tally.point.mines for tally in tallies]),
        np.array([tally.wins for tally in tallies]),
        np.array([tally.games for tally in tallies]),
        np.array([tally.guess_free for tally in tallies]),
        np.array([tally.guesses for tally in tallies]),
        np.array([tally.moves for tally in tallies]),
        np.array([tally.processor for tally in tallies]),
        board,
    )
