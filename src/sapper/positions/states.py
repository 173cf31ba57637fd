"""What a cell can be to a player: the numbers that stand for it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

COVERED = -1
"""The state of a covered cell without a flag."""

FLAGGED = -2
"""The state of a covered cell that is taken to hold a mine."""

MAX_CLUE = 32_000
"""The largest number that a cell can show; it is its state."""

MAX_PER_CELL = 100
"""The most mines that a cell can be allowed to hold."""

STATE = np.dtype(np.int16)
"""What one state is stored as."""

States = npt.NDArray[np.int16]
"""By cell: its number, or COVERED or FLAGGED."""
