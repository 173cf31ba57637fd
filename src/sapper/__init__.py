"""Sapper, the Minesweeper laboratory: exact probabilities, reasons and counts on any board.

>>> import sapper
>>> position = sapper.parse('''
... 1#
... ##''', mines=1)
>>> sapper.analyze(position).exact()
[None, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from sapper.papers.reproduction import Reproduction, reproduce
    from sapper.perfect import OneMine, PerfectPlay, one_mine, optimal
    from sapper.position import Fault, Position
    from sapper.reasons import Reason
    from sapper.simulation import Records, SimulationResult, simulate
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
    # perfect play
    "OneMine",
    "PerfectPlay",
    "one_mine",
    "optimal",
    # papers
    "Reproduction",
    "reproduce",
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

_HOMES = {
    "analysis": ("Analysis", "ClueDistribution", "Component", "Distribution", "Group", "analyze"),
    "boards": (
        "Board",
        "board",
        "box",
        "graph",
        "grid",
        "hexagonal",
        "symmetries",
        "torus",
        "triangular",
    ),
    "counting": ("ways",),
    "errors": (
        "BoardError",
        "ContradictionError",
        "GameError",
        "NotationError",
        "PositionError",
        "SapperError",
        "SpecError",
        "StrategyError",
        "TooHardError",
    ),
    "games": ("Game", "Hint"),
    "limits": ("Limits",),
    "notation": ("parse",),
    "papers.reproduction": ("Reproduction", "reproduce"),
    "perfect": ("OneMine", "PerfectPlay", "one_mine", "optimal"),
    "position": ("Fault", "Position"),
    "reasons": ("Reason",),
    "simulation": ("Records", "SimulationResult", "simulate"),
    "specs": ("Spec", "parse_spec"),
    "strategies": ("Strategy", "register"),
}
"""Where each name lives. Modules are loaded when a name of theirs is first used."""


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"sapper.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'sapper' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
