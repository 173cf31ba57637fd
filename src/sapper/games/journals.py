"""Games in the core as plain data, so that they can be pickled, and back.

The data hold the layout, the states before the first move and the journal of moves; a game is
restored by making the moves again, which checks each of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sapper import _core
from sapper.positions.states import STATE

if TYPE_CHECKING:
    from sapper.boards import Board

Move = tuple[str, int, list[tuple[int, float | None, bool, bool | None]]]
"""Kind (``open``, ``flag`` or ``chord``), cell, and each click: its risk, whether it was a guess,
and whether that was forced."""


class Journal(NamedTuple):
    """A game in the core as plain data."""

    mines: list[int]
    """The layout; empty before the first click determines it."""

    states: bytes
    """The states before the first move, as an array of int16."""

    provisional: bool
    """Whether undoing the first click drops the layout."""

    moves: list[Move]
    """All moves."""

    permanent: int
    """How many of the moves cannot be undone."""


def record(game: _core.Game) -> Journal:
    """Return a game as plain data."""
    mines = game.mines
    return Journal(mines, game.dealt_states(), game.provisional, game.journal(), game.permanent)


def restore(board: Board, full: bool, journal: Journal) -> _core.Game:
    """Return the game of a journal; ``full`` is whether the board is full of mines.

    >>> from sapper.boards import grid
    >>> board = grid(1, 3)
    >>> covered = np.full(3, -1, STATE)
    >>> game = _core.Game(board.graph, covered, np.array([0, 0, 1], STATE))
    >>> game.open(0)
    [0, 1]
    >>> again = restore(board, False, record(game))
    >>> again.states.tolist(), again.pop(), again.states.tolist()
    ([0, 1, -1], 0, [-1, -1, -1])
    """
    game = _core.Game(board.graph, full)
    dealt = None
    if journal.mines:
        states = np.frombuffer(journal.states, STATE)
        dealt = _core.Game(board.graph, states, np.array(journal.mines, STATE))
    if dealt is not None and not journal.provisional:
        game.adopt(dealt, False)
    for made, (kind, cell, reveals) in enumerate(journal.moves):
        if made == journal.permanent:
            game.commit()
        if dealt is not None and not game.laid and kind == "open":
            game.adopt(dealt, True)
        if kind == "flag":
            game.flag(cell)
        elif kind == "open":
            game.open(*reveals[0])
        else:
            game.begin_chord(cell)
            for reveal in reveals:
                game.reveal(*reveal)
    if journal.permanent == len(journal.moves):
        game.commit()
    return game
