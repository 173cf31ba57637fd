"""The difficulty of boards and layouts for players."""

from sapper.lab.difficulty.difficulty import Difficulty, rate
from sapper.lab.difficulty.layout_difficulty import LayoutDifficulty, rate_game, rate_layout
from sapper.lab.difficulty.suggestions import Suggestion, suggest

__all__ = [
    "Difficulty",
    "LayoutDifficulty",
    "Suggestion",
    "rate",
    "rate_game",
    "rate_layout",
    "suggest",
]
