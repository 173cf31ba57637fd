"""Chong, Hayden, Ma and Goh 2024: a solver, its win rates and the critical density of boards."""

from sapper.papers.citation import Citation
from sapper.papers.claims import Paper

PAPER = Paper(
    Citation(
        key="chong2024",
        number="000",
        short="Chong et al. 2024",
        authors="Chong, Hayden, Ma and Goh",
        title="On the critical density of Minesweeper boards",
        year=2024,
    ),
    modules=(
        "earlier_work",
        "inference",
        "safety",
        "guessing",
        "first_click",
        "logistic_curve",
        "win_rates",
        "trends",
        "aspect_ratio",
        "long_rows",
        "stronger_solvers",
        "future_directions",
        "program",
        "density_table",
    ),
    sections={
        "Proposition 1": "3.1",
        "Lemma 1": "3.3.2",
        "Lemma 2": "3.3.2",
        "Proposition 2": "3.3.2",
        "Proposition 3": "3.3.2",
        "Proposition 4": "4.1.1",
        "4.10": "4.1.2",
        "Proposition 5": "4.1.3",
        "Proposition 6": "4.1.3",
        "4.19": "4.1.3",
        "Algorithm 4.1": "4.3.2",
        "Lemma 3": "5",
        "Proposition 7": "5",
        "7.4": "7",
        "7.6": "7",
        "Proposition 8": "7",
        "7, after 8": "7",
    },
)
