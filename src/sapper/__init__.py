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

from sapper import version

if TYPE_CHECKING:
    from sapper.analysis import (
        Analysis,
        ClueDistribution,
        Component,
        Distribution,
        Group,
        Reason,
        analyze,
        ways,
    )
    from sapper.boards import (
        Board,
        Spec,
        board,
        box,
        graph,
        grid,
        hexagonal,
        parse_spec,
        symmetries,
        torus,
        triangular,
    )
    from sapper.errors import (
        BoardError,
        ContradictionError,
        FileError,
        GameError,
        LabError,
        LayoutError,
        NoLayoutError,
        NotationError,
        PositionError,
        SapperError,
        SpecError,
        StrategyError,
        TheoryError,
        TooHardError,
    )
    from sapper.exchange import formats, link, read, write
    from sapper.games import (
        Deal,
        Game,
        Hint,
        Records,
        SimulationResult,
        Thought,
        WinProbability,
        deal,
        no_guess,
        simulate,
        think,
        win_probability,
    )
    from sapper.layouts import Layout
    from sapper.limits import Limits
    from sapper.papers import Reproduction, reproduce
    from sapper.perfect import (
        OneMine,
        PerfectPlay,
        StrategyValue,
        one_mine,
        optimal,
        strategy_value,
    )
    from sapper.positions import Fault, Position, parse
    from sapper.replays import Click, Replay, ReplayAnalysis
    from sapper.strategies import Strategy, register

__version__ = version.VERSION

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
    # layouts
    "Layout",
    "no_guess",
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
    "Deal",
    "Game",
    "Hint",
    "Records",
    "SimulationResult",
    "Strategy",
    "Thought",
    "WinProbability",
    "deal",
    "register",
    "simulate",
    "think",
    "win_probability",
    # replays, files and links
    "Click",
    "Replay",
    "ReplayAnalysis",
    "formats",
    "link",
    "read",
    "write",
    # perfect play
    "OneMine",
    "PerfectPlay",
    "StrategyValue",
    "one_mine",
    "optimal",
    "strategy_value",
    # papers
    "Reproduction",
    "reproduce",
    # errors
    "BoardError",
    "ContradictionError",
    "FileError",
    "GameError",
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
    "__version__",
]

_HOMES = {
    "analysis": (
        "Analysis",
        "ClueDistribution",
        "Component",
        "Distribution",
        "Group",
        "Reason",
        "analyze",
        "ways",
    ),
    "boards": (
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
    ),
    "errors": (
        "BoardError",
        "ContradictionError",
        "FileError",
        "GameError",
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
    "exchange": ("formats", "link", "read", "write"),
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
    "lab": (),
    "layouts": ("Layout",),
    "limits": ("Limits",),
    "papers": ("Reproduction", "reproduce"),
    "perfect": (
        "OneMine",
        "PerfectPlay",
        "StrategyValue",
        "one_mine",
        "optimal",
        "strategy_value",
    ),
    "positions": ("Fault", "Position", "parse"),
    "replays": ("Click", "Replay", "ReplayAnalysis"),
    "strategies": ("Strategy", "register"),
    "theory": (),
}
"""Where each name lives. Modules are loaded when they, or a name of theirs, are first used."""


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
