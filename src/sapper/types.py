"""The types of arguments and results, for annotations in your own code.

``typing.get_args`` lists the values of each:

>>> from typing import get_args
>>> get_args(FirstClickRule)
('any', 'safe', 'open')
>>> def play(first: FirstClickRule) -> GameStatus: ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, Union

if TYPE_CHECKING:
    from sapper.boards import Board, Spec
    from sapper.positions import Position
    from sapper.strategies import Strategy

__all__ = [
    "BoardLike",
    "Cell",
    "Chooser",
    "DensityMethod",
    "DifficultyLevel",
    "FirstClickRule",
    "Flags",
    "GameStatus",
    "Level",
    "StrategyLike",
]

FirstClickRule: TypeAlias = Literal["any", "safe", "open"]
"""A first-click rule: the first cell may hold a mine; it holds none; nor do its neighbours."""

GameStatus: TypeAlias = Literal["playing", "won", "lost"]
"""The status of a game."""

Flags: TypeAlias = Literal["trust", "ignore"]
"""How an analysis uses flags: a flagged cell is a mine, or it is a covered cell like any other."""

Level: TypeAlias = Literal["single", "subtraction", "engine"]
"""A level of deduction: single clues; also pairs of clues; all clues and the mine count."""

DensityMethod: TypeAlias = Literal[
    "paper", "likelihood", "half", "guess-free", "guesses", "moves", "seconds"
]
"""A definition of the critical density, as in ``sapper.lab.METHODS``."""

DifficultyLevel: TypeAlias = Literal["trivial", "easy", "medium", "hard", "expert", "hopeless"]
"""The difficulty of a board, in words."""

Cell: TypeAlias = int | Sequence[int]
"""A cell: its index, or its coordinates such as (row, column)."""

BoardLike: TypeAlias = Union[str, "Spec", "Board"]
"""A board: a spec such as ``"16x30/99"`` as text or as a Spec, or a Board."""

Chooser: TypeAlias = Callable[["Position"], int]
"""A function that chooses a covered cell, which ``compare`` accepts as a strategy."""

StrategyLike: TypeAlias = Union[str, "Strategy", type["Strategy"]]
"""A strategy: a name, an object with ``choose``, or its class."""
