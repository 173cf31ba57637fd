"""The outcomes of single games in a store, for paired comparisons: one bit per game.

A store gets this table when it first holds outcomes. The table of blocks has the counters of the
same games, possibly cut into other blocks.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Outcomes: TypeAlias = npt.NDArray[np.bool_]
"""Whether each game of a range was won, in order of the games."""

TABLE = """
CREATE TABLE IF NOT EXISTS outcomes (
    point INTEGER NOT NULL REFERENCES points (id),
    first_game INTEGER NOT NULL CHECK (first_game >= 0),
    games INTEGER NOT NULL CHECK (games > 0),
    won BLOB NOT NULL CHECK (length(won) = (games + 7) / 8),
    PRIMARY KEY (point, first_game)
)
"""
"""Bit i % 8, from the least significant one, of byte i / 8 is that of game ``first_game + i``."""


def pack(won: Outcomes) -> bytes:
    """Return outcomes as a bitmap.

    >>> pack(np.array([True, False, False, True])).hex()
    '09'
    """
    return np.packbits(won, bitorder="little").tobytes()


def unpack(bitmap: bytes, games: int) -> Outcomes:
    """Return the outcomes of a bitmap.

    >>> unpack(bytes([9]), 4).tolist()
    [True, False, False, True]
    """
    bits = np.unpackbits(np.frombuffer(bitmap, np.uint8), count=games, bitorder="little")
    return bits.astype(np.bool_)
