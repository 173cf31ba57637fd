# Written by `make stub` from the table in __init__.py.
from sapper import aio as aio
from sapper import analysis as analysis
from sapper import boards as boards
from sapper import errors as errors
from sapper import exchange as exchange
from sapper import games as games
from sapper import lab as lab
from sapper import layouts as layouts
from sapper import limits as limits
from sapper import papers as papers
from sapper import perfect as perfect
from sapper import positions as positions
from sapper import replays as replays
from sapper import stopping as stopping
from sapper import strategies as strategies
from sapper import theory as theory
from sapper import types as types
from sapper.analysis import (
    Analysis,
    BatchAnalysis,
    ClueDistribution,
    Component,
    Distribution,
    FlagCheck,
    Group,
    Reason,
    analyze,
    analyze_many,
    check_flags,
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
    register_board,
    symmetries,
    torus,
    triangular,
    unregister_board,
)
from sapper.errors import (
    BoardError,
    ContradictionError,
    FailedPointsError,
    FileError,
    GameError,
    IdentityError,
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
from sapper.exchange import (
    formats,
    link,
    read,
    write,
)
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
from sapper.lab import (
    Comparison,
    Difference,
    compare,
)
from sapper.layouts import (
    Layout,
)
from sapper.limits import (
    Limits,
)
from sapper.papers import (
    Reproduction,
    reproduce,
)
from sapper.perfect import (
    ClickValues,
    OneMine,
    PerfectPlay,
    StrategyValue,
    click_values,
    one_mine,
    optimal,
    strategy_value,
)
from sapper.positions import (
    COVERED,
    FLAGGED,
    OUTSIDE,
    UNREAD,
    Fault,
    MineTotals,
    Position,
    parse,
)
from sapper.replays import (
    Click,
    Replay,
    ReplayAnalysis,
)
from sapper.stopping import (
    Cancelled,
    Stop,
)
from sapper.strategies import (
    Choice,
    Strategy,
    choose,
    register,
    unregister,
)

__version__: str

__all__ = [
    'Board',
    'Spec',
    'board',
    'box',
    'graph',
    'grid',
    'hexagonal',
    'parse_spec',
    'register_board',
    'symmetries',
    'torus',
    'triangular',
    'unregister_board',
    'COVERED',
    'FLAGGED',
    'OUTSIDE',
    'UNREAD',
    'Fault',
    'MineTotals',
    'Position',
    'parse',
    'Layout',
    'Analysis',
    'BatchAnalysis',
    'ClueDistribution',
    'Component',
    'Distribution',
    'FlagCheck',
    'Group',
    'Reason',
    'analyze',
    'analyze_many',
    'check_flags',
    'ways',
    'Limits',
    'Cancelled',
    'Stop',
    'Choice',
    'Strategy',
    'choose',
    'register',
    'unregister',
    'Deal',
    'Game',
    'Hint',
    'Records',
    'SimulationResult',
    'Thought',
    'WinProbability',
    'deal',
    'no_guess',
    'simulate',
    'think',
    'win_probability',
    'Click',
    'Replay',
    'ReplayAnalysis',
    'formats',
    'link',
    'read',
    'write',
    'ClickValues',
    'OneMine',
    'PerfectPlay',
    'StrategyValue',
    'click_values',
    'one_mine',
    'optimal',
    'strategy_value',
    'Comparison',
    'Difference',
    'compare',
    'Reproduction',
    'reproduce',
    'BoardError',
    'ContradictionError',
    'FailedPointsError',
    'FileError',
    'GameError',
    'IdentityError',
    'LabError',
    'LayoutError',
    'NoLayoutError',
    'NotationError',
    'PositionError',
    'SapperError',
    'SpecError',
    'StrategyError',
    'TheoryError',
    'TooHardError',
    '__version__',
]
