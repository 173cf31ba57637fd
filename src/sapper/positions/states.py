"""The encoding of cell states as integers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

COVERED = -1
"""The state of a covered cell without a flag."""

FLAGGED = -2
"""The state of a flagged cell, which is taken to hold a mine."""

MAX_CLUE = 32_000
"""The largest clue; the state of a revealed cell is its clue."""

MAX_PER_CELL = 100
"""The most mines that a cell can be allowed to hold."""

STATE = np.dtype(np.int16)
"""The type of a stored state."""

States = npt.NDArray[np.int16]
"""For each cell its clue, COVERED or FLAGGED."""
