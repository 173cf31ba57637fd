"""Stored critical densities of the study, by part, board, strategy and method."""

from __future__ import annotations

from functools import cache

from sapper.lab.study import StudyRow, study

COMMAND = "from `sapper study {}`"
"""The note that names the part of the study from which a finding is read."""


@cache
def _rows() -> dict[tuple[str, str, str, str], StudyRow]:
    return {(row.part, row.board, row.strategy, row.method): row for row in study()}


def study_row(part: str, board: str, strategy: str, method: str) -> StudyRow:
    """Return a row of the study."""
    return _rows()[part, board, strategy, method]


def row_text(row: StudyRow) -> str:
    """Return the critical density of a row with its interval."""
    if row.value is None:
        return "undefined"
    if row.low is None or row.high is None:
        return f"{row.value:.4f}"
    return f"{row.value:.4f} [{row.low:.4f}, {row.high:.4f}]"
