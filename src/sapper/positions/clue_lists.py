"""Clues that are given as lists, arrays or mappings, and flags, converted to states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper import _core
from sapper.boards import Board, Cell, Spec
from sapper.errors import BoardError, PositionError
from sapper.positions.states import (
    CHARACTERS,
    COVERED,
    FLAGGED,
    MAX_CLUE,
    OUTSIDE,
    STATE,
    UNREAD,
    WORDS,
    States,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


def encode(clues: Any, board: Board | Spec) -> States:
    """Return the states of clues, read-only; PositionError quotes the first wrong entry."""
    plain = _core.encode(clues, board.shape, board.size)
    if plain is None:
        # Not lists of None and Python integers in range: convert mappings, other sequences and
        # integers.
        if isinstance(clues, Mapping):
            clues = _listed(clues, board if isinstance(board, Board) else board.board())
        flat = _flatten(clues, board.shape)
        if len(flat) != board.size:
            raise PositionError(f"{len(flat)} clues for a board of {board.size} cells")
        known = [None if clue is None else check_clue(clue) for clue in flat]
        plain = _core.encode(known, (board.size,), board.size)
        assert plain is not None
    return np.frombuffer(plain, STATE)


def _listed(clues: Mapping[Any, Any], board: Board) -> list[Any]:
    """Return one entry per cell from a mapping; PositionError if a cell is wrong or given twice."""
    entries: list[Any] = [None] * board.size
    given: dict[int, Any] = {}
    for where, clue in clues.items():
        try:
            cell = board.cell(where)
        except BoardError as error:
            raise PositionError(f"bad cell of a clue: {error}") from None
        if cell in given:
            raise PositionError(
                f"cell {board.name(cell)} is given twice, as {given[cell]!r} and {where!r}"
            )
        given[cell] = where
        entries[cell] = clue
    return entries


def _flatten(clues: Any, shape: tuple[int, ...]) -> list[Any]:
    """Return a flat list of clues from a flat sequence or from rows nested by the board's shape."""
    if isinstance(clues, (str, bytes)):
        raise PositionError("clues are a sequence of numbers and None; sapper.parse reads text")
    if isinstance(clues, np.ndarray):
        if clues.ndim != 1 and clues.shape != shape:
            raise PositionError(f"clues of shape {clues.shape} for a board of shape {shape}")
        flat: list[Any] = clues.reshape(-1).tolist()
        return flat
    if not isinstance(clues, (list, tuple)):
        try:
            clues = list(clues)
        except TypeError:
            raise PositionError(f"clues are a sequence, not {clues!r}") from None
    if clues and isinstance(clues[0], (list, tuple, np.ndarray)):
        return _unnest(clues, shape)
    return list(clues)


def _unnest(rows: Any, shape: tuple[int, ...]) -> list[Any]:
    if not isinstance(rows, (list, tuple, np.ndarray)):
        raise PositionError(f"nested clues have {rows!r} in place of a row")
    if len(rows) != shape[0]:
        raise PositionError(f"nested clues have {len(rows)} entries, but the board has {shape[0]}")
    if len(shape) == 1:
        return list(rows)
    return [clue for row in rows for clue in _unnest(row, shape[1:])]


def with_flags(states: States, flags: Iterable[Cell], board: Board) -> States:
    """Return the states with flags added on covered cells."""
    flagged = states.copy()
    for cell in _read_flags(flags, board):
        state = int(flagged[cell])
        if state != COVERED and state != FLAGGED:
            now = f"is {WORDS[state]}" if state < 0 else f"shows {state}"
            raise PositionError(f"cell {board.name(cell)} is flagged but {now}")
        flagged[cell] = FLAGGED
    flagged.flags.writeable = False
    return flagged


def _read_flags(flags: Iterable[Cell], board: Board) -> list[int]:
    try:
        return [board.cell(flag) for flag in flags]
    except TypeError:
        raise PositionError(f"flags are an iterable of cells, not {flags!r}") from None
    except BoardError as error:
        raise PositionError(f"bad flag: {error}") from None


def shown(value: Any) -> str:
    """Return a number for a message, at most 60 characters long."""
    try:
        return f"{value!s:.60}" if isinstance(value, np.integer) else f"{value!r:.60}"
    except ValueError:  # Python's limit on the digits of a converted integer
        return "a number of thousands of digits"


def check_clue(clue: Any) -> int:
    """Return the state of an entry that is not None; raise PositionError if it is none.

    >>> check_clue(3), check_clue("?")
    (3, -3)
    """
    for special in (UNREAD, OUTSIDE):
        if isinstance(clue, (str, int, np.integer)) and clue in (special, CHARACTERS[special]):
            return special
    if isinstance(clue, bool) or not isinstance(clue, (int, np.integer)):
        raise PositionError(f"a clue is an integer or None, not {clue!r}")
    if not 0 <= clue <= MAX_CLUE:
        raise PositionError(f"a clue is from 0 to {MAX_CLUE}, not {shown(clue)}")
    return int(clue)
