"""Fowler and Young 2004: strategies in levels, and probabilities from the perimeter."""

from sapper.papers.citation import Citation
from sapper.papers.claims import Paper

PAPER = Paper(
    Citation(
        key="fowler_young2004",
        number="001",
        short="Fowler & Young 2004",
        authors="Fowler and Young",
        title="Minesweeper: a statistical and computational analysis",
        year=2004,
    ),
    modules=(
        "basic_strategy",
        "linear_equations",
        "efficiency",
        "np_completeness",
        "perfect_strategy",
        "results",
        "winning_factor",
    ),
    sections={"Theorem 1": "II.2", "Theorem 2": "II.2", "figure V.1": "V.2"},
)
