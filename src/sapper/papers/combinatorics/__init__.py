"""The combinatorics note: probabilities by groups of equivalent cells, and an opening strategy."""

from sapper.papers.citation import Citation
from sapper.papers.claims import Paper

PAPER = Paper(
    Citation(
        key="combinatorics",
        number="004",
        short="Combinatorics note",
        authors="",
        title="Probabilities by combinatorics",
        year=None,
    ),
    modules=("groups", "direct_approach", "opening"),
    sections={"Table 1": "0.1"},
)
