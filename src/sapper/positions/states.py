"""The encoding of cell states as integers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

COVERED = -1
"""The state of a covered cell without a flag."""

FLAGGED = -2
"""The state of a flagged cell, which is taken to hold a mine."""

UNREAD = -3
"""The state of an open cell whose number is unknown: it is safe, but constrains nothing."""

OUTSIDE = -4
"""The state of a cell out of view (see ``Position.window``): it may hold a mine, like a covered
cell, but cannot be opened."""

MAX_CLUE = 32_000
"""The largest clue; the state of a revealed cell is its clue."""

MAX_PER_CELL = 100
"""The most mines that a cell can be allowed to hold."""

STATE = np.dtype(np.int16)
"""The type of a stored state."""

States = npt.NDArray[np.int16]
"""For each cell its clue, COVERED, FLAGGED, UNREAD or OUTSIDE."""

CHARACTERS = {COVERED: "#", FLAGGED: "F", UNREAD: "?", OUTSIDE: "~"}
"""The characters of the states that are not clues."""

WORDS = {
    COVERED: "covered",
    FLAGGED: "flagged",
    UNREAD: "open, its number unread",
    OUTSIDE: "out of view",
}
"""The states that are not clues in words."""


def can_hold_mines(states: States) -> npt.NDArray[np.bool_]:
    """Return for each cell whether it can hold a mine: it is covered, flagged or out of view.

    >>> can_hold_mines(np.array([COVERED, FLAGGED, UNREAD, OUTSIDE, 0], STATE)).tolist()
    [True, True, False, True, False]
    """
    hidden: npt.NDArray[np.bool_] = (states < 0) & (states != UNREAD)
    return hidden


def may_hold_mine(state: int) -> bool:
    """Return whether a cell of this state can hold a mine."""
    return state < 0 and state != UNREAD
