"""The phase diagram: the win rate of squares by size and density.

Games come from the study in the package or from the store. On the lines, the census of ambiguous
patterns predicts that 10, 50 and 90 % of the games are won.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from sapper.boards import parse_spec
from sapper.web.api.lab import answers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sapper.lab.store.store import Tally
    from sapper.types import FirstClickRule

PhaseKind = Literal["grid", "torus"]
"""The kinds of squares in the census."""

_RATES = (0.1, 0.5, 0.9)
_SMALLEST, _LARGEST = 4, 4000
_LINE_POINTS = 32


@lru_cache(maxsize=2)
def study_phases(kind: PhaseKind) -> answers.Phases:
    """Return the diagram of the study in the package."""
    from sapper.lab.study import study_points

    points = [
        answers.PhasePoint(
            point.board, point.cells, point.density, point.games, point.wins, point.guess_free
        )
        for point in study_points()
        if _is_square(point.board, kind)
    ]
    return answers.Phases("pseq", "open", points, _lines(kind, points))


def stored_phases(
    kind: PhaseKind, strategy: str, first: FirstClickRule, tallies: Iterable[Tally]
) -> answers.Phases:
    """Return the diagram of a strategy's games in the store."""
    points = []
    for tally in tallies:
        point = tally.point
        if _is_square(point.board, kind):
            cells = parse_spec(point.board).size
            density = point.mines / cells
            points.append(
                answers.PhasePoint(
                    point.board, cells, density, tally.games, tally.wins, tally.guess_free
                )
            )
    return answers.Phases(strategy, first, points, _lines(kind, points))


def _is_square(board: str, kind: PhaseKind) -> bool:
    spec = parse_spec(board)
    return spec.kind == kind and len(spec.shape) == 2 and len(set(spec.shape)) == 1


def _lines(kind: PhaseKind, points: list[answers.PhasePoint]) -> list[answers.PhaseLine]:
    """Return the lines over the range of sizes played."""
    from sapper.theory import census

    if not points:
        return []
    sizes = [point.cells**0.5 for point in points]
    ends = (max(_SMALLEST, min(sizes)), min(_LARGEST, max(sizes)))
    sides = np.unique(np.geomspace(ends[0], max(ends), _LINE_POINTS).round().astype(int)).tolist()
    patterns, prefix = census("grid"), "" if kind == "grid" else f"{kind}:"

    def line(rate: float) -> list[list[float]]:
        return [[side * side, patterns.density(f"{prefix}{side}x{side}", rate)] for side in sides]

    # exp(-M) of the games are free of guesses where exp(-M / 2) are won
    return [answers.PhaseLine(rate, line(rate), line(rate**0.5)) for rate in _RATES]
