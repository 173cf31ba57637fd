"""The census of patterns tested against the halves of the study, as a law without parameters.

The score of a board is the measured half minus the half that the census predicts, divided by the
standard error of the measurement; the prediction has none.
"""

from __future__ import annotations

from dataclasses import replace

from sapper.boards import parse_spec
from sapper.intervals import Z95
from sapper.lab.fits.agreement import Agreement
from sapper.lab.study.rows import StudyRow, study
from sapper.theory import Census, census

TESTED_FROM = 100
"""The least side of the tested boards; on smaller ones other guesses dominate."""


def measured_halves(part: str, side: int = TESTED_FROM) -> list[StudyRow]:
    """Return the halves of a part on boards of at least this side."""
    return [
        row for row in study() if (row.part, row.method) == (part, "half") and row.cells >= side**2
    ]


def census_of(board: str) -> Census:
    """Return the census of a board; tori have that of grids."""
    kind = parse_spec(board).kind
    return census("grid" if kind == "torus" else kind)


def half_error(row: StudyRow) -> float:
    """Return the standard error of a half, from its 95 % interval."""
    if row.low is None or row.high is None:
        raise ValueError(f"no interval of {row.board}")
    return (row.high - row.low) / (2 * Z95)


def census_agreement(part: str, *, unequal: bool = True) -> Agreement:
    """Compare the halves of a part of the study with the census.

    Without ``unequal`` only patterns with equally many mines in both cases are counted.

    >>> list(census_agreement("open-squares").scores)[:3]
    ['100x100', '200x200', '500x500']
    """

    def score(row: StudyRow) -> float:
        patterns = census_of(row.board)
        patterns = patterns if unequal else replace(patterns, unequal={})
        return ((row.value or 0.0) - patterns.density(row.board)) / half_error(row)

    return Agreement({row.board: score(row) for row in measured_halves(part)}, {})
