"""Sapper, the Minesweeper laboratory: exact probabilities, reasons and counts on any board.

>>> import sapper
>>> position = sapper.parse('''
... 1#
... ##''', mines=1)
>>> sapper.analyze(position).exact()
[None, Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)]
"""

from __future__ import annotations

import logging
from typing import Any

from sapper import version

# A program that uses Sapper decides whether its log records are shown, and where.
logging.getLogger(__name__).addHandler(logging.NullHandler())

_HOMES = {
    "boards": (
        "Board",
        "Spec",
        "board",
        "box",
        "graph",
        "grid",
        "hexagonal",
        "parse_spec",
        "register_board",
        "symmetries",
        "torus",
        "triangular",
        "unregister_board",
    ),
    "positions": (
        "COVERED",
        "FLAGGED",
        "OUTSIDE",
        "UNREAD",
        "Fault",
        "MineTotals",
        "Position",
        "parse",
    ),
    "layouts": ("Layout",),
    "analysis": (
        "Analysis",
        "BatchAnalysis",
        "ClueDistribution",
        "Component",
        "Distribution",
        "FlagCheck",
        "Group",
        "Reason",
        "analyze",
        "analyze_many",
        "check_flags",
        "ways",
    ),
    "limits": ("Limits",),
    "stopping": ("Cancelled", "Stop"),
    "types": (),
    "aio": (),
    "strategies": ("Choice", "Strategy", "choose", "register", "unregister"),
    "games": (
        "Deal",
        "Game",
        "Hint",
        "Records",
        "SimulationResult",
        "Thought",
        "WinProbability",
        "deal",
        "no_guess",
        "simulate",
        "think",
        "win_probability",
    ),
    "replays": ("Click", "Replay", "ReplayAnalysis"),
    "exchange": ("formats", "link", "read", "write"),
    "perfect": (
        "ClickValues",
        "OneMine",
        "PerfectPlay",
        "StrategyValue",
        "click_values",
        "one_mine",
        "optimal",
        "strategy_value",
    ),
    "theory": (),
    "lab": ("Comparison", "Difference", "compare"),
    "papers": ("Reproduction", "reproduce"),
    "errors": (
        "BoardError",
        "ContradictionError",
        "FailedPointsError",
        "FileError",
        "GameError",
        "IdentityError",
        "LabError",
        "LayoutError",
        "NoLayoutError",
        "NotationError",
        "PositionError",
        "SapperError",
        "SpecError",
        "StrategyError",
        "TheoryError",
        "TooHardError",
    ),
}
"""The public names by module.

``make stub`` writes ``__init__.pyi`` from this table for type checkers and editors. A module is
imported when it or one of its names is first used.
"""

__version__ = version.VERSION

__all__ = [*(name for names in _HOMES.values() for name in names), "__version__"]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _HOMES:
        return import_module(f"sapper.{name}")
    for module, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"sapper.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'sapper' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_HOMES})
