"""Golan 2014: one mine on any graph, played perfectly."""

from sapper.papers.citation import Citation
from sapper.papers.claims import Paper

PAPER = Paper(
    Citation(
        key="golan2014",
        number="002",
        short="Golan 2014",
        authors="Golan",
        title="Minesweeper strategy for one mine",
        year=2014,
    ),
    modules=("earlier_programs", "main_results", "guess_components", "proofs"),
    sections={
        "Figure 3": "after 2.2",
        "3, before 3.11": "before 3.11",
        "4, before 2.5": "after 4.11",
        "4, proof of 2.6": "after 4.11",
        "4, proof of 2.7": "after 4.11",
        "(4.3)": "after 4.11",
        "before (4.4)": "after 4.11",
    },
)
