"""Sapper, the Minesweeper laboratory: exact probabilities, reasons and counts on any board.

>>> import sapper
>>> position = sapper.parse('''
... 1#
... ##''', mines=1)
>>> sapper.analyze(position).exact()
[None, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]
"""

from sapper.analysis import (
    Analysis,
    ClueDistribution,
    Component,
    Distribution,
    Group,
    analyze,
)
from sapper.boards import (
    Board,
    board,
    box,
    graph,
    grid,
    hexagonal,
    symmetries,
    torus,
    triangular,
)
from sapper.counting import ways
from sapper.errors import (
    BoardError,
    ContradictionError,
    GameError,
    NotationError,
    PositionError,
    SapperError,
    SpecError,
    StrategyError,
    TooHardError,
)
from sapper.games import Game, Hint
from sapper.limits import Limits
from sapper.notation import parse
from sapper.position import Fault, Position
from sapper.reasons import Reason
from sapper.simulate import Records, SimulationResult, simulate
from sapper.specs import Spec, parse_spec
from sapper.strategies import Strategy, register

__version__ = "0.1.0"

__all__ = [  # noqa: RUF022  (grouped as a reader meets them)
    # boards
    "Board",
    "Spec",
    "board",
    "box",
    "graph",
    "grid",
    "hexagonal",
    "parse_spec",
    "symmetries",
    "torus",
    "triangular",
    # positions
    "Fault",
    "Position",
    "parse",
    # analysis
    "Analysis",
    "ClueDistribution",
    "Component",
    "Distribution",
    "Group",
    "Limits",
    "Reason",
    "analyze",
    "ways",
    # games
    "Game",
    "Hint",
    "Records",
    "SimulationResult",
    "Strategy",
    "register",
    "simulate",
    # errors
    "BoardError",
    "ContradictionError",
    "GameError",
    "NotationError",
    "PositionError",
    "SapperError",
    "SpecError",
    "StrategyError",
    "TooHardError",
    "__version__",
]
