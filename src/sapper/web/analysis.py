"""Positions: analysed, read from text and written as text."""

from __future__ import annotations

from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

import numpy as np
from fastapi import APIRouter, Response

import sapper.analysis
from sapper.analysis.analysis import digits
from sapper.boards import Spec
from sapper.errors import ContradictionError, PositionError, TooHardError
from sapper.positions import Position
from sapper.positions.notation import read
from sapper.web import answers, models, reasons
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
    from fractions import Fraction

    from sapper.analysis import Analysis, ClueDistribution
    from sapper.web.limits import Pool

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


def analyzed(given: models.Position) -> dict[str, Any]:
    """Analyse the position of a request."""
    began, worked = perf_counter(), thread_time()
    position = read_position(given)
    found = sapper.analysis.analyze(position, limits=LIMITS)
    solutions: str | None = None
    fractions: list[str | None] = [None] * position.board.size
    shown: dict[int, ClueDistribution] = {}
    if thread_time() - worked <= SLOW_SECONDS:
        solutions, fractions = exact_numbers(found)
        if position.max_per_cell == 1 or (position.mines or 0) <= MAX_PROMISED_MINES:
            shown = found.clue_distributions()
    chances = found.mine_probability.tolist()
    bits: dict[int, float] = {}  # those of cells that are alike share one mapping
    cells = []
    for cell in position.covered:
        promise, zero, information = shown.get(cell), None, None
        if promise is not None:
            zero, key = promise.zero, id(promise.probability)
            if key not in bits:
                bits[key] = promise.entropy
            information = bits[key]
        cells.append(
            {
                "cell": cell,
                "mine_probability": chances[cell],
                "exact": fractions[cell],
                "zero_probability": zero,
                "information": information,
            }
        )
    return {
        "solutions": solutions,
        "log10_solutions": None if position.mines is None else found.log10_solutions,
        "safe": found.safe,
        "mines": found.mines,
        "best": found.best,
        "cells": cells,
        "contradiction": None,
        "seconds": perf_counter() - began,
    }


def contradicted(error: ContradictionError) -> dict[str, Any]:
    """Return the analysis of a position that no layout fits."""
    return {
        "solutions": "0",
        "log10_solutions": None,
        "safe": [],
        "mines": [],
        "best": None,
        "cells": [],
        "contradiction": {
            "error": str(error),
            "clues": list(error.clues),
            "needs_mine_count": error.needs_mine_count,
        },
        "seconds": 0.0,
    }


def explained(given: models.PositionAndCell) -> dict[str, Any]:
    """Return what the clues of a position tell about a cell."""
    position = read_position(given)
    if position.clue(given.cell) is not None:
        return reasons.open_cell(position, given.cell)
    return reasons.covered_cell(sapper.analysis.analyze(position, limits=LIMITS), given.cell)


def exact_numbers(found: Analysis) -> tuple[str | None, list[str | None]]:
    """Return the number of layouts and every probability as text, None where too long to count."""
    position = found.position
    nothing: list[str | None] = [None] * position.board.size
    several = position.max_per_cell > 1
    if several and (position.mines is None or position.mines > MAX_EXACT_MINES):
        return None, nothing
    try:
        solutions = digits(found.solutions)
        if np.count_nonzero(position.states < 0) > MAX_EXACT:
            return solutions, nothing
        return solutions, _fraction_texts(found.exact())
    except (TooHardError, PositionError):
        return None, nothing


def _fraction_texts(fractions: list[Fraction | None]) -> list[str | None]:
    """Write fractions; cells of a group share theirs, so that each is written once."""
    known: dict[int, str | None] = {}
    for fraction in fractions:
        if id(fraction) not in known:
            short = fraction is not None and fraction.denominator.bit_length() <= _LONGEST_BITS
            known[id(fraction)] = str(fraction) if short else None
    return [known[id(fraction)] for fraction in fractions]


def parsed(given: models.Text) -> dict[str, Any]:
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
    graph = given.board.model_dump() if isinstance(given.board, models.Graph) else None
    return {
        "board": graph or {"spec": board.spec},
        "clues": position.clues,
        "flags": position.flags,
        "mines": mines,
    }


def formatted(given: models.Position) -> str:
    """Write the position of a request as text, with its spec as first line."""
    return read_position(given, mines_needed=False).to_text(header=True)


def routes(pool: Pool, problems: dict[int | str, dict[str, Any]]) -> APIRouter:
    """Return the routes about positions."""
    router = APIRouter(tags=["analysis"], responses=problems)

    @router.post("/api/analyze", response_model=answers.Analysis)
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

    @router.post("/api/why", response_model=answers.CellWhy)
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
        return await pool.run(lambda: json_response({"text": formatted(position)}))

    return router
