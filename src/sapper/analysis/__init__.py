"""Analysis: mine probabilities, exact counts, and certain cells with their reasons."""

from sapper.analysis.analysis import (
    Analysis,
    ClueDistribution,
    Component,
    Distribution,
    Group,
    analyze,
)
from sapper.analysis.candidates import Candidate, candidates
from sapper.analysis.counting import ways
from sapper.analysis.flag_check import check_flags
from sapper.analysis.many import BatchAnalysis, analyze_many
from sapper.analysis.reasons import Reason
from sapper.analysis.wrong_flags import FlagCheck

__all__ = [
    "Analysis",
    "BatchAnalysis",
    "Candidate",
    "ClueDistribution",
    "Component",
    "Distribution",
    "FlagCheck",
    "Group",
    "Reason",
    "analyze",
    "analyze_many",
    "candidates",
    "check_flags",
    "ways",
]
