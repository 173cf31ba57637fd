"""Positions: analysed, read from text and written as text."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

import numpy as np
from fastapi import APIRouter, Response

import sapper.analysis
from sapper.analysis.answer import AnalysisAnswer, contradicted
from sapper.boards import Spec
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.positions import Position
from sapper.positions.notation import read
from sapper.web import answers, game_answers, models, reasons
from sapper.web.boards import build, read_board
from sapper.web.errors import json_response
from sapper.web.limits import (
    LIMITS,
    MAX_EXACT,
    MAX_EXACT_MINES,
    MAX_PROMISED_MINES,
    SLOW_SECONDS,
)

if TYPE_CHECKING:
    from sapper.analysis import Analysis
    from sapper.web.pools import Pool

_UNKNOWN_DENSITY = 0.5
"""Stands for mines that are not told, where they make no difference."""

_LONGEST_BITS = 4_000
"""Fractions with a longer denominator are not written."""


def read_position(given: models.Position, *, mines_needed: bool = True) -> Position:
    """Return the position of a request."""
    board, spec_mines = read_board(given.board, given.max_per_cell)
    mines, density = given.mines, given.density
    if mines is None and density is None:
        mines = spec_mines
        if mines is None and not mines_needed:
            density = _UNKNOWN_DENSITY
    return Position(
        board,
        given.clues,
        mines,
        density=density,
        max_per_cell=given.max_per_cell,
        flags=given.flags,
    )


def analyzed(given: models.Position) -> AnalysisAnswer:
    """Analyse the position of a request, with all that does not take too long."""
    began, worked = perf_counter(), thread_time()
    position = read_position(given)
    found = sapper.analysis.analyze(position, limits=LIMITS)
    quick = thread_time() - worked <= SLOW_SECONDS
    few = position.max_per_cell == 1 or (position.mines or 0) <= MAX_PROMISED_MINES
    counted = quick and _is_counted(found)
    answer = found.answer(
        solutions=counted,
        fractions=counted and _has_fractions(found),
        longest=_LONGEST_BITS,
        shown=quick and few,
    )
    return replace(answer, seconds=perf_counter() - began)


def _is_counted(found: Analysis) -> bool:
    """Tell whether layouts can be counted exactly in the time there is; they then are."""
    position = found.position
    several = position.max_per_cell > 1
    if several and (position.mines is None or position.mines > MAX_EXACT_MINES):
        return False
    try:
        found.solutions  # noqa: B018  (kept)
    except (TooHardError, PositionError):
        return False
    return True


def _has_fractions(found: Analysis) -> bool:
    """Tell whether there are exact fractions in the time there is; they are then kept."""
    if np.count_nonzero(found.position.states < 0) > MAX_EXACT:
        return False
    try:
        found.exact()
    except (TooHardError, PositionError):
        return False
    return True


def explained(given: models.PositionAndCell) -> game_answers.CellWhy:
    """Return what the clues of a position tell about a cell."""
    position = read_position(given)
    if position.clue(given.cell) is not None:
        return reasons.open_cell(position, given.cell)
    return reasons.covered_cell(sapper.analysis.analyze(position, limits=LIMITS), given.cell)


def parsed(given: models.Text) -> answers.Parsed:
    """Read the text of a request."""
    known, spec_mines = None, None
    if given.board is not None:
        known, spec_mines = read_board(given.board, given.max_per_cell)
    found = read(given.text, board=known)
    board = build(found.board) if isinstance(found.board, Spec) else found.board
    told = [given.mines, found.mines, spec_mines]
    mines = next((number for number in told if number is not None), None)
    unknown = None if mines is not None else _UNKNOWN_DENSITY
    position = Position.from_states(
        board, found.states, mines, density=unknown, max_per_cell=given.max_per_cell
    )
    shown = given.board if isinstance(given.board, models.Graph) else None
    told_board = shown or models.SpecBoard(spec=board.spec)
    return answers.Parsed(told_board, position.clues, position.flags, mines)


def formatted(given: models.Position) -> answers.Formatted:
    """Write the position of a request as text, with its spec as first line."""
    return answers.Formatted(read_position(given, mines_needed=False).to_text(header=True))


def routes(pool: Pool, problems: dict[int | str, dict[str, Any]]) -> APIRouter:
    """Return the routes about positions."""
    router = APIRouter(tags=["analysis"], responses=problems)

    @router.post("/api/analyze", response_model=AnalysisAnswer)
    async def analyze(position: models.PositionToAnalyze) -> Response:
        """The chance of a mine in every covered cell, what is certain, and how many layouts fit.

        Where none fits, the answer is 422 with a smallest set of clues that cannot hold together,
        or if `report_contradiction` is set, an analysis that holds the same.
        """

        def work() -> Response:
            try:
                return json_response(analyzed(position))
            except ContradictionError as error:
                if not position.report_contradiction:
                    raise
                return json_response(contradicted(error))

        return await pool.run(work)

    @router.post("/api/why", response_model=game_answers.CellWhy)
    async def why(position: models.PositionAndCell) -> Response:
        """Why a cell is safe or a mine, or what its chance is."""
        return await pool.run(lambda: json_response(explained(position)))

    @router.post("/api/parse", response_model=answers.Parsed)
    async def parse(text: models.Text) -> Response:
        """A position from text: `#` covered, `F` a flag, `.` or digits, `(12)` large clues."""
        return await pool.run(lambda: json_response(parsed(text)))

    @router.post("/api/format", response_model=answers.Formatted)
    async def format_(position: models.Position) -> Response:
        """The text of a position, with its board on the first line."""
        return await pool.run(lambda: json_response(formatted(position)))

    return router
