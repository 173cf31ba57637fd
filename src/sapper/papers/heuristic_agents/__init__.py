"""The heuristic-agents report 2024: five agents on small boards, and a survey of other players."""

from sapper.papers.citation import Citation
from sapper.papers.claims import Paper

PAPER = Paper(
    Citation(
        key="heuristic_agents",
        number="003",
        short="Heuristic-agents report 2024",
        authors="",
        title="Minesweeper Solvers: Final Project Report",
        year=2024,
    ),
    modules=(
        "quoted_win_rates",
        "surveyed_players",
        "heuristics",
        "experiments",
        "table_one",
        "analysis",
    ),
    sections={"Table 1": "5.2"},
)
