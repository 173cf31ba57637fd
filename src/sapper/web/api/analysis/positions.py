"""Positions of requests: read, analysed and explained."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

import numpy as np

import sapper.analysis
from sapper.errors import PositionError, TooHardError
from sapper.positions import COVERED, FLAGGED, Position
from sapper.positions.states import can_hold_mines
from sapper.positions.totals import parse_mines
from sapper.web.api.analysis import answers, models, reasons
from sapper.web.api.boards.boards import read_board
from sapper.web.limits import (
    LIMITS,
    MAX_DISTRIBUTION_MINES,
    MAX_EXACT,
    MAX_EXACT_MINES,
    SLOW_SECONDS,
)

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.analysis.answer import AnalysisAnswer

_LONGEST_BITS = 4_000
"""Bits of the longest denominator of a fraction in an answer."""


def read_position(given: models.Position) -> Position:
    """Return the position of a request."""
    board, spec_mines = read_board(given.board, given.max_per_cell)
    mines, density = given.mines, given.density
    if mines is None and density is None:
        mines = spec_mines
    count = parse_mines(mines) if isinstance(mines, str) else mines
    return Position(
        board,
        given.clues,
        count,
        density=density,
        max_per_cell=given.max_per_cell,
        flags=given.flags,
    )


def analyzed(given: models.Position) -> AnalysisAnswer:
    """Analyse the position of a request, with all optional parts that are quick enough."""
    start, worked = perf_counter(), thread_time()
    position = read_position(given)
    found = sapper.analysis.analyze(position, limits=LIMITS)
    quick = thread_time() - worked <= SLOW_SECONDS
    few = position.max_per_cell == 1 or (position.most_mines or 0) <= MAX_DISTRIBUTION_MINES
    counted = quick and _is_counted(found)
    answer = found.answer(
        solutions=counted,
        fractions=counted and _has_fractions(found),
        longest=_LONGEST_BITS,
        shown=quick and few,
    )
    return replace(answer, seconds=perf_counter() - start)


def _is_counted(found: Analysis) -> bool:
    """Count the layouts exactly if that is quick enough; return whether it was."""
    position = found.position
    several = position.max_per_cell > 1
    most = position.most_mines
    if several and (most is None or most > MAX_EXACT_MINES):
        return False
    try:
        found.solutions  # noqa: B018  (cached)
    except (TooHardError, PositionError):
        return False
    return True


def _has_fractions(found: Analysis) -> bool:
    """Compute exact fractions if that is quick enough; return whether it was."""
    if np.count_nonzero(can_hold_mines(found.position.states)) > MAX_EXACT:
        return False
    try:
        found.exact()
    except (TooHardError, PositionError):
        return False
    return True


def explained(given: models.PositionAndCell) -> answers.CellWhy:
    """Return what follows for a cell from the clues of a position."""
    position = read_position(given)
    if position.states[position.board.cell(given.cell)] not in (COVERED, FLAGGED):
        return reasons.open_cell(position, given.cell)
    return reasons.covered_cell(sapper.analysis.analyze(position, limits=LIMITS), given.cell)
